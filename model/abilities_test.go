package model_test

import (
	"testing"

	"hooke/model"
	"hooke/must"
)

// plain is an engine that counts its steps; its other methods are not called.
type plain struct {
	model.Engine
	ran int64
}

// Unwrap says that there is no engine inside.
func (p *plain) Unwrap() model.Engine { return nil }

func (p *plain) StepsRun() (int64, error) { return p.ran, nil }

// around is a wrapper that knows of no ability, and how often it was looked through.
type around struct {
	model.Engine
	looked int
}

func (a *around) Unwrap() model.Engine {
	a.looked++
	return a.Engine
}

// busy is a wrapper around an engine that works on its own.
type busy struct{ around }

func (b *busy) Inside() model.Engine { return b.Engine }

// NoMass waits for a busy engine to learn its abilities.
func TestAbilitiesAreSeenWithoutWaiting(t *testing.T) {
	inside := &plain{ran: 42}
	outside := &busy{around{Engine: inside}}
	e := &around{Engine: outside}
	if !model.Has[model.StepCounter](e) || model.Has[model.LedgerKeeper](e) || model.Has[model.StepCounter](nil) {
		t.Error("an ability is missed, or found where there is none")
	}
	if _, ok := model.As[model.LedgerKeeper](e); ok || outside.looked != 0 {
		t.Errorf("a ledger is kept: %v, after %d waits", ok, outside.looked)
	}
	if counter, ok := model.As[model.StepCounter](e); !ok || counter != model.StepCounter(inside) || outside.looked != 1 {
		t.Errorf("the counter is %v, after %d waits, want one", counter, outside.looked)
	}
}

// counting is a wrapper with a count of its own.
type counting struct{ around }

func (c *counting) StepsRun() (int64, error) { return 7, nil }

func TestAbilitiesAreSeenThroughWrappers(t *testing.T) {
	inside := &plain{ran: 42}
	outside := &around{Engine: &around{Engine: inside}}
	for _, c := range []struct {
		name string
		of   model.Engine
		want int64 // -1: it cannot
	}{
		{"an engine", inside, 42}, {"two wrappers that know nothing", outside, 42},
		{"a wrapper that counts itself", &counting{around{Engine: inside}}, 7},
		{"a wrapper around that", &around{Engine: &counting{around{Engine: inside}}}, 7}, {"no engine", nil, -1},
	} {
		got := int64(-1)
		if counter, ok := model.As[model.StepCounter](c.of); ok {
			got, _ = counter.StepsRun()
		}
		must.Be(t, got, c.want, "%s: counted steps", c.name)
	}
	must.Hold(t, outside.looked == 1, "looked through %d times, want once for each question", outside.looked)
	if _, ok := model.As[model.LedgerKeeper](outside); ok {
		t.Error("a ledger is found where nobody keeps one")
	}
	if found, ok := model.As[*plain](outside); !ok || found != inside {
		t.Error("the engine inside is not found")
	}
}
