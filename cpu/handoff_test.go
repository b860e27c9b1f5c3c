package cpu

import (
	"math"
	"runtime"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// handoffModels are structures with a pattern: with and without dampers, of one
// class and of several, by offsets and by rows.
func handoffModels(t *testing.T) []*model.Model {
	lattice := cputest.Preset(t, "lattice", 30_000).Model
	return []*model.Model{lattice, withoutDampers(lattice), cputest.Preset(t, "cloth", 8000).Model, cputest.Layered(t), cputest.Preset(t, "spot", 60_000).Model}
}

// Results do not depend on where workers begin, bit for bit, for every kernel: forces that were handed on
// before are evaluated again.
func TestHandoffChangesNothing(t *testing.T) {
	for _, m := range handoffModels(t) {
		for k, kernel := range Kernels(model.Single) {
			want := oneStep(t, m, kernel, math.MaxInt, nil)
			for n, most := range []int{40, 97, 256} {
				if !must.Long() && n != k%3 {
					continue
				}
				if !same(want, oneStep(t, m, kernel, most, nil)) {
					t.Errorf("%s, %s: stretches of %d slices change the result", m.Name, kernel, most)
				}
			}
		}
	}
}

// A history that is too short ends elsewhere, and so does one that is not
// gone over: were the test above blind, it would prove nothing.
func TestHandoffNeedsItsHistory(t *testing.T) {
	for _, m := range handoffModels(t) {
		want := oneStep(t, m, "", math.MaxInt, nil)
		for name, tamper := range map[string]func(e *engine[float32]){
			"short": func(e *engine[float32]) { e.table.Pattern.History /= 2 },
			"none":  func(e *engine[float32]) { e.code.hand = func(*kernels.ForcesCall[float32]) {} },
		} {
			if same(want, oneStep(t, m, "", 40, tamper)) {
				t.Errorf("%s: nothing is wrong with a history that is %s", m.Name, name)
			}
		}
	}
}

// oneStep takes a step by stretches of that many slices, beginning at the last one.
// The forces handed on and all positions of the next state are poisoned before.
func oneStep(t *testing.T, m *model.Model, kernel string, most int, tamper func(e *engine[float32])) model.Snapshot {
	t.Helper()
	e := must.Get(makeEngine[float32](m, model.Params{DT: 1e-5, Gravity: model.EarthGravity()}, Options{Threads: 1, Kernel: kernel}))(t)
	defer e.Close()
	must.Do(t, e.Reset(perturbedState(m, 2)))
	if e.table.Pattern.Members == 0 {
		t.Fatalf("%s has no pattern", m.Name)
	}
	if tamper != nil {
		tamper(e)
	}
	worker := &e.workers[0]
	then := e.buffers.motion[1-e.buffers.current]
	for _, numbers := range [][]float32{then.Arena, worker.forces.Handoff.Rings, worker.forces.Handoff.Carries} {
		for i := range numbers {
			numbers[i] = float32(math.NaN())
		}
	}
	count := len(e.run.integration.Masses.Movable)
	most = min(most, count)
	for first := (count - 1) / most * most; first >= 0; first -= most {
		e.progress.schedule.turn++
		e.stretch(worker, first, min(count, first+most), 0)
	}
	var s model.Snapshot
	e.buffers.current = 1 - e.buffers.current
	must.Do(t, e.Read(&s))
	return s
}

// Whole runs end at the same bits for any number of threads, blocks and tiles, in
// both integrators.
func TestHandoffInRuns(t *testing.T) {
	for turn, m := range handoffModels(t) {
		for k, p := range []model.Params{{}, {Integrator: model.VelocityVerlet}} {
			if !must.Long() && (turn+k)%2 > 0 {
				continue
			}
			want := stepped(t, m, p, Options{Threads: 1}, 24)
			for name, change := range map[string]func(e *engine[float32]){
				"5 threads":   func(*engine[float32]) {},
				"blocks of 3": func(e *engine[float32]) { e.blockOf = 3 },
				"tiles":       func(e *engine[float32]) { tiled(e, 5*e.table.Band) },
			} {
				threads := 1
				if name == "5 threads" {
					threads = 5
				}
				e := must.Get(makeEngine[float32](m, p, Options{Threads: threads}))(t)
				change(e)
				must.Do(t, e.Reset(perturbedState(m, 2)))
				_ = e.Step(24)
				if !same(want, snapshot(t, e)) {
					t.Errorf("%s, %v: %s change the result", m.Name, p.Integrator, name)
				}
				e.Close()
			}
		}
	}
}

// The forces of springs, whether they are evaluated for both of their ends or not,
// arrive at both: sums are those of all springs, each by itself in float64.
func TestHandedForcesArrive(t *testing.T) {
	for _, m := range handoffModels(t) {
		e := must.Open(makeEngine[float32](m, model.Params{DT: 1e-5}, Options{Threads: 1}))(t)
		must.Do(t, e.Reset(perturbedState(m, 1)))
		if e.table.Paired == 0 {
			t.Fatalf("%s has no pairs", m.Name)
		}
		want := make([]model.Vec3, len(e.table.Order.MassOf))
		now := e.buffers.now()
		for _, tie := range cputest.WantedTies(m, 1e-5) {
			a, b := int(e.table.Order.LaneOf[tie.Mass]), int(e.table.Order.LaneOf[tie.Neighbor])
			d := kernels.Widen(now.Position.Get(kernels.ArrayX, b)).Sub(kernels.Widen(now.Position.Get(kernels.ArrayX, a)))
			n := d.Mul(1 / d.Len())
			pull := float64(tie.Stiffness) * (d.Len() - float64(tie.Rest))
			if tie.Damping != 0 {
				pull += float64(tie.Damping) * kernels.Widen(now.Velocity.Get(kernels.ArrayVX, b)).Sub(kernels.Widen(now.Velocity.Get(kernels.ArrayVX, a))).Dot(n)
			}
			want[a] = want[a].Add(n.Mul(pull))
		}
		full := e.classes.Damped || e.classes.Cables
		allowed := forceScale(e.table, e.classes, e, forceRoundings)
		for _, k := range kernels.ForThisMachine[float32]() {
			got := kernelForces(k, e, full)
			for lane := range want {
				for axis := range 3 {
					if f := float64(got[lane/table.Width*3*table.Width+axis*table.Width+lane%table.Width]); !(math.Abs(f-want[lane][axis]) <= allowed[lane]) {
						t.Fatalf("%s, %s: the force on lane %d along axis %d is %g, want %g, allowed is %g", m.Name, k.Name, lane, axis, f, want[lane][axis], allowed[lane])
					}
				}
			}
		}
	}
}

// Forces that are handed over are taken up base lanes further, wherever in the ring that is, and forces that
// are added up from lane to lane are those on one mass.
func TestRing(t *testing.T) {
	for _, r := range []table.Run{{Base: 1, Count: 1}, {Base: 1, Count: 2}, {Base: 16, Count: 1}, {Base: 16, Count: 3}, {Base: 17, Count: 1}, {Base: 31, Count: 2}, {Base: 32, Count: 1}, {Base: 100, Count: 3}} {
		p := table.Pattern{Runs: []table.Run{r}, Members: r.Count}
		h := kernels.NewForceHandoff[float32](&p)
		got := map[int]float32{}
		const slices = 40
		for slice := range slices {
			var sum [3][table.Width]float32
			var acc kernels.Handed[float32]
			state, carry := &h.Runs[0], 0
			at := table.Span{Back: 4 * int32(r.Base), Carries: math.MaxUint16}
			for lane := range table.Width {
				if slice*table.Width+lane >= r.Base {
					at.Takes |= 1 << lane
				}
			}
			state.TakeUp(&sum, h.Numbers[0], at)
			for k := range r.Count {
				if k > 0 {
					h.Shift(&acc, &carry, at.Carries)
				}
				for lane := table.Width - 1; lane >= 0; lane-- {
					for axis := range acc {
						acc[axis][lane+1] = acc[axis][lane]
					}
					// The force of the k-th spring of mass i is i, in units of their own.
					acc[k][lane+1] += float32(slice*table.Width + lane)
				}
			}
			if h.Numbers[0] != nil {
				state.HandOver(&acc, h.Numbers[0])
			} else {
				h.Shift(&acc, &carry, at.Carries)
				for k := range 3 {
					for lane := range table.Width {
						sum[k][lane] -= acc[k][lane]
					}
				}
			}
			for lane := range table.Width {
				for k := range r.Count {
					got[(slice*table.Width+lane)*3+k] = -sum[k][lane]
				}
			}
		}
		for mass := range slices * table.Width {
			for k := range r.Count {
				want := float32(max(0, mass-(r.Base+r.Count-1-k)))
				if got[mass*3+k] != want {
					t.Fatalf("run %v: on mass %d acts %g of spring %d, want %g", r, mass, got[mass*3+k], k, want)
				}
			}
		}
	}
}

// Small models step with one thread and large ones with all, unless a number is asked for; the
// rule that Plan tells is that of the engine. States are the same bit for bit.
func TestThreadsAreWorthTheirTime(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	canon := func(n int) *scene.Scene {
		m, start, err := build.Canon(n)
		must.Do(t, err)
		return &scene.Scene{Model: m, Params: model.Params{DT: build.CanonStep}, Start: start}
	}
	rope := cputest.Preset(t, "rope", 30_000)
	driven := *rope
	driven.Params = rope.Params.Clone()
	driven.Params.Actuators = []model.Actuator{{Amplitude: 0.01, Frequency: 1}}
	for _, c := range []struct {
		name  string
		scene *scene.Scene
		want  map[string]int // of each kernel
	}{
		{"walker", cputest.Preset(t, "walker", 0), map[string]int{"avx512": 1, "avx2": 1, "go": 2}},
		{"canon 8³", canon(8), map[string]int{"avx512": 1, "avx2": 1, "go": 2}},
		{"canon 26³", canon(26), map[string]int{"avx512": 2, "avx2": 2, "go": 2}},
		{"rope, tiles of many steps", rope, map[string]int{"avx512": 2, "avx2": 2, "go": 2}},
	} {
		if f, err := Plan(c.scene.Model, c.scene.Params, model.Single); err != nil || f.Threads != c.want[Kernels(model.Single)[0]] {
			t.Errorf("%s: the plan has %d threads; %v", c.name, f.Threads, err)
		}
		for _, kernel := range Kernels(model.Single) {
			var first model.Snapshot
			for _, asked := range []int{0, 1, 2} {
				e := must.Get(makeEngine[float32](c.scene.Model, c.scene.Params, Options{Threads: asked, Kernel: kernel}))(t)
				want := asked
				if asked == 0 {
					want = c.want[kernel]
				}
				if got := e.Threads(); got != want {
					t.Errorf("%s, %s, %d threads asked for: %d step, want %d (a sweep takes %v)", c.name, kernel, asked, got, want, e.Figures().SweepTime)
				}
				_ = e.Step(2)
				if now := snapshot(t, e); asked == 0 {
					first = now
				} else if !same(first, now) {
					t.Errorf("%s, %s: %d threads end elsewhere than those that the engine chooses", c.name, kernel, asked)
				}
				e.Close()
			}
		}
	}
	// Other parameters may be worth fewer threads, and the state stays.
	e := newEngine(t, rope.Model, rope.Params, rope.Start)
	defer e.Close()
	_ = e.Step(5)
	before, with := snapshot(t, e), e.Threads()
	must.Do(t, e.SetParams(driven.Params))
	if e.kernel.Name == "avx512" && (with != 2 || e.Threads() != 1) || !same(before, snapshot(t, e)) {
		t.Errorf("%d threads, then %d, or another state", with, e.Threads())
	}
	if err := e.Step(5); err != nil {
		t.Error(err)
	}
}
