package enginetest

import (
	"testing"

	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/modeltest"
	"hooke/must"
)

// parts returns structures at rest that forces on groups move while all of their springs hold.
func parts() map[string]func() (*model.Model, model.Params) {
	made := func(name string, triangles [][3]uint32, ends []model.Ends, at ...model.Vec3) *model.Model {
		m := modeltest.Free(0.01, at...)
		m.Name, m.Triangles = name, triangles
		m.Materials = append(m.Materials, model.Material{Name: "edge", Stiffness: 100, Damping: 0.01, Inelastic: inelastic.Law{TearStrain: 0.2}})
		for _, e := range ends {
			m.AddSpring(e, at[e[0]].Sub(at[e[1]]).Len(), 1)
		}
		return m
	}
	around := []model.Ends{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}}
	return map[string]func() (*model.Model, model.Params){
		"sheet": func() (*model.Model, model.Params) {
			m := made("sheet", [][3]uint32{{0, 1, 2}, {1, 0, 3}}, around, model.Vec3{}, model.Vec3{0.1}, model.Vec3{0.05, 0.1}, model.Vec3{0.05, -0.1})
			return m, model.Params{DT: 1e-3, Ledger: true, Bends: []model.Bend{{Hinges: []model.Hinge{{Masses: [4]uint32{0, 1, 2, 3}, Stiffness: 0.01, Damping: 1e-4, Rest: 0.5}}}}}
		},
		"chain": func() (*model.Model, model.Params) {
			m := made("chain", nil, []model.Ends{{0, 1}, {1, 2}}, model.Vec3{}, model.Vec3{0.1}, model.Vec3{0.2, 0.02})
			return m, model.Params{DT: 1e-3, Ledger: true, Bends: []model.Bend{{Hinges: []model.Hinge{{Masses: [4]uint32{0, 1, 2, 0}, Stiffness: 0.01, Damping: 1e-4, Rest: 0.5}}}}}
		},
		"skin": func() (*model.Model, model.Params) {
			m := made("skin", [][3]uint32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, append(around, model.Ends{2, 3}), model.Vec3{}, model.Vec3{0.1}, model.Vec3{0, 0.1}, model.Vec3{0, 0, 0.1})
			return m, model.Params{DT: 1e-3, Ledger: true, Pressures: []model.Pressure{{Kind: model.ConstantPressure, Pressure: 300}}}
		},
	}
}

// A hinge over a torn spring bends no more, and a skin of which a triangle is cut loses its pressure. Hinges and skins
// that hold move the same masses.
func tornPartsLetGo(t *testing.T, on Subject) {
	for name, part := range parts() {
		m, p := part()
		for torn := -1; torn < m.SpringCount(); torn++ {
			start := m.Start()
			start.Changes = m.Unchanged()
			if torn >= 0 {
				start.Changes[torn].Damage = 1
			}
			e := on.open(t, m, p)
			must.Do(t, e.Reset(start))
			fastest := 0.0
			for _, v := range after(t, e, 20).Velocity {
				fastest = max(fastest, v.Len())
			}
			if torn < 0 && fastest < 0.01 || torn >= 0 && fastest > 1e-5 {
				t.Errorf("%s: with spring %d torn masses move at %g m/s", name, torn, fastest)
			}
		}
	}
}

// A skin that bursts in a run, where its weakest spring tears, moves as in the reference, with a ledger that closes.
func skinBursts(t *testing.T, on Subject) {
	const steps = 1000
	for _, integrator := range model.Integrators() {
		m, p := parts()["skin"]()
		p.Integrator, p.DT = integrator, 5e-5
		m.Materials = append(m.Materials, m.Materials[1])
		m.Materials[2].Inelastic.TearStrain, m.MaterialOf[5] = 0.02, 2
		start := m.Start()
		ref, e := reference(t, m, p, start, steps), on.open(t, m, p)
		must.Do(t, e.Reset(start))
		got := after(t, e, steps)
		must.Hold(t, inelastic.Torn(ref.Changes) == 1 && inelastic.Torn(got.Changes) == 1, "%v: %d springs are torn, %d in the reference", integrator, inelastic.Torn(got.Changes), inelastic.Torn(ref.Changes))
		near(t, "m from the reference", farthest(got, ref), 0, 1e-6)
		if l := must.Get(keeperOf(t, e).Ledger())(t); !(l.Closure() < 5e-2) {
			t.Errorf("%v: the ledger closes to %.2g: %+v", integrator, l.Closure(), l)
		}
	}
}
