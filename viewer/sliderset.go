//go:build !headless

package viewer

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/viewer/edited"
)

// mostWind is the wind at the end of its bar [m/s].
const mostWind = 20

// setSpeed runs so many times as fast as the clock; 0 is as fast as it can.
func (s *session) setSpeed(x float64) error {
	if x < 0 || x > 1000 {
		return fmt.Errorf("viewer: a speed of %g; give 0 (as fast as it can) to 1000", x)
	}
	s.speed = x
	return nil
}

// setDT gives the run a step, whatever that is divided into [s].
func (s *session) setDT(x float64) error {
	if !(x > 0) {
		return fmt.Errorf("viewer: a step of %g s; give one above 0", x)
	}
	p := s.Params
	p.DT = x / float64(s.Substeps)
	return s.Change(p)
}

// setSubsteps divides the step into a number of others; the step stays.
func (s *session) setSubsteps(x float64) error {
	n := int(min(max(math.Round(x), 1), mostSubsteps))
	if n == s.Substeps {
		return nil
	}
	p := s.Params
	p.DT *= float64(s.Substeps) / float64(n)
	if err := s.Change(p); err != nil {
		return err
	}
	s.Substeps = n
	return nil
}

// setGravity sets it along its own direction [m/s²].
func (s *session) setGravity(x float64) error {
	p := s.Params
	p.Gravity = s.down().Mul(x)
	return s.Change(p)
}

// setDrag sets the half-life of velocities [s]; 0: no drag.
func (s *session) setDrag(x float64) error {
	if x < 0 {
		return fmt.Errorf("viewer: a half-life of %g s; give 0 (no drag) or more", x)
	}
	p := s.Params
	p.DragHalfLife = x
	return s.Change(p)
}

// dragAt is the half-life at a place along the bar, whose left end is no drag [s].
func (s *session) dragAt(share float64) float64 {
	if share < 0.02 {
		return 0
	}
	return dragLongest / 8 * math.Pow(10, (0.5-share)*rangeOfControl)
}

// setFriction gives all contacts that static friction; the kinetic one keeps its share of
// it, 0.8 where there was none.
func (s *session) setFriction(x float64) error {
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

// setWind sets the speed of the wind [m/s]; where there was none it blows to the right of
// the view, on cloth of usual coefficients.
func (s *session) setWind(x float64) error {
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

// stiffnessOf and dampingOf are the powers of a factor.
func stiffnessOf(f *edited.Factor) *float64 { return &f.Stiffness }
func dampingOf(f *edited.Factor) *float64   { return &f.Damping }

// multiplier is what the material is multiplied by; NaN: its springs differ.
func (s *session) multiplier(power func(*edited.Factor) *float64) float64 {
	f, same := s.Palette.Of(min(s.material, len(s.Palette.Factors)-1))
	if !same {
		return math.NaN()
	}
	return math.Pow(edited.MaterialStep, *power(&f))
}

// setMultiplier multiplies the material by so much of what it was at first.
func (s *session) setMultiplier(x float64, power func(*edited.Factor) *float64) error {
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
