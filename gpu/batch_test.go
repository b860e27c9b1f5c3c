package gpu

import (
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/queue"
	"hooke/memory/memorytest"
	"hooke/model"
	"hooke/must"
)

// The time in a timer that was not read in time for its submission is not that of the
// next one at its place.
func TestTimesBelongToTheirSubmission(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(32, 300, 1200)
	e := must.Get(New(ctx, m, gputest.PerturbedParams(), Options{}))(t)
	defer e.Close()
	for _, timed := range []bool{true, false} {
		must.Do(t, e.Step(1)) // begins the submission at place 0
		place := e.progress.queue.Place()
		for range 20 {
			e.advance(0)
		}
		e.Submit()
		must.Do(t, e.progress.submissions.Await(place))
		if e.progress.submissions.Timed[place] = e.progress.submissions.Timed[place] && timed; !timed {
			if took, ok := e.progress.submissions.Took(place); ok {
				t.Errorf("%v is taken for the time of a submission that was not timed", took)
			}
		}
		must.Do(t, e.Finish())
	}
}

// On a device: any number of steps in one call, bounded submissions, no waits for
// a few steps, and waits for no more than submissions.
func TestStepQueuesAnyNumber(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(32, 300, 1200)
	p := gputest.PerturbedParams()
	e := must.Get(New(ctx, m, p, Options{Pipeline: options.Fused, KeepLastGood: true}))(t)
	defer e.Close()
	must.Do(t, e.Reset(state))
	must.Do(t, e.Step(queue.SubmissionsAhead))
	if e.Waits() != 0 {
		t.Errorf("%d waits for the first %d steps", e.Waits(), queue.SubmissionsAhead)
	}
	const steps = 3000
	must.Do(t, e.Step(steps))
	if entries := len(e.lastGood.clocks); entries != 1 {
		t.Errorf("%d entries for the times of kept states, want 1 for one dt", entries)
	}
	must.Do(t, e.Finish())
	ran := must.Get(e.StepsRun())(t)
	if ran != steps+queue.SubmissionsAhead {
		t.Errorf("%d steps ran of %d", ran, steps+queue.SubmissionsAhead)
	}
	if e.Submissions() < 2 || e.Waits() > e.Submissions() {
		t.Errorf("%d waits for %d submissions", e.Waits(), e.Submissions())
	}
	if e.progress.queue.PerStep == 0 || e.progress.queue.Silent > queue.SubmissionsAhead {
		t.Errorf("the time of a step is %v after %d silent submissions: the timestamps of %s do not work", e.progress.queue.PerStep, e.progress.queue.Silent, ctx.Renderer)
	}
	if n := memorytest.AllocationsWithin(ctx.Muted, 3, func() { must.Do(t, e.Step(600)) }); n != 0 {
		t.Errorf("600 steps allocate %v times", n)
	}
}

// How steps are divided among calls, and so among submissions, changes no bit.
func TestSubmissionsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(33, 300, 1200)
	run := func(parts ...int) (got model.Snapshot) {
		e := must.Get(New(ctx, m, gputest.PerturbedParams(), Options{}))(t)
		defer e.Close()
		must.Do(t, e.Reset(state))
		for _, n := range parts {
			must.Do(t, e.Step(n))
			e.Submit()
		}
		must.Do(t, e.Read(&got))
		return got
	}
	whole, parts := run(100), run(1, 2, 30, 0, 67)
	if !slices.Equal(whole.Position, parts.Position) || !slices.Equal(whole.Velocity, parts.Velocity) || whole.Time != parts.Time {
		t.Error("100 steps in one call and in five differ")
	}
}
