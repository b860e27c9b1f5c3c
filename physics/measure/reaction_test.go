package measure

import (
	"math"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// everything is a cloth that touches a moving floor, a ball and itself, in a wind, with loads,
// in a state of no rest.
func everything() (*model.Model, model.Params, *model.State) {
	m := modeltest.Cloth(6)
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[0], m.Pin[5], m.Pin[7] = model.PinAll, model.PinX|model.PinZ, model.PinY
	p := model.Params{DT: 1e-3, Gravity: model.Vec3{0.5, 0, -9.81}, QuadraticDrag: 0.02, DragHalfLife: 0.2,
		Wind:    model.Wind{Velocity: model.Vec3{3, -2, 1}, Drag: 1.1, Lift: 0.4},
		Forces:  []model.Force{{Force: model.Vec3{0.3, 0.1, 0}, Masses: []uint32{0, 3, 9}}},
		Motors:  []model.Motor{{Axis: model.Vec3{0, 1, 0}, Speed: 0.4, Damping: 0.3, Limit: 0.05, Masses: []uint32{2, 4}}},
		Handles: []model.Handle{{Mass: 11, Target: model.Vec3{0.2, 0.3, 0.4}, Stiffness: 4, Damping: 0.1}},
		Contacts: []model.Contact{
			{Shape: model.Plane{Normal: model.Vec3{0.6, 0, 0.8}, Offset: 0.2}, Stiffness: 300, Damping: 0.2, StaticFriction: 0.5, KineticFriction: 0.3,
				Trajectory: &model.Trajectory{Path: model.Path{Velocity: model.Vec3{0.2, 0.1, 0}}, Belt: model.Vec3{0, 0.3, 0}}},
			{Shape: model.Sphere{Center: model.Vec3{0.03, 0.03, 0.15}, Radius: 0.06}, PerMass: true, StaticFriction: 0.4, KineticFriction: 0.4},
		}}
	for i := range uint32(m.MassCount() - 7) {
		m.Triangles = append(m.Triangles, [3]uint32{i, i + 1, i + 7})
	}
	m.Radius, m.Body = make([]float64, m.MassCount()), make([]uint16, m.MassCount())
	for i := range m.Radius {
		m.Radius[i], m.Body[i] = 0.012, uint16(i%2)
	}
	surface := model.Surface{Stiffness: 20, DampingRatio: 0.2}
	stiffer := model.Surface{Stiffness: 50, DampingRatio: 0.1}
	p.Collision = model.Collision{Bodies: []model.Surface{surface, stiffer}, Self: true, Others: true, Skin: 0.05, CheckEvery: 8}
	s := m.Start()
	for i := range s.Position {
		a := float64(i)
		s.Position[i] = s.Position[i].Mul(0.6).Add(model.Vec3{0.02 * math.Sin(3*a), 0.02 * math.Cos(5*a), 0.03 * math.Sin(7*a)})
		s.Velocity[i] = free(model.Vec3{math.Sin(a), math.Cos(2 * a), math.Sin(5 * a)}, m.PinOf(i))
	}
	return m, p, s
}

// worstForce is by how much the forces of the law are not those that change the velocities in
// a step of the reference, as a share of the largest.
func worstForce(t *testing.T, m *model.Model, p, ofLaw model.Params, s *model.State) float64 {
	t.Helper()
	e := must.Get(cpuref.New(m, p))(t)
	modeltest.StepFrom(t, e, s, 1)
	l := must.Get(NewReactions(m, ofLaw, PinsOf(m), []string{"pin[0]"}))(t)
	l.Reactions(s, nil)
	worst, largest := 0.0, 0.0
	for i, after := range e.State().Velocity {
		if m.PinOf(i) == model.PinAll {
			continue
		}
		want := after.Mul(1 / p.DragFactor()).Sub(s.Velocity[i]).Mul(m.Mass[i] / p.DT)
		largest = max(largest, want.Len())
		worst = max(worst, free(l.total[i], m.PinOf(i)).Sub(want).Len())
	}
	return worst / largest
}

// The forces are those of the step of the engines, and a law that leaves something out is
// seen.
func TestForcesAreThoseOfTheStep(t *testing.T) {
	m, p, s := everything()
	const tolerance = 1e-9 // of a difference of velocities over dt
	if worst := worstForce(t, m, p, p, s); worst > tolerance {
		t.Errorf("off by %.2g of the largest force, tolerance %g", worst, tolerance)
	}
	for name, wrong := range map[string]func(p *model.Params){
		"gravity": func(p *model.Params) { p.Gravity[0] = 0 }, "drag": func(p *model.Params) { p.QuadraticDrag = 0 },
		"lift": func(p *model.Params) { p.Wind.Lift = 0 }, "a force": func(p *model.Params) { p.Forces = nil },
		"a limit": func(p *model.Params) { p.Motors[0].Limit = 0 }, "a handle": func(p *model.Params) { p.Handles = nil },
		"a belt": func(p *model.Params) { p.Contacts[0].Trajectory.Belt = model.Vec3{} }, "a damper": func(p *model.Params) { p.Contacts[0].Damping = 0 },
		"friction": func(p *model.Params) { p.Contacts[0].KineticFriction = 0 }, "a container": func(p *model.Params) { p.Contacts[1].Inside = true },
		"friction that holds": func(p *model.Params) { p.Contacts[1].StaticFriction, p.Contacts[1].KineticFriction = 0, 0 },
		"collisions":          func(p *model.Params) { p.Collision = model.Collision{} }, "a damped touch": func(p *model.Params) { p.Collision.Bodies[0].DampingRatio = 0 },
		"bodies": func(p *model.Params) { p.Collision.Self = false },
	} {
		_, changed, _ := everything()
		wrong(&changed)
		if worst := worstForce(t, m, p, changed, s); worst <= tolerance {
			t.Errorf("without %s it is off by %.2g of the largest force: not seen", name, worst)
		}
	}
}

// hung is a mass of 2 kg that hangs by a spring from one of 1 kg, which is pinned.
func hung() (*model.Model, model.Params, *model.State) {
	m := modeltest.Pair([2]float64{1, 2}, [2]model.Pin{model.PinAll, 0}, 1, 1, 1000, 0)
	s := m.Start()
	s.Position[0], s.Position[1] = model.Vec3{1, 0, 0}, model.Vec3{1, 0, -1 - 2*9.81/1000}
	return m, model.Params{DT: 1e-3, Gravity: model.EarthGravity()}, s
}

func reactionsOf(t *testing.T, m *model.Model, p model.Params, s *model.State, names ...string) []float64 {
	t.Helper()
	l := must.Get(NewReactions(m, p, PinsOf(m), names))(t)
	return l.At(s, nil, nil)
}

func near(got, want []float64) bool {
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9 {
			return false
		}
	}
	return len(got) == len(want)
}

// A pin carries the weight below it, itself included. A guide carries the forces that lead off it, and on a
// path all forces except those that accelerate its masses.
func TestPinsAndGuidesByHand(t *testing.T) {
	m, p, s := hung()
	if got, want := reactionsOf(t, m, p, s, "pin[0]"), []float64{0, 0, -3 * 9.81, 0, 0, 0}; !near(got, want) {
		t.Errorf("the pin carries %v, want %v", got, want)
	}
	s.Position[1][2] = -1 // the spring pulls no more
	p.Gravity = model.Vec3{1, 2, -10}
	p.Guides = []model.Guide{{Kind: model.OnPlane, Direction: model.Vec3{0, 0.6, 0.8}, Masses: []uint32{1}}, {Kind: model.OnLine, Direction: model.Vec3{0, 0, 1}, Masses: []uint32{1}},
		{Kind: model.OnPath, Masses: []uint32{0}, Path: model.Path{Amplitude: model.Vec3{0, 0, 2}, Frequency: 1}}}
	along := 2 * (2*0.6 - 10*0.8)
	_, v0 := p.Guides[2].Path.At(0)
	_, v1 := p.Guides[2].Path.At(p.DT)
	want := []float64{0, along * 0.6, along * 0.8, 0, 0, 0, 2, 4, 0, 0, 0, 0, 1, 2, -10 - (v1[2]-v0[2])/p.DT, 0, 0, 0}
	if got := reactionsOf(t, m, p, s, "guide[0]", "guide[1]", "guide[2]"); !near(got, want) {
		t.Errorf("the guides take %v, want %v", got, want)
	}
}

// Force and torque on a contact are the weight of the masses on it, at their positions.
func TestContactByHand(t *testing.T) {
	m := modeltest.Single(3, model.Vec3{0.5, 0.25, 2})
	p := model.Params{DT: 1e-3, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(1, 1e4, 0), {Shape: model.Plane{Offset: 2}, Stiffness: 1e4}}}
	s := m.Start()
	s.Position[0][2] = 2 - 3*9.81/1e4
	w := 3 * 9.81
	if got, want := reactionsOf(t, m, p, s, "contact[1]", "contact[0]"), []float64{0, 0, -w, -0.25 * w, 0.5 * w, 0, 0, 0, 0, 0, 0, 0}; !near(got, want) {
		t.Errorf("the contacts carry %v, want %v", got, want)
	}
}

// Forces act at the mean of their places, each counted by its size; without forces at the
// center.
func TestPlaceOfForces(t *testing.T) {
	m := modeltest.Pair([2]float64{1, 1}, [2]model.Pin{}, 3, 3, 0, 0)
	p := model.Params{DT: 1e-3, Contacts: []model.Contact{model.Ground(0, 1000, 0), {Shape: model.Plane{Offset: -3}, Stiffness: 10}}}
	s := m.Start()
	s.Position[0], s.Position[1] = model.Vec3{0, 2, -0.003}, model.Vec3{4, 2, -0.001}
	l := must.Get(NewReactions(m, p, nil, []string{"contact[0]", "contact[1]"}))(t)
	all := l.Reactions(s, nil)
	if got, want := all[0].Place(), (model.Vec3{1, 2, -0.0025}); got.Sub(want).Len() > 1e-9 {
		t.Errorf("the force acts at %v, want %v", got, want)
	}
	if got := all[1].Place(); got != all[1].Center {
		t.Errorf("without a force it acts at %v, want the center %v", got, all[1].Center)
	}
}

// Two balls that overlap push each other once.
func TestCollisionByHand(t *testing.T) {
	m := modeltest.Pair([2]float64{1, 1}, [2]model.Pin{}, 3, 3, 0, 0)
	m.Radius, m.Body = []float64{0.5, 0.6}, []uint16{0, 1}
	p := model.Params{DT: 1e-3, Collision: model.Collision{Bodies: []model.Surface{{Stiffness: 100}, {Stiffness: 300}}, Others: true, Skin: 0.1, CheckEvery: 8}}
	s := m.Start()
	s.Position[1] = s.Position[0].Add(model.Vec3{0, 0.9, 0})
	if got, want := reactionsOf(t, m, p, s, "collision"), []float64{1, 150 * 0.2, 0.2}; !near(got, want) {
		t.Errorf("the collision is %v, want %v", got, want)
	}
	s.Position[1] = s.Position[0].Add(model.Vec3{0, 1.2, 0})
	if got, want := reactionsOf(t, m, p, s, "collision"), []float64{0, 0, 0}; !near(got, want) {
		t.Errorf("apart, the collision is %v, want %v", got, want)
	}
}

// An unknown name, and the name of an absent part, are refused with a list of the present ones.
func TestNames(t *testing.T) {
	m, p, _ := hung()
	p.Contacts = []model.Contact{model.Ground(0, 1, 0), model.Ground(1, 1, 0)}
	for text, want := range map[string]string{
		"contact[1]": "", "pin[0]": "",
		"contact[2]": "the run has contact[0] to contact[1]", "pin[1]": "the run has pin[0]", "guide[0]": "the run has no guide",
		"collision": "do not collide", "contact": "is unknown", "wall[0]": "is unknown", "contact[-1]": "has no number", "contact[00]": "has no number", "contact[+1]": "has no number", "contact[x]": "has no number",
		"contact[0": "is unknown", "": "is unknown", "contact[99999999999]": "has no number", "collision[0]": "is unknown",
	} {
		_, err := NewReactions(m, p, PinsOf(m), []string{text})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Position-based dynamics knows no forces, so that its reactions are refused with an alternative.
func TestReactionsOfPositionsAreRefused(t *testing.T) {
	m := modeltest.Rope(3)
	p := model.Params{DT: 0.01, Integrator: model.PositionBased}
	pins := []Pin{{Masses: []uint32{0}, Axes: model.PinAll}}
	must.Say(t, "it says", must.Err(NewReactions(m, p, pins, []string{"pin[0]"})), "pbd", "impulses")
	p.Integrator = model.Impulses
	if _, err := NewReactions(m, p, pins, []string{"pin[0]"}); err != nil {
		t.Error(err)
	}
}
