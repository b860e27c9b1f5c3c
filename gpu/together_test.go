package gpu

import (
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/queue"
	"hooke/model"
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
		batchesOf(t, e, calls, gputest.Moving(m, 3), batches...) // timers of passes that nobody reads have a time from here on
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
		if !sameSnapshot(got, wantState) {
			t.Errorf("%s: other bits", c.name)
		}
		if entered > oneByOne || c.most > 0 && entered > c.most+int64(len(batches)) {
			t.Errorf("%s: Go went to C %d times, and %d times for calls at once", c.name, entered, oneByOne)
		}
		t.Logf("%s: %d calls in %d goes, at once in %d", c.name, len(list), entered, oneByOne)
	}
}

// What goes past the list is behind the calls before it, and before those after it.
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
