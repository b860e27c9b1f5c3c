package session

import (
	"fmt"
	"math"
	"slices"
	"time"

	"hooke/physics"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
	"hooke/viewer/edited"
)

// panel is the state of the list of controls.
type panel struct {
	open     bool // whether it is shown
	selected int
	rowsFrom int // number of the first row that is shown
	material int // number of the material that multipliers act on; 0: all

	caught  string    // the panel's words on masses that contacts have caught
	counted time.Time // when that was asked

	left residual // of the solver
}

// residual is the panel's text on the residual of the solver.
type residual struct {
	value   string
	words   string // remedy; empty: all is well
	asked   time.Time
	changes int // Changes when that was asked
}

// control is one line of the panel: its text, and the effects of a step up or down.
type control struct {
	name string
	say  func() hud.Row
	step func(up int) error // +1 or −1
}

const (
	dtStep         = 1.189207115002721 // 2^(1/4)
	frictionStep   = 0.1
	gravityStep    = 0.25 // of the Earth's
	windStep       = 2.0  // [m/s]
	dragLongest    = 8.0  // half-life of the weakest drag [s]
	rangeOfControl = 3.0  // how far a bar reaches on both sides of the first value, in powers of ten
)

// controls returns all controls, from top to bottom.
func (s *Session) controls() []control {
	list := []control{
		{"run", s.sayRun, func(int) error { return s.Key("space") }},
		{"speed", s.saySpeed, s.stepSpeed},
		{"dt", s.sayDT, s.stepDT},
		{"substeps", s.saySubsteps, s.stepSubsteps},
		{"solver", func() hud.Row { return plain(s.Params.Integrator.String()) }, s.stepSolver},
		{"gravity", s.sayGravity, s.stepGravity},
		{"drag half-life", s.sayDrag, s.stepDrag},
	}
	list = slices.Insert(list, 5, s.solverControls()...)
	if len(s.Engines) > 1 {
		list = slices.Insert(list, len(list)-2, control{"engine", s.sayEngine, s.stepEngine})
	}
	if len(s.Model.Materials) > 2 {
		list = append(list, control{"material", s.sayMaterial, s.stepMaterial})
	}
	list = append(list,
		control{"stiffness ×", func() hud.Row { return s.sayMultiplier(stiffnessOf) },
			func(up int) error { return s.Multiply(s.material, edited.Factor{Stiffness: float64(up)}) }},
		control{"damping ×", func() hud.Row { return s.sayMultiplier(dampingOf) },
			func(up int) error { return s.Multiply(s.material, edited.Factor{Damping: float64(up)}) }})
	list = append(list, s.massControls()...)
	if len(s.Params.Contacts) > 0 {
		list = append(list, control{"friction", s.sayFriction, s.stepFriction})
	}
	if physics.Catches(s.Params) {
		list = append(list, control{"caught", s.sayCaught, func(int) error { return nil }})
	}
	list = append(list, s.collisionControls()...)
	if len(s.Model.Triangles) > 0 {
		list = append(list, control{"wind", s.sayWind, s.stepWind})
	}
	return s.onlyLooks(append(list,
		control{"paint", func() hud.Row { return plain(s.paintName(s.brush.material)) }, s.stepPaint},
		control{"brush", s.sayBrush, s.stepBrush},
		control{"gait", s.sayGait, func(int) error { return s.showGait(!s.gaitShown()) }},
		control{"energy plot", func() hud.Row { return plain(s.plots.shown.String()) }, s.stepPlots},
		control{"color", func() hud.Row { return plain(s.look.Color.String()) }, s.stepColor},
		control{"range", s.sayRange, s.stepRange},
		control{"show", func() hud.Row { return plain(s.look.Show.String()) }, s.stepShow},
		control{"theme", func() hud.Row { return plain(s.look.Theme.String()) }, s.stepTheme},
		control{"reactions", func() hud.Row { return plain(map[bool]string{true: "shown", false: "hidden"}[s.look.Reactions]) }, func(int) error { return s.Key("y") }},
	))
}

// rows returns the lines of the panel; nil while it is closed.
func (s *Session) rows() []hud.Row {
	if !s.panel.open {
		return nil
	}
	var rows []hud.Row
	for _, c := range s.controls() {
		row := s.slid(c.name, c.say())
		row.Name = c.name
		rows = append(rows, row)
	}
	return rows
}

// nudge steps the selected control up or down.
func (s *Session) nudge(up int) {
	list := s.controls()
	s.selected = min(s.selected, len(list)-1)
	c := list[s.selected]
	s.later(func() {
		err := c.step(up)
		words := c.name + " " + c.say().Value
		switch {
		case c.name == "energy plot":
			words = c.name + " " + s.plotWords()
		case c.name == "engine" && s.plots.shown != noPlots:
			words += "; energy plot " + s.plotWords()
		}
		s.try(words, err)
	})
}

// pixels converts a point of the view, in units of its height from its center, to pixels from the upper left
// corner.
func (s *Session) pixels(x, y float64) (px, py float64) {
	if s.target == nil {
		return 0, 0
	}
	height := float64(s.target.Height)
	return x*height + float64(s.target.Width)/2, (y + 0.5) * height
}

// rowAt returns the control at a point of the view; ok is false beside the panel.
func (s *Session) rowAt(x, y float64) (hud.OnRow, bool) {
	if !s.panel.open || s.target == nil {
		return hud.OnRow{}, false
	}
	on, ok := s.places.RowAt(s.pixels(x, y))
	return on, ok && on.Row < len(s.controls())
}

// over reports whether a point of the view is on a panel.
func (s *Session) over(x, y float64) bool {
	return s.target != nil && s.places.OnPanel(s.pixels(x, y))
}

func plain(value string) hud.Row { return hud.Row{Value: value, Share: -1, Mark: -1} }

// barred returns a row with a logarithmic bar about a middle value.
func barred(value string, x, middle float64) hud.Row {
	return hud.Row{Value: value, Share: place(x, middle), Mark: -1}
}

func place(x, middle float64) float64 {
	return min(max(0.5+math.Log10(x/middle)/rangeOfControl, 0), 1)
}

func (s *Session) stepColor(up int) error {
	count := len(color.Colorings())
	if s.Subject.Metric != nil {
		count++ // ByMetric is the last one
	}
	s.look.Color = color.Coloring((int(s.look.Color) + up + count) % count)
	s.look.Range = 0
	return nil
}

func (s *Session) sayRange() hud.Row {
	if s.look.Range == 0 {
		return plain("automatic")
	}
	return plain(fmt.Sprintf("± %.3g", s.look.Range))
}

// stepRange fixes the range of colors where it is, and then doubles or halves it. From
// the automatic range, a step down fixes it, too.
func (s *Session) stepRange(up int) error {
	if s.look.Range == 0 {
		s.look.Range = s.Renderer.ValueRange(s.look.Color)
		return nil
	}
	s.look.Range *= math.Pow(2, float64(up))
	return nil
}

func (s *Session) stepShow(up int) error {
	s.look.Show = draw.Show((int(s.look.Show) + up + int(draw.Both) + 1) % (int(draw.Both) + 1))
	return nil
}

func (s *Session) stepTheme(int) error {
	s.look.Theme = 1 - s.look.Theme
	return nil
}
