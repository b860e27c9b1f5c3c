package cpu

import (
	"fmt"
	"math"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
)

// endwiseRun is a run of a solver whose forces are those at the end of a substep.
type endwiseRun struct {
	name   string
	model  *model.Model
	params model.Params
	start  *model.State // nil: at rest
}

// endwiseRuns are structures of all kinds, with all that implicit Euler takes, and what position-
// based dynamics takes of that.
func endwiseRuns() (all []endwiseRun) {
	for _, r := range implicitRuns() {
		p := r.params.SolvedBy(model.PositionBased).Without(model.PositionBased.Method().Lacks...)
		all = append(all, r, endwiseRun{r.name + " by pbd", r.model, p, r.start})
	}
	return all
}

// implicitRuns are those of implicit Euler.
func implicitRuns() []endwiseRun {
	earth := model.Params{DT: 1. / 60, Substeps: 2, Gravity: model.EarthGravity(), DragHalfLife: 2, Integrator: model.ImplicitEuler, Tolerance: 1e-2}
	ground := earth
	ground.Contacts = []model.Contact{model.Ground(0.29, 3000, 2).WithFriction(0.5, 0.4)}
	rising := ground
	rising.Contacts = []model.Contact{ground.Contacts[0]}
	rising.Contacts[0].Course = &model.Course{Path: model.Path{Velocity: model.Vec3{0.2, -0.1, 1.5}}} // it pushes, and so it works
	all := []endwiseRun{
		{"cloth on the ground", modeltest.Cloth(20), ground, nil},
		{"cloth on a ground that rises", modeltest.Cloth(9), rising, nil},
		{"lattice", modeltest.Lattice(6, 300, 0.02, true), earth, nil},
		{"rope", modeltest.Rope(70), earth, nil},
		{"network", pinnedAlongX(cputest.Network(300, 3, true)), earth, nil},
		{"hub", cputest.Star(150), earth, nil},
		{"awkward", modeltest.Awkward(3), earth, nil},
		{"no springs", modeltest.Single(1, model.Vec3{}), earth, nil},
	}
	m, p, start, _ := modeltest.Together()
	p = p.SolvedBy(model.ImplicitEuler)
	p.DT, p.Substeps, p.Tolerance = 4*p.DT, 2, 1e-2
	all = append(all, endwiseRun{"together", m, p, start})
	flat, perMass, lies := modeltest.OnNormalizedGround()
	perMass.Integrator, perMass.Substeps = model.ImplicitEuler, 2
	return append(all, endwiseRun{"on normalized ground", flat, perMass, lies})
}

// pinnedAlongX pins a mass along x: the reference alone gives back what free bodies lose.
func pinnedAlongX(m *model.Model) *model.Model {
	if m.Pin == nil {
		m.Pin = make([]model.Pin, m.MassCount())
	}
	m.Pin[m.MassCount()-1] |= model.PinX
	return m
}

// endwiseSteps is an engine after some steps of a run, from its start as float32 has it.
func endwiseSteps(t *testing.T, e model.Engine, r endwiseRun, steps int) *model.State {
	t.Helper()
	start := r.model.Start()
	if r.start != nil {
		start = r.start.Clone()
	}
	for i := range start.Position {
		for axis := range 3 {
			start.Position[i][axis] = float64(float32(start.Position[i][axis]))
			start.Velocity[i][axis] = float64(float32(start.Velocity[i][axis]))
		}
	}
	if err := e.Reset(start); err != nil {
		t.Fatal(err)
	}
	if err := e.Step(steps); err != nil {
		t.Fatal(err)
	}
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	reader, _ := model.As[model.StateReader](e)
	var s model.State
	if err := reader.ReadState(&s); err != nil {
		t.Fatal(err)
	}
	return &s
}

// Steps are those of the reference in all precisions: by the same colors of masses, with the same
// stop, and with everything that acts.
func TestEndwiseStepsAreThoseOfTheReference(t *testing.T) {
	const steps = 3
	for _, r := range endwiseRuns() {
		if r.model.Pattern != nil {
			r.model.InArrays()
		}
		reference, err := cpuref.New(r.model, r.params)
		if err != nil {
			t.Fatal(err)
		}
		first := endwiseSteps(t, reference, r, 0)
		want := endwiseSteps(t, reference, r, steps)
		way := longestWay(first.Position, want.Position)
		left, _ := reference.Residual()
		for precision, tolerance := range map[model.Precision]float64{model.Single: 2e-4, model.Compensated: 2e-6, model.Double: 1e-9} {
			e, err := New(r.model, r.params, Options{Threads: 2, Precision: precision})
			if err != nil {
				t.Fatal(err)
			}
			got := endwiseSteps(t, e, r, steps)
			converger, _ := model.As[model.Converger](e)
			own, _ := converger.Residual()
			line := fmt.Sprintf("%s, %v: %.2g of the motion of %.3g m apart, velocities by %.2g m/s; %d iterations with a residual of %.3g, worst %.3g in step %d",
				r.name, precision, longestWay(got.Position, want.Position)/way, way, longestWay(got.Velocity, want.Velocity), own.Iterations, own.Force, own.Worst, own.Step)
			t.Log(line)
			if far := longestWay(got.Position, want.Position); !(far <= tolerance*way) {
				t.Error(line)
			}
			if precision == model.Double && (own.Iterations != left.Iterations || math.Abs(own.Worst-left.Worst) > 1e-6*left.Worst+1e-11) {
				t.Errorf("%s: %+v; the reference has %+v", r.name, own, left)
			}
			e.Close()
		}
	}
}

// longestWay is the largest distance of two lists of vectors.
func longestWay(a, b []model.Vec3) (most float64) {
	for i := range a {
		if d := a[i].Sub(b[i]).Len(); d > most || math.IsNaN(d) {
			most = d
		}
	}
	return most
}
