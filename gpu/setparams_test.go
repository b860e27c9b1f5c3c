package gpu

import (
	"math"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/shaders"
)

// Coefficients beyond single precision are refused, and the old parameters stay.
func TestSetParamsRefusesLargeCoefficients(t *testing.T) {
	m, _ := gputest.Tuned(24, 300, 900)
	e := must.Open(New(gltest.New(t), m, model.Params{DT: 1e-4}, Options{}))(t)
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
	e := must.Open(New(ctx, m, p, Options{}))(t)
	must.Do(t, e.Reset(state))
	more, moved := p, p
	more.Contacts = append(slices.Clone(p.Contacts), model.Ground(0, 1, 0))
	must.Say(t, "one more contact", e.SetParams(more), "new engine")
	must.Be(t, len(e.Params().Contacts), len(p.Contacts), "after the error there are contacts")
	moved.Contacts = slices.Clone(p.Contacts)
	moved.Contacts[0].Stiffness *= 2
	must.Do(t, e.SetParams(moved))
}

// The error names the difference and nothing else.
func TestSetParamsNamesWhatDiffers(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Lever(model.Material{Stiffness: 1000})
	smooth, rough := model.Ground(0, 1, 0), model.Ground(0, 1, 0)
	smooth.StaticFriction, smooth.KineticFriction = 0, 0
	rough.StaticFriction, rough.KineticFriction = 0.5, 0.4
	engine := func(c model.Contact) *Engine {
		return must.Open(New(ctx, m, model.Params{DT: 1e-3, Contacts: []model.Contact{c}, Actuators: make([]model.Actuator, 1)}, Options{}))(t)
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

// A handle follows a hand by SetParams, also to another mass; k and c per spring
// are not written again until dt changes.
func TestSetParamsMovesHandles(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Tuned(3, 40, 100)
	for i := range m.Pin {
		m.Pin[i] = 0
	}
	p := model.Params{DT: 1e-4, Handles: []model.Handle{{Mass: 39, Target: m.RestPosition[39], Stiffness: 100}},
		Forces: []model.Force{{Masses: []uint32{0, 38}, Force: model.Vec3{0, 0, 1}}}}
	e := must.Open(New(ctx, m, p, Options{}))(t)
	external := func() [][3]float32 {
		must.Do(t, e.RunPass("load"))
		all := make([][3]float32, m.SpringCount()+m.MassCount())
		must.Do(t, e.ReadForces(all))
		return all[m.SpringCount():]
	}
	must.Be(t, external()[39], [3]float32{}, "a handle at its target pulls")

	own := make([]shaders.Material, m.SpringCount())
	before := make([]shaders.Material, m.SpringCount())
	first := int64(len(m.Materials))
	glx.Download(e.buffers.Material, first, before)
	poison := make([]shaders.Material, m.SpringCount())
	for s := range poison {
		poison[s].Even = float32(math.NaN())
	}
	glx.Upload(e.buffers.Material, first, poison)

	// The parameters that the engine hands out are its caller's to change.
	p = e.Params()
	p.Handles[0].Target[0] += 0.5
	must.Do(t, e.SetParams(p))
	if f := external()[39]; math.Abs(float64(f[0])-50) > 1e-4 {
		t.Errorf("a handle whose target moved by 0.5 m pulls with %v, want 50 N along x", f)
	}
	p = e.Params()
	p.Handles[0] = model.Handle{Mass: 7, Target: m.RestPosition[7].Add(model.Vec3{0, 0.25, 0}), Stiffness: 100}
	p.Forces[0].Masses = []uint32{3, 7}
	must.Do(t, e.SetParams(p))
	for i, f := range external() {
		want := model.Vec3{}
		if i == 3 || i == 7 {
			want[2] = 1
		}
		if i == 7 {
			want[1] = 25
		}
		if got := (model.Vec3{float64(f[0]), float64(f[1]), float64(f[2])}); got.Sub(want).Len() > 1e-4 {
			t.Errorf("mass %d: external force %v, want %v", i, got, want)
		}
	}
	glx.Download(e.buffers.Material, first, own)
	must.Hold(t, own[0].Even != own[0].Even, "k and c of every spring were written again though dt did not change")
	p.DT *= 2
	must.Do(t, e.SetParams(p))
	p.DT /= 2
	must.Do(t, e.SetParams(p))
	glx.Download(e.buffers.Material, first, own)
	for s := range own {
		if own[s] != before[s] {
			t.Fatalf("spring %d: k and c are %v after dt changed and came back, want %v", s, own[s], before[s])
		}
	}
}

// Parameters that are part of the compiled passes cannot change; the error says so and nothing else changes.
func TestSetParamsRefusesOtherLoads(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Free(1, model.Vec3{}, model.Vec3{1, 0, 0}, model.Vec3{0, 1, 0})
	m.Triangles = [][3]uint32{{0, 1, 2}}
	base := model.Params{DT: 1e-3, Handles: []model.Handle{{Stiffness: 1}}, Guides: []model.Guide{{Masses: []uint32{1}, Direction: model.Vec3{1, 0, 0}}}}
	e := must.Open(New(ctx, m, base, Options{}))(t)
	for name, c := range map[string]struct {
		change func(p *model.Params)
		want   string
	}{
		"another handle": {func(p *model.Params) { p.Handles = append(p.Handles, model.Handle{}) }, "2 handles"},
		"a force":        {func(p *model.Params) { p.Forces = []model.Force{{}} }, "1 forces"},
		"wind":           {func(p *model.Params) { p.Wind.Drag = 1 }, "wind"},
		"a plane":        {func(p *model.Params) { p.Guides[0].Kind = model.OnPlane }, "another kind"},
		"more masses":    {func(p *model.Params) { p.Guides[0].Masses = []uint32{1, 2} }, "another number of masses"},
		"no guide":       {func(p *model.Params) { p.Guides = nil }, "0 guides"},
		"mass 9":         {func(p *model.Params) { p.Handles[0].Mass = 9 }, "numbered 0 to 2"},
	} {
		p := base.Clone()
		c.change(&p)
		if err := e.SetParams(p); err == nil || !contains(err.Error(), c.want) {
			t.Errorf("%s: SetParams returned %v, want an error with %q", name, err, c.want)
		}
	}
	p := base.Clone()
	p.Guides[0] = model.Guide{Masses: []uint32{2}, Direction: model.Vec3{0, 0, 1}}
	must.Do(t, e.SetParams(p))
}

// Paths and other signals must fit into a row of the signals.
func TestTooManySignalsAreRefused(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Free(1, model.Vec3{})
	p := model.Params{Motors: make([]model.Motor, 4097)}
	for i := range p.Motors {
		p.Motors[i].Axis = model.Vec3{1, 0, 0}
	}
	_, err := New(ctx, m, p, Options{})
	if want := "4097 motors, 0 guides and 0 contacts that move need 4097 numbers that change with time, allowed 4096"; err == nil || !contains(err.Error(), want) {
		t.Errorf("New returned %v, want an error with %q", err, want)
	}
}
