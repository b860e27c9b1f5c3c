package enginetest

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// Pinned masses and axes stay where they are to the last bit, whatever pulls
// at them, for 20,000 steps; 10⁶ in the long form.
func pinnedMassesNeverMove(t *testing.T, on Subject) {
	m := modeltest.Cloth(5)
	for i := range m.Pin {
		m.Pin[i] = model.Pin(i % 8)
	}
	state := disturbed(m, 0.01)
	for i := range state.Velocity {
		state.Velocity[i] = model.Vec3{0.01, 0.02, 0.03} // along pinned axes it is ignored
	}
	p := model.Params{Gravity: model.EarthGravity(), DragHalfLife: 0.01, Contacts: []model.Contact{model.Ground(0.25, 50, 0.02)}}
	p.DT = physics.AutoStep(m, p)
	e := on.open(t, m, p)
	must.Do(t, e.Reset(state))
	for i, v := range after(t, e, 0).Velocity {
		for axis := range 3 {
			if pinned := m.PinOf(i)>>axis&1 == 1; pinned != (v[axis] == 0) {
				t.Fatalf("mass %d, pin %03b: velocity %v at the start", i, m.PinOf(i), v)
			}
		}
	}
	s := after(t, e, longOr(20_000, 1_000_000))
	moved := 0
	for i := range s.Position {
		for axis := range 3 {
			same := float32(s.Position[i][axis]) == float32(state.Position[i][axis])
			if m.PinOf(i)>>axis&1 == 1 {
				if !same || s.Velocity[i][axis] != 0 {
					t.Fatalf("mass %d axis %d is pinned and moved", i, axis)
				}
			} else if !same {
				moved++
			}
		}
	}
	if moved < 20 {
		t.Errorf("only %d free axes moved: the test proves nothing", moved)
	}
}

// degenerate are models that are odd and allowed.
func degenerate() []*model.Model {
	material := []model.Material{{}, {Name: "spring", Stiffness: 100, Damping: 0.1}, {Name: "loose"}, {Name: "cable", Stiffness: 100, Damping: 1, TensionOnly: true}}
	make1 := func(name string, positions []model.Vec3, ends []model.Ends, rest []float64, kinds []uint16) *model.Model {
		m := &model.Model{Name: name, RestPosition: positions, Mass: make([]float64, len(positions)), Ends: ends, RestLength: rest, MaterialOf: kinds, Materials: material}
		for i := range m.Mass {
			m.Mass[i] = 0.1
		}
		return m
	}
	hub := make1("hub", []model.Vec3{{0, 0, 3}}, nil, nil, nil)
	for i := range 10_000 {
		angle := float64(i) * 2.399963 // the golden angle: spread over the ball
		z := 1 - 2*(float64(i)+0.5)/10_000
		r := math.Sqrt(1 - z*z)
		hub.RestPosition = append(hub.RestPosition, model.Vec3{r * math.Cos(angle), r * math.Sin(angle), 3 + z})
		hub.Mass = append(hub.Mass, 0.1)
		hub.Ends = append(hub.Ends, model.Ends{0, uint32(i + 1)})
		hub.RestLength, hub.MaterialOf = append(hub.RestLength, 1.001), append(hub.MaterialOf, 1)
	}
	hub.Mass[0] = 1000
	massless := make1("massless pin", []model.Vec3{{0, 0, 1}, {0, 0, 0.5}, {0.1, 0, 1}}, []model.Ends{{0, 1}, {0, 2}}, []float64{0.4, 0.1}, []uint16{1, 1})
	massless.Mass = []float64{0, 0.1, 0}
	massless.Pin = []model.Pin{model.PinAll, 0, model.PinAll}
	return []*model.Model{
		make1("no masses", nil, nil, nil, nil),
		make1("no springs", []model.Vec3{{0, 0, 1}, {1, 0, 1}}, nil, nil, nil),
		make1("coincident masses", []model.Vec3{{0, 0, 1}, {0, 0, 1}}, []model.Ends{{0, 1}}, []float64{0.1}, []uint16{1}),
		make1("springs of no length", []model.Vec3{{0, 0, 1}, {0.2, 0, 1}, {0.2, 0, 1}}, []model.Ends{{0, 1}, {1, 2}, {1, 2}}, []float64{0, 0, 0}, []uint16{1, 1, 3}),
		make1("double springs", []model.Vec3{{0, 0, 1}, {0.2, 0, 1}}, []model.Ends{{0, 1}, {0, 1}, {1, 0}}, []float64{0.1, 0.2, 0.3}, []uint16{1, 3, 2}),
		make1("removed springs", []model.Vec3{{0, 0, 1}, {0.2, 0, 1}}, []model.Ends{{0, 1}}, []float64{0.1}, []uint16{model.Removed}),
		make1("isolated mass", []model.Vec3{{0, 0, 1}, {0.2, 0, 1}, {5, 5, 5}}, []model.Ends{{0, 1}}, []float64{0.1}, []uint16{1}),
		massless, hub,
	}
}

// Odd models run: every number stays finite and is that of the reference, the energies too.
func oddModelsRun(t *testing.T, on Subject) {
	const steps, tolerance = 50, 1e-4 // m: 50 steps of float32, up to 5 m away
	p := model.Params{Gravity: model.EarthGravity(), DragHalfLife: 1, Contacts: []model.Contact{model.Ground(0, 100, 0.1).WithFriction(0.5, 0.4)}}
	for _, m := range degenerate() {
		e := on.open(t, m, p)
		s := after(t, e, steps)
		energy := must.Get(e.Energy())(t)
		if total := energy.Total(); math.IsNaN(total) || math.IsInf(total, 0) {
			t.Errorf("%s: energy %+v", m.Name, energy)
		}
		must.Do(t, m.ValidateState(s)) // every number is finite
		want := reference(t, m, p, m.Start(), steps)
		for i := range s.Position {
			if off := s.Position[i].Sub(want.Position[i]).Len(); !(off <= tolerance) {
				t.Errorf("%s: mass %d is %.2g m from the reference's", m.Name, i, off)
			}
		}
	}
}

// Coincident masses on a spring of some length have no direction to part in:
// nothing happens until something else moves them.
func coincidentMassesStay(t *testing.T, on Subject) {
	m := degenerate()[2]
	e := on.open(t, m, model.Params{DT: 1e-3})
	if s := after(t, e, 100); s.Position[0] != s.Position[1] || s.Position[0] != m.RestPosition[0] || s.Velocity[0] != (model.Vec3{}) {
		t.Errorf("moved to %v and %v", s.Position[0], s.Position[1])
	}
}

// Gravity that SetParams switches on acts from the beginning of the next step:
// Verlet forgets the acceleration it had. All numbers are exact in binary.
func setParamsWithVerlet(t *testing.T, on Subject) {
	const dt, g = 1. / 64, 64.
	m := modeltest.Free(1, model.Vec3{})
	p := model.Params{DT: dt, Integrator: model.VelocityVerlet}
	e := on.open(t, m, p)
	must.Do(t, e.Step(3))
	for change, want := range []struct{ z, v float64 }{
		{-g * dt * dt / 2, -g * dt}, // ½ g dt² and g dt, from rest
		{-g*dt*dt/2 - g*dt*dt, -g * dt},
	} {
		p.Gravity = []model.Vec3{{0, 0, -g}, {}}[change] // on, then off
		must.Do(t, setParams(e, p))
		s := after(t, e, 1)
		if s.Position[0][2] != want.z || s.Velocity[0][2] != want.v {
			t.Errorf("gravity %v: at %g m with %g m/s, want %g m and %g m/s", p.Gravity, s.Position[0][2], s.Velocity[0][2], want.z, want.v)
		}
	}
}
