//go:build !headless

package viewer

import "github.com/go-gl/glfw/v3.3/glfw"

// stays is the question before leaving what hands have changed.
const stays = "what hands have changed is lost: q again leaves, esc stays"

// escape closes what is open, the nearest thing first. It never leaves.
func (s *session) escape() error {
	switch {
	case s.leaving:
		s.leaving = false
		s.say("the window stays")
	case s.help:
		s.help = false
		s.say("help is closed")
	case s.closeFaults():
		s.say("closed")
	case s.knife || s.brush.on:
		s.putBrushAway()
		s.knife = false
		s.say("put away")
	case s.panel.open:
		s.panel.open = false
		s.say("controls are closed")
	case s.plots.shown != noPlots:
		s.try("plots are closed", s.showPlots(noPlots))
	case s.picked >= 0 || s.spring >= 0:
		s.picked, s.spring = -1, -1
		s.say("nothing is picked")
	default:
		s.say("nothing is open; q leaves")
	}
	return nil
}

// leave ends the window; once it asks where hands have changed something.
func (s *session) leave() {
	if s.Touched && !s.leaving && !s.fixed {
		s.leaving, s.dirty = true, true
		return
	}
	s.quit = true
}

// connectClose leads the window's own button to close it to the same question.
func (w *window) connectClose(s *session) {
	w.glfw.SetCloseCallback(func(handle *glfw.Window) {
		s.leave()
		handle.SetShouldClose(s.quit)
	})
}
