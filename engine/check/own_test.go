package check

import (
	"slices"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// plainCase is a case of springs that fall, and nothing else.
func plainCase() Case {
	return Case{Name: "plain", Model: modeltest.Lattice(3, 100, 0.02, true), Params: model.Params{Gravity: model.EarthGravity()}, Steps: 60, Own: true}
}

// fullCase is a case that uses all features but collisions, and has springs of many kinds.
func fullCase(t *testing.T, i model.Integrator) Case {
	t.Helper()
	whole := plainCase()
	whole.Own = false
	whole = must.Get(whole.complete())(t)
	st := perturb(whole, 1)
	st.pierce()
	p := st.params
	p.Contacts = append(p.Contacts, st.moving().params.Contacts...)
	p.Contacts = append(p.Contacts, st.perMass().params.Contacts...)
	for k := range p.Contacts { // per mass, too
		if c := p.Contacts[k]; c.Spans() > model.TouchMasses {
			c.PerMass, c.Stiffness, c.Damping = true, 0, 0
			p.Contacts = append(p.Contacts, c)
			break
		}
	}
	p.Integrator, p.Ledger = i, true
	m := *st.everyMaterial().model
	for s, k := range m.MaterialOf { // a stiffness that follows from the step makes it unstable beside the others
		if m.Materials[k].Vocabulary() == model.Normalized {
			m.MaterialOf[s] = 1
		}
	}
	p.DT /= 20 // all solids together are stiff
	return Case{Name: "full, " + i.String(), Model: &m, Start: st.state, Params: p, Steps: 10, Own: true}
}

// A proof of a case's own features has no row of others, and agrees with an honest engine, with each
// integrator; with two of them in the short form.
func TestOwnFeaturesAlone(t *testing.T) {
	var names []string
	rows := must.Get(Prove(plainCase(), honest))(t)
	for _, r := range rows {
		names = append(names, r.Check)
	}
	want := []string{"pass spring-force", "pass integrate", "step parity, 1 step", "step parity, 4 steps",
		"all finite", "pinned unchanged", "step count", "energy sum", "energy", "repeatable", "momentum"}
	must.BeAll(t, names, want, "a plain case has the rows")
	for k, i := range model.Integrators() {
		if !must.Long() && k%2 > 0 {
			continue
		}
		rows := must.Get(Prove(fullCase(t, i), honest))(t)
		for _, r := range rows {
			if !r.OK {
				t.Errorf("%s: %s: max %.3g of %.3g; %s", r.Case, r.Check, r.Max, r.Tolerance, r.Detail)
			}
			for _, other := range model.Integrators() {
				if other != i && strings.HasPrefix(r.Check, other.String()+" ") {
					t.Errorf("%s has the row %q of another integrator", r.Case, r.Check)
				}
			}
		}
	}
}

// Every mutant that the whole proof sees is seen by the proof of own features of a case that uses the
// feature. The short form has one mutant of 36; the whole proof has all.
func TestOwnFeaturesFailMutants(t *testing.T) {
	cases := []Case{fullCase(t, model.SymplecticEuler), fullCase(t, model.VelocityVerlet), fullCase(t, model.RK4), fullCase(t, model.ExplicitEuler)}
	catching := plainCase() // in the others drag stops the thrown body
	catching.Params.Contacts = []model.Contact{{Shape: model.Sphere{Center: model.Vec3{0, 0, -1}, Radius: 0.01}, Stiffness: 100}}
	catching.Params.Ledger, catching.Steps = true, 10
	cases = append(cases, catching)
	for k := range cases {
		cases[k].Shared = &Shared{}
	}
	for k, mutant := range mutations() {
		if !must.Long() && k%36 != 0 {
			continue
		}
		seen := slices.ContainsFunc(cases, func(sc Case) bool {
			rows := must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
				f := newFake(m, p)
				mutant.tamper(f)
				return f, nil
			}))(t)
			return slices.ContainsFunc(rows, func(r Outcome) bool { return !r.OK })
		})
		must.Hold(t, seen, "%s: no case sees it", mutant.name)
	}
}

// Proofs that share a case run the reference once, and have the same rows as proofs on their own.
func TestSharedReferenceRunsOnce(t *testing.T) {
	sc := plainCase()
	alone := must.Get(Prove(sc, honest))(t)
	sc.Shared = &Shared{}
	runs := 0
	for range 2 {
		rows := must.Get(Prove(sc, honest))(t)
		must.Hold(t, slices.Equal(rows, alone), "with a shared reference: %v, alone %v", rows, alone)
	}
	for name := range sc.Shared.runs {
		must.Do(t, must.Err(once(sc.Shared, name, func() (*cpuref.Engine, error) { runs++; return nil, nil })))
	}
	if len(sc.Shared.runs) != 3 || runs != 0 {
		t.Errorf("%d runs are shared, want those of 1 and 4 steps and the long one; %d were made again", len(sc.Shared.runs), runs)
	}
}

// A case whose masses collide with friction is proven with its own collisions in one row, and
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
		must.Hold(t, r.OK, "%s: %s", r.Check, r.Detail)
	}
	rows := prove(surfaces(func(s *model.Surface) { s.Stiffness *= 1.05 }))
	if row := rowOf(t, rows, "step parity, own collisions"); row.OK {
		t.Errorf("pushes that are 5 %% off are not seen: max %.3g of %.3g", row.Max, row.Tolerance)
	}
}
