package gpu

import (
	"io/fs"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
)

// bookedRods are the rods of rodCase with a ledger.
func bookedRods() sweepCase {
	c := rodCase()
	c.params = c.params.Clone()
	c.params.Ledger, c.steps = true, 4
	last := c.params.Clamps[0]
	last.Masses, last.Axis = []uint32{99}, model.Vec3{1, 0, 0}
	c.params.Clamps = append(c.params.Clamps, last)
	return c
}

// The ledger of rods is that of the reference, term by term: what dampers and drag take of spins, and what
// clamps do. It goes on after a checkpoint, and energies are those of rods, too.
func TestLedgerOfRodsMatchesReference(t *testing.T) {
	ctx := gltest.New(t)
	c := bookedRods()
	for precision, tolerance := range map[options.Precision]float64{options.Single: 1e-4, options.Compensated: 2e-5, options.Double: 1e-9} {
		if off, name := flowsApart(t, ctx, c, Options{Precision: precision}); !(off <= tolerance) {
			t.Errorf("%v: %s is off by %.2g of what was exchanged, want at most %.2g", precision, name, off, tolerance)
		}
	}
	one, on := started(t, ctx, c.model, c.params, c.start, Options{}), started(t, ctx, c.model, c.params, c.start, Options{})
	defer one.Close()
	defer on.Close()
	must(t, on.Step(1))
	must(t, one.Step(2))
	var saved model.Checkpoint
	must(t, one.Save(&saved))
	must(t, on.Restore(&saved))
	must(t, one.Step(2))
	must(t, on.Step(2))
	want, err := one.Ledger()
	must(t, err)
	got, err := on.Ledger()
	must(t, err)
	if got != want {
		t.Errorf("resumed %+v, want %+v", got, want)
	}
	if energy, err := on.Energy(); err != nil || energy != want.Now {
		t.Errorf("energy %+v, %v, the ledger has %+v", energy, err, want.Now)
	}
}

func TestLedgerOfRodsSeesMutants(t *testing.T) {
	seesMutants(t, []mutant{
		{"book_rods.comp", "done += dot(cross(arm, impulse), spinOf(s));", ""},
		{"begin_rods.comp", "book(WORK_DRAG, k, real(spinningOf(rodOf(k).segment)) * dragTaken());", ""},
		{"book_rods.comp", "delay / (WIDE_DT + delay)", "delay / WIDE_DT"},
		{"book_rods.comp", "(isHeld(a) ? dot(impulse, spinOf(a)) : wide(0.0))", "wide(0.0)"},
		{"book_rods.comp", "(isHeld(b) ? dot(impulse, spinOf(b)) : wide(0.0))", "wide(0.0)"},
	}, 1e-8, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
		off, _ := flowsApart(t, ctx, bookedRods(), Options{Shaders: files, Precision: options.Double})
		return off, off
	})
}
