package relax_test

import (
	"strings"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/relax"
)

// Springs with a stiffness come to rest whatever the run is solved by, with explicit steps; where
// the solver decides how stiff they are, the error says so and what to do.
func TestRelaxOfOtherSolvers(t *testing.T) {
	rope := func(change func(*model.Material)) *model.Model {
		m := must.Get(build.Rope(build.RopeSpec{Masses: 5, Length: 1, Mass: 0.01, Stiffness: 100}))(t)
		if change != nil {
			m.Materials[1] = model.Material{Name: "rope"}
			change(&m.Materials[1])
		}
		return m
	}
	normalized := func(m *model.Material) { m.Normalized.Stiffness = 1 }
	for _, c := range []struct {
		name   string
		m      *model.Model
		solver model.Integrator
		want   string // of the error; empty: none
	}{
		{"springs by impulses", rope(nil), model.Impulses, ""},
		{"springs by implicit Euler", rope(nil), model.ImplicitEuler, ""},
		{"springs by pbd", rope(nil), model.PositionBased, "the solver pbd reads no stiffness"},
		{"rigid springs", rope(func(m *model.Material) { m.Rigid = true }), model.Impulses, "material 1 (rope) is rigid"},
		{"normalized springs by impulses", rope(normalized), model.Impulses, "material 1 (rope) is normalized: impulses makes it as stiff as its substeps"},
		{"normalized springs", rope(normalized), model.SymplecticEuler, ""},
	} {
		p := model.Params{DT: 1. / 60, Substeps: 4, Integrator: c.solver}
		err := relax.Refuse(c.m, p)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if err != nil || c.solver == model.SymplecticEuler {
			continue
		}
		p = relax.Params(c.m, p, 0)
		if err := p.Validate(); err != nil || p.DT != 0.8*physics.SafeStep(c.m, model.Params{}) {
			t.Errorf("%s: relaxed with %g s, %v", c.name, p.DT, err)
		}
	}
	rubs := model.Params{Integrator: model.Impulses, Contacts: []model.Contact{model.Ground(0, 100, 0).WithFriction(0.5, 0.5)}}
	if err := relax.Refuse(rope(func(m *model.Material) { m.Rod.Bend = 1 }), rubs); err == nil || !strings.Contains(err.Error(), "contacts have friction") {
		t.Errorf("rods on a contact with friction: %v", err)
	}
	p := relax.Params(rope(nil), model.Params{DT: 0.01, Substeps: 5, Integrator: model.Impulses, Contacts: []model.Contact{{Shape: model.Plane{Normal: model.Vec3{0, 0, 1}}, PerMass: true}}}, 0)
	if p.DT != 0.002 {
		t.Errorf("contacts per mass keep %g s, want that of the substep", p.DT)
	}
}
