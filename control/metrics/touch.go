package metrics

import (
	"hooke/model"
	"hooke/physics"
)

// touch describes the contact of a mass in a step.
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
	m.surfaces = m.surfaces[:0]
	for k := range contacts {
		m.surfaces = append(m.surfaces, surfaceOf(&contacts[k]))
	}
	for _, i := range p.moving {
		m.touching[i] = touchOf(s.Position[i], s.Velocity[i], m.surfaces)
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

// InContact reports whether a group was in a contact at the state that Touch judged last: group 0 is all masses that move, the
// others are those of the options, from 1.
func (m *Meter) InContact(group int) bool {
	for _, i := range m.plan.groups[group].masses {
		if m.touching[i].in {
			return true
		}
	}
	return false
}

// surface is a contact, with the numbers of a plane, which most robots walk on.
type surface struct {
	contact *model.Contact
	plane   bool // a half-space that keeps masses out
	normal  model.Vec3
	offset  float64 // [m]

	bounded   bool // whether nothing outside of a box is in the contact
	low, high model.Vec3
}

func surfaceOf(c *model.Contact) surface {
	s := surface{contact: c}
	if plane, is := c.Shape.(model.Plane); is && !c.Inside {
		s.plane, s.normal, s.offset = true, plane.UnitNormal(), plane.Offset
	} else if !c.Inside {
		s.low, s.high, s.bounded = physics.Extent(c.Shape)
	}
	return s
}

// far reports whether x is out of the box that holds the contact.
func (s *surface) far(x model.Vec3) bool {
	return s.bounded && (x[0] < s.low[0] || x[0] > s.high[0] || x[1] < s.low[1] || x[1] > s.high[1] || x[2] < s.low[2] || x[2] > s.high[2])
}

// depth returns how deep x is in the contact [m], and the normal there, as model.Contact.Depth says.
func (s *surface) depth(x model.Vec3) (float64, model.Vec3) {
	if s.plane {
		return s.offset - s.normal.Dot(x), s.normal
	}
	return s.contact.Depth(x)
}

// touchOf returns the contact of a mass at x [m] with the velocity v [m/s].
func touchOf(x, v model.Vec3, surfaces []surface) touch {
	for k := range surfaces {
		s := &surfaces[k]
		if s.far(x) {
			continue
		}
		if depth, n := s.depth(x); depth > 0 {
			return touch{true, across(v.Sub(s.contact.SurfaceVelocity(x, n, 0)), n).Len()}
		}
	}
	return touch{}
}
