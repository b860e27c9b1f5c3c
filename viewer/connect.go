//go:build !headless

package viewer

import (
	"unicode/utf8"

	"github.com/go-gl/glfw/v3.3/glfw"

	"hooke/viewer/session"
)

// connect connects the window's events to the session.
func (w *window) connect(s *session.Session) {
	s.OnTitle(func(title string) {
		w.title = title
		w.glfw.SetTitle(title)
	})
	w.glfw.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, scancode int, action glfw.Action, with glfw.ModifierKey) {
		name := keyName(key, scancode)
		if !commands(name, with) {
			return
		}
		if with&glfw.ModShift != 0 && len(name) > 1 && name[0] == 'f' {
			name = "shift " + name
		}
		switch {
		case action == glfw.Press, action == glfw.Repeat && repeats(name):
			s.Typed(name)
		}
	})
	// Where the question mark is depends on the layout.
	w.glfw.SetCharCallback(func(_ *glfw.Window, char rune) {
		if char == '?' {
			s.Fail(s.Key(string(char)))
		}
	})

	w.connectMouse(s)
	w.connectClose(s)
	w.glfw.SetIconifyCallback(func(_ *glfw.Window, iconified bool) {
		w.minimized = iconified
		w.swaps.seen()
		s.DrawAgain()
	})
	w.glfw.SetFocusCallback(func(*glfw.Window, bool) { w.swaps.seen() })
	w.glfw.SetCursorEnterCallback(func(*glfw.Window, bool) { w.swaps.seen() })
	w.glfw.SetContentScaleCallback(func(*glfw.Window, float32, float32) { s.DrawAgain() }) // the window has moved to another monitor
	w.glfw.SetDropCallback(func(_ *glfw.Window, names []string) { s.Drop(names) })
	w.glfw.SetRefreshCallback(func(*glfw.Window) { w.swaps.seen(); s.DrawAgain() })
}

// connectMouse connects the events of the mouse to the session.
func (w *window) connectMouse(s *session.Session) {
	// place is where the cursor is, in units of the view's height from its center.
	place := func(handle *glfw.Window, x, y float64) (float64, float64) {
		width, height := handle.GetSize()
		h := float64(max(height, 1))
		return (x - float64(width)/2) / h, y/h - 0.5
	}
	down := func(handle *glfw.Window, keys ...glfw.Key) bool {
		for _, key := range keys {
			if handle.GetKey(key) == glfw.Press {
				return true
			}
		}
		return false
	}
	var lastX, lastY float64
	w.glfw.SetMouseButtonCallback(func(handle *glfw.Window, button glfw.MouseButton, action glfw.Action, _ glfw.ModifierKey) {
		if button != glfw.MouseButtonLeft || down(handle, glfw.KeyLeftShift, glfw.KeyRightShift) && action == glfw.Press {
			return
		}
		x, y := place(handle, lastX, lastY)
		if action == glfw.Press {
			s.Press(x, y, down(handle, glfw.KeyLeftControl, glfw.KeyRightControl))
		} else {
			s.Release()
		}
	})
	w.glfw.SetCursorPosCallback(func(handle *glfw.Window, x, y float64) {
		_, height := handle.GetSize()
		dx, dy := (x-lastX)/float64(max(height, 1)), (y-lastY)/float64(max(height, 1))
		lastX, lastY = x, y
		pressed := func(b glfw.MouseButton) bool { return handle.GetMouseButton(b) == glfw.Press }
		left := pressed(glfw.MouseButtonLeft)
		if pressed(glfw.MouseButtonRight) || pressed(glfw.MouseButtonMiddle) || left && !s.Busy() && down(handle, glfw.KeyLeftShift, glfw.KeyRightShift) {
			s.Drag(dx, dy, true)
		}
		s.Move(place(handle, x, y))
	})
	w.glfw.SetScrollCallback(func(handle *glfw.Window, _, notches float64) {
		x, y := handle.GetCursorPos()
		x, y = place(handle, x, y)
		s.Wheel(notches, x, y)
	})
}

// commands reports whether a key is a command with the modifiers that are held: with ctrl,
// alt or super no character, space or tab is, since users expect the meaning of other
// programs then.
func commands(name string, with glfw.ModifierKey) bool {
	return with&(glfw.ModControl|glfw.ModAlt|glfw.ModSuper) == 0 || utf8.RuneCountInString(name) != 1 && name != "space" && name != "tab"
}

// repeats reports whether holding a key counts as pressing it again and again.
func repeats(name string) bool {
	switch name {
	case "s", "right", "left", "up", "down", "+", "-", "=", "backspace", "page up", "page down":
		return true
	}
	return false
}

// keyName returns the character of a key in the user's layout, or its name.
func keyName(key glfw.Key, scancode int) string {
	switch key {
	case glfw.KeySpace:
		return "space"
	case glfw.KeyEscape:
		return "escape"
	case glfw.KeyRight:
		return "right"
	case glfw.KeyLeft:
		return "left"
	case glfw.KeyUp:
		return "up"
	case glfw.KeyDown:
		return "down"
	case glfw.KeyTab:
		return "tab"
	case glfw.KeyEnter, glfw.KeyKPEnter:
		return "enter"
	case glfw.KeyBackspace:
		return "backspace"
	case glfw.KeyPageUp:
		return "page up"
	case glfw.KeyPageDown:
		return "page down"
	case glfw.KeyHome:
		return "home"
	case glfw.KeyEnd:
		return "end"
	case glfw.KeyF9:
		return "f9"
	case glfw.KeyF12:
		return "f12"
	case glfw.KeyKPAdd:
		return "="
	case glfw.KeyKPSubtract:
		return "-"
	}
	return glfw.GetKeyName(key, scancode)
}

// connectClose makes the window's close button ask the same question as the key.
func (w *window) connectClose(s *session.Session) {
	w.glfw.SetCloseCallback(func(handle *glfw.Window) {
		s.Leave()
		handle.SetShouldClose(s.Left())
	})
}
