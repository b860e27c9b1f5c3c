//go:build !headless

package viewer

// Hand is what tests do to a window from within, where the screen gives them no way.
type Hand struct {
	w *window
	s *session
}

// Obey does what words say: "drop FILE ..." drops files on the window, as its callback
// does; "lose" loses the context; "quit" closes the window.
func (h Hand) Obey(words []string) {
	switch words[0] {
	case "drop":
		h.s.drop(words[1:])
	case "quit":
		h.w.glfw.SetShouldClose(true)
	case "lose":
		h.w.pretended = true
	}
}

// EachRound calls a function in each round of the window's loop.
func EachRound(o *Options, f func(Hand)) {
	o.round = func(w *window, s *session) { f(Hand{w, s}) }
}
