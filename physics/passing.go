package physics

import (
	"math"

	"hooke/model"
)

// HoldingSpeed returns the speed below which the stiffness of contact k of p alone stops mass
// i [m/s]; see PassingSpeed. A contact PerMass has the stiffness for a mass that touches
// nothing else.
func HoldingSpeed(m *model.Model, p model.Params, k, i int) float64 {
	c := p.Contacts[k]
	if c.PerMass {
		c = c.At(ContactTuning(m, p)[i], m.MassAt(i), p.DT, 1)
	}
	return PassingSpeed(&c, m.MassAt(i))
}

// Holding holds the speeds up to which the stiffness alone of a contact of finite thickness
// stops masses and edges.
type Holding struct {
	Contact int       // index of the contact
	Speed   float64   // smallest speed at which a mass tunnels through [m/s]
	Mass    int       // the first such mass
	Edge    float64   // smallest speed at which an edge tunnels through [m/s]; +Inf: the contact touches no edge
	Ends    [2]uint32 // of the first such edge
}

// Holdings returns the Holding of each contact of finite thickness. Masses pinned on all axes
// do not count. An edge with the ends A and B tunnels through at (thickness/2) √(kc/(m_A +
// m_B)), where its speed is the root of (m_A v_A² + m_B v_B²)/(m_A + m_B).
func Holdings(m *model.Model, p model.Params) (out []Holding) {
	tuning, spans := ContactTuning(m, p), SpansOf(m, p)
	for k := range p.Contacts {
		if HalfThickness(&p.Contacts[k]) == 0 {
			continue
		}
		h := Holding{Contact: k, Speed: math.Inf(1), Edge: math.Inf(1)}
		for i := range m.MassCount() {
			mass := m.MassAt(i)
			if m.PinOf(i) == model.PinAll {
				continue
			}
			c := p.Contacts[k]
			if c.PerMass {
				c = c.At(tuning[i], mass, p.DT, 1)
			}
			if v := PassingSpeed(&c, mass); v < h.Speed {
				h.Speed, h.Mass = v, i
			}
		}
		if p.Contacts[k].Spans() > model.TouchMasses {
			for n, e := range spans.Edges {
				c := spans.Meet(p.Contacts[k], n, 1)
				if v := edgeSpeed(m, &c, e); v < h.Edge {
					h.Edge, h.Ends = v, e
				}
			}
		}
		out = append(out, h)
	}
	return out
}

// edgeSpeed returns the speed at which an edge tunnels through a contact [m/s]: the kinetic
// energy of its ends, ½ Σ m v², equals the energy of the contact at its center. An end pinned
// on all axes does not count.
func edgeSpeed(m *model.Model, c *model.Contact, e [2]uint32) float64 {
	mass := 0.0
	for _, i := range e {
		if m.PinOf(int(i)) != model.PinAll {
			mass += m.MassAt(int(i))
		}
	}
	return PassingSpeed(c, mass) // +Inf without mass
}
