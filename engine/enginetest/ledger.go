package enginetest

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
)

// Changing the parameters goes on with the account; what it makes of the
// energy is work.
func ledgerContinuesWithNewParameters(t *testing.T, on Subject) {
	m := lump(2, model.Vec3{0, 0, 3})
	p := model.Params{DT: 1e-3, Gravity: model.Vec3{0, 0, -10}, DragHalfLife: 1, Ledger: true}
	e := on.open(t, m, p)
	must(t, e.Step(100))
	keeper := keeperOf(t, e)
	before, err := keeper.Ledger()
	must(t, err)
	p.Gravity[2], p.DT = -5, 2e-3
	must(t, setParams(e, p))
	changed, err := keeper.Ledger()
	must(t, err)
	// Centered velocities are those of half a step later, which is another one now.
	if want := -before.Now.Gravitational / 2; !(math.Abs(changed.Constraints-want) < 1e-4*math.Abs(want)) {
		t.Errorf("halving gravity is %g J of work, want %g", changed.Constraints, want)
	}
	if changed.Drag != before.Drag || changed.Start != before.Start {
		t.Errorf("the account went from %+v to %+v", before, changed)
	}
	must(t, e.Step(100))
	after, err := keeper.Ledger()
	must(t, err)
	if after.Drag <= changed.Drag || !(after.Closure() < 1e-3) {
		t.Errorf("the account does not go on, or does not close: %g of %+v", after.Closure(), after)
	}
}

// Without Params.Ledger there is none.
func noLedgerUnlessAskedFor(t *testing.T, on Subject) {
	e := on.open(t, lump(1, model.Vec3{}), model.Params{})
	if _, err := keeperOf(t, e).Ledger(); err == nil || !strings.Contains(err.Error(), "Params.Ledger") {
		t.Errorf("the error is %v", err)
	}
}

// keeperOf is the engine as one that keeps a ledger.
func keeperOf(t *testing.T, e model.Engine) model.LedgerKeeper {
	t.Helper()
	keeper, ok := model.As[model.LedgerKeeper](e)
	if !ok {
		t.Fatal("the engine keeps no ledger")
	}
	return keeper
}
