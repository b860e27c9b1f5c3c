package check

import (
	"slices"

	"hooke/cpuref"
	"hooke/model"
)

// sliding gives each contact the friction that about half of the masses stick
// with at the end of the pass, given that of the contacts before it.
func (st *perturbed) sliding(tries []*massWork, twin massTwin) *perturbed {
	out := *st
	out.params.Contacts = slices.Clone(st.params.Contacts)
	contacts, dt := out.params.Contacts, st.params.DT
	free := out.params
	free.Contacts = slices.Clone(contacts)
	for i := range free.Contacts {
		free.Contacts[i] = free.Contacts[i].WithFriction(0, 0)
	}
	for k := range contacts {
		var ratios []float64
		for _, before := range tries {
			w := before.clone()
			twin(w, st.model, free)
			for i, x := range w.state.Position {
				if ratio, ok := slipRatio(contacts[:k+1], x, w.state.Velocity[i], st.model.Mass[i], dt); ok && st.model.Pin[i] != model.PinAll {
					ratios = append(ratios, ratio)
				}
			}
		}
		slices.Sort(ratios)
		static, _ := widestGap(ratios, 1)
		if static == 0 {
			static = 1
		}
		contacts[k] = contacts[k].WithFriction(round(static), round(bumpKinetic*static))
	}
	return &out
}

// slipRatio is the μs at which a mass just sticks to the last contact, after the
// friction of those before it; false when it does not touch it.
func slipRatio(contacts []model.Contact, x, free model.Vec3, mass, dt float64) (ratio float64, ok bool) {
	last := len(contacts) - 1
	w := free
	for i := range contacts {
		pushed, n := cpuref.Push(&contacts[i], x, free)
		if pushed == 0 {
			continue
		}
		slip := cpuref.Tangential(w, n)
		ratio := slip.Len() * mass / (pushed * dt)
		if i == last {
			return ratio, true
		}
		if ratio > contacts[i].StaticFriction {
			slip = slip.Mul(contacts[i].KineticFriction / ratio)
		}
		w = w.Sub(slip)
	}
	return 0, false
}
