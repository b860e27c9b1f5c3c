package tune

import (
	"cmp"
	"slices"

	"hooke/model"
	"hooke/model/spring"
	"hooke/physics"
	"hooke/scene"
)

// unevenMasses is the ratio of the mean mass to the lightest one from which on a contact
// that suits the mean may rule the step. Below this ratio the contact adds too little to
// matter.
const unevenMasses = 4

// stepShortened is the factor from which on a step that chosen contacts shorten is reported.
const stepShortened = 2

// noteContacts notes when contacts whose stiffness the scene does not give shorten the safe step to
// less than half. Such contacts suit the mean stiffness and mass. A light soft body beside
// a heavy stiff one vibrates faster when it touches them than it does alone.
func noteContacts(s *scene.Scene) {
	if len(s.ChosenContacts) == 0 || s.Model.MassCount() == 0 {
		return
	}
	if s.Model.Pattern != nil || unevenMasses*slices.Min(s.Model.Mass) > MeanMass(s.Model) {
		return
	}
	without := s.Params
	without.Contacts = nil
	for i, c := range s.Params.Contacts {
		if !slices.Contains(s.ChosenContacts, i) {
			without.Contacts = append(without.Contacts, c)
		}
	}
	safe, free := physics.SafeStep(s.Model, s.Params), physics.SafeStep(s.Model, without)
	s.Report.Note(safe > 0 && free > stepShortened*safe,
		"the ground is as stiff as suits the mean of all springs (%.3g N/m), which shortens the safe step from %.3g s to %.3g s for the lightest masses; "+
			"give it a stiffness and damping that suit those ([[contact]] with stiffness and damping in a scene file), or bring the masses of the bodies closer together",
		s.Params.Contacts[s.ChosenContacts[0]].Stiffness, free, safe)
}

// These are the friction coefficients of the ground, about those of rubber on wet stone.
const (
	groundStatic  = 0.6
	groundKinetic = 0.5
)

// groundRatio is the damping ratio of a mass of mean size on the ground.
const groundRatio = 0.2

// GroundFor returns a horizontal ground at the given height [m] that suits the mean stiffness and
// mass of a model: the model hardly sinks in, and its safe step stays as it is where its
// masses are alike. A mass that touches the ground feels 0.4 of the mean stiffness around a
// mass, of which half counts for the step, and a damper of ratio 0.2. Where no spring has a
// stiffness in N/m, the ground follows from each mass and the step.
func GroundFor(m *model.Model, height float64) model.Contact {
	around := 0.0
	for material, springs := range springsOf(m) {
		around += 2 * float64(springs) * m.Materials[material].Stiffness
	}
	// Springs are added softest first, and equal ones at once, so that the sum does not
	// depend on their order.
	own := make([]float64, 0, len(m.Own))
	for s := range m.Own {
		if m.MaterialOf[s] != model.Removed {
			own = append(own, m.Own[s].Stiffness)
		}
	}
	slices.Sort(own)
	for len(own) > 0 {
		same, _ := slices.BinarySearchFunc(own, own[0], func(k, first float64) int { return cmp.Or(cmp.Compare(k, first), -1) })
		around += 2 * float64(same) * own[0]
		own = own[same:]
	}
	if around == 0 && m.SpringCount() > 0 {
		return model.Contact{Shape: model.Plane{Offset: height}, PerMass: true}.WithFriction(groundStatic, groundKinetic)
	}
	stiffness := 0.4 * around / float64(m.MassCount())
	damping := spring.RatioDamping(groundRatio, stiffness, MeanMass(m))
	return model.Ground(height, stiffness, damping).WithFriction(groundStatic, groundKinetic)
}

// springsOf returns the number of springs of each material.
func springsOf(m *model.Model) []int64 {
	if p := m.Pattern; p != nil {
		count := make([]int64, len(m.Materials))
		for k, o := range p.Stencil {
			count[o.Material] += int64(p.Count(k))
		}
		return count
	}
	parts := make([][]int64, model.BlockCount(m.SpringCount()))
	model.InBlocks(m.SpringCount(), func(block, first, last int) {
		count := make([]int64, len(m.Materials))
		for _, material := range m.MaterialOf[first:last] {
			count[material]++
		}
		parts[block] = count
	})
	count := make([]int64, len(m.Materials))
	for _, part := range parts {
		for material, springs := range part {
			count[material] += springs
		}
	}
	return count
}
