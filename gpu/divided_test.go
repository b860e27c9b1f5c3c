package gpu

import (
	"fmt"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
)

// repeats says where a case ends with other bits.
func repeats(t *testing.T, ctx *glx.Context, c sweepCase) {
	t.Helper()
	const steps = 9
	after := func(o Options, run func(e *Engine)) (s model.State) {
		e := started(t, ctx, c.model, c.params, c.start, o)
		defer e.Close()
		run(e)
		must.Do(t, e.Finish())
		must.Do(t, e.ReadState(&s))
		return s
	}
	want := after(Options{}, func(e *Engine) { must.Do(t, e.Step(steps)) })
	for name, got := range map[string]model.State{
		"one by one": after(Options{}, func(e *Engine) {
			for range steps {
				must.Do(t, e.Step(1))
			}
		}),
		"work groups of 32": after(Options{WorkGroup: 32}, func(e *Engine) { must.Do(t, e.Step(steps)) }),
		"at once": after(Options{}, func(e *Engine) {
			e.ctx.CallAtOnce(true)
			defer e.ctx.CallAtOnce(false)
			must.Do(t, e.Step(steps))
		}),
		"a checkpoint": after(Options{}, func(e *Engine) {
			must.Do(t, e.Step(4))
			var saved model.Checkpoint
			must.Do(t, e.Save(&saved))
			other := started(t, ctx, c.model, c.params, c.start, Options{})
			must.Do(t, other.Step(2))
			must.Do(t, other.Restore(&saved))
			must.Do(t, other.Step(steps-4))
			must.Do(t, other.Finish())
			must.Do(t, other.Save(&saved))
			must.Do(t, e.Restore(&saved))
		}),
	} {
		alike := agreement(ctx)
		alike.Exact = alike.Exact || !strings.HasPrefix(name, "work groups") // the others are the same programs
		if fault := alike.Fault(c.start, &want, &got); fault != "" {
			t.Errorf("%s, %s: %s", c.name, name, fault)
		}
	}
}

// takesParams says where the engine and the reference part after one of some changes of
// parameters, by more than a part of the motion.
func takesParams(t *testing.T, c sweepCase, tolerance float64, changes ...func(p *model.Params)) {
	t.Helper()
	ref := stepped(t, c.model, c.params, c.start, 2)
	e := started(t, gltest.New(t), c.model, c.params, c.start, Options{})
	must.Do(t, e.Step(2))
	for k, change := range changes {
		change(&c.params)
		must.Do(t, ref.SetParams(c.params))
		must.Do(t, e.SetParams(c.params))
		must.Do(t, ref.Step(2))
		must.Do(t, e.Step(2))
		must.Do(t, e.Finish())
		var got model.State
		must.Do(t, e.ReadState(&got))
		if off := farthest(ref.State().Position, got.Position) / farthest(ref.State().Position, c.start.Position); !(off <= tolerance) {
			t.Errorf("change %d: %.2g of the motion off the reference", k, off)
		}
	}
	if ran, err := e.StepsRun(); err != nil || ran != int64(2+2*len(changes)) {
		t.Error(fmt.Sprint(ran, err))
	}
}
