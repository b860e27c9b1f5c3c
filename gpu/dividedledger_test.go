package gpu

import (
	"io/fs"
	"math"
	"os"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
)

// bookedCases are cases of the solvers that divide steps, with a ledger.
func bookedCases(t *testing.T) (out []sweepCase) {
	t.Helper()
	for _, c := range sweepCases(t) {
		c.params.Ledger = true
		out = append(out, c)
	}
	return out
}

// flowsApart is the largest difference of a term of the ledger from the reference, as a share of
// the energy that was exchanged, and its name.
func flowsApart(t *testing.T, ctx *glx.Context, c sweepCase, o Options) (off float64, name string) {
	t.Helper()
	want, err := stepped(t, c.model, c.params, c.start, c.steps).Ledger()
	must(t, err)
	e := started(t, ctx, c.model, c.params, c.start, o)
	defer e.Close()
	must(t, e.Step(c.steps))
	got, err := e.Ledger()
	must(t, err)
	for _, term := range []struct {
		name      string
		got, want float64
	}{
		{"start", got.Start.Total(), want.Start.Total()}, {"now", got.Now.Total(), want.Now.Total()},
		{"damping", got.Damping, want.Damping}, {"contact damping", got.ContactDamping, want.ContactDamping}, {"drag", got.Drag, want.Drag},
		{"friction", got.Friction, want.Friction}, {"actuators", got.Actuators, want.Actuators}, {"external", got.External, want.External},
		{"constraints", got.Constraints, want.Constraints}, {"solver", got.Solver, want.Solver},
	} {
		if c.params.Collision.Acts() && (term.name == "solver" || term.name == "contact damping") {
			// gpu books what dampers of pairs take, where those push as forces, as the solver's.
			term.name, term.got, term.want = "contact damping and solver", got.ContactDamping+got.Solver, want.ContactDamping+want.Solver
		}
		if part := math.Abs(term.got-term.want) / want.Exchanged(); !(part <= off) {
			off, name = part, term.name
		}
	}
	return off, name
}

// bookedTolerance is how far a term in single precision may be off: elastic energies of stiff
// springs are as far off as twice their stretch.
const (
	bookedTolerance = 1e-5
	doubleBooked    = 1e-9
)

// Ledgers of solvers that divide steps are those of the reference, term by term.
func TestLedgersOfBigStepsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range bookedCases(t) {
		for precision, tolerance := range map[options.Precision]float64{options.Single: bookedTolerance, options.Double: doubleBooked} {
			if os.Getenv("HOOKE_LONG") == "" && (k%3 != 0 || k%6 != 0 && precision == options.Double) {
				continue
			}
			off, name := flowsApart(t, ctx, c, Options{Precision: precision})
			t.Logf("%s, %v: %s %.2g", c.name, precision, name, off)
			if !(off <= tolerance) {
				t.Errorf("%s, %v: %s is off by %.2g of what was exchanged, want at most %.2g", c.name, precision, name, off, tolerance)
			}
		}
	}
}

// A work that is booked wrongly is seen.
func TestLedgersOfBigStepsSeeMutants(t *testing.T) {
	cases := bookedCases(t)
	for k, mutants := range map[int][]mutant{
		0: {
			{"book_springs.comp", "DT * j.damper * u * u", "real(0.9) * DT * j.damper * u * u"},
			{"book_springs.comp", "j.pulls && impulseOf(s) == real(0.0)", "false"},
			{"predict.comp", "* dragTaken()", "* real(2.0) * dragTaken()"},
		},
		1: {
			{"book_contacts.comp", "DT * c.damping * u * u", "real(0.0)"},
			{"sweep_contacts.comp", "dot(gain, both)", "dot(gain, v + v)"},
		},
		3: {
			{"book_actuators.comp", "-law.stiffness * longer", "real(-0.9) * law.stiffness * longer"},
			{"sweep_contacts.comp", "carried += given", "carried -= given"},
			{"predict.comp", "(slowed + pushed)", "(pushed + pushed)"},
			{"book_springs.comp", "bookSpring(WORK_HELD, s, impulseOf(s) * speed);", ""},
		},
		4: {{"rub_pushed.comp", "v + real(0.5) * gain", "v"}},
		5: {{"rub_pushed.comp", "book(WORK_CONSTRAINTS, i, given);", ""}},
		6: {
			{"book_substep.comp", "real(0.5) * damper", "real(0.45) * damper"},
			{"book_substep.comp", "(r.stretch <= real(0.0) || f <= real(0.0))", "r.stretch <= real(0.0)"},
			{"book_substep.comp", "z / real(n) * sum", "z * sum"},
			{"end_substep.comp", "v - real(0.5) * lost", "v"},
			{"book_substep.comp", "(pushed - c.stiffness * t.depth)", "real(0.9) * pushed"},
		},
		7: {{"book_substep.comp", "c = sharedBy(c, sharers);", ""}},
		8: {
			{"book_actuators.comp", "-law.stiffness * longer", "real(-0.9) * law.stiffness * longer"},
			{"book_substep.comp", "f -= y * d", "f += y * d"},
			{"book_substep.comp", "drag += slowing;", ""},
			{"book_substep.comp", "dot(f, d) + slowing", "dot(f, d)"},
			{"book_substep.comp", "- carried)", "+ carried)"},
			{"book_substep.comp", "given += pushed * carried;", ""},
			{"book_substep.comp", "p.force += f / r.distance * r.way;", ""},
			{"end_substep.comp", "carried += given;", ""},
			{"end_substep.comp", "taken += given;", ""},
		},
		9: {
			{"pair_book.comp", "DT * real(rub[rubAt(FROM, i)].w)", "real(0.0)"},
			{"pair_book.comp", "book(WORK_CONSTRAINTS, i, taken);", ""},
			{"pair_book.comp", "dot(v - w, v + w)", "dot(v - w, v + v)"},
			{"book_substep.comp", "-dot(dampOn(i), p.way)", "real(0.0)"},
			{"book_substep.comp", "p.force += pushOn(i);", ""},
		},
		10: {{"pair_bound.comp", "damped += (t.push - t.stiffness * t.depth) * t.normal;\n			}", "}\n			damped += (t.push - t.stiffness * t.depth) * t.normal;"}},
	} {
		if os.Getenv("HOOKE_LONG") == "" && k%3 != 0 {
			continue
		}
		seesMutants(t, mutants, 10*doubleBooked, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
			energy, _ = flowsApart(t, ctx, cases[k], Options{Shaders: files, Precision: options.Double}) // the larger terms hide nothing there
			return 0, energy
		})
	}
}

// A ledger leaves a run as it is, is the same however steps are asked for and over a
// checkpoint, and goes on where parameters change.
func TestLedgersOfBigStepsRepeat(t *testing.T) {
	ctx := gltest.New(t)
	all := bookedCases(t)
	for _, c := range []sweepCase{all[3], all[5], all[8], all[9]} {
		plain := c
		plain.params.Ledger = false
		var states [2]model.State
		for k, c := range []sweepCase{plain, c} {
			e := started(t, ctx, c.model, c.params, c.start, Options{})
			must(t, e.Step(4))
			must(t, e.ReadState(&states[k]))
		}
		if fault := agreement(ctx).Fault(c.start, &states[0], &states[1]); fault != "" {
			t.Errorf("%s: the ledger changes the run: %s", c.name, fault)
		}
		e, other := started(t, ctx, c.model, c.params, c.start, Options{}), started(t, ctx, c.model, c.params, c.start, Options{})
		must(t, e.Step(4))
		want, err := e.Ledger()
		must(t, err)
		must(t, other.Step(1))
		var saved model.Checkpoint
		must(t, other.Save(&saved))
		must(t, other.Step(2))
		must(t, other.Restore(&saved))
		_, err = other.Ledger()
		must(t, err)
		must(t, other.Step(3))
		if got, err := other.Ledger(); err != nil || got != want {
			t.Errorf("%s: in other batches and over a checkpoint the ledger is\n%+v, want\n%+v (%v)", c.name, got, want, err)
		}
		ref := stepped(t, c.model, c.params, c.start, 4)
		c.params.Substeps++
		must(t, ref.SetParams(c.params))
		must(t, e.SetParams(c.params))
		must(t, ref.Step(2))
		must(t, e.Step(2))
		got, err := e.Ledger()
		must(t, err)
		if want, err := ref.Ledger(); err != nil || math.Abs(got.Solver+got.ContactDamping-want.Solver-want.ContactDamping) > bookedTolerance*want.Exchanged() || math.Abs(got.Drag-want.Drag) > bookedTolerance*want.Exchanged() {
			t.Errorf("%s: after a change the ledger is\n%+v, want\n%+v (%v)", c.name, got, want, err)
		}
	}
}
