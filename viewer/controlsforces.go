//go:build !headless

package viewer

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/viewer/draw/hud"
)

// down is the direction of gravity, straight down where there is none.
func (s *session) down() model.Vec3 {
	if g := s.Subject.Params.Gravity; g.Len() > 0 {
		return g.Normalize()
	}
	return model.Vec3{0, 0, -1}
}

func (s *session) sayGravity() hud.Row {
	g := s.Params.Gravity.Dot(s.down())
	return hud.Row{Value: fmt.Sprintf("%.2f m/s²", g), Share: min(max(g/(2*model.StandardGravity), 0), 1), Mark: -1}
}

func (s *session) stepGravity(up int) error {
	g := s.Params.Gravity.Dot(s.down()) + float64(up)*gravityStep*model.StandardGravity
	if math.Abs(g) < 1e-9 {
		g = 0
	}
	return s.setGravity(g)
}

func (s *session) sayDrag() hud.Row {
	if s.Params.DragHalfLife == 0 {
		return hud.Row{Value: "no drag", Mark: -1}
	}
	return hud.Row{Value: hud.Quantity(s.Params.DragHalfLife, "s"), Share: place(dragLongest/8, s.Params.DragHalfLife), Mark: -1}
}

func (s *session) stepDrag(up int) error {
	p := s.Params
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
	return s.Change(p)
}

func (s *session) sayFriction() hud.Row {
	c := s.Params.Contacts[0]
	return hud.Row{Value: fmt.Sprintf("%.2f", c.StaticFriction), Share: min(c.StaticFriction/2, 1), Mark: -1}
}

// stepFriction gives all contacts a step more or less.
func (s *session) stepFriction(up int) error {
	return s.setFriction(s.Params.Contacts[0].StaticFriction + float64(up)*frictionStep)
}

func (s *session) sayWind() hud.Row {
	speed := s.Params.Wind.Velocity.Len()
	return hud.Row{Value: fmt.Sprintf("%.1f m/s", speed), Share: min(speed/mostWind, 1), Mark: -1}
}

// stepWind makes the wind stronger or weaker.
func (s *session) stepWind(up int) error {
	return s.setWind(s.Params.Wind.Velocity.Len() + float64(up)*windStep)
}

// turnWind makes the wind blow to the right of the view as it is now.
func (s *session) turnWind() {
	p := s.Params
	if !p.Wind.Blows() {
		if len(s.Model.Triangles) == 0 {
			s.say("wind blows on cloth only, and there is none")
			return
		}
		s.try("wind", s.stepWind(1))
		return
	}
	right, _, _ := s.shown.Camera().Axes()
	p.Wind.Velocity = right.Mul(max(p.Wind.Velocity.Len(), windStep))
	s.try("wind turned to the right of the view", s.Change(p))
}
