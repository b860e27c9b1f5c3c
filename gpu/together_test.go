package gpu

import (
	"fmt"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/queue"
	"hooke/machine/memory/memorytest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// batchesOf are the calls of OpenGL that an engine makes for batches of steps from a state, the
// state after them, and how often Go went to C for the calls of passes.
func batchesOf(t *testing.T, e *Engine, calls *gltest.Calls, state *model.State, batches ...int) (list []string, got model.Snapshot, entered int64) {
	t.Helper()
	must.Do(t, e.Reset(state))
	for k := range int64(queue.SubmissionsAhead) { // with the region of the first batch, all have gone round once
		if e.run.signals != nil {
			must.Do(t, e.run.signals.Begin(-2-k))
		}
	}
	e.ctx.Forget()
	e.ctx.BindUniform(0, e.buffers.Params)
	calls.Reset()
	entered = -e.ctx.Entered()
	for _, n := range batches {
		steps := must.Get(e.writeSignals(n))(t)
		if steps != n {
			t.Fatalf("room for the signals of %d steps", steps)
		}
		must.Do(t, e.queueBatch(n))
		e.progress.queued += int64(n)
	}
	entered += e.ctx.Entered()
	list = calls.List()
	must.Do(t, e.Finish())
	must.Do(t, e.Read(&got))
	return list, got, entered
}

// The calls of many steps that are made together, or from a list, are those that are made one by
// one, in the same order among all others, and lead to the same bits.
func TestCallsTogetherAreThoseAtOnce(t *testing.T) {
	ctx, calls := gltest.NewCounting(t)
	ctx.BindOneByOne() // the log has no names of calls that bind several things
	m := gputest.Grid(6, 6, 6)
	plain := gputest.PerturbedParams()
	with := func(change func(p *model.Params)) model.Params {
		p := plain.Clone()
		change(&p)
		return p
	}
	pushed := with(func(p *model.Params) { p.Forces = []model.Force{{Force: model.Vec3{0.01}}} })
	for _, c := range []struct {
		name    string
		params  model.Params
		options Options
		most    int64 // ways from Go to C; 0: many
	}{
		{"fused", plain, Options{Pipeline: options.Fused}, 8},
		{"two-pass", plain, Options{Pipeline: options.TwoPass}, 8},
		{"resident", plain, Options{Pipeline: options.Resident}, 8},
		{"Verlet", with(func(p *model.Params) { p.Integrator = model.VelocityVerlet }), Options{Pipeline: options.Fused}, 8},
		{"timers, and states that are kept and looked at", plain, Options{Pipeline: options.Fused, Timers: true, KeepLastGood: true}, 0},
		{"signals", pushed, Options{Pipeline: options.Fused}, 4},
		{"a sphere that catches", with(func(p *model.Params) {
			p.Contacts = append(p.Contacts, model.Contact{Shape: model.Sphere{Radius: 0.1}, Stiffness: 10})
		}), Options{Pipeline: options.Fused}, 8},
	} {
		e := must.Get(New(ctx, m, c.params, c.options))(t)
		if c.options.KeepLastGood {
			must.Do(t, e.Watch(10))
		}
		batches := []int{100, 1, 99, 100}
		batchesOf(t, e, calls, gputest.Moving(m, 3), batches...) // timers of passes that are not read have a time from here on
		list, got, entered := batchesOf(t, e, calls, gputest.Moving(m, 3), batches...)
		ctx.CallAtOnce(true)
		want, wantState, oneByOne := batchesOf(t, e, calls, gputest.Moving(m, 3), batches...)
		ctx.CallAtOnce(false)
		e.Close()
		if !slices.Equal(list, want) {
			at := 0
			for at < min(len(list), len(want)) && list[at] == want[at] {
				at++
			}
			t.Errorf("%s: %d calls together, %d at once; from call %d on %v and %v", c.name, len(list), len(want), at,
				list[at:min(at+3, len(list))], want[at:min(at+3, len(want))])
		}
		must.Hold(t, sameSnapshot(got, wantState), "%s: other bits", c.name)
		if entered > oneByOne || c.most > 0 && entered > c.most+int64(len(batches)) {
			t.Errorf("%s: Go went to C %d times, and %d times for calls at once", c.name, entered, oneByOne)
		}
		t.Logf("%s: %d calls in %d goes, at once in %d", c.name, len(list), entered, oneByOne)
	}
}

// Calls outside the list come behind the calls before them, and before those after them.
func TestOtherCallsKeepTheirPlace(t *testing.T) {
	ctx, calls := gltest.NewCounting(t)
	e := must.Open(New(ctx, gputest.Grid(4, 4, 4), gputest.PerturbedParams(), Options{Pipeline: options.Fused}))(t)
	b := must.Get(ctx.NewBuffer("test", 64))(t)
	defer b.Release()
	timer := ctx.NewTimer()
	defer timer.Release()
	for _, c := range []struct {
		name    string
		between func()
	}{
		{"glCopyBufferSubData", func() { glx.Upload(b, 0, []uint32{1}) }},
		{"glCopyBufferSubData", func() { b.Fill(1) }},
		{"glCopyBufferSubData", func() { b.CopyFrom(e.buffers.Params) }},
		{"glQueryCounter", func() { timer.Begin() }},
		{"glFinish", func() { ctx.Finish() }},
	} {
		name := c.name
		calls.Reset()
		ctx.Together(func() {
			e.advance(0)
			c.between()
			e.advance(0)
		})
		list := calls.List()
		at := slices.IndexFunc(list, func(call string) bool { return len(call) >= len(name) && call[:len(name)] == name })
		dispatches := func(part []string) (n int) {
			for _, call := range part {
				if len(call) > 17 && call[:17] == "glDispatchCompute" {
					n++
				}
			}
			return n
		}
		if at < 0 || dispatches(list[:at]) != 1 || dispatches(list[at:]) != 1 {
			t.Errorf("%s is call %d of %v", name, at, list)
		}
	}
}

// A step makes no more calls of OpenGL than these, with functions of OpenGL 4.4 and without:
// each binding that is there already, and each that the program does not declare, is left out.
func TestCallsOfAStep(t *testing.T) {
	ctx, calls := gltest.NewCounting(t)
	many := ctx.BindsMany()
	for _, oneByOne := range []bool{false, true} {
		if oneByOne {
			ctx.BindOneByOne()
		} else if !many {
			continue // the driver has no other functions than those of the second turn
		}
		for pipeline, most := range map[string][2]int64{options.Fused: {6, 8}, options.TwoPass: {8, 10}} {
			p := gputest.PerturbedParams()
			e := must.Get(New(ctx, gputest.Grid(6, 6, 6), p, Options{Pipeline: pipeline}))(t)
			must.Do(t, e.Step(2))
			must.Do(t, e.Finish())
			const steps = 32
			calls.Reset()
			for range steps {
				e.advance(0)
			}
			by, all := calls.Made()
			name := fmt.Sprintf("%s, one by one %v", pipeline, oneByOne)
			t.Logf("%s: %.2f calls a step: %v", name, float64(all)/steps, by)
			if want := most[map[bool]int{false: 0, true: 1}[oneByOne]]; all > want*steps {
				t.Errorf("%s: %d calls for %d steps, want at most %d a step: %v", name, all, steps, want, by)
			}
			if by["glDispatchCompute"] < steps || by["glMemoryBarrier"] < steps {
				t.Errorf("%s: %v: the calls of %d steps are not all counted", name, by, steps)
			}
			e.Close()
		}
	}
}

// How a context binds changes no bit, in a model of one range and in one of several.
func TestCallsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	if !ctx.BindsMany() {
		t.Logf("%s binds one by one alone", ctx.Renderer)
	}
	whole := ctx.Limits
	var want []model.Snapshot
	for _, oneByOne := range []bool{false, true} {
		if oneByOne {
			ctx.BindOneByOne()
		}
		at := 0
		for _, pipeline := range options.Pipelines() {
			for _, block := range []int64{whole.StorageBlockBytes, 16_384} {
				m := gputest.Grid(6, 6, 60)
				ctx.Limits.StorageBlockBytes = block
				e, err := New(ctx, m, gputest.PerturbedParams(), Options{Pipeline: pipeline, KeepLastGood: true})
				ctx.Limits = whole
				must.Do(t, err)
				if block < whole.StorageBlockBytes && e.plan.division == nil {
					t.Fatalf("%s: not divided", pipeline)
				}
				must.Do(t, e.Reset(gputest.Moving(m, 3)))
				must.Do(t, e.Step(21))
				got := modeltest.Snapshot(t, e)
				e.Close()
				if !oneByOne {
					want = append(want, got)
				} else if !slices.Equal(got.Position, want[at].Position) || !slices.Equal(got.Velocity, want[at].Velocity) {
					t.Errorf("%s, blocks of %d bytes: other bits where bindings are made one by one", pipeline, block)
				}
				at++
			}
		}
	}
}

// The time in a timer that was not read in time for its submission is not that of the
// next one at its place.
func TestTimesBelongToTheirSubmission(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(32, 300, 1200)
	e := must.Open(New(ctx, m, gputest.PerturbedParams(), Options{}))(t)
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
	e := must.Open(New(ctx, m, p, Options{Pipeline: options.Fused, KeepLastGood: true}))(t)
	modeltest.StepFrom(t, e, state, queue.SubmissionsAhead)
	must.Be(t, e.Waits(), 0, "waits for the first %d steps", queue.SubmissionsAhead)
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
	must.Be(t, memorytest.AllocationsWithin(ctx.Muted, 3, func() { must.Do(t, e.Step(600)) }), 0, "allocations of 600 steps")
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
