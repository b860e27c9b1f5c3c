package edited

import (
	"errors"

	"hooke/model"
)

// ledgerView continues the energy ledger of the run where an engine begins a new one:
// when the engine is made anew, or its state is set. The energy that the change adds
// counts as work of constraints, as for a change of the parameters.
type ledgerView struct {
	earlier model.Ledger // the ledger up to the last change
	Open    bool         // whether earlier is in use
}

// ErrNoLedger means that an engine keeps no ledger.
var ErrNoLedger = errors.New("viewer: this engine keeps no ledger")

// Ledger returns the ledger of the run since its start, or since it was first kept.
func (r *Run) Ledger() (model.Ledger, error) {
	r.settle()
	keeper, ok := model.As[model.LedgerKeeper](r.Engine)
	if !ok {
		return model.Ledger{}, ErrNoLedger
	}
	l, err := keeper.Ledger()
	if err != nil || !r.View.Open {
		return l, err
	}
	before := r.View.earlier
	before.Constraints += l.Start.Total() - before.Now.Total()
	return model.Ledger{Start: before.Start, Now: l.Now, Flows: before.Flows.Plus(1, l.Flows)}, nil
}

// keepingLedger makes a change after which the engine begins a new ledger, or stops keeping one.
func (r *Run) keepingLedger(change func() error) error {
	if !r.Params.Ledger {
		r.View = ledgerView{}
		return change()
	}
	l, err := r.Ledger()
	if err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	if r.View = (ledgerView{}); r.Params.Ledger {
		r.View = ledgerView{earlier: l, Open: true}
	}
	return nil
}
