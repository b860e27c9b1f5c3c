package gpu

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
)

// On a device: the engine that was tuned stands at the start, and steps as one
// that was made with the choice does, bit for bit.
func TestTunedEngineIsAsNew(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(34, 500, 2000)
	p := perturbedParams()
	live := ctx.Live()
	const enough = time.Hour // however busy the machine is
	e, tuning, err := tuneWithin(enough, func(o Options) (*Engine, error) { return New(ctx, m, p, o) }, state, Options{KeepLastGood: true, Drawing: true})
	must(t, err)
	if len(tuning.Trials) < 2 || !strings.HasPrefix(tuning.String(), "pipeline "+tuning.Pipeline+" in work groups of ") {
		t.Errorf("the tuning is %v", tuning)
	}
	if d := e.Describe(); d.Pipeline != tuning.Pipeline || d.WorkGroup != tuning.WorkGroup || e.WorkGroup() != tuning.WorkGroup {
		t.Errorf("%+v was made for %v", d, tuning)
	}
	var got, want model.Snapshot
	must(t, e.Step(9))
	must(t, e.UpdateStrain())
	must(t, e.Finish())
	if ran, err := e.StepsRun(); ran != 9 || err != nil {
		t.Errorf("the device counted %d steps of 9, %v", ran, err)
	}
	must(t, e.Read(&got))
	must(t, e.LastGood(&want)) // the start
	if want.Step != state.Step {
		t.Errorf("the last good state is that of step %d", want.Step)
	}
	want = stepsOfTuned(t, func(o Options) (*Engine, error) { return New(ctx, m, p, o) }, state, tuning)
	if !slices.Equal(got.Position, want.Position) || !slices.Equal(got.Velocity, want.Velocity) || got.Step != want.Step || got.Time != want.Time {
		t.Error("a tuned engine steps unlike a new one")
	}
	e.Close()
	if now := ctx.Live(); fmt.Sprint(now) != fmt.Sprint(live) {
		t.Errorf("objects left after tuning: %v, before %v", now, live)
	}
}

// Room beside an engine is judged by what the other takes, and an eighth more.
func TestMemoryOfOtherPipelines(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(36, 500, 2000)
	first, err := New(ctx, m, perturbedParams(), Options{Pipeline: options.Fused})
	must(t, err)
	defer first.Close()
	for _, pipeline := range options.Pipelines() {
		o := Options{Pipeline: pipeline, KeepLastGood: true}
		e, err := New(ctx, m, perturbedParams(), o)
		must(t, err)
		if got, least := first.memoryAs(o), e.Memory(); got < least || got > 2*least {
			t.Errorf("%s: judged to take %d bytes, takes %d", pipeline, got, least)
		}
		e.Close()
	}
	if enough(900, 800) != nil || enough(899, 800) == nil {
		t.Error("800 bytes need 900")
	}
}

func stepsOfTuned(t *testing.T, makeEngine func(Options) (*Engine, error), state *model.State, tuning Tuning) (got model.Snapshot) {
	t.Helper()
	e, err := makeEngine(Options{Pipeline: tuning.Pipeline, WorkGroup: tuning.WorkGroup})
	must(t, err)
	defer e.Close()
	must(t, e.Reset(state))
	must(t, e.Step(9))
	must(t, e.Read(&got))
	return got
}

// Another size of work groups in the middle of a run changes no bit, and forgets
// neither the account of energy nor the motion.
func TestSetWorkGroupInARun(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(35, 500, 2000)
	p := perturbedParams()
	p.Ledger = true
	run := func(change bool) (got model.Snapshot, account model.Ledger, moved model.Motion) {
		e, err := New(ctx, m, p, Options{WorkGroup: 128})
		must(t, err)
		defer e.Close()
		must(t, e.Reset(state))
		must(t, e.Step(5))
		_, err = e.Motion()
		must(t, err)
		if change {
			must(t, e.SetWorkGroup(64))
			if err := e.SetWorkGroup(100); err == nil || e.WorkGroup() != 64 {
				t.Errorf("work groups of 100: %v, now %d", err, e.WorkGroup())
			}
		}
		must(t, e.Step(5))
		account, err = e.Ledger()
		must(t, err)
		moved, err = e.Motion()
		must(t, err)
		must(t, e.Read(&got))
		return got, account, moved
	}
	plain, account, moved := run(false)
	changed, sameAccount, sameMotion := run(true)
	if !slices.Equal(plain.Position, changed.Position) || account != sameAccount || moved != sameMotion {
		t.Errorf("the run differs: %+v and %+v, %+v and %+v", account, sameAccount, moved, sameMotion)
	}
}
