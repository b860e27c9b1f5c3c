package gpu

import (
	"math"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/model"
)

// The ledger with collisions is that of the reference, and closes as well as it.
func TestLedgerOfCollisionsMatchesReference(t *testing.T) {
	ctx := gltest.New(t)
	m, state, full := crowd(2, 5)
	for k, v := range slices.Concat(collisionVariants, collisionVariants) {
		if v.precision == options.Compensated || v.integrator == model.RK4 {
			continue // the check goes through all of them
		}
		p := full
		if k >= len(collisionVariants) {
			p.Contacts = nil // friction among masses alone
		}
		p.Integrator, p.Ledger, p.DT = v.integrator, true, 2.5e-4
		e, err := New(ctx, m, p, Options{Pipeline: v.pipeline, Precision: v.precision})
		must(t, err)
		ref, err := cpuref.New(m, p)
		must(t, err)
		must(t, e.Reset(state))
		must(t, ref.Reset(state))
		const steps = 10
		must(t, e.Step(steps))
		must(t, ref.Step(steps))
		must(t, e.Finish())
		got, err := e.Ledger()
		must(t, err)
		want, err := ref.Ledger()
		must(t, err)
		scale := want.Start.Kinetic + want.Start.Elastic + want.Start.Contact
		tolerance := 1e-4 * scale // paths in float32 part by 1e-5 m in 40 steps among masses that fly about
		if v.precision == options.Double {
			tolerance = 1e-8 * scale
		}
		gotNumbers, wantNumbers := got.Numbers(), want.Numbers()
		for k := range wantNumbers {
			if d := math.Abs(*gotNumbers[k] - *wantNumbers[k]); !(d <= tolerance) {
				t.Errorf("%v: number %d of the ledger is %.9g J, of the reference %.9g J, of %.3g J", v, k, *gotNumbers[k], *wantNumbers[k], scale)
			}
		}
		if want.Flows.Friction < 0.001*scale || want.Flows.ContactDamping < 0.001*scale || want.Now.Contact < 0.0001*scale {
			t.Errorf("%v, %d contacts: little happens: %+v", v, len(p.Contacts), want)
		}
		energy, err := e.Energy()
		must(t, err)
		ofRef, err := ref.Energy()
		must(t, err)
		if d := math.Abs(energy.Contact - ofRef.Contact); !(d <= tolerance) {
			t.Errorf("%v: contacts hold %.9g J, of the reference %.9g J", v, energy.Contact, ofRef.Contact)
		}
		e.Close()
	}
}

// Without a ledger the energy of pairs is summed all the same.
func TestEnergyOfPairs(t *testing.T) {
	ctx := gltest.New(t)
	m, state, p := crowd(2, 5)
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		e, err := New(ctx, m, p, Options{Pipeline: pipeline})
		must(t, err)
		ref, err := cpuref.New(m, p)
		must(t, err)
		must(t, e.Reset(state))
		must(t, ref.Reset(state))
		for _, energyOf := range []func() (model.Energy, error){e.Energy, e.deviceEnergy} {
			if pipeline == options.Fused && e.plan.counts.Springs == 0 {
				energyOf = e.Energy
			}
			got, err := energyOf()
			must(t, err)
			want, err := ref.Energy()
			must(t, err)
			if d := math.Abs(got.Contact - want.Contact); d > 1e-5*want.Contact || want.Contact < 0.01 {
				t.Errorf("%s: contacts hold %.9g J, of the reference %.9g J", pipeline, got.Contact, want.Contact)
			}
		}
		e.Close()
	}
}
