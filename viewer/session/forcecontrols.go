package session

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/viewer/draw/hud"
	"hooke/viewer/edited"
)

// down returns the direction of gravity, or straight down without gravity.
func (s *Session) down() model.Vec3 {
	if g := s.Subject.Params.Gravity; g.Len() > 0 {
		return g.Normalize()
	}
	return model.Vec3{0, 0, -1}
}

func (s *Session) sayGravity() hud.Row {
	g := s.Params.Gravity.Dot(s.down())
	return hud.Row{Value: fmt.Sprintf("%.2f m/s²", g), Share: min(max(g/(2*model.StandardGravity), 0), 1), Mark: -1}
}

func (s *Session) stepGravity(up int) error {
	g := s.Params.Gravity.Dot(s.down()) + float64(up)*gravityStep*model.StandardGravity
	if math.Abs(g) < 1e-9 {
		g = 0
	}
	return s.setGravity(g)
}

func (s *Session) sayDrag() hud.Row {
	h := s.Params.DragLife()
	if h == 0 {
		return hud.Row{Value: "no drag", Mark: -1}
	}
	return hud.Row{Value: hud.Quantity(h, "s"), Share: place(dragLongest/8, h), Mark: -1}
}

func (s *Session) stepDrag(up int) error {
	p := s.Params
	h := p.DragLife()
	p.DragKept = 0 // a half-life stands for it from here on
	switch {
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
	return s.Change(p)
}

func (s *Session) sayFriction() hud.Row {
	c := s.Params.Contacts[0]
	return hud.Row{Value: fmt.Sprintf("%.2f", c.StaticFriction), Share: min(c.StaticFriction/2, 1), Mark: -1}
}

// stepFriction gives all contacts a step more or less friction.
func (s *Session) stepFriction(up int) error {
	return s.setFriction(s.Params.Contacts[0].StaticFriction + float64(up)*frictionStep)
}

func (s *Session) sayWind() hud.Row {
	speed := s.Params.Wind.Velocity.Len()
	return hud.Row{Value: fmt.Sprintf("%.1f m/s", speed), Share: min(speed/mostWind, 1), Mark: -1}
}

// stepWind makes the wind stronger or weaker.
func (s *Session) stepWind(up int) error {
	return s.setWind(s.Params.Wind.Velocity.Len() + float64(up)*windStep)
}

// turnWind makes the wind blow to the right of the current view.
func (s *Session) turnWind() {
	p := s.Params
	if !p.Wind.Blows() {
		if len(s.Model.Triangles) == 0 {
			s.say("wind blows on cloth only, and this structure has no cloth")
			return
		}
		s.try("wind", s.stepWind(1))
		return
	}
	right, _, _ := s.shown.Camera().Axes()
	p.Wind.Velocity = right.Mul(max(p.Wind.Velocity.Len(), windStep))
	s.try("wind turned to the right of the view", s.Change(p))
}

// sayMaterial returns the row with the material that multipliers act on.
func (s *Session) sayMaterial() hud.Row {
	s.material = min(s.material, len(s.Model.Materials)-1)
	if s.material == 0 {
		return plain("all")
	}
	return plain(s.Model.Materials[s.material].Name)
}

func (s *Session) stepMaterial(up int) error {
	count := len(s.Model.Materials)
	s.material = (s.material + up + count) % count
	return nil
}

// sayMultiplier returns the row with a multiplier of the material.
func (s *Session) sayMultiplier(power func(*edited.Factor) *float64) hud.Row {
	by := s.multiplier(power)
	if math.IsNaN(by) {
		return plain("various")
	}
	return barred(fmt.Sprintf("× %.3g", by), by, 1)
}

// setGravity sets the size of gravity along its present direction [m/s²].
func (s *Session) setGravity(x float64) error {
	p := s.Params
	p.Gravity = s.down().Mul(x)
	return s.Change(p)
}

// setDrag sets the half-life of velocities [s]; 0: no drag.
func (s *Session) setDrag(x float64) error {
	if x < 0 {
		return fmt.Errorf("viewer: a half-life of %g s; give 0 (no drag) or more", x)
	}
	p := s.Params
	p.DragHalfLife, p.DragKept = x, 0
	return s.Change(p)
}

// dragAt returns the half-life at a position along the bar, whose left end is no drag [s].
func (s *Session) dragAt(share float64) float64 {
	if share < 0.02 {
		return 0
	}
	return dragLongest / 8 * math.Pow(10, (0.5-share)*rangeOfControl)
}

// setFriction gives all contacts that static friction. The kinetic friction keeps its ratio to the static
// one; without friction before, it becomes 0.8 of it.
func (s *Session) setFriction(x float64) error {
	p := s.Params
	p.Contacts = slices.Clone(p.Contacts)
	first := s.Subject.Params.Contacts[0]
	share := 0.8
	if first.StaticFriction > 0 {
		share = first.KineticFriction / first.StaticFriction
	}
	friction := min(max(math.Round(x*1e6)/1e6, 0), 2)
	for k, c := range p.Contacts {
		p.Contacts[k] = c.WithFriction(friction, share*friction)
	}
	return s.Change(p)
}

// setWind sets the speed of the wind [m/s]. A new wind blows to the right of the view, on cloth with the
// usual coefficients.
func (s *Session) setWind(x float64) error {
	p := s.Params
	if !p.Wind.Blows() {
		p.Wind.Drag, p.Wind.Lift = 1.2, 0.4
	}
	way := p.Wind.Velocity
	if way.Len() == 0 {
		way, _, _ = s.shown.Camera().Axes()
	}
	if x <= 0 {
		p.Wind.Velocity, p.Wind.Gust = model.Vec3{}, 0
	} else {
		p.Wind.Velocity = way.Normalize().Mul(x)
	}
	return s.Change(p)
}

// stiffnessOf and dampingOf select the powers of a factor.
func stiffnessOf(f *edited.Factor) *float64 { return &f.Stiffness }
func dampingOf(f *edited.Factor) *float64   { return &f.Damping }

// multiplier returns the present multiplier of the material; NaN where its springs differ.
func (s *Session) multiplier(power func(*edited.Factor) *float64) float64 {
	f, same := s.Palette.Of(min(s.material, len(s.Palette.Factors)-1))
	if !same {
		return math.NaN()
	}
	return math.Pow(edited.MaterialStep, *power(&f))
}

// setMultiplier multiplies the first value of the material by x.
func (s *Session) setMultiplier(x float64, power func(*edited.Factor) *float64) error {
	const most = 1e6
	if !(x >= 1/most && x <= most) {
		return fmt.Errorf("viewer: a multiplier of %g; give one from 1e-6 to 1e6", x)
	}
	p := s.Palette
	p.Factors = slices.Clone(p.Factors)
	for k := range p.Factors {
		if s.material == 0 || s.material == k {
			*power(&p.Factors[k]) = math.Log(x) / math.Log(edited.MaterialStep)
		}
	}
	return s.Repaint(p, s.Model.MaterialOf)
}

// collisionControls returns the controls of masses that collide: one where they do not.
func (s *Session) collisionControls() []control {
	says, turn := "off", func(int) error { return s.Collide(!s.Params.Collision.Acts()) }
	if !s.Params.Collision.Acts() {
		return []control{{"collisions", func() hud.Row { return plain(says) }, turn}}
	}
	says = "on"
	return []control{
		{"collisions", func() hud.Row { return plain(says) }, turn},
		{"touch stiffness", s.sayTouchStiffness, func(up int) error {
			return s.SetTouchStiffness(s.touching().Stiffness * math.Pow(math.Sqrt2, float64(up)))
		}},
		{"touch friction", s.sayTouchFriction, func(up int) error {
			return s.setTouchFriction(s.touching().StaticFriction + float64(up)*frictionStep)
		}},
	}
}

// touching returns the first body as it is where it touches others.
func (s *Session) touching() model.Surface { return s.Params.Collision.Bodies[0] }

func (s *Session) sayTouchStiffness() hud.Row {
	k := s.touching().Stiffness
	return barred(hud.Quantity(k, "N/m"), k, s.FirstCollision().Bodies[0].Stiffness)
}

func (s *Session) sayTouchFriction() hud.Row {
	x := s.touching().StaticFriction
	return hud.Row{Value: fmt.Sprintf("%.2f", x), Share: min(x/2, 1), Mark: -1}
}

func (s *Session) setTouchFriction(x float64) error {
	return s.SetTouchFriction(math.Round(x*1e6) / 1e6)
}

// firstTouching returns the first body as it was at first where it touches others; the zero value
// without collisions.
func (s *Session) firstTouching() model.Surface {
	if b := s.FirstCollision().Bodies; len(b) > 0 {
		return b[0]
	}
	return model.Surface{}
}

// touchSlider returns the slider of a number of surfaces; nil where masses do not collide.
func (s *Session) touchSlider(unit string, of func(model.Surface) float64, set func(float64) error, at func(float64) float64) *slider {
	if !s.Params.Collision.Acts() {
		return nil
	}
	return &slider{unit: unit, get: func() float64 { return of(s.touching()) }, set: set, at: at, first: func() float64 { return of(s.firstTouching()) }}
}
