package engine

import "fmt"

// Listener hears what engines and runs say to people. The zero value ignores everything.
// The goroutine that makes or steps the engine calls its functions.
type Listener struct {
	// Note is called with a line of text without its line end, such as "note: gpu steps, on A card",
	// "warning: ..." or "tuning: ...".
	Note func(line string)
	// Busy is called when work begins that may take long, such as "laying out lattice". The
	// function that it returns is called when that work is over.
	Busy func(what string) (done func())
}

// Notef calls Note with a formatted line.
func (r Listener) Notef(format string, args ...any) {
	if r.Note != nil {
		r.Note(fmt.Sprintf(format, args...))
	}
}

// Begin calls Busy and returns the function that ends the work; never nil.
func (r Listener) Begin(what string) (done func()) {
	if r.Busy == nil {
		return func() {}
	}
	return r.Busy(what)
}
