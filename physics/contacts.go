package physics

import (
	"hooke/model"
	"hooke/spring"
)

// ContactTuning is Cs and Cd that each mass has in contacts PerMass: the largest of its
// springs before their caps, at most model.ContactCap, where springs without Cs count as 1;
// and 1 at a mass without springs. It is nil where p has
// no such contact. It takes 16 bytes per mass.
func ContactTuning(m *model.Model, p model.Params) []spring.Normalized {
	if !p.ContactsPerMass() {
		return nil
	}
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
	for s, ends := range m.Ends {
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

// contactAt is a contact PerMass as mass i meets it at x.
func contactAt(c model.Contact, m *model.Model, p model.Params, tuning []spring.Normalized, dt float64, i int, x model.Vec3) model.Contact {
	touches := 0
	for _, other := range p.Contacts {
		if depth, _ := other.Depth(x); depth > 0 {
			touches++
		}
	}
	return c.At(tuning[i], m.Mass[i], dt, touches)
}
