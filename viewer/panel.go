//go:build !headless

package viewer

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/viewer/draw"
)

// panel is the list of controls, and what they multiply.
type panel struct {
	open      bool // whether it is shown
	plots     bool // whether energies, the histogram and times are shown
	selected  int
	stiffness float64 // multiplier of the stiffness of all materials, as a power of stiffnessStep
	damping   float64 // likewise of the damping
}

// control is one line of the panel: what it says, and what a step up or down does.
type control struct {
	name string
	say  func() draw.Row
	step func(up int) error // +1 or −1
}

const (
	dtStep         = 1.189207115002721 // 2^(1/4)
	materialStep   = 1.4142135623730951
	frictionStep   = 0.1
	gravityStep    = 0.25 // of the Earth's
	windStep       = 2.0  // [m/s]
	dragLongest    = 8.0  // half-life of the least drag [s]
	rangeOfControl = 3.0  // how far a bar goes, in powers of ten about the first value
)

// controls are all of them, from top to bottom.
func (s *session) controls() []control {
	list := []control{
		{"run", s.sayRun, func(int) error { return s.key("space") }},
		{"speed", s.saySpeed, s.stepSpeed},
		{"dt", s.sayDT, s.stepDT},
		{"integrator", func() draw.Row { return plain(s.params.Integrator.String()) }, s.stepIntegrator},
		{"gravity", s.sayGravity, s.stepGravity},
		{"drag half-life", s.sayDrag, s.stepDrag},
		{"stiffness ×", func() draw.Row { return multiplier(s.stiffness) }, func(up int) error {
			return s.stepMaterial(&s.stiffness, up, func(f float64) error { return s.scale(f, 1) })
		}},
		{"damping ×", func() draw.Row { return multiplier(s.damping) }, func(up int) error {
			return s.stepMaterial(&s.damping, up, func(f float64) error { return s.scale(1, f) })
		}},
	}
	if len(s.params.Contacts) > 0 {
		list = append(list, control{"friction", s.sayFriction, s.stepFriction})
	}
	if len(s.model.Triangles) > 0 {
		list = append(list, control{"wind", s.sayWind, s.stepWind})
	}
	return append(list,
		control{"color", func() draw.Row { return plain(s.look.Color.String()) }, s.stepColor},
		control{"range", s.sayRange, s.stepRange},
		control{"show", func() draw.Row { return plain(s.look.Show.String()) }, s.stepShow},
		control{"theme", func() draw.Row { return plain([]string{"dark", "light"}[s.look.Theme]) }, s.stepTheme},
	)
}

// rows are the lines of the panel; nil when it is closed.
func (s *session) rows() []draw.Row {
	if !s.panel.open {
		return nil
	}
	var rows []draw.Row
	for _, c := range s.controls() {
		row := c.say()
		row.Name = c.name
		rows = append(rows, row)
	}
	return rows
}

// nudge steps the selected control.
func (s *session) nudge(up int) {
	list := s.controls()
	s.selected = min(s.selected, len(list)-1)
	c := list[s.selected]
	err := c.step(up)
	s.try(c.name+" "+c.say().Value, err)
}

// click is a click on the panel: on the right half of a line it steps up, on the left
// half down; false beside it.
func (s *session) click(x, y float64) bool {
	rows := s.rows()
	if rows == nil {
		return false
	}
	height := float64(s.target.Height)
	row, right, ok := s.renderer.RowAt(x*height+float64(s.target.Width)/2, (y+0.5)*height, s.target.Width, s.target.Height, s.look, len(rows))
	if !ok {
		return false
	}
	s.selected, s.doing = row, nothing
	s.nudge(map[bool]int{true: 1, false: -1}[right])
	return true
}

func plain(value string) draw.Row { return draw.Row{Value: value, Share: -1, Mark: -1} }

// barred is a row with a bar that is logarithmic about a middle.
func barred(value string, x, middle float64) draw.Row {
	return draw.Row{Value: value, Share: place(x, middle), Mark: -1}
}

func place(x, middle float64) float64 {
	return min(max(0.5+math.Log10(x/middle)/rangeOfControl, 0), 1)
}

func multiplier(power float64) draw.Row {
	factor := math.Pow(materialStep, power)
	return barred(fmt.Sprintf("× %.3g", factor), factor, 1)
}

func (s *session) sayRun() draw.Row {
	if s.paused {
		return plain("paused")
	}
	return plain("running")
}

// speeds are those to choose from; zero is as fast as it can.
func speeds() []float64 { return []float64{0.01, 0.03, 0.1, 0.25, 0.5, 1, 2, 5, 0} }

func (s *session) saySpeed() draw.Row {
	if s.speed == 0 {
		return plain("fastest")
	}
	return plain(fmt.Sprintf("× %g", s.speed))
}

func (s *session) stepSpeed(up int) error {
	list := speeds()
	k := slices.Index(list, s.speed)
	s.speed = list[min(max(k+up, 0), len(list)-1)]
	return nil
}

func (s *session) sayDT() draw.Row {
	safe := s.safeStep()
	row := barred(draw.Quantity(s.params.DT, "s"), s.params.DT, s.subject.Params.DT)
	if !math.IsInf(safe, 0) && safe > 0 {
		row.Mark = place(safe, s.subject.Params.DT)
		row.Warn = s.params.DT > safe
	}
	return row
}

func (s *session) stepDT(up int) error {
	p := s.params
	p.DT *= math.Pow(dtStep, float64(up))
	return s.apply(p)
}

func (s *session) stepIntegrator(up int) error {
	list := model.Integrators()
	k := slices.Index(list, s.params.Integrator)
	p := s.params
	p.Integrator = list[(k+up+len(list))%len(list)]
	return s.apply(p)
}

// down is the direction of gravity, straight down where there is none.
func (s *session) down() model.Vec3 {
	if g := s.subject.Params.Gravity; g.Len() > 0 {
		return g.Normalize()
	}
	return model.Vec3{0, 0, -1}
}

func (s *session) sayGravity() draw.Row {
	g := s.params.Gravity.Dot(s.down())
	return draw.Row{Value: fmt.Sprintf("%.2f m/s²", g), Share: min(max(g/(2*model.StandardGravity), 0), 1), Mark: -1}
}

func (s *session) stepGravity(up int) error {
	p := s.params
	g := p.Gravity.Dot(s.down()) + float64(up)*gravityStep*model.StandardGravity
	if math.Abs(g) < 1e-9 {
		g = 0
	}
	p.Gravity = s.down().Mul(g)
	return s.apply(p)
}

func (s *session) sayDrag() draw.Row {
	if s.params.DragHalfLife == 0 {
		return draw.Row{Value: "no drag", Mark: -1}
	}
	return draw.Row{Value: draw.Quantity(s.params.DragHalfLife, "s"), Share: place(dragLongest/8, s.params.DragHalfLife), Mark: -1}
}

func (s *session) stepDrag(up int) error {
	p := s.params
	switch h := p.DragHalfLife; {
	case h == 0 && up > 0:
		p.DragHalfLife = dragLongest
	case h == 0:
		return nil
	case up < 0 && h*2 > dragLongest:
		p.DragHalfLife = 0
	case up < 0:
		p.DragHalfLife = h * 2
	default:
		p.DragHalfLife = max(h/2, 1e-3)
	}
	return s.apply(p)
}

func (s *session) stepMaterial(power *float64, up int, scale func(factor float64) error) error {
	if err := scale(math.Pow(materialStep, float64(up))); err != nil {
		return err
	}
	*power += float64(up)
	return nil
}

func (s *session) sayFriction() draw.Row {
	c := s.params.Contacts[0]
	return draw.Row{Value: fmt.Sprintf("%.2f", c.StaticFriction), Share: min(c.StaticFriction/2, 1), Mark: -1}
}

// stepFriction gives all contacts the friction of the first, a step more or less;
// kinetic friction keeps its share of the static one, 0.8 where there was none.
func (s *session) stepFriction(up int) error {
	p := s.params
	p.Contacts = slices.Clone(p.Contacts)
	first := s.subject.Params.Contacts[0]
	share := 0.8
	if first.StaticFriction > 0 {
		share = first.KineticFriction / first.StaticFriction
	}
	friction := math.Round((p.Contacts[0].StaticFriction+float64(up)*frictionStep)*1e6) / 1e6
	friction = min(max(friction, 0), 2)
	for k, c := range p.Contacts {
		p.Contacts[k] = c.WithFriction(friction, share*friction)
	}
	return s.apply(p)
}

func (s *session) sayWind() draw.Row {
	speed := s.params.Wind.Velocity.Len()
	return draw.Row{Value: fmt.Sprintf("%.1f m/s", speed), Share: min(speed/20, 1), Mark: -1}
}

// stepWind makes the wind stronger or weaker; where there was none it blows to the
// right of the view, on cloth of usual coefficients.
func (s *session) stepWind(up int) error {
	p := s.params
	if !p.Wind.Blows() {
		p.Wind.Drag, p.Wind.Lift = 1.2, 0.4
	}
	speed := p.Wind.Velocity.Len() + float64(up)*windStep
	way := p.Wind.Velocity
	if way.Len() == 0 {
		way, _, _ = s.shown.Camera().Axes()
	}
	if speed <= 0 {
		p.Wind.Velocity, p.Wind.Gust = model.Vec3{}, 0
	} else {
		p.Wind.Velocity = way.Normalize().Mul(speed)
	}
	return s.apply(p)
}

// turnWind makes the wind blow to the right of the view as it is now.
func (s *session) turnWind() {
	p := s.params
	if !p.Wind.Blows() {
		if len(s.model.Triangles) == 0 {
			s.say("wind blows on cloth only, and there is none")
			return
		}
		s.try("wind", s.stepWind(1))
		return
	}
	right, _, _ := s.shown.Camera().Axes()
	p.Wind.Velocity = right.Mul(max(p.Wind.Velocity.Len(), windStep))
	s.try("wind turned to the right of the view", s.apply(p))
}

func (s *session) stepColor(up int) error {
	count := len(draw.Colorings())
	s.look.Color = draw.Coloring((int(s.look.Color) + up + count) % count)
	s.look.Range = 0
	return nil
}

func (s *session) sayRange() draw.Row {
	if s.look.Range == 0 {
		return plain("automatic")
	}
	return plain(fmt.Sprintf("± %.3g", s.look.Range))
}

// stepRange fixes the range of colors where it is, then doubles or halves it; from the
// range that is automatic a step down fixes it, too.
func (s *session) stepRange(up int) error {
	if s.look.Range == 0 {
		s.look.Range = s.renderer.ValueRange(s.look.Color)
		return nil
	}
	s.look.Range *= math.Pow(2, float64(up))
	return nil
}

func (s *session) stepShow(up int) error {
	s.look.Show = draw.Show((int(s.look.Show) + up + int(draw.Both) + 1) % (int(draw.Both) + 1))
	return nil
}

func (s *session) stepTheme(int) error {
	s.look.Theme = 1 - s.look.Theme
	return nil
}
