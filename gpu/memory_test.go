package gpu

import (
	"os"
	"slices"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// apart are buffers that no structure makes long, those of contacts, loads, guides and signals,
// which Sizes leaves out, and sums of a fixed length.
var apart = []string{"Contact", "Caught", "Look", "Ledger", "Signals", "Signals.aside", "Status.Mark", "Caught.Mark", "Load", "LoadsOfMass", "Range"}

// What the engine says that a model takes is what it allocates, buffer by buffer: with edges and
// triangles that are pushed and rubbed, collisions, masses that are caught, a run that is
// watched, undivided and in ranges.
func TestEstimatesAreWhatIsAllocated(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	for k, v := range []struct {
		build      func() (*model.Model, model.Params, *model.State)
		integrator model.Integrator
		pipeline   string
		block      int64
	}{
		{modeltest.CollidingOnSpikes, model.SymplecticEuler, options.TwoPass, 0},
		{modeltest.CollidingOnSpikes, model.VelocityVerlet, options.Fused, 0},
		{modeltest.OnMovingSpikes, model.SymplecticEuler, options.Fused, 0},
		{modeltest.OnMovingSpikes, model.RK4, options.TwoPass, 0},
		{modeltest.OnSpikes, model.SymplecticEuler, options.Fused, 16_384},
	} {
		if os.Getenv("HOOKE_LONG") == "" && k%2 == 1 {
			continue
		}
		m, p, s := v.build()
		if v.block > 0 {
			m, p, s = manySpikes(v.build, 4, 12)
			ctx.Limits.StorageBlockBytes = v.block
		}
		p.Integrator = v.integrator
		before := ctx.Allocated()
		e, err := New(ctx, m, p, Options{Pipeline: v.pipeline, Watched: true, KeepLastGood: true})
		ctx.Limits = whole
		must.Do(t, err)
		must.Do(t, e.Reset(s))
		must.Do(t, e.Watch(10))
		must.Do(t, e.Mark())
		must.Do(t, e.Step(2))
		must.Do(t, e.Finish())
		allocated := map[string]int64{}
		for label, bytes := range ctx.Allocated() {
			name := strings.TrimPrefix(label, "hooke.")
			if bytes -= before[label]; slices.Contains(apart, name) || bytes == 0 {
				continue
			}
			if strings.HasSuffix(name, ".Mark") {
				name = "Mark"
			}
			allocated[name] += bytes
		}
		total := int64(0)
		for _, size := range ranges.Sizes(e.plan.counts) {
			name, bytes := size.Name, max(16, size.Bytes)
			if name == "Back" {
				name = "Mark"
			}
			allocated[name] -= bytes
			total += bytes
		}
		for name, bytes := range allocated {
			if bytes != 0 {
				t.Errorf("%v %v, block %d: %s has %d bytes that no estimate has", v.integrator, v.pipeline, v.block, name, bytes)
			}
		}
		if memory := e.Memory(); total-memory < 0 || total-memory > 16*20 { // empty buffers have 16 bytes
			t.Errorf("%v %v: %d bytes in all, estimated %d", v.integrator, v.pipeline, total, memory)
		}
		e.Close()
	}
}

// The cost model knows the passes of spans with every buffer that they bind.
func TestTrafficKnowsSpans(t *testing.T) {
	ctx := gltest.New(t)
	m, p, _ := modeltest.OnMovingSpikes()
	p.Integrator = model.VelocityVerlet
	e := must.Open(New(ctx, m, p, Options{}))(t)
	seen := map[string]int64{}
	for _, pass := range e.Traffic() {
		seen[pass.Pass] = pass.Bytes
	}
	for _, p := range e.run.spans.Passes() {
		moved := e.trafficRun().Moves(p.Name)
		for _, slot := range p.Storage {
			name := strings.TrimPrefix(slot.Buffer.Label(), "hooke.")
			if _, known := moved[name]; !known && name != "Contact" {
				t.Errorf("the cost model does not know that %s binds %s", p.Name, name)
			}
		}
		// Each corner has 16 bytes that are read or written at least.
		if seen[p.Name] < 16*e.plan.counts.Corners {
			t.Errorf("%s moves %d bytes", p.Name, seen[p.Name])
		}
	}
}

// Room beside an engine is judged by what the other takes, and an eighth more.
func TestMemoryOfOtherPipelines(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(36, 500, 2000)
	first := must.Open(New(ctx, m, gputest.PerturbedParams(), Options{Pipeline: options.Fused}))(t)
	for _, pipeline := range options.Pipelines() {
		o := Options{Pipeline: pipeline, KeepLastGood: true}
		e := must.Get(New(ctx, m, gputest.PerturbedParams(), o))(t)
		if got, least := first.memoryAs(o), e.Memory(); got < least || got > 2*least {
			t.Errorf("%s: judged to take %d bytes, takes %d", pipeline, got, least)
		}
		e.Close()
	}
	if enough(900, 800) != nil || enough(899, 800) == nil {
		t.Error("800 bytes need 900")
	}
}
