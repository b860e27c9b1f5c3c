package session

import (
	"math"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw"
)

// The full ledger goes on when the engine is made anew and when its state is set, and
// books what the change makes of the energy as work of constraints.
func TestLedgerGoesOnAcrossChanges(t *testing.T) {
	s := newBench(t, 3, func(o *Options) {
		o.New = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			e, _, err := engine.NewDrawn(engine.CPU, ctx, m, p, engine.Options{Threads: 1})
			return e, err
		}
	})
	s.run(t, 20)
	must.Do(t, s.Key("e"))
	must.Do(t, s.Key("e"))
	if row := s.value(t, "energy plot"); row.Value != "full ledger" || !s.Params.Ledger {
		t.Fatalf("after two presses the plot is %q, the ledger kept %v", row.Value, s.Params.Ledger)
	}
	s.run(t, 700) // it has bounced off the ground, and wobbles
	before, err := s.Ledger()
	must.Do(t, err)
	if before.Damping <= 0 || before.Now.Elastic < 1e-3*before.Now.Kinetic {
		t.Fatalf("nothing has happened: %+v", before)
	}
	s.pickControl(t, "stiffness ×")
	s.nudge(1)
	after, err := s.Ledger()
	must.Do(t, err)
	// All springs are √2 times as stiff at the same lengths, and what that makes of the
	// velocities that are centered on the positions is booked too; sums are of float32.
	want := (math.Sqrt2 - 1) * before.Now.Elastic
	if got := after.Now.Elastic - before.Now.Elastic; math.Abs(got-want) > 1e-3*want {
		t.Errorf("the springs hold %g J more, want %g", got, want)
	}
	const ofSums = 1e-6
	changed := after.Now.Total() - before.Now.Total()
	if got := after.Constraints - before.Constraints; math.Abs(got-changed) > ofSums*before.Now.Total() || math.Abs(changed) < 50*ofSums*before.Now.Total() {
		t.Errorf("constraints worked %g J, and the energy changed by %g", got, changed)
	}
	if after.Damping < before.Damping || after.Start != before.Start {
		t.Errorf("the account began anew: %+v, before %+v", after, before)
	}
	kinetic := after.Now.Kinetic
	s.picked = 0
	s.pokePicked()
	poked, err := s.Ledger()
	must.Do(t, err)
	if gain := poked.Now.Kinetic - kinetic; gain == 0 || math.Abs(poked.Constraints-after.Constraints-gain) > 1e-3*math.Abs(gain) {
		t.Errorf("the poke gave %g J and is booked with %g", gain, poked.Constraints-after.Constraints)
	}
	s.run(t, 100)
	end, err := s.Ledger()
	must.Do(t, err)
	const ofTheMethod = 0.05 // half of the safe step, see model.Ledger.Residual
	if end.Closure() > ofTheMethod || end.Damping <= poked.Damping {
		t.Errorf("after all the account closes to %g: %+v", end.Closure(), end)
	}
	if n := len(s.plots.flows.Time); n == 0 || s.plots.flows.Values[n-1][0] <= 0 {
		t.Errorf("%d entries of the flows are plotted", n)
	}
	must.Do(t, s.Draw(400, 300, 1))
	if o := s.overlay(); o.Flows == nil || len(o.Flows.Names) != 8 || len(o.Strains.Bins) == 0 || len(o.Energy.Names) != 5 {
		t.Errorf("the overlay has flows %v, %d bins", o.Flows, len(o.Strains.Bins))
	}
	must.Do(t, s.Key("r"))
	if len(s.plots.flows.Time) != 0 || s.View.Open {
		t.Error("a reset keeps the account")
	}
	must.Do(t, s.Key("e"))
	if o := s.overlay(); o.Energy != nil || s.Params.Ledger {
		t.Errorf("after a third press the plot is there, or the ledger kept: %v", s.Params.Ledger)
	}
}

// An engine without a ledger has the energies of states plotted, and the window says why no more.
func TestPlotsWithoutALedger(t *testing.T) {
	s := newBench(t, 3, nil)
	s.run(t, 20)
	must.Do(t, s.Key("e"))
	if o := s.overlay(); o.Energy == nil || o.Flows != nil || !strings.Contains(s.notice, "energy held; gpu: the full energy ledger") || !strings.Contains(s.notice, "--engine cpu") {
		t.Errorf("energy %v, flows %v, and it says %q", o.Energy, o.Flows, s.notice)
	}
	must.Do(t, s.Key("e"))
	if o := s.overlay(); o.Energy != nil || s.Params.Ledger || !strings.Contains(s.notice, "hidden") {
		t.Errorf("after a second press the plot is there, or it says %q", s.notice)
	}
}
