package cpu

import (
	"slices"
	"strings"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/engine/check"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// The negative controls: engines that are wrong in one way, and a check that
// must see it. Were the proof blind, TestCheck would prove nothing.
func TestCheckFailsMutants(t *testing.T) {
	canon, start, err := build.Canon(6)
	must.Do(t, err)
	lattice := check.Case{Name: "canon", Model: canon, Start: start, Params: model.Params{DT: build.CanonStep}, Steps: 20, Shared: &check.Shared{}}
	irregular := check.Case{Name: "network", Model: cputest.NearNetwork(300, 2), Params: model.Params{DT: 1e-5}, Steps: 20, Shared: &check.Shared{}}
	faults := must.Faults()
	const one, contacts = "step parity, 1 step", "step parity, contacts"
	for _, mutant := range []struct {
		name   string
		sc     check.Case
		tamper func(e *engine[float32])
		check  string
	}{
		{"nothing", lattice, func(*engine[float32]) {}, ""},
		{"a slot lacks a lane", lattice, func(e *engine[float32]) { s := liveSlot(e.table); s.Lanes &= s.Lanes - 1 }, one},
		{"a slot has an offset by one", lattice, func(e *engine[float32]) { liveSlot(e.table).Offset++ }, one},
		{"a pair lacks a lane", lattice, func(e *engine[float32]) { p := livePair(e.table); p.Lanes &= p.Lanes - 1 }, one},
		{"a pair is of another class", lattice, func(e *engine[float32]) { livePair(e.table).Class ^= table.RecordPlaces }, one},
		{"forces are handed on to the mass after", lattice, func(e *engine[float32]) { firstSpan(e.table).Back -= 4 }, one},
		{"neighbors in a run are one off", lattice, func(e *engine[float32]) { firstSpan(e.table).Ahead += 4 }, one},
		{"nothing is handed on", lattice, func(e *engine[float32]) { firstRing(e).Count = 0 }, one},
		{"a class is 1 % stiffer", lattice, func(e *engine[float32]) { e.table.Records[0].Stiffness *= 1.01 }, one},
		{"a class is 1 % longer", lattice, func(e *engine[float32]) { e.table.Records[0].Pull *= 1.01; e.table.Records[0].HalfPull *= 1.01 }, one},
		{"no dampers", lattice, func(e *engine[float32]) {
			for i := range e.table.Records {
				e.table.Records[i].Damping, e.table.Records[i].Quarter = 0, 0
			}
		}, one},
		{"an entry has another neighbor", irregular, func(e *engine[float32]) { e.table.Columns[0] += 16 * 40 }, one},
		{"no columns", irregular, func(e *engine[float32]) {
			for i := range e.table.Ends {
				e.table.Ends[i].Column = 0
			}
		}, one},
		{"a mass is 1 % heavier", lattice, func(e *engine[float32]) { e.run.integration.Masses.PerMass[e.table.Order.LaneOf[60]] *= 0.99 }, one},
		{"a pinned axis moves", lattice, func(e *engine[float32]) { e.run.integration.Masses.Movable[0][0] = 0xffff }, one},
		{"a mass is held", lattice, func(e *engine[float32]) { e.run.integration.Masses.Movable[5][1] = 0 }, one},
		{"no gravity", lattice, func(e *engine[float32]) {
			e.run.integration.Numbers.Gravity, e.run.integration.Numbers.Fall = [3]float32{}, [3]float32{}
		}, one},
		{"no gravity in symplectic Euler", lattice, func(e *engine[float32]) { e.run.integration.Numbers.Fall = [3]float32{} }, one},
		{"no drag", lattice, func(e *engine[float32]) { e.run.integration.Numbers.Drag = 1 }, one},
		{"double the step", lattice, func(e *engine[float32]) { e.run.integration.Numbers.DT *= 2 }, one},
		{"no planes", lattice, func(e *engine[float32]) { e.run.integration.Planes = nil }, one},
		{"no friction", lattice, func(e *engine[float32]) {
			for i := range e.run.integration.Solids {
				e.run.integration.Solids[i].Static, e.run.integration.Solids[i].Kinetic = 0, 0
			}
		}, contacts},
		{"soft contacts", lattice, func(e *engine[float32]) {
			for i := range e.run.integration.Solids {
				e.run.integration.Solids[i].Stiffness *= 0.9
			}
		}, contacts},
		{"positions stay", lattice, func(e *engine[float32]) {
			e.code.integral, e.code.steps = func(*kernels.IntegrateCall[float32]) {}, nil
		}, one},
		{"no forces", lattice, func(e *engine[float32]) {
			e.code.forces, e.code.steps = func(c *kernels.ForcesCall[float32]) { clear(c.Force) }, nil
		}, one},
		{"a block is left out", lattice, func(e *engine[float32]) {
			work := e.threads.Work
			e.threads.Work = func(thread, block int) {
				if block != 0 {
					work(thread, block)
				}
			}
		}, one},
		{"verlet without its first acceleration", lattice, func(e *engine[float32]) { e.progress.schedule.primed = true }, "verlet parity, 1"},
		{"verlet with drag at the old velocity", lattice, func(e *engine[float32]) { e.run.integration.Numbers.Rate = 0 }, "verlet parity, 1"},
		{"verlet drifts twice as far", lattice, func(e *engine[float32]) { e.run.integration.Numbers.Half *= 2 }, "verlet parity, 1"},
		{"a step is not counted", lattice, func(e *engine[float32]) { e.progress.start++ }, "step count"},
	} {
		if mutant.check != "" && !faults() {
			continue
		}
		switch { // the part alone that must see it
		case mutant.check == "":
			mutant.sc.Parts = slices.DeleteFunc(check.Parts(), func(part string) bool { return strings.Contains(part, "ledger") })
		case strings.HasPrefix(mutant.check, "step parity"):
			mutant.sc.Parts = []string{"steps"}
		case strings.HasPrefix(mutant.check, "verlet"):
			mutant.sc.Parts = []string{"integrators"}
		default:
			mutant.sc.Parts = []string{"invariants"}
		}
		rows := must.Get(check.Prove(mutant.sc, func(m *model.Model, p model.Params) (check.Subject, error) {
			e, err := makeEngine[float32](m, p, Options{Threads: 1})
			return tampered{subject{e}, mutant.tamper}, err
		}))(t)
		var failed []string
		for _, r := range rows {
			if !r.OK {
				failed = append(failed, r.Check)
			}
		}
		if mutant.check == "" && failed != nil || mutant.check != "" && !slices.Contains(failed, mutant.check) {
			t.Errorf("%s: fails %q, want %q among them", mutant.name, failed, mutant.check)
		}
	}
}

// tampered is an engine that is made wrong once its state is set.
type tampered struct {
	subject
	tamper func(e *engine[float32])
}

func (t tampered) Reset(s *model.State) error {
	err := t.subject.Reset(s)
	t.tamper(t.engine)
	return err
}

// liveSlot returns a used slot in the middle of a table, or none.
func liveSlot(t *table.Table[float32]) *table.Slot {
	if len(t.Slots) == 0 {
		return &table.Slot{}
	}
	return &t.Slots[len(t.Slots)/2]
}

// livePair returns a used pair in the middle of a table, or none.
func livePair(t *table.Table[float32]) *table.Pair {
	for i := len(t.Pairs) / 2; i < len(t.Pairs); i++ {
		if t.Pairs[i].Lanes != 0 {
			return &t.Pairs[i]
		}
	}
	return &table.Pair{}
}

// firstRing returns the nearest run with a ring, or none.
func firstRing(e *engine[float32]) *kernels.RunState[float32] {
	runs := e.workers[0].forces.Handoff.Runs
	for i := range runs {
		if runs[i].Ring != nil {
			return &runs[i]
		}
	}
	return &kernels.RunState[float32]{}
}

// firstSpan is a span in the middle of a table of a run with a ring, or none.
func firstSpan(t *table.Table[float32]) *table.Span {
	for i := len(t.Spans) / 2; i < len(t.Spans); i++ {
		if t.Spans[i].Back > 4*table.Width && t.Spans[i].Takes != 0 {
			return &t.Spans[i]
		}
	}
	return &table.Span{}
}

// subject is the engine on trial before cpuref.Check. It is one fused pass, so
// that only whole steps can be compared.
type subject struct{ *engine[float32] }

func (subject) Passes() []string               { return nil }
func (subject) RunPass(string) error           { return nil }
func (subject) ReadForces([][3]float32) error  { return nil }
func (subject) WriteForces([][3]float32) error { return nil }
func (subject) ReadStage([][3]float32) error   { return nil }
func (subject) WriteStage([][3]float32) error  { return nil }

// The proof of every engine: step parity from perturbed states, in which every
// term acts, contacts of all shapes, and the invariants of long runs. In the short form the
// fastest kernel alone makes the long runs.
func TestCheck(t *testing.T) {
	cases := cputest.Cases(t)
	for k := range cases {
		cases[k].Shared = &check.Shared{} // all kernels are compared with one run of the reference
	}
	for k, kernel := range Kernels(model.Single) {
		for c, sc := range cases {
			if !must.Long() && (k > 0 && c%(2*len(Kernels(model.Single))) != k || k == 0 && c%2 == 1) {
				continue
			}
			want := 45
			if k > 0 && !must.Long() {
				sc.Parts, want = []string{"steps"}, 0
			}
			rows, err := check.Prove(sc, func(m *model.Model, p model.Params) (check.Subject, error) {
				e, err := makeEngine[float32](m, p, Options{Threads: 2, Kernel: kernel})
				return subject{e}, err
			})
			if err != nil {
				t.Fatalf("%s: %s: %v", kernel, sc.Name, err)
			}
			depend := 0 // rows of parts that some structures lack
			for _, r := range rows {
				if slices.ContainsFunc([]string{"force on a group", "springs and triangles collide", "force tables"}, func(part string) bool { return strings.Contains(r.Check, part) }) {
					depend++
				}
			}
			if len(rows) == 0 || want > 0 && len(rows)-depend != want {
				t.Errorf("%s: %s: %d rows, want %d", kernel, sc.Name, len(rows)-depend, want)
			}
			for _, r := range rows {
				t.Logf("%-7s %-16s %-22s max %9.3g tolerance %9.3g", kernel, r.Case, r.Check, r.Max, r.Tolerance)
				if !r.OK {
					t.Errorf("%s: %s: %s: max %g, tolerance %g; %s", kernel, r.Case, r.Check, r.Max, r.Tolerance, r.Detail)
				}
			}
		}
	}
}
