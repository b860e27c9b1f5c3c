package session

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw"
)

// The full ledger continues when the engine is made anew and when its state is set, and books the change of
// the energy as work of constraints.
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
	before := must.Get(s.Ledger())(t)
	if before.Damping <= 0 || before.Now.Elastic < 1e-3*before.Now.Kinetic {
		t.Fatalf("nothing has happened: %+v", before)
	}
	s.pickControl(t, "stiffness ×")
	s.nudge(1)
	after := must.Get(s.Ledger())(t)
	// All springs are √2 times as stiff at the same lengths, and the change of the velocities that are
	// centered on the positions is booked too; sums are of float32.
	want := (math.Sqrt2 - 1) * before.Now.Elastic
	must.Near(t, after.Now.Elastic-before.Now.Elastic, want, 1e-3*want, "energy that the springs gain, in J")
	const ofSums = 1e-6
	changed := after.Now.Total() - before.Now.Total()
	if got := after.Constraints - before.Constraints; math.Abs(got-changed) > ofSums*before.Now.Total() || math.Abs(changed) < 50*ofSums*before.Now.Total() {
		t.Errorf("constraints worked %g J, and the energy changed by %g", got, changed)
	}
	must.Hold(t, after.Damping >= before.Damping && after.Start == before.Start, "the account began anew: %+v, before %+v", after, before)
	kinetic := after.Now.Kinetic
	s.picked = 0
	s.pokePicked()
	poked := must.Get(s.Ledger())(t)
	if gain := poked.Now.Kinetic - kinetic; gain == 0 || math.Abs(poked.Constraints-after.Constraints-gain) > 1e-3*math.Abs(gain) {
		t.Errorf("the poke gave %g J and is booked with %g", gain, poked.Constraints-after.Constraints)
	}
	s.run(t, 100)
	end := must.Get(s.Ledger())(t)
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
	must.Hold(t, len(s.plots.flows.Time) == 0 && !s.View.Open, "a reset keeps the account")
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

// A window that keeps the ledger on cpu continues with gpu, which keeps none: the energies of states are
// plotted on, and the window says why no more. Back on cpu the ledger begins anew where it is asked for.
func TestLedgerEndsWhereTheEngineKeepsNone(t *testing.T) {
	chosen := engine.CPU
	s := newBench(t, 3, func(o *Options) {
		o.Engines = []string{engine.CPU, "gpu two-pass"}
		o.Choose = func(name string) { chosen, _, _ = strings.Cut(name, " ") }
		o.New = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			e, _, err := engine.NewDrawn(chosen, ctx, m, p, engine.Options{Threads: 1, GPU: gpu.Options{Pipeline: gpu.TwoPass, Drawing: true, KeepLastGood: true}})
			return e, err
		}
	})
	must.Do(t, s.Key("e"))
	must.Do(t, s.Key("e"))
	s.run(t, 300)
	kept := must.Get(s.Ledger())(t)
	if o := s.overlay(); o.Flows == nil || len(s.plots.flows.Time) == 0 || kept.Damping <= 0 {
		t.Fatalf("no ledger to begin with: %+v", kept)
	}
	start := must.Get(s.State())(t)
	held := must.Get(s.Engine.Energy())(t)

	s.pickControl(t, "engine")
	s.nudge(1)
	if row := s.value(t, "engine"); row.Value != "gpu two-pass" || s.Engine.Describe().Engine != engine.GPU || s.Params.Ledger {
		t.Fatalf("the engine is %q, ledger kept %v: %s", row.Value, s.Params.Ledger, s.notice)
	}
	if !strings.Contains(s.notice, "energy plot held; gpu: the full energy ledger") || !strings.Contains(s.notice, "--engine cpu") {
		t.Errorf("it says %q", s.notice)
	}
	if row := s.value(t, "energy plot"); row.Value != "held" {
		t.Errorf("the energy plot is %q", row.Value)
	}
	after := must.Get(s.State())(t)
	if after.Step != start.Step || after.Time != start.Time || !slices.Equal(after.Position, start.Position) || !slices.Equal(after.Velocity, start.Velocity) {
		t.Errorf("the state has changed: step %d at %g s, was %d at %g s", after.Step, after.Time, start.Step, start.Time)
	}
	if _, err := s.Ledger(); err == nil {
		t.Error("it tells a ledger that nobody keeps")
	}
	before := len(s.plots.energy.Time)
	must.Do(t, s.sampleEnergy(time.Now()))
	must.Do(t, s.Draw(400, 300, 1))
	o := s.overlay()
	if o.Energy == nil || o.Flows != nil || len(s.plots.flows.Time) != 0 || len(s.plots.energy.Time) != before+1 {
		t.Fatalf("energy %v, flows %v: %d samples, %d before", o.Energy, o.Flows, len(s.plots.energy.Time), before)
	}
	const ofSums = 1e-5 // of float32
	if last := s.plots.energy.Values[before]; math.Abs(last[4]-held.Total()) > ofSums*held.Total() || s.plots.energy.Time[before] != start.Time {
		t.Errorf("gpu plots %g J at %g s, cpu had %g J at %g s", last[4], s.plots.energy.Time[before], held.Total(), start.Time)
	}
	s.run(t, 100)
	must.Do(t, s.Key("r")) // a reset asks for no ledger, either
	s.run(t, 50)

	s.pickControl(t, "engine")
	s.nudge(1)
	if s.Engine.Describe().Engine != engine.CPU || !strings.HasSuffix(s.notice, "energy plot held") {
		t.Fatalf("back on %s it says %q", s.Engine.Describe().Engine, s.notice)
	}
	began := must.Get(s.Engine.Energy())(t)
	must.Do(t, s.Key("e"))
	anew := must.Get(s.Ledger())(t)
	if !s.Params.Ledger || anew.Damping != 0 || anew.Constraints != 0 || math.Abs(anew.Start.Gravitational-began.Gravitational) > ofSums*began.Gravitational {
		t.Errorf("the ledger does not begin anew: %+v, at first %+v", anew, began)
	}
	s.run(t, 300)
	end := must.Get(s.Ledger())(t)
	if ofTheMethod := 0.05; end.Closure() > ofTheMethod || end.Damping <= 0 {
		t.Errorf("the account closes to %g: %+v", end.Closure(), end)
	}
}
