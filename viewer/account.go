//go:build !headless

package viewer

import (
	"errors"

	"hooke/model"
)

// account goes on with the energy ledger of the run where an engine begins a new one:
// when it is made anew, or its state is set. What the change itself makes of the
// energy is work of constraints, as a change of the parameters is.
type account struct {
	earlier model.Ledger // up to the last change
	open    bool         // whether that holds anything
}

var errNoLedger = errors.New("viewer: this engine keeps no ledger")

// ledger is the account of the run since its start, or since it was first kept.
func (e *experiment) ledger() (model.Ledger, error) {
	e.settle()
	keeper, ok := model.As[model.LedgerKeeper](e.engine)
	if !ok {
		return model.Ledger{}, errNoLedger
	}
	l, err := keeper.Ledger()
	if err != nil || !e.account.open {
		return l, err
	}
	before := e.account.earlier
	before.Constraints += l.Start.Total() - before.Now.Total()
	return model.Ledger{Start: before.Start, Now: l.Now, Flows: before.Flows.Plus(1, l.Flows)}, nil
}

// accounted makes a change after which the engine begins a new ledger.
func (e *experiment) accounted(change func() error) error {
	if !e.params.Ledger {
		e.account = account{}
		return change()
	}
	l, err := e.ledger()
	if err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	e.account = account{earlier: l, open: true}
	return nil
}
