//go:build !headless

package viewer

import (
	"math"

	"hooke/viewer/draw"
)

// key does what a key asks for. The name is the key's character in the user's
// layout, or space, right, left, up, down, tab, escape.
func (s *session) key(name string) error {
	s.dirty = true
	if s.timeKey(name) || s.handKey(name) || s.filmKey(name) {
		return nil
	}
	switch name {
	case "space":
		s.paused = !s.paused || s.message != ""
	case "s":
		s.single()
	case "right", "left", "up", "down":
		s.arrow(name)
	case "r":
		s.doing, s.message, s.picked, s.spring = nothing, "", -1, -1
		s.plots.clear()
		s.say("back at the start")
		return s.reset()
	case "b":
		if err := s.goBack(); err != nil {
			s.try("", err)
			return nil
		}
		s.message = ""
		s.say("back at the last good state")
	case "f":
		s.camera.Fit(s.renderer.Bounds(), s.aspect())
	case "o":
		s.stepChase()
	case "1", "2", "3", "4":
		s.camera.From(draw.Views()[name[0]-'1'])
	case "tab":
		s.panel.open = !s.panel.open
	case "e":
		err := s.stepPlots(1)
		s.try("energy "+s.plots.shown.String(), err)
	case "+", "=":
		s.nudge(1)
	case "-":
		s.nudge(-1)
	case "?", "h":
		s.help = !s.help
	case "q":
		s.quit = true
	case "escape":
		switch {
		case s.closeFaults():
		case s.knife || s.brush.on:
			s.knife, s.brush.on = false, false
			s.say("put away")
		default:
			s.quit = true
		}
	default:
		s.lookKey(name)
	}
	return nil
}

// handKey does what a key of the hands asks for, and says whether it is one.
func (s *session) handKey(name string) bool {
	switch name {
	case "n":
		if s.target != nil {
			_, err := s.pickAt(0, 0)
			s.fail(err)
		}
	case "p":
		s.pinPicked()
	case "k":
		s.pokePicked()
	case "x":
		s.knife, s.brush.on = !s.knife, false
		s.say(map[bool]string{true: "drag a stroke across springs to cut them (x: no cut)", false: "no cut"}[s.knife])
	case "d":
		s.toggleBrush()
	case "[", "]":
		s.try("", s.stepBrush(map[string]int{"[": -1, "]": 1}[name]))
		s.say("brush " + s.sayBrush().Value)
	case "w":
		s.turnWind()
	default:
		return false
	}
	return true
}

// filmKey does so for the keys of films and pictures.
func (s *session) filmKey(name string) bool {
	switch name {
	case "t":
		s.toggleTurntable()
	case "f9", "shift f9":
		s.record(name != "f9")
	case "f12":
		s.takeStill(1)
	case "shift f12":
		s.takeStill(largeStill)
	default:
		return false
	}
	return true
}

// lookKey changes what is shown.
func (s *session) lookKey(name string) {
	l := &s.look
	switch name {
	case "c":
		s.stepColor(1)
	case "v":
		s.stepShow(1)
	case "l":
		s.stepTheme(1)
	case "a":
		l.Marks = !l.Marks
	case "m":
		l.NoMasses = !l.NoMasses
	case "g":
		l.NoGrid = !l.NoGrid
	case "i":
		l.Interior = !l.Interior
	}
}

func (s *session) single() {
	s.paused = true
	s.once += s.substeps
}

// arrow chooses a control where the panel is open, pushes what was picked, or steps.
func (s *session) arrow(name string) {
	way := map[string][2]float64{"right": {1, 0}, "left": {-1, 0}, "up": {0, 1}, "down": {0, -1}}[name]
	switch {
	case s.panel.open && way[1] != 0:
		count := len(s.controls())
		s.selected = (s.selected - int(way[1]) + count) % count
	case s.panel.open:
		s.nudge(int(way[0]))
	case s.picked >= 0 && s.message == "":
		s.push(way[0], way[1])
	case name == "right":
		s.single()
	}
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

// typed does what a key asks for; what changes the run comes between two batches of
// steps.
func (s *session) typed(name string) {
	switch name {
	case "r", "b", "p", "k", "w", "e", "+", "=", "-", "left", "right", "up", "down":
		s.later(func() { s.fail(s.key(name)) })
	default:
		s.fail(s.key(name))
	}
}
