package cpuref

import (
	"math"
	"reflect"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// The slip that friction takes never exceeds Coulomb's limit, in one pass or in four, and
// it never turns a motion around however many touch. A mass that is held bears it.
func TestFrictionOfPairsByHand(t *testing.T) {
	for _, c := range []struct {
		name       string
		slip       float64 // of mass 0 [m/s]
		iterations int
		static     float64
		held       bool
		want       float64 // its velocity after [m/s]
	}{
		// F_N = 100 N/m · 0.1 m, dt = 0.01 s: μk F_N dt = 0.05 N·s on 1 kg, against 3 kg.
		{"slides", 2, 1, 0.5, false, 2 - 0.05},
		{"slides in four passes", 2, 4, 0.5, false, 2 - 0.05},
		{"sticks", 0.05, 1, 0.5, false, 0.05 / 4}, // m_r = ¾ kg takes 0.0375 N·s
		{"sticks in the first of four passes", 0.01, 4, 0.5, false, 0.01 / 4},
		{"slides to a stop against what is held", 0.03, 1, 0.5, true, 0},
		{"no friction", 2, 1, 0, false, 2},
	} {
		m := balls([]float64{1, 3}, model.Vec3{}, model.Vec3{2})
		if c.held {
			m.Pin = []model.Pin{0, model.PinAll}
		}
		kinetic := 0.5
		if c.static == 0 {
			kinetic = 0
		}
		p := colliding(m, model.Surface{Stiffness: 100, StaticFriction: c.static, KineticFriction: kinetic})
		p.DT, p.Collision.FrictionIterations = 0.01, c.iterations
		x, v := []model.Vec3{{}, {0.9}}, []model.Vec3{{0, c.slip, 0}, {}}
		Integrate(x, v, m, p, nil, nil, make([]model.Vec3, 2))
		must.Near(t, v[0][1], c.want, 1e-12, "%s: m/s after", c.name)
		if c.held && v[1] != (model.Vec3{}) {
			t.Errorf("%s: the held mass moves with %v", c.name, v[1])
		}
	}
}

// Two held masses that touch a third from both sides take half of its slip each, and so
// stop it; taken whole by each it would turn around.
func TestFrictionOfTwoTouches(t *testing.T) {
	m := balls([]float64{1}, model.Vec3{}, model.Vec3{2}, model.Vec3{-2})
	m.Pin = []model.Pin{0, model.PinAll, model.PinAll}
	p := colliding(m, model.Surface{Stiffness: 100, StaticFriction: 0.5, KineticFriction: 0.5})
	p.DT = 0.01
	for _, integrator := range allMethods {
		p.Integrator = integrator
		e := must.Get(New(m, p))(t)
		start := m.Start()
		start.Position[1], start.Position[2], start.Velocity[0] = model.Vec3{0.9}, model.Vec3{-0.9}, model.Vec3{0, 0.03, 0}
		modeltest.StepFrom(t, e, start, 1)
		if v := e.State().Velocity[0]; v.Len() > 1e-4 {
			t.Errorf("%v: %v m/s after, want 0", integrator, v)
		}
	}
}

// A cloth and a block move to the last bit as without collisions: masses that are near at rest never touch.
// Were rest distances not looked at, the block would burst.
func TestNeighborsNeverTouch(t *testing.T) {
	for _, m := range []*model.Model{modeltest.Cloth(6), modeltest.Lattice(4, 100, 0.01, true)} {
		p := model.Params{Gravity: model.EarthGravity(), DT: 1e-4}
		run := func(p model.Params) *State {
			e := must.Get(New(m, p))(t)
			must.Do(t, e.Step(100))
			return e.State()
		}
		off := run(p)
		radius, c, err := physics.NewCollision(m, physics.CollisionOptions{Which: "all"})
		must.Do(t, err)
		m.Radius, p.Collision = radius, c
		on := run(p)
		far := *m
		far.Body = make([]uint16, m.MassCount()) // each mass a body of its own, twice as large: no pair is excluded
		far.Radius = make([]float64, m.MassCount())
		for i := range far.Body {
			far.Body[i], far.Radius[i] = uint16(i), 2*radius[i]
			p.Collision.Bodies = append(p.Collision.Bodies, c.Bodies[0])
		}
		m = &far
		control := run(p)
		for i := range off.Position {
			if off.Position[i] != on.Position[i] || off.Velocity[i] != on.Velocity[i] {
				t.Fatalf("%s: mass %d is at %v with collisions, %v without", m.Name, i, on.Position[i], off.Position[i])
			}
		}
		if reflect.DeepEqual(control.Position, off.Position) {
			t.Errorf("%s: without the exclusion nothing differs", m.Name)
		}
	}
}

// A mass flies through the middle of a square cell of held ones above the speed that
// physics.PassSpeed gives, and comes back below it.
func TestPassSpeedOnBothSides(t *testing.T) {
	at := []model.Vec3{{0.5, 0.5, 3}, {}, {1}, {0, 1}, {1, 1}}
	for _, c := range []struct {
		share  float64
		passes bool
	}{{0.8, false}, {1.2, true}} {
		m := balls([]float64{2}, at...)
		m.Pin = []model.Pin{model.PinX | model.PinY, model.PinAll, model.PinAll, model.PinAll, model.PinAll}
		p := colliding(m, model.Surface{Stiffness: 1e4})
		m.Body = []uint16{0, 1, 1, 1, 1}
		limit := math.Sqrt(0.3431457 * 1e4 / 2)
		p.DT = 1e-5
		e := must.Get(New(m, p))(t)
		start := m.Start()
		start.Position[0][2], start.Velocity[0] = 0.8, model.Vec3{0, 0, -c.share * limit}
		modeltest.StepFrom(t, e, start, 8000)
		if z := e.State().Position[0][2]; (z < -0.5) != c.passes {
			t.Errorf("at %g of the limit the mass ends at %g m", c.share, z)
		}
	}
}

// The motion of a mass along a path does the work of the push and of the friction on it: the books close when
// it hits a free one from the side.
func TestLedgerOfAHitByAPath(t *testing.T) {
	for _, integrator := range allMethods {
		m := balls([]float64{1, 3}, model.Vec3{}, model.Vec3{1.001})
		m.RestPosition[0] = model.Vec3{-1}
		m.Pin = []model.Pin{0, model.PinAll}
		p := colliding(m, model.Surface{Stiffness: 1e5, DampingRatio: 0.1, StaticFriction: 0.2, KineticFriction: 0.1})
		p.Integrator, p.DT, p.Ledger = integrator, 1e-5, true
		p.Guides = []model.Guide{{Kind: model.OnPath, Masses: []uint32{1}, Path: model.Path{Velocity: model.Vec3{-1, 2, 0}}}}
		e := must.Get(New(m, p))(t)
		start := m.Start()
		start.Position[0] = model.Vec3{}
		modeltest.StepFrom(t, e, start, 2000)
		l := must.Get(e.Ledger())(t)
		gained := l.Now.Total() - l.Start.Total()
		if off := l.Flows.Constraints - l.Flows.ContactDamping - l.Flows.Friction - gained; math.Abs(off) > 2e-3*gained || gained < 1 || l.Flows.Friction < 0.05 {
			t.Errorf("%v: gained %g J; %+v, off by %g", integrator, gained, l.Flows, off)
		}
	}
}
