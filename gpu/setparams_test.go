package gpu

import (
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Coefficients beyond single precision are refused, and the old parameters stay.
func TestSetParamsRefusesLargeCoefficients(t *testing.T) {
	m, _ := gputest.Tuned(24, 300, 900)
	e := must.Get(New(gltest.New(t), m, model.Params{DT: 1e-4}, Options{}))(t)
	defer e.Close()
	if err := e.SetParams(model.Params{DT: 1e-30}); err == nil || !contains(err.Error(), "more than single precision holds") || e.Params().DT != 1e-4 {
		t.Errorf("error %v, parameters %+v", err, e.Params())
	}
}

// Contacts may move during a run; more of them, or friction where there was
// none, need other passes, and nothing changes.
func TestSetParamsRefusesOtherContacts(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(15, 100, 300)
	p := gputest.PerturbedParams()
	e := must.Get(New(ctx, m, p, Options{}))(t)
	defer e.Close()
	must.Do(t, e.Reset(state))
	more, moved := p, p
	more.Contacts = append(slices.Clone(p.Contacts), model.Ground(0, 1, 0))
	if err := e.SetParams(more); err == nil || !contains(err.Error(), "new engine") {
		t.Errorf("one more contact gives %v, want an error", err)
	}
	if got := len(e.Params().Contacts); got != len(p.Contacts) {
		t.Errorf("after the error there are %d contacts, want %d", got, len(p.Contacts))
	}
	moved.Contacts = slices.Clone(p.Contacts)
	moved.Contacts[0].Stiffness *= 2
	must.Do(t, e.SetParams(moved))
}

// The error names what differs and nothing else.
func TestSetParamsNamesWhatDiffers(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Lever(model.Material{Stiffness: 1000})
	smooth, rough := model.Ground(0, 1, 0), model.Ground(0, 1, 0)
	smooth.StaticFriction, smooth.KineticFriction = 0, 0
	rough.StaticFriction, rough.KineticFriction = 0.5, 0.4
	engine := func(c model.Contact) *Engine {
		e := must.Get(New(ctx, m, model.Params{DT: 1e-3, Contacts: []model.Contact{c}, Actuators: make([]model.Actuator, 1)}, Options{}))(t)
		t.Cleanup(e.Close)
		return e
	}
	onSmooth, onRough := engine(smooth), engine(rough)
	for _, c := range []struct {
		e      *Engine
		change func(p *model.Params)
		want   string
	}{
		{onSmooth, func(p *model.Params) { p.Contacts = append(p.Contacts, smooth) }, "2 contacts instead of 1"},
		{onRough, func(p *model.Params) { p.Contacts = append(p.Contacts, smooth) }, "2 contacts instead of 1"},
		{onSmooth, func(p *model.Params) { p.Actuators = nil }, "0 actuators instead of 1"},
		{onSmooth, func(p *model.Params) { p.Contacts[0] = rough }, "friction where there was none"},
		{onRough, func(p *model.Params) { p.Contacts[0] = smooth }, "no friction where there was some"},
		{onSmooth, func(p *model.Params) { p.Integrator = model.VelocityVerlet }, "integrator verlet instead of symplectic-euler"},
		{onSmooth, func(p *model.Params) { p.Contacts, p.Actuators = []model.Contact{smooth, rough}, nil },
			"2 contacts instead of 1, 0 actuators instead of 1, friction where there was none"},
	} {
		p := c.e.Params().Clone()
		c.change(&p)
		want := "gpu: set parameters: " + c.want + "; make a new engine"
		if err := c.e.SetParams(p); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	must.Do(t, onRough.SetParams(onRough.Params().Clone()))
}
