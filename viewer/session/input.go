package session

import (
	"math"
	"time"

	"hooke/viewer/draw"
)

// Key executes a key. name is the key's character in the user's layout, or one of space,
// right, left, up, down, tab and escape.
func (s *Session) Key(name string) error {
	s.dirty = true
	if name != "q" && name != "escape" {
		s.leaving = false
	}
	if s.timeKey(name) || s.handKey(name) || s.filmKey(name) {
		return nil
	}
	switch name {
	case "space":
		s.pause()
	case "s":
		s.single()
	case "right", "left", "up", "down":
		s.arrow(name)
	case "r":
		s.doing, s.halted, s.picked, s.spring = nothing, halted{}, -1, -1
		s.pushedAt, s.pushing = time.Time{}, push{}
		s.plots.clear()
		s.say("back at the start")
		return s.Reset()
	case "b":
		s.backToLastGood()
	case "f":
		s.camera.FitIn(s.Renderer.Bounds(), s.freePart())
		s.followed.leash.asleep = false
		s.say("all of it is in the view")
	case "o":
		s.stepFollow()
	case "1", "2", "3", "4":
		s.turnCamera(func(c *draw.Camera) { c.From(draw.Views()[name[0]-'1']) })
		s.pullInside()
		s.say("the view from " + []string{"the front", "the right", "above", "aslant"}[name[0]-'1'])
	case "tab":
		s.panel.open = !s.panel.open
		s.say(map[bool]string{true: "controls: ↑ ↓ choose, drag, type or turn the wheel", false: "controls are closed"}[s.panel.open])
	case "e":
		err := s.stepPlots(1)
		s.try("energy "+s.plotWords(), err)
	case "j":
		s.toggleGait()
	case "z":
		err := s.stepSolver(1)
		s.try("solver "+s.Params.Integrator.String(), err)
	case "+", "=":
		s.nudge(1)
	case "-":
		s.nudge(-1)
	case "?", "h":
		s.help, s.helpFrom = !s.help, 0
	case "u":
		s.turnUp()
	case "page up", "page down":
		if s.help {
			s.scrollHelp(map[string]int{"page up": -8, "page down": 8}[name])
		}
	case "q":
		s.Leave()
	case "escape":
		return s.escape()
	default:
		s.lookKey(name)
	}
	return nil
}

// handKey executes a key of the tools. It returns whether name is such a key.
func (s *Session) handKey(name string) bool {
	switch name {
	case "n":
		if s.target != nil {
			_, err := s.pickAt(0, 0)
			s.Fail(err)
		}
	case "p":
		s.pinPicked()
	case "k":
		s.pokePicked()
	case "x":
		s.putBrushAway()
		s.knife = !s.knife
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

// filmKey executes a key of films and pictures. It returns whether name is such a key.
func (s *Session) filmKey(name string) bool {
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

// lookKey changes the look of the picture, and reports the new one.
func (s *Session) lookKey(name string) {
	l := &s.look
	shown := func(what string, is bool) { s.say(what + map[bool]string{true: " shown", false: " hidden"}[is]) }
	switch name {
	case "c":
		s.Fail(s.stepColor(1))
		s.say("color " + s.look.Color.String())
	case "v":
		s.Fail(s.stepShow(1))
		s.say("show " + s.look.Show.String())
	case "l":
		s.Fail(s.stepTheme(1))
		s.say("theme " + s.look.Theme.String())
	case "a":
		l.Marks = !l.Marks
		shown("arrows of forces are", l.Marks)
	case "y":
		l.Reactions = !l.Reactions
		shown("reactions are", l.Reactions)
	case "m":
		l.NoMasses = !l.NoMasses
		shown("masses are", !l.NoMasses)
	case "g":
		l.NoGrid = !l.NoGrid
		shown("the ground is", !l.NoGrid)
	case "i":
		l.Interior = !l.Interior
		shown("the inside is", l.Interior)
	}
}

func (s *Session) single() {
	s.paused = true
	s.once += s.Substeps
}

// arrow chooses a control if the panel is open, and otherwise pushes the picked thing.
func (s *Session) arrow(name string) {
	way := map[string][2]float64{"right": {1, 0}, "left": {-1, 0}, "up": {0, 1}, "down": {0, -1}}[name]
	switch {
	case s.help:
		s.scrollHelp(-int(way[1]))
	case s.panel.open && way[1] != 0:
		count := len(s.controls())
		s.selected = (s.selected - int(way[1]) + count) % count
	case s.panel.open:
		s.nudge(int(way[0]))
	case s.message != "":
		s.say(s.haltedWords())
	case s.picked < 0:
		s.say("click on a mass first, then arrows push it (s steps)")
	case s.paused:
		s.say("paused: arrows push while it runs")
	default:
		s.push(way[0], way[1])
	}
}

// scrollHelp moves the help by some lines, within its length.
func (s *Session) scrollHelp(lines int) {
	s.helpFrom = min(max(s.helpFrom+lines, 0), s.places.HelpMost())
	s.dirty = true
}

// turnPerHeight is the angle that a drag over the view's height turns [rad].
const turnPerHeight = math.Pi

// Drag turns or moves the view; dx and dy are in units of the view's height.
func (s *Session) Drag(dx, dy float64, move bool) {
	s.loosen()
	if move {
		s.camera.Pan(dx, dy)
	} else {
		s.turnCamera(func(c *draw.Camera) { c.Orbit(-dx*turnPerHeight, dy*turnPerHeight) })
	}
	s.dirty = true
}

// zoomPerNotch is the factor on the distance of a notch of the wheel.
const zoomPerNotch = 0.88

// Wheel zooms toward the cursor at x, y, in units of the view's height from its center. Over the help it
// scrolls the help; over a control it steps the control.
func (s *Session) Wheel(notches, x, y float64) {
	up := 1
	if notches < 0 {
		up = -1
	}
	if on, ok := s.rowAt(x, y); ok {
		s.selected = on.Row
		s.endEntry()
		s.nudge(up)
		return
	}
	if s.help && s.target != nil && s.places.OnHelp(s.pixels(x, y)) {
		s.scrollHelp(-3 * up)
		return
	}
	s.loosen()
	s.camera.Zoom(math.Pow(zoomPerNotch, notches), x, y)
	s.dirty = true
}

func (s *Session) aspect() float64 {
	if s.target == nil {
		return 1
	}
	return float64(s.target.Width) / float64(s.target.Height)
}

// Typed executes a key. A key that changes the run acts between two batches of steps.
func (s *Session) Typed(name string) {
	if s.enter(name) {
		return
	}
	switch name {
	case "r", "b", "p", "k", "w", "e", "j", "z", "+", "=", "-", "left", "right", "up", "down", "escape":
		s.later(func() { s.Fail(s.Key(name)) })
	default:
		s.Fail(s.Key(name))
	}
}
