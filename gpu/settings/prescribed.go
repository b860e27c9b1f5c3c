package settings

import "hooke/model"

// Prescribed sums up the masses that no force moves: the masses that are pinned on all
// axes, some of which move on paths. The sums of the device leave them out. The zero value
// holds no mass.
type Prescribed struct {
	moment model.Vec3 // Σ m x [kg·m], where x is the rest position for masses on paths
	mass   []float64  // for each guide, the mass on its path [kg]; nil: there are no guides
}

// PrescribedBy sums up these masses in a state, which may be of any time.
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
			for axis := range 3 { // positions are rounded as the device holds them
				c.moment[axis] += m.Mass[i] * float64(float32(x[axis]))
			}
		}
	}
	return c
}

// Energy returns the energy of these masses at time t [s], in joules.
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

// Work returns the work that moves these masses between two times [s] against inertia and
// gravity, without the forces of springs [J].
func (c Prescribed) Work(p model.Params, from, to float64) float64 {
	kineticThen, gravitationalThen := c.Energy(p, from)
	kinetic, gravitational := c.Energy(p, to)
	return kinetic - kineticThen + gravitational - gravitationalThen
}
