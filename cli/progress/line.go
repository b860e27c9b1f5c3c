package progress

import (
	"fmt"
	"io"
	"time"
)

// Line tells how far a work is in words: in one line that changes on a terminal, otherwise in a
// line every few seconds. NewLine makes it.
type Line struct {
	w        io.Writer
	terminal bool
	last     time.Time
}

// NewLine tells on w. The caller calls Clear at the end.
func NewLine(w io.Writer) *Line { return &Line{w: w, terminal: isTerminal(w), last: time.Now()} }

// Tell tells the words, unless it has told some a moment ago.
func (l *Line) Tell(words func() string) {
	every := LineEvery
	if l.terminal {
		every = 100 * time.Millisecond
	}
	now := time.Now()
	if now.Sub(l.last) < every {
		return
	}
	l.last = now
	if l.terminal {
		fmt.Fprintf(l.w, "\r\x1b[K%s", words())
		return
	}
	fmt.Fprintln(l.w, words())
}

// Clear removes the line from a terminal.
func (l *Line) Clear() {
	if l.terminal {
		fmt.Fprint(l.w, "\r\x1b[K")
	}
}
