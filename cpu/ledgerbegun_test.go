package cpu

import (
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// A ledger that is first wanted at a state no step led to, as after a reset, begins there: in every
// solver, with powers as a task of steps and without. Steps go on from it, and it closes as that of
// an engine that has kept one from the start.
func TestLedgerBeginsWhereItIsFirstWanted(t *testing.T) {
	m, p, start := modeltest.Thrown()
	for _, solver := range model.Solvers() {
		if model.Support(model.FullLedger, solver, model.EngineCPU, model.Single) == model.None {
			continue
		}
		p := p.SolvedBy(solver)
		var books [2]model.Ledger
		for which, late := range []bool{false, true} {
			p.Ledger = !late
			e, err := New(m, p, Options{})
			if err != nil {
				t.Fatalf("%v: %v", solver, err)
			}
			defer e.Close()
			must.Do(t, e.Reset(start))
			if p.Ledger = true; late {
				must.Do(t, e.SetParams(p))
			}
			if books[which], err = e.Ledger(); err != nil || books[which].Now.Total() == 0 {
				t.Fatalf("%v: the ledger at the start is %+v, error %v", solver, books[which], err)
			}
			must.Do(t, e.Step(20))
			if books[which], err = e.Ledger(); err != nil {
				t.Fatal(err)
			}
		}
		if books[0] != books[1] {
			t.Errorf("%v: wanted late the ledger is\n%+v, from the start\n%+v", solver, books[1], books[0])
		}
	}
}
