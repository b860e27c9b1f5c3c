package cpu

import (
	"math"
	"testing"

	"hooke/model"
)

// handingModels are structures with a pattern: with and without dampers, of one
// class and of several, by offsets and by rows.
func handingModels(t *testing.T) []*model.Model {
	lattice := preset(t, "lattice", 30_000).Model
	return []*model.Model{lattice, withoutDampers(lattice), preset(t, "cloth", 8000).Model, layered(t), filled(t, 60_000)}
}

// Results do not depend on where workers begin, bit for bit, for every kernel: what
// was handed on before is evaluated again.
func TestHandingChangesNothing(t *testing.T) {
	for _, m := range handingModels(t) {
		for _, kernel := range Kernels() {
			want := oneStep(t, m, kernel, math.MaxInt, nil)
			for _, most := range []int{40, 97, 256} {
				if !same(want, oneStep(t, m, kernel, most, nil)) {
					t.Errorf("%s, %s: stretches of %d slices change the result", m.Name, kernel, most)
				}
			}
		}
	}
}

// A history that is too short ends elsewhere, and so does one that is not
// gone over: were the test above blind, it would prove nothing.
func TestHandingNeedsItsHistory(t *testing.T) {
	for _, m := range handingModels(t) {
		want := oneStep(t, m, "", math.MaxInt, nil)
		for name, tamper := range map[string]func(e *Engine){
			"short": func(e *Engine) { e.table.pattern.history /= 2 },
			"none":  func(e *Engine) { e.hand = func(*forcesCall) {} },
		} {
			if same(want, oneStep(t, m, "", 40, tamper)) {
				t.Errorf("%s: nothing is wrong with a history that is %s", m.Name, name)
			}
		}
	}
}

// oneStep takes a step by stretches of that many slices, beginning at the last one.
// What was handed on and all places of the state to come are poisoned before.
func oneStep(t *testing.T, m *model.Model, kernel string, most int, tamper func(e *Engine)) model.Snapshot {
	t.Helper()
	e, err := New(m, model.Params{DT: 1e-5, Gravity: model.EarthGravity()}, Options{Threads: 1, Kernel: kernel})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.Reset(stirredState(m, 2)); err != nil {
		t.Fatal(err)
	}
	if e.table.pattern.members == 0 {
		t.Fatalf("%s has no pattern", m.Name)
	}
	if tamper != nil {
		tamper(e)
	}
	worker := &e.workers[0]
	then := e.buffers.motion[1-e.buffers.current]
	for _, numbers := range [][]float32{then.arena, worker.forces.handing.rings, worker.forces.handing.carries} {
		for i := range numbers {
			numbers[i] = float32(math.NaN())
		}
	}
	count := len(e.masses.movable)
	most = min(most, count)
	for first := (count - 1) / most * most; first >= 0; first -= most {
		e.agenda.turn++
		e.stretch(worker, first, min(count, first+most), 0)
	}
	var s model.Snapshot
	e.buffers.current = 1 - e.buffers.current
	if err := e.Read(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// Whole runs end at the same bits for any number of threads, blocks and tiles, in
// both integrators.
func TestHandingInRuns(t *testing.T) {
	for _, m := range handingModels(t) {
		for _, p := range []model.Params{{}, {Integrator: model.VelocityVerlet}} {
			want := stepped(t, m, p, Options{Threads: 1}, 24)
			for name, change := range map[string]func(e *Engine){
				"5 threads":   func(*Engine) {},
				"blocks of 3": func(e *Engine) { e.blockOf = 3 },
				"tiles":       func(e *Engine) { tiled(e, 5*e.table.band) },
			} {
				threads := 1
				if name == "5 threads" {
					threads = 5
				}
				e, err := New(m, p, Options{Threads: threads})
				if err != nil {
					t.Fatal(err)
				}
				change(e)
				if err := e.Reset(stirredState(m, 2)); err != nil {
					t.Fatal(err)
				}
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
	for _, m := range handingModels(t) {
		e, err := New(m, model.Params{DT: 1e-5}, Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		if err := e.Reset(stirredState(m, 1)); err != nil {
			t.Fatal(err)
		}
		if e.table.paired == 0 {
			t.Fatalf("%s has no pairs", m.Name)
		}
		want := make([]model.Vec3, len(e.table.order.massOf))
		now := e.buffers.now()
		for _, tie := range wanted(m, 1e-5) {
			a, b := int(e.table.order.laneOf[tie.mass]), int(e.table.order.laneOf[tie.neighbor])
			d := widen(now.position.get(arrayX, b)).Sub(widen(now.position.get(arrayX, a)))
			n := d.Mul(1 / d.Len())
			pull := float64(tie.stiffness) * (d.Len() - float64(tie.rest))
			if tie.damping != 0 {
				pull += float64(tie.damping) * widen(now.velocity.get(arrayVX, b)).Sub(widen(now.velocity.get(arrayVX, a))).Dot(n)
			}
			want[a] = want[a].Add(n.Mul(pull))
		}
		full := e.classes.damped || e.classes.cables
		allowed := forceScale(e.table, e.classes, e, forceRoundings)
		for _, k := range kernels() {
			got := kernelForces(k, e, full)
			for lane := range want {
				for axis := range 3 {
					if f := float64(got[lane/width*3*width+axis*width+lane%width]); !(math.Abs(f-want[lane][axis]) <= allowed[lane]) {
						t.Fatalf("%s, %s: the force on lane %d along axis %d is %g, want %g, allowed is %g", m.Name, k.name, lane, axis, f, want[lane][axis], allowed[lane])
					}
				}
			}
		}
	}
}

// What is handed over is taken up base lanes further, wherever in the ring that is,
// and forces that are added up from lane to lane are those on one mass.
func TestRing(t *testing.T) {
	for _, r := range []run{{base: 1, count: 1}, {base: 1, count: 2}, {base: 16, count: 1}, {base: 16, count: 3}, {base: 17, count: 1}, {base: 31, count: 2}, {base: 32, count: 1}, {base: 100, count: 3}} {
		p := pattern{runs: []run{r}, members: r.count}
		h := newHanding(&p)
		got := map[int]float32{}
		const slices = 40
		for slice := range slices {
			var sum, acc [3][width]float32
			state, carry := &h.runs[0], 0
			at := span{back: 4 * int32(r.base), carries: math.MaxUint16}
			for lane := range width {
				if slice*width+lane >= r.base {
					at.takes |= 1 << lane
				}
			}
			state.takeUp(&sum, h.numbers[0], at)
			for k := range r.count {
				if k > 0 {
					h.shift(&acc, &carry, at.carries)
				}
				for lane := range width {
					// The force of the k-th spring of mass i is i, in units of their own.
					acc[k][lane] += float32(slice*width + lane)
				}
			}
			if h.numbers[0] != nil {
				state.handOver(&acc, h.numbers[0])
			} else {
				h.shift(&acc, &carry, at.carries)
				for k := range 3 {
					for lane := range width {
						sum[k][lane] -= acc[k][lane]
					}
				}
			}
			for lane := range width {
				for k := range r.count {
					got[(slice*width+lane)*3+k] = -sum[k][lane]
				}
			}
		}
		for mass := range slices * width {
			for k := range r.count {
				want := float32(max(0, mass-(r.base+r.count-1-k)))
				if got[mass*3+k] != want {
					t.Fatalf("run %v: on mass %d acts %g of spring %d, want %g", r, mass, got[mass*3+k], k, want)
				}
			}
		}
	}
}
