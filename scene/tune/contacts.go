package tune

import (
	"slices"

	"hooke/model"
	"hooke/scene"
)

// unevenMasses is how many times lighter than the mean the lightest mass is where a
// contact that suits the mean may rule the step: below it the contact adds too
// little to matter.
const unevenMasses = 4

// stepShortened is the factor from which on a step that chosen contacts shorten is told.
const stepShortened = 2

// noteContacts says so when contacts whose stiffness nobody gave shorten the safe
// step to less than half: they suit the mean stiffness and mass, and a light soft
// body that touches them beside a heavy stiff one vibrates faster than it would.
func noteContacts(s *scene.Scene) {
	if len(s.ChosenContacts) == 0 || s.Model.MassCount() == 0 {
		return
	}
	if unevenMasses*slices.Min(s.Model.Mass) > MeanMass(s.Model) {
		return
	}
	without := s.Params
	without.Contacts = nil
	for i, c := range s.Params.Contacts {
		if !slices.Contains(s.ChosenContacts, i) {
			without.Contacts = append(without.Contacts, c)
		}
	}
	safe, free := model.SafeStep(s.Model, s.Params), model.SafeStep(s.Model, without)
	s.Report.Note(safe > 0 && free > stepShortened*safe,
		"the ground is as stiff as suits the mean of all springs (%.3g N/m), which shortens the safe step from %.3g s to %.3g s for the lightest masses; "+
			"give it a stiffness and damping that suit those ([[contact]] with stiffness and damping in a scene file), or bring the masses of the bodies closer together",
		s.Params.Contacts[s.ChosenContacts[0]].Stiffness, free, safe)
}
