package physics

import (
	"math"

	"hooke/model"
)

// HoldingSpeed returns the speed up to which contact k of p holds mass i by its stiffness alone
// [m/s]; see PassingSpeed. A contact PerMass is as stiff as the mass meets it when it touches
// nothing else.
func HoldingSpeed(m *model.Model, p model.Params, k, i int) float64 {
	c := p.Contacts[k]
	if c.PerMass {
		c = c.At(ContactTuning(m, p)[i], m.MassAt(i), p.DT, 1)
	}
	return PassingSpeed(&c, m.MassAt(i))
}

// Holding says what a contact of finite thickness holds by its stiffness alone.
type Holding struct {
	Contact int       // its number
	Speed   float64   // of the mass that comes through at the least speed [m/s]
	Mass    int       // the first such mass
	Edge    float64   // of the edge that comes through at the least speed [m/s]; +Inf: the contact touches no edge
	Ends    [2]uint32 // of the first such edge
}

// Holdings returns the contacts of finite thickness, each with what it holds. Masses that are
// pinned on all axes count nowhere. An edge with the ends A and B comes through at
// (thickness/2) √(kc/(m_A + m_B)), as its speed the root of (m_A v_A² + m_B v_B²)/(m_A + m_B).
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

// edgeSpeed returns the speed from which on an edge comes through a contact [m/s]: where all that
// its ends move with, ½ Σ m v², is what the contact holds at its middle. An end that is pinned
// on all axes moves with nothing.
func edgeSpeed(m *model.Model, c *model.Contact, e [2]uint32) float64 {
	mass := 0.0
	for _, i := range e {
		if m.PinOf(int(i)) != model.PinAll {
			mass += m.MassAt(int(i))
		}
	}
	return PassingSpeed(c, mass) // +Inf without mass
}
