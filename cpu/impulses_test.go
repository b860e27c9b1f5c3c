package cpu

import (
	"math"
	"slices"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
)

// swept is a run of the solver impulses.
type swept struct {
	name   string
	model  *model.Model
	params model.Params
	start  *model.State // nil: at rest
}

// sweptRuns are structures of all kinds with all that acts.
func sweptRuns() []swept {
	p := model.Params{DT: 1. / 240, Substeps: 3, Gravity: model.EarthGravity(), DragHalfLife: 2, Integrator: model.Impulses}
	ground := p
	ground.Contacts = []model.Contact{model.Ground(0.29, 3000, 2).WithFriction(0.5, 0.4)}
	all := []swept{
		{"cloth on the ground", modeltest.Cloth(20), ground, nil},
		{"lattice", modeltest.Lattice(6, 300, 0.02, true), p, nil},
		{"rope", modeltest.Rope(70), p, nil},
		{"network", cputest.Network(300, 3, true), p, nil},
		{"hub", cputest.Star(150), p, nil},
		{"awkward", modeltest.Awkward(3), p, nil},
		{"no springs", modeltest.Single(1, model.Vec3{}), p, nil},
	}
	rods := modeltest.Cloth(20)
	rods.Materials[1].Rigid, rods.Materials[1].Stiffness, rods.Materials[1].Damping = true, 0, 0
	cables := modeltest.Cloth(17)
	cables.Materials[1].TensionOnly = true
	cables.ActuatorOf = make([]uint16, cables.SpringCount())
	for k := range cables.ActuatorOf {
		cables.ActuatorOf[k] = uint16(k % 3)
	}
	driven := p
	driven.Actuators = []model.Actuator{{Wave: model.Sine, Amplitude: 0.2, Frequency: 3}, {Wave: model.Square, Amplitude: 0.1, Frequency: 9}}
	m, thrown, start := modeltest.Thrown()
	thrown.Integrator, thrown.Substeps = model.Impulses, 3
	for k := range thrown.Contacts {
		thrown.Contacts[k].Damping = 0 // it counts inside alone, and rounding decides where a mass is that was set on the surface
	}
	flat, perMass, lies := modeltest.OnNormalizedGround()
	perMass.Integrator, perMass.Substeps = model.Impulses, 2
	return append(all, swept{"rods", rods, p, nil}, swept{"cables with muscles", cables, driven, nil},
		swept{"thrown", m, thrown, start}, swept{"on normalized ground", flat, perMass, lies})
}

// ways are ways to sweep.
func ways(p model.Params) map[string]model.Params {
	twice, warm, forward := p, p, p
	twice.Iterations, warm.Warm, forward.Forward, forward.Iterations = 3, 0.4, true, 2
	return map[string]model.Params{"one sweep": p, "three sweeps": twice, "warm": warm, "forward": forward}
}

// taken is where masses are after so many steps, and the residual then.
func taken(t *testing.T, e model.Engine, s swept, steps int) ([]model.Vec3, model.Residual) {
	t.Helper()
	defer e.Close()
	if s.start != nil {
		if err := e.Reset(s.start); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Step(steps); err != nil {
		t.Fatal(err)
	}
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	var now model.State
	reader, _ := model.As[model.StateReader](e)
	if err := reader.ReadState(&now); err != nil {
		t.Fatal(err)
	}
	knows, _ := model.As[model.Converger](e)
	left, err := knows.Residual()
	if err != nil {
		t.Fatal(err)
	}
	return append(now.Position, now.Velocity...), left
}

// Impulses end where the reference has them: in float64 to rounding, in single precision as far
// as that goes.
func TestImpulsesAreThoseOfTheReference(t *testing.T) {
	const steps = 5
	for _, s := range sweptRuns() {
		for way, p := range ways(s.params) {
			s.params = p
			ref, err := cpuref.New(s.model, p)
			if err != nil {
				t.Fatal(err)
			}
			want, left := taken(t, ref, s, steps)
			size := 0.0
			for _, v := range want {
				size = max(size, v.Len())
			}
			for precision, tolerance := range map[model.Precision]float64{model.Double: 1e-10, model.Compensated: 2e-4, model.Single: 3e-3} {
				if s.name == "awkward" && precision != model.Double {
					continue // springs without a length take their direction from roundings
				}
				e, err := New(s.model, p, Options{Precision: precision, Threads: 2})
				if err != nil {
					t.Fatal(err)
				}
				got, residual := taken(t, e, s, steps)
				if off := apart(want, got) / size; off > tolerance || math.IsNaN(off) {
					t.Errorf("%s, %s, %v: %g of the largest place or velocity from the reference", s.name, way, precision, off)
				}
				if precision != model.Double {
					continue
				}
				if off := math.Abs(residual.Strain - left.Strain); off > 1e-10*left.Strain+1e-13 || residual.Spring != left.Spring && left.Strain > 1e-12 {
					t.Errorf("%s, %s: residual %+v, that of the reference is %+v", s.name, way, residual, left)
				}
			}
		}
	}
}

// States do not depend on the number of threads, bit for bit, and a run that is taken up goes on
// as if it had not been interrupted.
func TestImpulsesRepeat(t *testing.T) {
	for _, s := range sweptRuns()[:9] {
		for _, warm := range []float64{0, 0.4} {
			s.params.Warm = warm
			var first []model.Vec3
			for _, threads := range []int{1, 2, 3} {
				e, err := New(s.model, s.params, Options{Threads: threads})
				if err != nil {
					t.Fatal(err)
				}
				if got, _ := taken(t, e, s, 5); first == nil {
					first = got
				} else if !slices.Equal(got, first) {
					t.Errorf("%s: %d threads make other states", s.name, threads)
				}
			}
			if got := resumed(t, s, 2, 3); !slices.Equal(got, first) {
				t.Errorf("%s, warm %g: a run that is taken up goes elsewhere", s.name, warm)
			}
		}
	}
}

// resumed is where masses are after some steps, a checkpoint, and some more in another engine.
func resumed(t *testing.T, s swept, before, after int) []model.Vec3 {
	t.Helper()
	var c model.Checkpoint
	for k, steps := range []int{before, after} {
		e, err := New(s.model, s.params, Options{Threads: 1 + k})
		if err != nil {
			t.Fatal(err)
		}
		if k == 0 {
			if err := e.Step(steps); err != nil {
				t.Fatal(err)
			}
			if err := e.Save(&c); err != nil {
				t.Fatal(err)
			}
			e.Close()
			continue
		}
		if err := e.Restore(&c); err != nil {
			t.Fatal(err)
		}
		got, _ := taken(t, e, s, steps)
		return got
	}
	return nil
}

// A checkpoint of other colors is refused.
func TestImpulsesCompareColors(t *testing.T) {
	s := sweptRuns()[0]
	e, err := New(s.model, s.params, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var c model.Checkpoint
	if err := e.Save(&c); err != nil {
		t.Fatal(err)
	}
	other := *s.model
	other.Ends = slices.Clone(other.Ends)
	other.Ends[3], other.Ends[4] = other.Ends[4], other.Ends[3]
	f, err := New(&other, s.params, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Restore(&c); err == nil {
		t.Error("a checkpoint of springs in another order of colors is taken up")
	}
}

// A solver can change while a run goes on, in both directions.
func TestSolversChangeWhileRunning(t *testing.T) {
	for _, s := range sweptRuns()[:6] {
		plain := s.params.SolvedBy(model.SymplecticEuler)
		plain.DT = 1e-5
		var ends [2][]model.Vec3
		for k := range ends {
			var e model.Engine
			var err error
			if e, err = New(s.model, s.params, Options{Precision: model.Double}); k == 1 {
				e, err = cpuref.New(s.model, s.params)
			}
			if err != nil {
				t.Fatal(err)
			}
			setter, _ := model.As[model.ParamsSetter](e)
			for _, p := range []model.Params{plain, s.params, plain} {
				if err := e.Step(3); err != nil {
					t.Fatal(err)
				}
				if err := setter.SetParams(p); err != nil {
					t.Fatal(err)
				}
			}
			ends[k], _ = taken(t, e, s, 3)
		}
		if off := apart(ends[0], ends[1]); off > 1e-8 {
			t.Errorf("%s: %g from the reference", s.name, off)
		}
	}
}
