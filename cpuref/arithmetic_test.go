package cpuref

import (
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// The numbers of this file can be done in the head, and are exact in binary:
// nothing is compared with a tolerance.

func TestSpringForces(t *testing.T) {
	x := func(v float64) model.Vec3 { return model.Vec3{v, 0, 0} }
	none := [2]model.Pin{}
	for _, c := range []struct {
		name           string
		pins           [2]model.Pin
		distance, rest float64
		k, c           float64
		va, vb         model.Vec3
		want           model.Vec3 // on A
	}{
		{"stretched by 1/2 m", none, 2.5, 2, 10, 0, x(0), x(0), x(5)},
		{"pressed by 1/2 m", none, 1.5, 2, 10, 0, x(0), x(0), x(-5)},
		{"at rest", none, 2, 2, 10, 3, x(0), x(0), x(0)},
		{"ends part at 4 m/s", none, 2, 2, 10, 3, x(-1), x(3), x(12)},
		{"ends meet at 4 m/s", none, 2, 2, 10, 3, x(1), x(-3), x(-12)},
		{"both terms", none, 2.5, 2, 10, 3, x(0), x(1), x(8)},
		{"motion across the spring", none, 2, 2, 10, 3, x(0), model.Vec3{0, 7, 9}, x(0)},
		{"no rest length", none, 2, 0, 10, 0, x(0), x(0), x(20)},
		{"no length", none, 0, 1, 10, 3, x(0), x(1), x(0)},
		{"shorter than 1e-12 m", none, 0.9e-12, 1, 10, 3, x(0), x(1), x(0)},
		{"longer than 1e-12 m", none, 0x1p-39, 0, 0x1p39, 0, x(0), x(0), x(1)},
		{"both ends pinned", [2]model.Pin{model.PinAll, model.PinAll}, 3, 2, 10, 0, x(0), x(0), x(0)},
		{"one end pinned", [2]model.Pin{model.PinAll, model.PinX}, 3, 2, 10, 0, x(0), x(0), x(10)},
	} {
		m := modeltest.Pair([2]float64{1, 1}, c.pins, c.distance, c.rest, c.k, c.c)
		force := []model.Vec3{{9, 9, 9}}
		SpringForces(force, m, nil, nil, m.RestPosition, []model.Vec3{c.va, c.vb})
		must.Be(t, force[0], c.want, "%s: force on A, in N", c.name)

		m.MaterialOf[0] = model.Removed
		SpringForces(force, m, nil, nil, m.RestPosition, []model.Vec3{c.va, c.vb})
		must.Hold(t, force[0] == (model.Vec3{}), "%s, removed: force on A is %v N, want 0", c.name, force[0])
	}
}

// A 3-4-12 triangle in space: L = 13, n = (3, 4, 12)/13.
func TestSpringForceDirection(t *testing.T) {
	m := modeltest.Pair([2]float64{1, 1}, [2]model.Pin{}, 1, 0, 13, 0)
	force := make([]model.Vec3, 1)
	SpringForces(force, m, nil, nil, []model.Vec3{{1, 1, 1}, {4, 5, 13}}, make([]model.Vec3, 2))
	const rounded = 1e-13 // N: n is rounded
	if err := force[0].Sub(model.Vec3{39, 52, 156}).Len(); err > rounded {
		t.Errorf("force on A is %v N, want [39 52 156]", force[0])
	}
}

// Springs 0 and 2 meet at mass 1 with opposite ends.
func TestSumForces(t *testing.T) {
	m := &model.Model{Ends: []model.Ends{{0, 1}, {2, 0}, {1, 2}}}
	total := []model.Vec3{{9, 9, 9}, {9, 9, 9}, {9, 9, 9}, {9, 9, 9}}
	SumForces(total, m, []model.Vec3{{1, 0, 0}, {0, 2, 0}, {0, 0, 4}}, nil)
	want := []model.Vec3{{1, -2, 0}, {-1, 0, 4}, {0, 2, -4}, {}}
	for i := range want {
		must.Be(t, total[i], want[i], "mass %d: force, in N", i)
	}
}

// Every term acts on mass B, 2 kg at height 3 m, sinking at 2 m/s, for one step
// of 1/2 s: the spring pulls down with 4 N and its damper up with 2 N, weight is
// 2 N, the ground (1 m deep) pushes with 16 N and its damper with 4 N. That is
// 16 N up, 8 m/s²: v = −2 + 4 = 2, halved by drag: 1 m/s.
func TestTermsOneByOne(t *testing.T) {
	b := modeltest.NewBuilder("terms")
	b.Mass(1, model.Vec3{}, model.PinAll)
	b.Mass(2, model.Vec3{0, 0, 3}, model.PinX)
	b.Spring(0, 1, 2, b.Material(4, 1))
	p := model.Params{DT: 0.5, Gravity: model.Vec3{0, 0, -1}, DragHalfLife: 0.5,
		Contacts: []model.Contact{model.Ground(4, 16, 2)}}
	start := b.Model.Start()
	start.Velocity[1] = model.Vec3{1, 0, -2}

	for _, c := range []struct {
		name   string
		change func(m *model.Model, p *model.Params)
		x, v   model.Vec3
	}{
		{"all", func(*model.Model, *model.Params) {}, model.Vec3{0, 0, 3.5}, model.Vec3{0, 0, 1}},
		{"no springs: 20 N", func(m *model.Model, _ *model.Params) { m.Materials[1].Stiffness = 0 }, model.Vec3{0, 0, 3.75}, model.Vec3{0, 0, 1.5}},
		{"no dampers: 14 N", func(m *model.Model, _ *model.Params) { m.Materials[1].Damping = 0 }, model.Vec3{0, 0, 3.375}, model.Vec3{0, 0, 0.75}},
		{"no gravity: 18 N", func(_ *model.Model, p *model.Params) { p.Gravity = model.Vec3{} }, model.Vec3{0, 0, 3.625}, model.Vec3{0, 0, 1.25}},
		{"no drag", func(_ *model.Model, p *model.Params) { p.DragHalfLife = 0 }, model.Vec3{0, 0, 4}, model.Vec3{0, 0, 2}},
		{"no contact: -4 N", func(_ *model.Model, p *model.Params) { p.Contacts = nil }, model.Vec3{0, 0, 2.25}, model.Vec3{0, 0, -1.5}},
		{"no pins: x drifts", func(m *model.Model, _ *model.Params) { m.Pin = nil }, model.Vec3{0.25, 0, 3.5}, model.Vec3{0.5, 0, 1}},
	} {
		m, p := b.Model, p
		m.Materials = slices.Clone(m.Materials)
		c.change(&m, &p)
		e := must.Get(New(&m, p))(t)
		modeltest.StepFrom(t, e, start, 1)
		if got := e.State(); got.Position[1] != c.x || got.Velocity[1] != c.v {
			t.Errorf("%s: x = %v, v = %v, want %v and %v", c.name, got.Position[1], got.Velocity[1], c.x, c.v)
		}
	}
}

// The ground pushes and never pulls: 8 N/m, 2 N·s/m, plane at height 1 m.
func TestContactForce(t *testing.T) {
	for _, c := range []struct {
		name   string
		normal model.Vec3
		x, v   model.Vec3
		want   model.Vec3
	}{
		{"above", model.Vec3{}, model.Vec3{0, 0, 2}, model.Vec3{0, 0, -9}, model.Vec3{}},
		{"touching", model.Vec3{}, model.Vec3{0, 0, 1}, model.Vec3{0, 0, -9}, model.Vec3{}},
		{"half a meter deep", model.Vec3{}, model.Vec3{7, 7, 0.5}, model.Vec3{}, model.Vec3{0, 0, 4}},
		{"sinking", model.Vec3{}, model.Vec3{0, 0, 0.5}, model.Vec3{5, 5, -3}, model.Vec3{0, 0, 10}},
		{"rising", model.Vec3{}, model.Vec3{0, 0, 0.5}, model.Vec3{0, 0, 1}, model.Vec3{0, 0, 2}},
		{"rising fast", model.Vec3{}, model.Vec3{0, 0, 0.5}, model.Vec3{0, 0, 3}, model.Vec3{}},
		{"a wall", model.Vec3{-1, 0, 0}, model.Vec3{-0.5, 0, 0}, model.Vec3{1, 0, 0}, model.Vec3{-6, 0, 0}},
	} {
		var f model.Vec3
		ground := model.Contact{Shape: model.Plane{Normal: c.normal, Offset: 1}, Stiffness: 8, Damping: 2}
		AddPushes(&f, []model.Contact{ground}, c.x, c.v)
		must.Be(t, f, c.want, "%s: push, in N", c.name)
	}
}

// Every combination of pinned axes, under a force along all three.
func TestPins(t *testing.T) {
	for pin := range model.PinAll + 1 {
		b := modeltest.NewBuilder("pins")
		b.Mass(1, model.Vec3{1, 2, 3}, pin)
		e := must.Get(New(&b.Model, model.Params{DT: 1, Gravity: model.Vec3{1, 1, 1}}))(t)
		start := b.Model.Start()
		start.Velocity[0] = model.Vec3{4, 4, 4}
		must.Do(t, e.Reset(start))
		wantX, wantV := model.Vec3{1, 2, 3}, model.Vec3{}
		for axis := range 3 {
			if pin&(model.PinX<<axis) == 0 {
				wantX[axis] += 5
				wantV[axis] = 5
			} else if got := e.State().Velocity[0][axis]; got != 0 {
				t.Errorf("pin %03b: after reset, v = %g m/s on axis %d, want 0", pin, got, axis)
			}
		}
		must.Do(t, e.Step(1))
		if s := e.State(); s.Position[0] != wantX || s.Velocity[0] != wantV {
			t.Errorf("pin %03b: x = %v, v = %v, want %v and %v", pin, s.Position[0], s.Velocity[0], wantX, wantV)
		}
	}
}

func TestEnergyAndMomentum(t *testing.T) {
	m := modeltest.Pair([2]float64{2, 1}, [2]model.Pin{}, 3, 1, 4, 0)
	p := model.Params{Gravity: model.Vec3{0, 0, -10}, Contacts: []model.Contact{model.Ground(1, 6, 0)}}
	s := (*State)(m.Start())
	s.Position[0] = model.Vec3{3, 0, -2} // 3 m deep
	s.Position[1] = model.Vec3{3, 0, 1}  // touching
	s.Velocity[0] = model.Vec3{0, 3, 0}
	want := model.Energy{Kinetic: 9, Gravitational: -30, Elastic: 8, Contact: 27}
	must.Be(t, EnergyOf(m, p, s), want, "energy, in J")
	// m v = 6 along y at (3, 0, −2): x × p = (12, 0, 18)
	must.Be(t, MomentumOf(m, s), (Momentum{Linear: model.Vec3{0, 6, 0}, Angular: model.Vec3{12, 0, 18}}), "momentum")
}
