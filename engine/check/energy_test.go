package check

import (
	"reflect"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
)

// shorter is the factor by which the short form's runs are shorter.
var shorter = must.Sized(4, 1)

// The reference keeps energy, and its ledger closes.
func TestReferenceKeepsEnergy(t *testing.T) {
	rows := must.Get(Energy(DriftTolerance, shorter, func(m *model.Model, p model.Params) (model.Engine, error) { return cpuref.New(m, p) }))(t)
	for _, r := range rows {
		t.Logf("%s: %s: %.3g of %g; %s", r.Case, r.Check, r.Max, r.Tolerance, r.Detail)
		must.Hold(t, r.OK, "%s: %s", r.Check, r.Detail)
	}
	must.Be(t, len(rows), len(keepingIntegrators())+2*len(closingIntegrators()), "rows")
}

// leaking loses a part of its energy that grows with time, and a part of its dissipation.
type leaking struct{ *cpuref.Engine }

func (l leaking) Energy() (model.Energy, error) {
	e, err := l.Engine.Energy()
	e.Elastic -= 4e-3 * float64(l.State().Step) / float64(driftSteps/shorter) * e.Total()
	return e, err
}

func (l leaking) Ledger() (model.Ledger, error) {
	out, err := l.Engine.Ledger()
	out.Damping *= 0.9
	return out, err
}

func TestCheckEnergySeesALeak(t *testing.T) {
	rows := must.Get(Energy(DriftTolerance, shorter, func(m *model.Model, p model.Params) (model.Engine, error) {
		e, err := cpuref.New(m, p)
		return leaking{e}, err
	}))(t)
	for _, r := range rows {
		must.Hold(t, !r.OK, "%s: a leak is not seen: %s", r.Check, r.Detail)
	}
}

// keeping hands over the ledger that it is asked for.
type keeping struct {
	*cpuref.Engine
	to *model.Ledger
}

func (k keeping) Ledger() (out model.Ledger, err error) {
	out, err = k.Engine.Ledger()
	*k.to = out
	return out, err
}

// A ledger that lacks any one of its terms does not close in one case at least.
func TestClosureNeedsEveryTerm(t *testing.T) {
	missed := map[string]bool{}
	for _, loaded := range []bool{false, true} {
		var l model.Ledger
		check := &trial{scale: 1}
		must.Do(t, check.closure(model.VelocityVerlet, loaded, closureTime, func(m *model.Model, p model.Params) (model.Engine, error) {
			e, err := cpuref.New(m, p)
			return keeping{e, &l}, err
		}))
		flows := reflect.TypeFor[model.Flows]()
		for i := range flows.NumField() {
			less, name := l, flows.Field(i).Name
			if name == "Solver" || name == "Fracture" || name == "Plastic" { // nothing divides a step, and no spring changes
				continue
			}
			reflect.ValueOf(&less.Flows).Elem().Field(i).SetFloat(0)
			missed[name] = missed[name] || less.Closure() > ClosureTolerance
		}
	}
	for term, seen := range missed {
		must.Hold(t, seen, "a ledger without %s closes", term)
	}
}

// An engine that keeps no ledger is an error and no pass.
func TestCheckEnergyNeedsALedger(t *testing.T) {
	must.Say(t, "", must.Err(Energy(DriftTolerance, 10, func(m *model.Model, p model.Params) (model.Engine, error) {
		e, err := cpuref.New(m, p)
		return struct{ model.Engine }{e}, err
	})), "keeps no ledger")
}
