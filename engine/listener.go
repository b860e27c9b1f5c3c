package engine

import "fmt"

// Listener receives messages for users from engines and runs. The zero value ignores them.
// The goroutine that makes or steps the engine calls its functions.
type Listener struct {
	// Note receives a line of text without its line end, such as "note: gpu steps, on A
	// card", "warning: ..." or "tuning: ...".
	Note func(line string)
	// Busy is called before work that may take long, such as "laying out lattice". The
	// function that it returns is called after that work.
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
