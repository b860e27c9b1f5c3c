package tune

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// On a device: the engine that was tuned stands at the start, and steps as one
// that was made with the choice does, bit for bit.
func TestTunedEngineIsAsNew(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(34, 500, 2000)
	p := gputest.PerturbedParams()
	live := ctx.Live()
	const enough = time.Hour // however busy the machine is
	e, tuning, err := within(enough, func(o gpu.Options) (*gpu.Engine, error) { return gpu.New(ctx, m, p, o) }, state, gpu.Options{KeepLastGood: true, Drawing: true}, Where{Springs: int64(m.SpringCount())})
	must.Do(t, err)
	if len(tuning.Trials) < 2 || !strings.HasPrefix(tuning.String(), "pipeline "+tuning.Pipeline+" in work groups of ") {
		t.Errorf("the tuning is %v", tuning)
	}
	if d := e.Describe(); d.Pipeline != tuning.Pipeline || d.WorkGroup != tuning.WorkGroup || e.WorkGroup() != tuning.WorkGroup {
		t.Errorf("%+v was made for %v", d, tuning)
	}
	var got, want model.Snapshot
	must.Do(t, e.Step(9))
	must.Do(t, e.UpdateStrain())
	must.Do(t, e.Finish())
	if ran, err := e.StepsRun(); ran != 9 || err != nil {
		t.Errorf("the device counted %d steps of 9, %v", ran, err)
	}
	must.Do(t, e.Read(&got))
	must.Do(t, e.LastGood(&want)) // the start
	must.Be(t, want.Step, state.Step, "the last good state is that of step")
	want = stepsOfTuned(t, func(o gpu.Options) (*gpu.Engine, error) { return gpu.New(ctx, m, p, o) }, state, tuning)
	if !slices.Equal(got.Position, want.Position) || !slices.Equal(got.Velocity, want.Velocity) || got.Step != want.Step || got.Time != want.Time {
		t.Error("a tuned engine steps unlike a new one")
	}
	e.Close()
	if now := ctx.Live(); fmt.Sprint(now) != fmt.Sprint(live) {
		t.Errorf("objects left after tuning: %v, before %v", now, live)
	}
}

func stepsOfTuned(t *testing.T, makeEngine func(gpu.Options) (*gpu.Engine, error), state *model.State, tuning Result) (got model.Snapshot) {
	t.Helper()
	e := must.Get(makeEngine(gpu.Options{Pipeline: tuning.Pipeline, WorkGroup: tuning.WorkGroup}))(t)
	defer e.Close()
	modeltest.StepFrom(t, e, state, 9)
	must.Do(t, e.Read(&got))
	return got
}
