//go:build !headless

package viewer

import (
	"time"

	"hooke/viewer/draw"
	"hooke/viewer/session"
)

// Hand holds the actions of tests on a window from within, for which the screen offers no way.
type Hand struct {
	w *window
	s *session.Session
}

// Obey follows an order in words: "drop FILE ..." drops files on the window, as its callback
// does; "lose" loses the context; "hide" has swaps wait, as compositors have those of windows
// that is hidden, and "show" no longer; "quit" closes the window.
func (h Hand) Obey(words []string) {
	switch words[0] {
	case "drop":
		h.s.Drop(words[1:])
	case "quit":
		h.w.glfw.SetShouldClose(true)
	case "hide":
		h.w.hidden = 700 * time.Millisecond
	case "show":
		h.w.hidden = 0
	case "lose":
		h.w.pretended = true
	}
}

// RunWith is Run that calls a function in each round of the window's loop.
func RunWith(o session.Options, f func(Hand)) (draw.Figures, error) {
	return run(o, func(w *window, s *session.Session) { f(Hand{w, s}) })
}
