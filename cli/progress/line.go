package progress

import (
	"fmt"
	"io"
	"time"
)

// Line tells how far a work is in words: in one line that changes on a terminal, otherwise in a
// line every few seconds, first after a second. NewLine makes it.
type Line struct {
	w        io.Writer
	terminal bool
	next     time.Time // from which on words are told
}

// NewLine tells on w. The caller calls Clear at the end.
func NewLine(w io.Writer) *Line {
	return &Line{w: w, terminal: isTerminal(w), next: time.Now().Add(setUpQuiet)}
}

// Tell tells the words, unless it has told some a moment ago.
func (l *Line) Tell(words func() string) {
	every := LineEvery
	if l.terminal {
		every = 100 * time.Millisecond
	}
	now := time.Now()
	if now.Before(l.next) {
		return
	}
	l.next = now.Add(every)
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
