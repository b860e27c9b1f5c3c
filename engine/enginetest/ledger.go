package enginetest

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// There is a ledger only where Params.Ledger asks for it. A change of the parameters continues
// it; the change of energy is work.
func ledgerContinuesWithNewParameters(t *testing.T, on Subject) {
	m := modeltest.Free(2, model.Vec3{0, 0, 3})
	p := model.Params{DT: 1e-3, Gravity: model.Vec3{0, 0, -10}, DragHalfLife: 1, Ledger: true}
	e := on.open(t, m, p)
	if _, err := keeperOf(t, on.open(t, m, model.Params{})).Ledger(); err == nil || !strings.Contains(err.Error(), "Params.Ledger") {
		t.Errorf("without Params.Ledger the error is %v", err)
	}
	must.Do(t, e.Step(100))
	keeper := keeperOf(t, e)
	before := must.Get(keeper.Ledger())(t)
	p.Gravity[2], p.DT = -5, 2e-3
	must.Do(t, setParams(e, p))
	changed := must.Get(keeper.Ledger())(t)
	// Centered velocities are those of half a step later, which is another one now.
	if want := -before.Now.Gravitational / 2; !(math.Abs(changed.Constraints-want) < 1e-4*math.Abs(want)) {
		t.Errorf("halving gravity is %g J of work, want %g", changed.Constraints, want)
	}
	if changed.Drag != before.Drag || changed.Start != before.Start {
		t.Errorf("the account went from %+v to %+v", before, changed)
	}
	must.Do(t, e.Step(100))
	after := must.Get(keeper.Ledger())(t)
	if after.Drag <= changed.Drag || !(after.Closure() < 1e-3) {
		t.Errorf("the account does not go on, or does not close: %g of %+v", after.Closure(), after)
	}
}

// keeperOf returns the engine as one that keeps a ledger.
func keeperOf(t *testing.T, e model.Engine) model.LedgerKeeper {
	t.Helper()
	keeper, ok := model.As[model.LedgerKeeper](e)
	if !ok {
		t.Fatal("the engine keeps no ledger")
	}
	return keeper
}
