package check

import (
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// A case whose masses collide and rub is proven with its own collisions in one row, and
// they loosen no other. An engine whose pushes are 5 % too strong fails that row.
func TestCaseWithCollisions(t *testing.T) {
	m := modeltest.Lattice(4, 100, 0.02, true)
	m.Radius, m.Body = slices.Repeat([]float64{m.RestLength[0]}, m.MassCount()), make([]uint16, m.MassCount())
	for i := range m.Body {
		m.Body[i] = uint16(i % 2)
	}
	surface := model.Surface{Stiffness: 100, DampingRatio: 0.2, StaticFriction: 0.6, KineticFriction: 0.5}
	sc := Case{Name: "colliding", Model: m, Steps: 20, Params: model.Params{DT: 1e-5, Gravity: model.EarthGravity(),
		Collision: model.Collision{Bodies: []model.Surface{surface, surface}, Others: true, Skin: 0.1 * m.RestLength[0], CheckEvery: 8}}}
	prove := func(change alteration) []Outcome {
		rows := must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
			change(m, &p)
			return newFake(m, p), nil
		}))(t)
		return rows
	}
	for _, r := range prove(func(*model.Model, *model.Params) {}) {
		if !r.OK {
			t.Errorf("%s: %s", r.Check, r.Detail)
		}
	}
	rows := prove(surfaces(func(s *model.Surface) { s.Stiffness *= 1.05 }))
	if row := rowOf(t, rows, "step parity, own collisions"); row.OK {
		t.Errorf("pushes that are 5 %% off are not seen: max %.3g of %.3g", row.Max, row.Tolerance)
	}
}
