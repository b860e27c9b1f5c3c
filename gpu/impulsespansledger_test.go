package gpu

import (
	"io/fs"
	"os"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
)

// bookedTouches are cases of contacts that push edges and triangles, and of pairs of masses, with a
// ledger; in some a mass in contact follows a path.
func bookedTouches() (out []sweepCase) {
	for k, c := range append(touchedCases(), pressedCases()...) {
		c.params.Ledger = true
		if i := map[int]uint32{2: 21, 4: 59, 5: 59}[k]; i > 0 {
			c.model.Pin[i], c.start.Velocity[i] = model.PinAll, model.Vec3{}
			c.params.Guides = []model.Guide{{Kind: model.OnPath, Masses: []uint32{i}, Path: model.Path{Amplitude: model.Vec3{0, 2e-3, 1e-3}, Frequency: 10}}}
		}
		out = append(out, c)
	}
	return out
}

// Ledgers of edges and triangles that contacts push, and of pairs of masses, are those of the reference, term by term.
func TestLedgersOfTouchesMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range bookedTouches() {
		for precision, tolerance := range map[options.Precision]float64{options.Single: bookedTolerance, options.Double: doubleBooked} {
			if ((precision == options.Double) != (k == 2 || k == 5) || k%3 == 0) && os.Getenv("HOOKE_LONG") == "" {
				continue
			}
			off, name := flowsApart(t, ctx, c, Options{Precision: precision})
			if !(off <= tolerance) {
				t.Errorf("%s, %v: %s is off by %.2g of what was exchanged, want at most %.2g", c.name, precision, name, off, tolerance)
			}
		}
	}
}

// A work of touches that is booked wrongly is seen. The short form has every fifth mutant.
func TestLedgersOfTouchesSeeMutants(t *testing.T) {
	cases := bookedTouches()
	for k, mutants := range map[int][]mutant{
		0: {{"book_spans.comp", "DT * c.damping * u * u", "real(0.0)"}},
		1: {
			{"span.comp", "real(0.5) * unpinned", "real(0.0) * unpinned"},
			{"span.comp", "book(WORK_FRICTION, s, taken(3u * s, all.mass.x) +", "book(WORK_FRICTION, s,"},
			{"span.comp", "(all.triangle ? taken(3u * s + 2u, all.mass.z) : real(0.0))", "taken(3u * s + 2u, all.mass.x)"},
		},
		2: {
			{"span.comp", "book(WORK_FRICTION, s, given);", ""},
			{"span.comp", "book(WORK_CONSTRAINTS, s, given);", ""},
			{"span_press.comp", "carried += dot(pushed, surface);", ""},
			{"span_press.comp", "carried -= dot(pushed, meanOf(t,", "carried -= real(0.0) * dot(pushed, meanOf(t,"},
			{"book_spans.comp", "c = metBy(c, k, s, all);", ""},
		},
		4: {{"book_pairs.comp", "pushed * dot(t.normal, v)", "real(0.0)"}},
		5: {
			{"pair_take.comp", "dot(w - v, w + v)", "dot(w - v, w + w)"},
			{"book_pairs.comp", "real(0.5) * DT * t.damping * u * u", "real(0.0)"},
			{"book_pairs.comp", "isSoft(t) ? real(0.0) :", ""},
			{"pair_take.comp", "book(WORK_CONSTRAINTS, p, taken);", ""},
			{"pair_take.comp", "book(WORK_FRICTION, p, taken);", ""},
		},
	} {
		if os.Getenv("HOOKE_LONG") == "" && k%2 == 1 {
			continue
		}
		seesMutants(t, mutants, 10*doubleBooked, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
			energy, _ = flowsApart(t, ctx, cases[k], Options{Shaders: files, Precision: options.Double})
			return 0, energy
		})
	}
}

// A ledger of touches leaves a run as it is, and goes on over a checkpoint.
func TestLedgersOfTouchesChangeNothing(t *testing.T) {
	ctx := gltest.New(t)
	for _, k := range []int{2, 5} {
		c := bookedTouches()[k]
		plain := c.params.Clone()
		plain.Ledger = false
		e := started(t, ctx, c.model, plain, c.start, Options{})
		booked := started(t, ctx, c.model, c.params, c.start, Options{})
		other := started(t, ctx, c.model, c.params, c.start, Options{})
		must(t, e.Step(4))
		must(t, booked.Step(2))
		var saved model.Checkpoint
		must(t, booked.Save(&saved))
		must(t, booked.Step(2))
		must(t, other.Restore(&saved))
		must(t, other.Step(2))
		var states [2]model.State
		must(t, e.ReadState(&states[0]))
		must(t, booked.ReadState(&states[1]))
		if fault := agreement(ctx).Fault(c.start, &states[0], &states[1]); fault != "" {
			t.Errorf("%s: the ledger changes the run: %s", c.name, fault)
		}
		want, err := booked.Ledger()
		must(t, err)
		got, err := other.Ledger()
		must(t, err)
		if want != got {
			t.Errorf("%s: after a checkpoint %+v, want %+v", c.name, got, want)
		}
	}
}
