package gpu

import (
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/model"
)

// heldCases are cases of solvers that divide steps, with a ledger, of which some have masses on
// paths, segments in clamps, contacts that move, and pairs that push.
func heldCases(t *testing.T) []sweepCase {
	t.Helper()
	return slices.Concat(bookedCases(t), bookedTouches(), []sweepCase{bookedRods()})
}

// A ledger changes no bit of the motion, whatever is held and by what.
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
		if a, b := &states[0], &states[1]; !slices.Equal(a.Position, b.Position) || !slices.Equal(a.Velocity, b.Velocity) ||
			!slices.Equal(a.Orientation, b.Orientation) || !slices.Equal(a.AngularVelocity, b.AngularVelocity) {
			t.Errorf("%s: the ledger changes the motion", c.name)
		}
	}
}
