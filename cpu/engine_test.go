package cpu

import (
	"errors"
	"math"
	"strings"
	"testing"

	"hooke/cpu/cputest"
	"hooke/machine/memory/memorytest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// state returns the state of an engine after steps from a perturbed start.
func stepped(t *testing.T, m *model.Model, p model.Params, o Options, steps int) model.Snapshot {
	t.Helper()
	e := must.Get(makeEngine[float32](m, p, o))(t)
	defer e.Close()
	must.Do(t, e.Reset(perturbedState(m, 2)))
	must.Do(t, e.Step(steps))
	return snapshot(t, e)
}

func snapshot(t *testing.T, e *engine[float32]) model.Snapshot {
	t.Helper()
	return modeltest.Snapshot(t, e)
}

// same compares two read-backs bit for bit.
func same(a, b model.Snapshot) bool {
	if a.Step != b.Step || a.Time != b.Time || len(a.Position) != len(b.Position) {
		return false
	}
	for i := range a.Position {
		for axis := range 3 {
			if math.Float32bits(a.Position[i][axis]) != math.Float32bits(b.Position[i][axis]) ||
				math.Float32bits(a.Velocity[i][axis]) != math.Float32bits(b.Velocity[i][axis]) {
				return false
			}
		}
	}
	return true
}

// Results do not depend on the number of threads, bit for bit, nor on how steps
// are divided into calls.
func TestThreadsChangeNothing(t *testing.T) {
	cases := cputest.Cases(t)
	for _, sc := range cases {
		sc.Params.Integrator = model.VelocityVerlet
		cases = append(cases, sc)
	}
	for _, sc := range cases {
		for _, kernel := range Kernels(model.Single) {
			want := stepped(t, sc.Model, sc.Params, Options{Threads: 1, Kernel: kernel}, 20)
			for _, threads := range []int{2, 3, 8} {
				if got := stepped(t, sc.Model, sc.Params, Options{Threads: threads, Kernel: kernel}, 20); !same(want, got) {
					t.Errorf("%s, %s: %d threads end elsewhere than one", sc.Name, kernel, threads)
				}
			}
		}
	}
	m := cputest.Network(300, 8, false)
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		p := model.Params{Integrator: integrator, DragHalfLife: 0.1, Contacts: []model.Contact{model.Ground(0.3, 100, 1).WithFriction(0.5, 0.4)}}
		e := must.Open(makeEngine[float32](m, p, Options{Threads: 3}))(t)
		must.Do(t, e.Reset(perturbedState(m, 2)))
		for range 20 {
			_ = e.Step(1)
		}
		_ = e.Step(0)
		if !same(snapshot(t, e), stepped(t, m, p, Options{Threads: 1}, 20)) {
			t.Errorf("%v: 20 calls of one step end elsewhere than one call of 20", integrator)
		}
	}
}

// A comparison that cannot tell two runs apart proves nothing.
func TestSameSeesABit(t *testing.T) {
	m := cputest.Star(5)
	a := stepped(t, m, model.Params{}, Options{}, 3)
	b := stepped(t, m, model.Params{}, Options{}, 3)
	b.Velocity[2][1] = math.Nextafter32(b.Velocity[2][1], 9)
	must.Hold(t, !same(a, b), "a changed bit is not seen")
}

// A step allocates nothing, with hubs, chains, dampers, contacts and threads.
func TestStepAllocatesNothing(t *testing.T) {
	p := model.Params{Contacts: []model.Contact{model.Ground(0, 100, 1).WithFriction(0.5, 0.4)}}
	verlet := p
	verlet.Integrator = model.VelocityVerlet
	for _, m := range []*model.Model{cputest.Star(700), cputest.Network(300, 1, true), cputest.Strands(5, 100, model.Material{Stiffness: 100, Damping: 0.01})} {
		for _, kernel := range append(Kernels(model.Single), "") {
			params := p
			if kernel == "" {
				params = verlet
			}
			e := must.Get(makeEngine[float32](m, params, Options{Threads: 2, Kernel: kernel}))(t)
			if n := memorytest.Allocations(100, func() { _ = e.Step(3) }); n != 0 {
				t.Errorf("%s, %s: %g allocations for 3 steps", m.Name, kernel, n)
			}
			e.Close()
		}
	}
}

// A pinned mass stays bit for bit, and so does the sign of a zero; a pinned
// axis too, while the others move.
func TestPinsHoldEveryBit(t *testing.T) {
	m := cputest.Network(40, 2, false)
	m.Pin = make([]model.Pin, m.MassCount())
	for i := range m.Pin {
		m.Pin[i] = model.Pin(i % 8)
	}
	start := perturbedState(m, 1)
	for i := range start.Position {
		start.Position[i][i%3] = math.Copysign(0, -1)
	}
	for i := range 2 * len(Kernels(model.Single)) {
		kernel := Kernels(model.Single)[i/2]
		p := model.Params{Gravity: model.EarthGravity(), Integrator: []model.Integrator{model.SymplecticEuler, model.VelocityVerlet}[i%2],
			Contacts: []model.Contact{model.Ground(0.5, 100, 1).WithFriction(0.01, 0.01)}}
		e := must.Get(makeEngine[float32](m, p, Options{Kernel: kernel}))(t)
		must.Do(t, e.Reset(start))
		before := snapshot(t, e)
		_ = e.Step(5)
		after := snapshot(t, e)
		for i := range after.Position {
			for axis := range 3 {
				held := math.Float32bits(before.Position[i][axis]) == math.Float32bits(after.Position[i][axis]) && after.Velocity[i][axis] == 0
				if pinned := m.PinOf(i)&(model.PinX<<axis) != 0; held != pinned {
					t.Errorf("%s: mass %d, pin %d, axis %d: held is %v", kernel, i, m.PinOf(i), axis, held)
				}
			}
		}
		e.Close()
	}
}

// A divergence names the step, the lowest mass and their number; the engine
// stands still until it is reset.
func TestDivergence(t *testing.T) {
	m := withoutDampers(cputest.Star(100))
	for _, kernel := range Kernels(model.Single) {
		e := must.Get(makeEngine[float32](m, model.Params{DT: 1e3}, Options{Threads: 2, Kernel: kernel}))(t)
		start := m.Start()
		start.Step = 7
		start.Velocity[60] = model.Vec3{3e38, 0, 0}
		must.Do(t, e.Reset(start))
		must.Do(t, e.Step(5))
		var diverged *physics.DivergedError
		if err := e.Finish(); !errors.As(err, &diverged) {
			t.Fatalf("%s: Finish returned %v, want a divergence", kernel, err)
		}
		if diverged.Step != 8 || diverged.Mass != 60 || diverged.Count != 1 {
			t.Errorf("%s: step %d, mass %d, count %d; want 8, 60, 1", kernel, diverged.Step, diverged.Mass, diverged.Count)
		}
		if s := snapshot(t, e); s.Step != 8 {
			t.Errorf("%s: it went on to step %d", kernel, s.Step)
		}
		must.Be(t, errors.Join(e.Reset(m.Start()), e.Step(1), e.Finish()), nil, "%s: after a reset", kernel)
		e.Close()
		e.Close()
	}
}

// Every rate names the processor, the kernel and the threads.
func TestDescribe(t *testing.T) {
	for threads, want := range map[int]string{1: ", go, 1 thread", 2: ", go, 2 threads"} {
		e := must.Open(makeEngine[float32](cputest.Star(700), model.Params{}, Options{Threads: threads, Kernel: "go"}))(t)
		d := e.Describe()
		if d.Engine != "cpu" || d.Pipeline != "fused" || d.Precision != "single" || !strings.HasSuffix(d.Renderer, want) {
			t.Errorf("described as %+v, want %q", d, want)
		}
	}
}

// Figures tell how a lattice and a star are laid out.
func TestFigures(t *testing.T) {
	for _, c := range []struct {
		m       *model.Model
		order   string
		hubs    int
		regular bool
	}{{cputest.Preset(t, "lattice", 2000).Model, "given", 0, true}, {cputest.Star(700), "given", 1, false}} {
		e := must.Get(makeEngine[float32](c.m, model.Params{}, Options{}))(t)
		f := e.Figures()
		if f.Order != c.order || f.Hubs != c.hubs || (f.Regular == 1) != c.regular || (f.Once > 0.7 && f.Once < 1) != c.regular || f.Classes == 0 || f.TableBytes <= 0 || f.StateBytes <= 0 ||
			f.Padding < 0 || f.Padding >= 1 {
			t.Errorf("%s: %+v", c.m.Name, f)
		}
		if plan, err := plan[float32](c.m, model.Params{}); err != nil || plan != f {
			t.Errorf("%s: planned is %+v, %v; it is %+v", c.m.Name, plan, err, f)
		}
		e.Close()
	}
}

func TestRefusals(t *testing.T) {
	m := cputest.Star(3)
	for _, c := range []struct {
		name string
		make func() error
		want string
	}{
		{"model", func() error {
			_, err := makeEngine[float32](&model.Model{Mass: []float64{1}}, model.Params{}, Options{})
			return err
		}, "1 mass values for 0 masses"},
		{"params", func() error { _, err := makeEngine[float32](m, model.Params{DT: -1}, Options{}); return err }, "dt is -1"},
		{"threads", func() error { _, err := makeEngine[float32](m, model.Params{}, Options{Threads: -1}); return err }, "-1 threads"},
		{"state", func() error {
			e, err := makeEngine[float32](m, model.Params{}, Options{})
			if err != nil {
				return nil
			}
			defer e.Close()
			return e.Reset(&model.State{})
		}, "0 positions"},
		{"beyond float32", func() error {
			e, err := makeEngine[float32](m, model.Params{}, Options{})
			if err != nil {
				return nil
			}
			defer e.Close()
			s := m.Start()
			s.Position[2][1] = 1e300
			return e.Reset(s)
		}, "mass 2"},
	} {
		must.Say(t, c.name, c.make(), c.want)
	}
}
