package settings

import "hooke/model"

// Prescribed are the masses that no force moves: those pinned on all axes, some of
// which move on paths. The sums of the device leave them out.
type Prescribed struct {
	moment model.Vec3 // Σ m x, of masses on paths with the rest position for x [kg·m]
	mass   []float64  // on the path of each guide [kg]; nil: there are no guides
}

// PrescribedBy finds them in a state, at any time.
func PrescribedBy(m *model.Model, p model.Params, s *model.State) (c Prescribed) {
	place := s.Position
	if len(p.Guides) > 0 {
		c.mass = make([]float64, len(p.Guides))
		place = append([]model.Vec3(nil), place...)
	}
	for k, g := range p.Guides {
		if g.Kind != model.OnPath {
			continue
		}
		add := func(i int) { c.mass[k] += m.Mass[i]; place[i] = m.RestPosition[i] }
		if g.Masses == nil {
			for i := range m.MassCount() {
				add(i)
			}
		}
		for _, i := range g.Masses {
			add(int(i))
		}
	}
	for i, x := range place {
		if m.PinOf(i) == model.PinAll {
			for axis := range 3 { // as the device holds them
				c.moment[axis] += m.Mass[i] * float64(float32(x[axis]))
			}
		}
	}
	return c
}

// Energy is what they hold at time t [s].
func (c Prescribed) Energy(p model.Params, t float64) (kinetic, gravitational float64) {
	gravitational = -p.Gravity.Dot(c.moment)
	for k, mass := range c.mass {
		if mass > 0 {
			offset, velocity := p.Guides[k].Path.At(t)
			kinetic += 0.5 * mass * velocity.Dot(velocity)
			gravitational -= mass * p.Gravity.Dot(offset)
		}
	}
	return kinetic, gravitational
}

// Work is what it took to bring them from where they were at one time to where
// they were at another [J], without the forces of springs.
func (c Prescribed) Work(p model.Params, from, to float64) float64 {
	kineticThen, gravitationalThen := c.Energy(p, from)
	kinetic, gravitational := c.Energy(p, to)
	return kinetic - kineticThen + gravitational - gravitationalThen
}
