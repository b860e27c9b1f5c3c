package cpuref

import (
	"strings"
	"testing"

	"hooke/model"
)

// The reference keeps energy, and its ledger closes.
func TestReferenceKeepsEnergy(t *testing.T) {
	rows, err := CheckEnergy(DriftTolerance, func(m *model.Model, p model.Params) (model.Engine, error) { return New(m, p) })
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		t.Logf("%s: %s: %.3g of %g; %s", r.Case, r.Check, r.Max, r.Tolerance, r.Detail)
		if !r.OK {
			t.Errorf("%s: %s", r.Check, r.Detail)
		}
	}
	if len(rows) != len(keepingIntegrators())+1 {
		t.Errorf("%d rows", len(rows))
	}
}

// leaking loses a part of its energy that grows with time, and of what it
// dissipates.
type leaking struct{ *Engine }

func (l leaking) Energy() (model.Energy, error) {
	e, err := l.Engine.Energy()
	e.Elastic -= 4e-3 * float64(l.State().Step) / driftSteps * e.Total()
	return e, err
}

func (l leaking) Ledger() (model.Ledger, error) {
	out, err := l.Engine.Ledger()
	out.Damping *= 0.98
	return out, err
}

func TestCheckEnergySeesALeak(t *testing.T) {
	rows, err := CheckEnergy(DriftTolerance, func(m *model.Model, p model.Params) (model.Engine, error) {
		e, err := New(m, p)
		return leaking{e}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.OK {
			t.Errorf("%s: a leak is not seen: %s", r.Check, r.Detail)
		}
	}
}

// An engine that keeps no ledger is an error and no pass.
func TestCheckEnergyNeedsALedger(t *testing.T) {
	_, err := CheckEnergy(DriftTolerance, func(m *model.Model, p model.Params) (model.Engine, error) {
		e, err := New(m, p)
		return struct{ model.Engine }{e}, err
	})
	if err == nil || !strings.Contains(err.Error(), "keeps no ledger") {
		t.Errorf("the error is %v", err)
	}
}
