package gpu

import (
	"os"
	"slices"
	"testing"

	"hooke/check"
	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/shaders"
)

// after steps an engine and returns its state.
func after(t *testing.T, e model.Engine, steps int) *model.State {
	t.Helper()
	must.Do(t, e.Step(steps))
	must.Do(t, e.Finish())
	var s model.Snapshot
	must.Do(t, e.Read(&s))
	return s.State()
}

// Every shape, and containers, against a random model: passes and steps agree
// with the reference, stick and slide included.
func TestContactsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(21, 3000, 12000)
	p := gputest.PerturbedParams()
	parts := []string{"passes", "steps"}
	if os.Getenv("HOOKE_LONG") != "" {
		parts = nil // all
	}
	rows := must.Get(check.Prove(check.Case{Name: "random", Model: m, Start: state, Params: p, Steps: 20, Parts: parts},
		func(m *model.Model, p model.Params) (check.Subject, error) { return New(ctx, m, p, Options{}) }))(t)
	seen := 0
	for _, r := range rows {
		if r.Check == "pass integrate, contacts" || r.Check == "step parity, contacts" {
			seen++
			t.Logf("%s: max %.3g, tolerance %.3g", r.Check, r.Max, r.Tolerance)
		}
		if !r.OK {
			t.Errorf("%s: max %.3g, tolerance %.3g: %s", r.Check, r.Max, r.Tolerance, r.Detail)
		}
	}
	if seen != 2 {
		t.Errorf("%d checks of contacts, want 2", seen)
	}
}

// What a run does not use is not in its kernel.
func TestContactVariants(t *testing.T) {
	ground := model.Ground(0, 1, 0)
	for _, c := range []struct {
		contacts           []model.Contact
		contacts1, rubbing string
	}{
		{nil, "0", "0"},
		{[]model.Contact{ground}, "1", "0"},
		{[]model.Contact{ground, ground.WithFriction(1, 0)}, "1", "1"},
	} {
		got := settings.Variant(modeltest.Free(1, model.Vec3{}), model.Params{Contacts: c.contacts}, options.Single)
		if !slices.Contains(got, shaders.Define{Name: "CONTACTS", Value: c.contacts1}) ||
			!slices.Contains(got, shaders.Define{Name: "FRICTION", Value: c.rubbing}) {
			t.Errorf("%d contacts give %v", len(c.contacts), got)
		}
	}
}
