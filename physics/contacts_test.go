package physics

import (
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/spring"
)

// A mass has the largest Cs and Cd of its springs, each by itself, at most 0.3; removed springs
// do not count, those of other vocabularies do as 1, and no springs are 1 without a cap.
func TestContactTuningByHand(t *testing.T) {
	b := modeltest.NewBuilder("chain")
	for i := range 6 {
		b.Mass(1, model.Vec3{float64(i), 0, 0}, 0)
	}
	b.Model.Materials = append(b.Model.Materials,
		model.Material{Normalized: spring.Normalized{Stiffness: 0.1, Damping: 0.02}},
		model.Material{Normalized: spring.Normalized{Stiffness: 0.05, Damping: 0.9}},
		model.Material{Stiffness: 50})
	b.Join(0, 1, 1)
	b.Join(1, 2, 2)
	b.Join(2, 3, 3)
	b.Join(3, 4, 3)
	b.Model.MaterialOf[3] = model.Removed
	p := model.Params{Contacts: []model.Contact{{Shape: model.Plane{}, PerMass: true}}}
	want := []spring.Normalized{{Stiffness: 0.1, Damping: 0.02}, {Stiffness: 0.1, Damping: 0.3}, {Stiffness: 0.3, Damping: 0.3},
		{Stiffness: 0.3, Damping: 0.3}, {Stiffness: 1, Damping: 1}, {Stiffness: 1, Damping: 1}}
	if got := ContactTuning(&b.Model, p); !slices.EqualFunc(got, want, func(a model.Tuning, b spring.Normalized) bool { return a == model.Tuning{Own: b} }) {
		t.Errorf("got %v, want %v", got, want)
	}
	p.Contacts[0] = model.Ground(0, 1, 0)
	if got := ContactTuning(&b.Model, p); got != nil {
		t.Errorf("without a contact per mass: %v, want nil", got)
	}
}

// Contacts per mass take of the limit of a mass what normalized springs of their Cs and Cd
// would: with 0.2 and 0.1 of a spring, and as much of a contact, a fifth.
func TestSafeStepWithContactsPerMass(t *testing.T) {
	tuned := spring.Normalized{Stiffness: 0.2, Damping: 0.1}
	m := barbell(model.Material{Normalized: tuned})
	one := model.Contact{Shape: model.Plane{}, PerMass: true}
	for _, contacts := range [][]model.Contact{{one}, {one, one}} { // they share
		p := model.Params{Contacts: append(contacts, model.Ground(0, 16, 0))}
		if got, want := SafeStep(m, p), SafeStep(m, model.Params{Contacts: contacts[:0:0], Handles: nil}); got >= want {
			t.Errorf("%d: safe up to %g s, and without contacts up to %g s", len(contacts), got, want)
		}
		want := resistance{stiffness: 8, stiff: 0.4, damped: 0.2}.stable(m.Mass[0], 1)
		if got := SafeStep(m, p); !agrees(got, want) {
			t.Errorf("%d contacts per mass: safe up to %g s, want %g", len(contacts), got, want)
		}
	}
	one.Normalized = spring.Normalized{Stiffness: 0.25, Damping: 0.05}
	want := resistance{stiffness: 8, stiff: 0.45, damped: 0.15}.stable(m.Mass[0], 1)
	if got := SafeStep(m, model.Params{Contacts: []model.Contact{one, model.Ground(0, 16, 0)}}); !agrees(got, want) {
		t.Errorf("with values of its own: safe up to %g s, want %g", got, want)
	}
}
