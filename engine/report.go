package engine

import "fmt"

// Report is where engines and runs say what people may want to know. The zero value is
// silent. Its functions are called by the goroutine that makes or steps the engine.
type Report struct {
	// Note is given a line of text without its end, such as "note: gpu steps, on A card",
	// "warning: ..." or "tuning: ...".
	Note func(line string)
	// Busy is told that something begins that may take long, such as "laying out lattice".
	// The function that it returns is called when that is over.
	Busy func(what string) (done func())
}

// Notef gives Note a line.
func (r Report) Notef(format string, args ...any) {
	if r.Note != nil {
		r.Note(fmt.Sprintf(format, args...))
	}
}

// Begin tells Busy that something begins, and returns what ends it; never nil.
func (r Report) Begin(what string) (done func()) {
	if r.Busy == nil {
		return func() {}
	}
	return r.Busy(what)
}
