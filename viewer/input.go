//go:build !headless

package viewer

import (
	"math"

	"github.com/go-gl/glfw/v3.3/glfw"

	"hooke/viewer/draw"
)

// keyLine is the help at the lower edge; helpLines is the panel.
const keyLine = "space pause · s step · r reset · f fit · ? help · q quit"

func helpLines() []string {
	return []string{
		"space      pause, go on",
		"s  →       one step",
		"r          reset to the start",
		"f          fit the view",
		"c          color by strain, plain",
		"m          masses on, off",
		"g          ground grid on, off",
		"i          inside of volumes on, off",
		"?  h       this help",
		"q  escape  quit",
		"",
		"drag               turn",
		"right or shift drag  move",
		"wheel              zoom to the cursor",
	}
}

// key does what a key asks for. The name is the key's character in the user's
// layout, or space, right, escape.
func (s *session) key(name string) error {
	s.dirty = true
	switch name {
	case "space":
		s.paused = !s.paused || s.message != ""
	case "s", "right":
		s.paused = true
		s.once++
	case "r":
		return s.reset()
	case "f":
		s.camera.Fit(s.renderer.Bounds(), s.aspect())
	case "c":
		s.look.Color = (s.look.Color + 1) % draw.Coloring(len(draw.Colorings()))
	case "m":
		s.look.NoMasses = !s.look.NoMasses
	case "g":
		s.look.NoGrid = !s.look.NoGrid
	case "i":
		s.look.Interior = !s.look.Interior
	case "?", "h":
		s.help = !s.help
	case "q", "escape":
		s.quit = true
	}
	return nil
}

// turnPerHeight is the angle that a drag over the view's height turns [rad].
const turnPerHeight = math.Pi

// drag turns or moves the view by a way in units of the view's height.
func (s *session) drag(dx, dy float64, move bool) {
	if move {
		s.camera.Pan(dx, dy)
	} else {
		s.camera.Orbit(-dx*turnPerHeight, dy*turnPerHeight)
	}
	s.dirty = true
}

// zoomPerNotch is what a notch of the wheel leaves of the distance.
const zoomPerNotch = 0.88

// wheel zooms to the cursor, in units of the view's height from its center.
func (s *session) wheel(notches, x, y float64) {
	s.camera.Zoom(math.Pow(zoomPerNotch, notches), x, y)
	s.dirty = true
}

func (s *session) aspect() float64 {
	if s.target == nil {
		return 1
	}
	return float64(s.target.Width) / float64(s.target.Height)
}

// connect leads the window's events to the session.
func (w *window) connect(s *session) {
	w.glfw.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, scancode int, action glfw.Action, _ glfw.ModifierKey) {
		name := keyName(key, scancode)
		repeats := name == "s" || name == "right"
		if action == glfw.Press || action == glfw.Repeat && repeats {
			s.fail(s.key(name))
		}
	})
	// Where the question mark is depends on the layout.
	w.glfw.SetCharCallback(func(_ *glfw.Window, char rune) {
		if char == '?' {
			s.fail(s.key("?"))
		}
	})

	var lastX, lastY float64
	w.glfw.SetCursorPosCallback(func(handle *glfw.Window, x, y float64) {
		dx, dy := x-lastX, y-lastY
		lastX, lastY = x, y
		_, height := handle.GetSize()
		pressed := func(b glfw.MouseButton) bool { return handle.GetMouseButton(b) == glfw.Press }
		shift := handle.GetKey(glfw.KeyLeftShift) == glfw.Press || handle.GetKey(glfw.KeyRightShift) == glfw.Press
		left := pressed(glfw.MouseButtonLeft)
		other := pressed(glfw.MouseButtonRight) || pressed(glfw.MouseButtonMiddle)
		if (left || other) && height > 0 {
			s.drag(dx/float64(height), dy/float64(height), other || shift)
		}
	})
	w.glfw.SetScrollCallback(func(handle *glfw.Window, _, notches float64) {
		width, height := handle.GetSize()
		x, y := handle.GetCursorPos()
		if height > 0 {
			s.wheel(notches, (x-float64(width)/2)/float64(height), (y-float64(height)/2)/float64(height))
		}
	})
	w.glfw.SetRefreshCallback(func(*glfw.Window) { s.dirty = true })
}

// keyName is the key's character in the user's layout, or its name.
func keyName(key glfw.Key, scancode int) string {
	switch key {
	case glfw.KeySpace:
		return "space"
	case glfw.KeyEscape:
		return "escape"
	case glfw.KeyRight:
		return "right"
	}
	return glfw.GetKeyName(key, scancode)
}
