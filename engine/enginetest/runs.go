package enginetest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
	"hooke/physics"
)

// A run continues from a checkpoint with the same bits and the same counts, whatever the engine that
// takes it up did before. In the short form each run has one integrator.
func runsGoOn(t *testing.T, on Subject) {
	const steps, at = 30, 7
	for k, run := range []beside{
		{name: "together", build: allTogether}, {name: "thrown at shapes", build: thrownAtMovingShapes},
		{name: "colliding on spikes", build: collidingPerMass}, {name: "among shapes", build: amongMovingShapes},
	} {
		for n, integrator := range on.integrators() {
			if !must.Long() && n != k%len(on.integrators()) {
				continue // each run with one of them
			}
			m, p, start := run.build()
			p.Integrator = integrator
			whole, first, second := on.open(t, m, p), on.open(t, m, p), on.open(t, m, p)
			must.Do(t, errors.Join(whole.Reset(start), whole.Step(steps)))
			must.Do(t, errors.Join(first.Reset(start), first.Step(at)))
			must.Do(t, second.Step(3)) // it has lists of another state
			var saved model.Checkpoint
			must.Do(t, checkpointer(t, first).Save(&saved))
			must.Do(t, checkpointer(t, second).Restore(&saved))
			want, got := after(t, whole, 0), after(t, second, steps-at)
			if !slices.Equal(got.Position, want.Position) || !slices.Equal(got.Velocity, want.Velocity) || got.Step != want.Step || got.Time != want.Time {
				t.Errorf("%v, %s: other bits after a checkpoint; masses are %g m elsewhere", integrator, run.name, farthest(got, want))
			}
			if of, wanted := caughtBy(t, second), caughtBy(t, whole); of != wanted {
				t.Errorf("%v, %s: caught %+v, want %+v", integrator, run.name, of, wanted)
			}
			must.Do(t, second.Reset(start))
			if of := caughtBy(t, second); of != (model.Caught{}) {
				t.Errorf("%v, %s: after a reset caught is %+v", integrator, run.name, of)
			}
		}
	}
}

func checkpointer(t *testing.T, e model.Engine) model.Checkpointer {
	t.Helper()
	saves, ok := model.As[model.Checkpointer](e)
	if !ok {
		t.Fatal("the engine saves no checkpoints")
	}
	return saves
}

// caughtBy returns the caught masses of a run.
func caughtBy(t *testing.T, e model.Engine) model.Caught {
	t.Helper()
	catcher, ok := model.As[model.Catcher](e)
	if !ok {
		t.Fatal("the engine counts no caught masses")
	}
	caught := must.Get(catcher.Caught())(t)
	return caught
}

// New parameters leave the state and the time as they are, and act from the next step on as in an
// engine that always had them. Parameters that are refused change nothing.
func newParameters(t *testing.T, on Subject) {
	m := net(5, 6, model.Material{Normalized: spring.Normalized{Stiffness: 0.1, Damping: 0.05}})
	slow := model.Params{DT: 1. / 64, DragHalfLife: 0.01}
	fast := model.Params{DT: 1. / 128, Gravity: model.EarthGravity()}
	start := disturbed(m, 0.02)
	start.Step, start.Time = 40, 2.5
	e := on.open(t, m, slow)
	must.Do(t, e.Reset(start))
	before := after(t, e, 8).Clone()
	must.Do(t, setParams(e, fast))
	if now := after(t, e, 0); !slices.Equal(now.Position, before.Position) || !slices.Equal(now.Velocity, before.Velocity) {
		t.Error("the state changed with the parameters")
	}
	got := after(t, e, 16).Clone()
	if want := 2.5 + 8./64 + 16./128; got.Step != 64 || got.Time != want {
		t.Errorf("step %d at %.17g s, want 64 at exactly %g s", got.Step, got.Time, want)
	}
	want := reached(t, on, m, fast, before, 16)
	if !slices.Equal(got.Position, want.Position) || !slices.Equal(got.Velocity, want.Velocity) {
		t.Error("an engine with new parameters steps differently from one made with them")
	}
	if err := setParams(e, model.Params{DT: -1}); err == nil {
		t.Error("a negative dt is taken")
	}
	if of, ok := model.As[model.Stopper](e); ok {
		must.Do(t, setParams(e, model.Params{}))
		if dt, auto := of.Params().DT, physics.AutoStep(m, model.Params{}); dt != auto {
			t.Errorf("without a dt the step is %g s, want that of AutoStep, %g s", dt, auto)
		}
		must.Do(t, setParams(e, fast))
	}
	if again := after(t, e, 1); again.Time != got.Time+fast.DT {
		t.Errorf("after refused parameters a step takes %g s, want %g", again.Time-got.Time, fast.DT)
	}
}

// Models and parameters without a meaning are refused by name.
func meaninglessModels(t *testing.T, on Subject) {
	for _, c := range []struct {
		spoil func(*model.Model, *model.Params)
		want  string
	}{
		{func(m *model.Model, _ *model.Params) { m.Materials[1].Stiffness = -1 }, "stiffness is -1 N/m"},
		{func(m *model.Model, _ *model.Params) { m.Mass[1] = 0 }, "mass 1: mass is 0 kg"},
		{func(m *model.Model, _ *model.Params) { m.Mass[1], m.Pin = 0, []model.Pin{0, model.PinX | model.PinY} }, "mass 1: mass is 0 kg"},
		{func(m *model.Model, _ *model.Params) { m.Ends[0][1] = 2 }, "2"},
		{func(_ *model.Model, p *model.Params) { p.DT = -1 }, "dt is -1"},
	} {
		m, p := modeltest.Lever(model.Material{Stiffness: 1}), model.Params{}
		c.spoil(m, &p)
		if _, err := on.Start(t)(m, p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v, want %q", err, c.want)
		}
	}
}

// The most touches of a mass are known after they have ended, also after a checkpoint, until
// another state is set.
func touchesAreCounted(t *testing.T, on Subject) {
	m, p, start := modeltest.Meeting()
	e := on.open(t, m, p)
	check := func(when string, want int) {
		t.Helper()
		toucher, ok := model.As[model.ContactSource](e)
		if !ok {
			t.Fatal("the engine counts no touches")
		}
		if got, err := toucher.Touching(); err != nil || got.Most != want {
			t.Errorf("%s: %+v, %v; want %d touches", when, got, err, want)
		}
	}
	var saved model.Checkpoint
	for _, c := range []struct {
		when        string
		start       *model.State
		steps, want int
	}{
		{"at the start", start, 0, 0}, {"during touches", start, 80, modeltest.MeetingMost},
		{"after touches", start, modeltest.MeetingSteps, modeltest.MeetingMost}, {"in another state", m.Start(), 8, 0},
	} {
		must.Do(t, errors.Join(e.Reset(c.start), e.Step(c.steps)))
		check(c.when, c.want)
		if c.steps == modeltest.MeetingSteps {
			must.Do(t, checkpointer(t, e).Save(&saved))
		}
	}
	must.Do(t, checkpointer(t, e).Restore(&saved))
	check("after a checkpoint", modeltest.MeetingMost)
	if setParams(e, model.Params{DT: p.DT}) == nil { // an engine may need to be made anew for this
		must.Do(t, errors.Join(e.Reset(start), e.Step(modeltest.MeetingSteps)))
		check("without collisions", 0)
	}
}
