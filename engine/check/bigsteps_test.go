package check

import (
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/model/rod/chain"
	"hooke/must"
)

// pretender steps as symplectic Euler does, whatever it is asked for, and says that it has
// solvers that divide steps.
type pretender struct{ *fake }

func (pretender) Residual() (model.Residual, error) { return model.Residual{}, nil }

// The steps of solvers that divide them are those of the reference, and other ones are seen.
func TestBigSteps(t *testing.T) {
	checks := []string{"step parity, impulses"}
	sc := testCases()[0]
	sc.Parts = []string{"steps"}
	rows := must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) { return pretender{newFake(m, p)}, nil }))(t)
	for _, check := range checks {
		if row := rowOf(t, rows, check); row.OK {
			t.Errorf("another step passes: %+v", row)
		}
	}
	rows = must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
		if !p.Integrator.Method().Divides {
			return newFake(m, p), nil
		}
		e, err := cpuref.New(m, p)
		return sound{newFake(m, p), e}, err
	}))(t)
	for _, check := range checks {
		if row := rowOf(t, rows, check); !row.OK || row.Max > 1e-6 {
			t.Errorf("the reference fails: %+v", row)
		}
	}
}

// sound steps with the reference.
type sound struct {
	*fake
	e *cpuref.Engine
}

func (s sound) Residual() (model.Residual, error) { return s.e.Residual() }
func (s sound) Reset(state *model.State) error    { return s.e.Reset(state) }
func (s sound) Step(n int) error                  { return s.e.Step(n) }
func (s sound) Finish() error                     { return s.e.Finish() }
func (s sound) Read(dst *model.Snapshot) error    { return s.e.Read(dst) }
func (s sound) StepsRun() (int64, error)          { return s.e.StepsRun() }
func (s sound) Caught() (model.Caught, error)     { return s.e.Caught() }
func (s sound) Describe() model.Description       { return model.Description{Precision: "single"} }

// A case that a solver which divides steps runs is proved, too: rows of explicit steps with steps that
// are safe, and the momentum with its own where springs are impulses.
func TestCasesOfBigSteps(t *testing.T) {
	for _, solver := range []model.Integrator{model.Impulses, model.ImplicitEuler} {
		sc := Case{Name: "stiff", Model: modeltest.Lattice(3, 1e4, 0.1, false), Params: model.Params{Gravity: model.EarthGravity(), Integrator: solver, DT: 1. / 60, Substeps: 5},
			Parts: []string{"steps", "momentum"}}
		rows := must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
			e, err := cpuref.New(m, p)
			return sound{newFake(m, p), e}, err
		}))(t)
		for _, row := range rows {
			if !row.OK {
				t.Errorf("%v: %+v", solver, row)
			}
		}
		rowOf(t, rows, "momentum")
	}
}

// The first mass that is caught in a step depends on the order of masses; which masses are caught does not.
func TestSameCatches(t *testing.T) {
	st := &perturbed{thrown: []thrown{{mass: 24, contact: 1}, {mass: 168, contact: 4}}}
	want := model.Caught{Count: 2, Step: 1, Mass: 24, Contact: 1}
	for _, c := range []struct {
		got  model.Caught
		same bool
	}{
		{want, true}, {model.Caught{Count: 2, Step: 1, Mass: 168, Contact: 4}, true}, {model.Caught{Count: 2, Step: 1, Mass: 168, Contact: 1}, false},
		{model.Caught{Count: 2, Step: 1, Mass: 25, Contact: 1}, false}, {model.Caught{Count: 1, Step: 1, Mass: 168, Contact: 4}, false}, {model.Caught{Count: 2, Step: 2, Mass: 168, Contact: 4}, false},
	} {
		if same := st.sameCatches(c.got, want, 1); same != c.same {
			t.Errorf("%+v and the reference's %+v are the same: %v, want %v", c.got, want, same, c.same)
		}
	}
}

// A mass that begins in the middle of a shape may be caught in each substep, or not.
func TestCatchesInTheMiddleMayDiffer(t *testing.T) {
	state := model.State{Position: []model.Vec3{{0, 0, 0.0001}, {0.05, 0, 0}}}
	st := &perturbed{state: &state, params: model.Params{Substeps: 3, Contacts: []model.Contact{{Shape: model.Sphere{Radius: 0.1}, Stiffness: 1}}}}
	want := model.Caught{Count: 4, Step: 1}
	for count, same := range map[int64]bool{0: false, 1: true, 4: true, 7: true, 8: false} {
		must.Be(t, st.sameCatches(model.Caught{Count: count, Step: 1}, want, 1), same, "catches")
	}
	state.Position[0] = model.Vec3{0, 0, 0.001}
	must.Be(t, st.sameCatches(model.Caught{Count: 3, Step: 1}, want, 1), false, "no mass in the middle")
}

// A step of rods is proved, and one of other rods is seen.
func TestStepOfRods(t *testing.T) {
	b := modeltest.NewBuilder("wire")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "wire", Rod: rod.Solid(0.01, 1e7, 4e6)})
	for i := range 8 {
		b.Mass(0.1, model.Vec3{0.1 * float64(i), 0.02 * float64(i%3), 0}, 0)
		if i > 0 {
			b.Join(i-1, i, uint16(len(b.Model.Materials)-1))
		}
	}
	chain.Frame(&b.Model)
	sc := Case{Name: "wire", Model: &b.Model, Params: model.Params{Gravity: model.EarthGravity(), Integrator: model.Impulses, DT: 1. / 240, Substeps: 4}, Parts: []string{"steps"}}
	for bend, passes := range map[float64]bool{1: true, 1.1: false} {
		rows := must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
			other := *m
			other.Materials = slices.Clone(m.Materials)
			for k := range other.Materials {
				other.Materials[k].Rod.Bend *= bend
			}
			e, err := cpuref.New(&other, p)
			return sound{newFake(m, p), e}, err
		}))(t)
		if row := rowOf(t, rows, "step parity, rods"); row.OK != passes {
			t.Errorf("with %g of the bending rigidity: %+v", bend, row)
		}
	}
}
