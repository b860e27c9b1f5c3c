package terminal

import (
	"fmt"
	"io"
	"time"

	"hooke/files/safefile"
)

// Line describes how far a work is in words: in one line that changes on a terminal, otherwise in a
// line every few seconds, first after a second. NewLine makes it.
type Line struct {
	w        io.Writer
	terminal io.Writer // nil: w is none
	next     time.Time // from which on words are told
}

// NewLine tells on w. The caller calls Clear at the end.
func NewLine(w io.Writer) *Line {
	l := &Line{w: w, next: time.Now().Add(setUpQuiet)}
	if file := terminal(w); file != nil { // a nil *os.File in an interface would not be nil
		l.terminal = file
	}
	return l
}

// Tell tells the words, unless it has told some a moment ago.
func (l *Line) Tell(words func() string) {
	every := LineEvery
	if l.terminal != nil {
		every = 100 * time.Millisecond
	}
	now := time.Now()
	if now.Before(l.next) {
		return
	}
	l.next = now.Add(every)
	if l.terminal != nil {
		fmt.Fprintf(l.terminal, "\r\x1b[K%s", safefile.EscapeName(words()))
		return
	}
	fmt.Fprintln(l.w, words())
}

// Clear removes the line from a terminal.
func (l *Line) Clear() {
	if l.terminal != nil {
		fmt.Fprint(l.terminal, "\r\x1b[K")
	}
}
