package cpu

import (
	"math"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// States do not depend on the number of threads, bit for bit, and a run that is taken up continues
// as if it had not been interrupted.
func TestImpulsesRepeat(t *testing.T) {
	for k, s := range sweptRuns()[:15] {
		for n, warm := range []float64{0, 0.4} {
			if !must.Long() && (k+n)%2 > 0 {
				continue
			}
			s.params.Warm = warm
			var first []model.Vec3
			for _, threads := range []int{1, 2, 3} {
				e := must.Get(New(s.model, s.params, Options{Threads: threads}))(t)
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
		e := must.Get(New(s.model, s.params, Options{Threads: 1 + k}))(t)
		if k == 0 {
			if s.start != nil {
				must.Do(t, e.Reset(s.start))
			}
			must.Do(t, e.Step(steps))
			must.Do(t, e.Save(&c))
			e.Close()
			continue
		}
		must.Do(t, e.Restore(&c))
		s.start = nil
		got, _ := taken(t, e, s, steps)
		return got
	}
	return nil
}

// A checkpoint of other colors is refused.
func TestImpulsesCompareColors(t *testing.T) {
	s := sweptRuns()[0]
	e := must.Open(New(s.model, s.params, Options{}))(t)
	var c model.Checkpoint
	must.Do(t, e.Save(&c))
	other := *s.model
	other.Ends = slices.Clone(other.Ends)
	other.Ends[3], other.Ends[4] = other.Ends[4], other.Ends[3]
	f := must.Open(New(&other, s.params, Options{}))(t)
	if err := f.Restore(&c); err == nil {
		t.Error("a checkpoint of springs in another order of colors is taken up")
	}
}

// A solver can change while a run continues, in both directions.
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
			must.Do(t, err)
			setter, _ := model.As[model.ParamsSetter](e)
			for _, p := range []model.Params{plain, s.params, plain} {
				must.Do(t, e.Step(3))
				must.Do(t, setter.SetParams(p))
			}
			ends[k], _ = taken(t, e, s, 3)
		}
		if off := apart(ends[0], ends[1]); off > 1e-8 {
			t.Errorf("%s: %g from the reference", s.name, off)
		}
	}
}

// The energy ledger is that of the reference, and closes.
func TestLedgerOfImpulses(t *testing.T) {
	for k, s := range sweptRuns() {
		for way, p := range ways(k, s.params) {
			p.Ledger = true
			s.params = p
			var books [2]model.Ledger
			for which := range books {
				var e model.Engine
				var err error
				if e, err = New(s.model, p, Options{Precision: model.Double, Threads: 2}); which == 1 {
					e, err = cpuref.New(s.model, p)
				}
				must.Do(t, err)
				taken(t, e, s, 2)
				keeper, _ := model.As[model.LedgerKeeper](e)
				if books[which], err = keeper.Ledger(); err != nil {
					t.Fatal(err)
				}
			}
			got, want := books[0], books[1]
			size := want.Exchanged() + want.Start.Kinetic
			for name, pair := range map[string][2]float64{"damping": {got.Damping, want.Damping}, "contact damping": {got.ContactDamping, want.ContactDamping}, "drag": {got.Drag, want.Drag},
				"friction": {got.Friction, want.Friction}, "solver": {got.Solver, want.Solver}, "actuators": {got.Actuators, want.Actuators}, "external": {got.External, want.External},
				"constraints": {got.Constraints, want.Constraints}, "residual": {got.Residual(), 0}, "now": {got.Now.Total(), want.Now.Total()}} {
				if off := math.Abs(pair[0] - pair[1]); off > 1e-8*size || math.IsNaN(off) {
					t.Errorf("%s, %s: %s %g J, the reference has %g J, of %g J in all", s.name, way, name, pair[0], pair[1], size)
				}
			}
		}
	}
}

// The kernels end where plain Go does, within roundings: on structures in rows, where they visit
// 16 springs at once, and on others.
func TestKernelsOfImpulses(t *testing.T) {
	muscles := sweptRuns()[1]
	muscles.name, muscles.model = "lattice with muscles", modeltest.Lattice(6, 300, 0.02, true)
	muscles.model.ActuatorOf = make([]uint16, muscles.model.SpringCount())
	for k := range muscles.model.ActuatorOf {
		muscles.model.ActuatorOf[k] = uint16(k / 20 % 2)
	}
	muscles.params.Actuators = []model.Actuator{{Wave: model.Sine, Amplitude: 0.2, Frequency: 3}}
	for _, s := range append(sweptRuns()[:6], muscles) {
		s.params.Iterations = 2
		var plain []model.Vec3
		names := Kernels(model.Single)
		slices.Reverse(names)
		for _, kernel := range names {
			e := must.Get(New(s.model, s.params, Options{Kernel: kernel, Threads: 2}))(t)
			if got, _ := taken(t, e, s, 6); plain == nil {
				plain = got
			} else if off := apart(got, plain); !(off < 1e-4) && s.name != "awkward" { // [m] and [m/s]
				t.Errorf("%s: the kernel %s ends %g elsewhere than plain Go", s.name, kernel, off)
			}
		}
	}
}
