package physics

import (
	"hooke/model"
	"hooke/model/spring"
)

// ContactTuning returns Cs and Cd of each mass for contacts PerMass: the largest of its
// springs before their caps, at most model.ContactCap, with 1 for springs without Cs and for
// a mass without springs; and the spans of the mass that such contacts push. It is nil if p
// has no such contact. It takes 24 bytes per mass.
func ContactTuning(m *model.Model, p model.Params) []model.Tuning {
	if !p.ContactsPerMass() {
		return nil
	}
	return tuningWith(m, p, SpansOf(m, p))
}

// tuningWith returns ContactTuning where the spans of the run are known.
func tuningWith(m *model.Model, p model.Params, s Spans) []model.Tuning {
	out := make([]model.Tuning, m.MassCount())
	for i, own := range tuningOf(m) {
		out[i].Own = own
	}
	corners := 0 // of the spans that contacts PerMass push; edges come first
	switch p.SpansPerMass() {
	case model.TouchSprings:
		corners = 2 * len(s.Edges)
	case model.TouchTriangles:
		corners = s.Corners()
	}
	s.EachCorner(func(corner int, mass uint32) {
		if corner < corners {
			out[mass].Spans++
		}
	})
	return out
}

// tuningOf returns Cs and Cd of ContactTuning.
func tuningOf(m *model.Model) []spring.Normalized {
	ofMaterial := make([]spring.Normalized, len(m.Materials))
	for i := range ofMaterial {
		ofMaterial[i] = spring.Normalized{Stiffness: model.ContactCap, Damping: model.ContactCap}
		if material := &m.Materials[i]; material.Normalized.Stiffness > 0 {
			ofMaterial[i].Stiffness = min(material.Normalized.Stiffness, model.ContactCap)
			ofMaterial[i].Damping = min(material.Normalized.Damping, model.ContactCap)
		}
	}
	out := make([]spring.Normalized, m.MassCount())
	for i := range out {
		out[i].Stiffness = -1 // no spring so far
	}
	for s, ends := range m.StructuralEnds() {
		if m.MaterialOf[s] == model.Removed {
			continue
		}
		of := ofMaterial[m.MaterialOf[s]]
		for _, end := range ends {
			out[end].Stiffness, out[end].Damping = max(out[end].Stiffness, of.Stiffness), max(out[end].Damping, of.Damping)
		}
	}
	for i := range out {
		if out[i].Stiffness < 0 {
			out[i] = spring.Normalized{Stiffness: 1, Damping: 1}
		}
	}
	return out
}

// contactAt returns a contact PerMass as mass i meets it at x.
func contactAt(c model.Contact, m *model.Model, p model.Params, tuning []model.Tuning, dt float64, i int, x model.Vec3) model.Contact {
	touches := 0
	for _, other := range p.Contacts {
		if depth, _ := other.Depth(x); depth > 0 {
			touches++
		}
	}
	return c.At(tuning[i], m.MassAt(i), dt, touches)
}

// apart reports whether it is sure at once that no contact touches a pattern at rest: all
// corners of its grid are outside of planes, and the ball around it is outside of other shapes.
func apart(p *model.Pattern, contacts []model.Contact) bool {
	low, high := p.Corner, model.Vec3{}
	for axis := range high {
		high[axis] = p.Coordinate(axis, p.Size[axis]-1)
	}
	center, radius := low.Add(high).Mul(0.5), high.Sub(low).Len()/2
	for _, c := range contacts {
		if _, plane := c.Shape.(model.Plane); !plane {
			if c.Inside || c.Near(center, radius) {
				return false
			}
			continue
		}
		for corner := range 8 {
			x := low
			for axis := range x {
				if corner>>axis&1 != 0 {
					x[axis] = high[axis]
				}
			}
			if depth, _ := c.Depth(x); depth > 0 {
				return false
			}
		}
	}
	return true
}
