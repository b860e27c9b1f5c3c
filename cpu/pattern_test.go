package cpu_test

import (
	"math"
	"reflect"
	"runtime"
	"testing"

	"hooke/cpu"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// byPattern is a damped lattice by a pattern that falls on a ground.
func byPattern(t *testing.T, nx, ny, nz int) (*model.Model, model.Params) {
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: nx, Ny: ny, Nz: nz, Spacing: 0.01, Mass: 1e-3, Stiffness: 1000, Damping: 0.05, Bottom: 0.002, ByPattern: true}))(t)
	return m, model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 400, 0.1).WithFriction(0.6, 0.5)}}
}

// inArrays is the same model without a pattern.
func inArrays(m *model.Model) *model.Model {
	written := *m
	written.InArrays()
	return &written
}

// stepped returns the state of an engine of a model after steps from its start.
func stepped(t *testing.T, m *model.Model, p model.Params, steps int) (s, good model.Snapshot, start, end model.Energy) {
	e := must.Get(cpu.New(m, p, cpu.Options{}))(t)
	defer e.Close()
	must.Do(t, e.Reset(m.Start()))
	start = must.Get(e.Energy())(t)
	must.Do(t, e.Step(steps))
	must.Do(t, e.Finish())
	must.Do(t, e.Read(&s))
	must.Do(t, e.LastGood(&good))
	end = must.Get(e.Energy())(t)
	return s, good, start, end
}

// Springs by a pattern give the bits that springs in arrays give: states, the last good state,
// energies and steps, in every integrator; and a rest length that is another one is seen.
func TestPatternsStepAsArrays(t *testing.T) {
	m, p := byPattern(t, 17, 16, 15)
	for _, integrator := range model.Integrators() {
		p.Integrator = integrator
		p.DT = 1e-4
		steps := 260
		if integrator == model.ExplicitEuler {
			steps = 20
		}
		s, good, start, end := stepped(t, m, p, steps)
		s2, good2, start2, end2 := stepped(t, inArrays(m), p, steps)
		if !reflect.DeepEqual(s, s2) || !reflect.DeepEqual(good, good2) || start != start2 || end != end2 {
			t.Errorf("%v: energies %v and %v, want %v and %v; or other states", integrator, start, end, start2, end2)
		}
		if m.Pattern == nil || m.Ends != nil {
			t.Fatal("the engine has put the model into arrays")
		}
	}
	p.Integrator = model.SymplecticEuler
	s, _, _, _ := stepped(t, m, p, 20)
	m.Pattern.Stencil[4].RestLength *= 1.0001
	if other, _, _, _ := stepped(t, m, p, 20); reflect.DeepEqual(s, other) {
		t.Error("a stencil with another rest length steps to the same state")
	}
}

// Grids of a single row or layer, in which offsets have no springs, step as arrays do, too.
func TestThinPatternsStepAsArrays(t *testing.T) {
	for _, n := range [][3]int{{1, 1, 90}, {90, 1, 1}, {1, 40, 30}, {2, 1, 50}, {30, 31, 1}} {
		m, p := byPattern(t, n[0], n[1], n[2])
		s, _, start, end := stepped(t, m, p, 20)
		s2, _, start2, end2 := stepped(t, inArrays(m), p, 20)
		if !reflect.DeepEqual(s, s2) || start != start2 || end != end2 {
			t.Errorf("%v: energies %v and %v, want %v and %v; or other states", n, start, end, start2, end2)
		}
	}
}

// The engine makes arrays of its own for things that only arrays hold: the ledger, contacts per mass and
// springs that contacts touch.
func TestPatternsWithRareThings(t *testing.T) {
	m, p := byPattern(t, 12, 11, 10)
	ledger, perMass, touched := p, p, p
	ledger.Ledger = true
	perMass.Contacts = []model.Contact{{Shape: model.Plane{}, PerMass: true}}
	touched.Contacts = []model.Contact{{Shape: model.Sphere{Center: model.Vec3{0, 0, -0.02}, Radius: 0.021}, Stiffness: 300, Damping: 0.1, Touches: model.TouchSprings}}
	for name, p := range map[string]model.Params{"ledger": ledger, "contacts per mass": perMass, "touched springs": touched} {
		s, _, _, end := stepped(t, m, p, 100)
		s2, _, _, end2 := stepped(t, inArrays(m), p, 100)
		must.Hold(t, reflect.DeepEqual(s, s2) && end == end2, "%s: energy %v, want %v, or another state", name, end, end2)
	}
}

// A spring that runs away is named by a pattern, too.
func TestPatternsDiverge(t *testing.T) {
	m, p := byPattern(t, 20, 20, 20)
	p.DT = 0.01
	diverged := func(m *model.Model) error {
		e := must.Get(cpu.New(m, p, cpu.Options{}))(t)
		defer e.Close()
		must.Do(t, e.Step(3000))
		return e.Finish()
	}
	got, want := diverged(m), diverged(inArrays(m))
	if got == nil || want == nil || got.Error() != want.Error() {
		t.Errorf("%v, want %v", got, want)
	}
}

// An engine of a model by a pattern takes at most 100 bytes per mass, model and last good state included, and
// its temporary memory is bounded, too. A model in arrays and its table take more: the bounds can fail.
func TestMemoryOfPatterns(t *testing.T) {
	const engineBytes, allocatedBytes = 100, 200
	m, p := byPattern(t, 60, 60, 60)
	taken := func(m *model.Model) (live, all float64) {
		var before, after model.Energy
		var a, b runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&a)
		e, err := cpu.New(m, p, cpu.Options{Threads: 2})
		must.Do(t, err)
		defer e.Close()
		must.Do(t, e.Reset(m.Start()))
		if before, err = e.Energy(); err != nil {
			t.Fatal(err)
		}
		must.Do(t, e.Step(20))
		if after, err = e.Energy(); err != nil || before == after {
			t.Fatal(before, after, err)
		}
		runtime.GC()
		runtime.GC() // the first one only ages the pools
		runtime.ReadMemStats(&b)
		runtime.KeepAlive(e)
		n := float64(m.MassCount())
		return (float64(b.HeapAlloc) - float64(a.HeapAlloc)) / n, float64(b.TotalAlloc-a.TotalAlloc) / n
	}
	live, all := taken(m)
	t.Logf("%.1f bytes per mass stay, %.1f were allocated", live, all)
	if live > engineBytes || all > allocatedBytes {
		t.Errorf("%.1f bytes per mass stay, %.1f were allocated; at most %d and %d", live, all, engineBytes, allocatedBytes)
	}
	if _, all := taken(inArrays(m)); all < allocatedBytes {
		t.Errorf("in arrays %.1f bytes per mass are allocated: the bound proves nothing", all)
	}
	must.Hold(t, !math.IsNaN(live), "no masses")
}
