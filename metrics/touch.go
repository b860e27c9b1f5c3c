package metrics

import "hooke/model"

// touch is what a mass does to contacts in a step.
type touch struct {
	in   bool
	slip float64 // |v_t| [m/s]
}

// Touch judges a step by the state that it starts from: which masses are in contacts, and how
// fast they slide there. contacts are those of the run at the time of the state, see
// model.Contact.Posed. Steps that start before t_0 do not count.
func (m *Meter) Touch(s *model.State, contacts []model.Contact) {
	if !m.counts(s.Time) {
		return
	}
	p := m.plan
	m.Steps++
	for _, i := range p.moving {
		m.touching[i] = touchOf(s.Position[i], s.Velocity[i], contacts)
	}
	for k := range p.groups {
		in := false
		for _, i := range p.groups[k].masses {
			if t := &m.touching[i]; t.in {
				in = true
				m.Groups[k].Slip += t.slip * p.params.DT
			}
		}
		if in {
			m.Groups[k].Steps++
		}
	}
}

// touchOf is what a mass at x [m] that moves with v [m/s] does to contacts.
func touchOf(x, v model.Vec3, contacts []model.Contact) touch {
	for k := range contacts {
		c := &contacts[k]
		if depth, n := c.Depth(x); depth > 0 {
			return touch{true, across(v.Sub(c.SurfaceVelocity(x, n, 0)), n).Len()}
		}
	}
	return touch{}
}
