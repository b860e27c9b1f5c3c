package gpu

import (
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/model"
)

// heldCases are cases of solvers that divide steps, with a ledger, of which some have masses on
// paths, contacts that move, and pairs that push.
func heldCases(t *testing.T) []sweepCase {
	t.Helper()
	return slices.Concat(bookedCases(t), bookedTouches())
}

// A ledger leaves the motion as it is, whatever is held and by what.
func TestLedgersOfBigStepsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range heldCases(t) {
		if len(c.params.Guides)+len(c.params.Clamps) == 0 {
			continue
		}
		var states [2]model.State
		for k, on := range []bool{false, true} {
			p := c.params.Clone()
			p.Ledger = on
			e := started(t, ctx, c.model, p, c.start, Options{})
			must(t, e.Step(4))
			must(t, e.ReadState(&states[k]))
		}
		if fault := agreement(ctx).Fault(c.start, &states[0], &states[1]); fault != "" {
			t.Errorf("%s: the ledger changes the motion: %s", c.name, fault)
		}
	}
}
