package enginetest

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

const (
	slopeStatic  = 0.6
	slopeKinetic = 0.5
)

// onSlope returns a mass resting in a slope of the given tangent, and the way down.
func onSlope(tangent float64) (m *model.Model, p model.Params, down, normal model.Vec3) {
	const mass, stiffness = 0.3, 2000.0
	angle := math.Atan(tangent)
	turn := mgl64.QuatRotate(0.4, model.Vec3{0, 0, 1}) // not along an axis
	normal = turn.Rotate(model.Vec3{math.Sin(angle), 0, math.Cos(angle)})
	down = turn.Rotate(model.Vec3{math.Cos(angle), 0, -math.Sin(angle)})
	slope := model.Contact{Shape: model.Plane{Normal: normal}, Stiffness: stiffness, Damping: 20,
		StaticFriction: slopeStatic, KineticFriction: slopeKinetic}
	depth := mass * model.StandardGravity * math.Cos(angle) / stiffness
	return modeltest.Free(mass, normal.Mul(-depth)), model.Params{DT: 1e-3, Gravity: model.EarthGravity(),
		Contacts: []model.Contact{slope}}, down, normal
}

// A mass slides where tan θ > μs, and only there: tried 0.1 % on both sides. It
// slides with the acceleration g (sin θ − μk cos θ).
func massOnSlope(t *testing.T, on Subject) {
	eachIntegrator(t, func(t *testing.T, integrator model.Integrator) {
		const steps = 1000
		for _, part := range []float64{0.999, 1.001} {
			m, p, down, _ := onSlope(part * slopeStatic)
			p.Integrator = integrator
			e := on.open(t, m, p)
			s := after(t, e, steps)
			moved := s.Position[0].Sub(m.RestPosition[0]).Dot(down)
			if part < 1 {
				if held := 1e-9; math.Abs(moved) > held { // m; the mass is 1.3 mm deep: one rounding is 1e-10 m
					t.Errorf("tan θ = %g μs: moved %.3g m, want none", part, moved)
				}
				continue
			}
			angle := math.Atan(part * slopeStatic)
			a := model.StandardGravity * (math.Sin(angle) - slopeKinetic*math.Cos(angle))
			// Symplectic Euler is ahead of the parabola by half a step, explicit Euler
			// behind it.
			ahead := map[model.Integrator]float64{model.SymplecticEuler: 1, model.ExplicitEuler: -1}[integrator]
			want := a * p.DT * p.DT * steps * (steps + ahead) / 2
			if math.Abs(moved/want-1) > 1e-4 { // it starts at rest, and rounding breaks the balance across the slope
				t.Errorf("tan θ = %g μs: slid %.6g m, want %.6g", part, moved, want)
			}
		}
	})
}

// Held by friction, a mass does not creep.
func stickDoesNotCreep(t *testing.T, on Subject) {
	eachIntegrator(t, func(t *testing.T, integrator model.Integrator) {
		m, p, down, normal := onSlope(0.95 * slopeStatic)
		p.Integrator = integrator
		p.DragHalfLife = 5 // drag only shrinks the velocity after friction
		e := on.open(t, m, p)
		settled := after(t, e, 2000).Position[0]
		steps := longOr(5000, 20_000)
		s := after(t, e, steps)
		moved := s.Position[0].Sub(settled)
		tolerance := 1e-15 // m
		if on.single() {
			tolerance = 1e-9 // m: a rounding of a position 1.3 mm from the origin is 1e-10
		}
		t.Logf("moved %.3g m down, %.3g m along the normal, speed %.3g m/s", moved.Dot(down), moved.Dot(normal), s.Velocity[0].Len())
		if moved.Len() > tolerance {
			t.Errorf("moved %.3g m in %d steps, want less than %g", moved.Len(), steps, tolerance)
		}
	})
}

// Pushed along the ground, a mass slows down by μk g, stops, and stays.
func kineticFrictionStopsAMass(t *testing.T, on Subject) {
	eachIntegrator(t, func(t *testing.T, integrator model.Integrator) {
		const mass, stiffness, kinetic, dt = 0.2, 500.0, 0.4, 1e-4
		m := modeltest.Free(mass, model.Vec3{0, 0, -mass * model.StandardGravity / stiffness})
		p := model.Params{DT: dt, Integrator: integrator, Gravity: model.EarthGravity(),
			Contacts: []model.Contact{model.Ground(0, stiffness, 1).WithFriction(0.5, kinetic)}}
		e := on.open(t, m, p)
		start := m.Start()
		start.Velocity[0] = model.Vec3{0.6, -0.8, 0}
		must.Do(t, e.Reset(start))
		stop := 1 / (kinetic * model.StandardGravity) // s, from 1 m/s
		half := int(stop / 2 / dt)
		slowed := after(t, e, half)
		deceleration := (1 - slowed.Velocity[0].Len()) / (float64(half) * dt)
		t.Logf("deceleration %.6g m/s², μk g = %.6g", deceleration, kinetic*model.StandardGravity)
		if math.Abs(deceleration/(kinetic*model.StandardGravity)-1) > 1e-4 { // 1,274 roundings of the velocity
			t.Errorf("deceleration %.6g m/s², want μk g = %.6g", deceleration, kinetic*model.StandardGravity)
		}
		stopped := after(t, e, half+10)
		way := stopped.Position[0].Sub(start.Position[0])
		const rounding = 1e-3 // of the way: first order in dt, and 2,500 roundings
		if want := stop / 2; math.Abs(way.Len()/want-1) > rounding || math.Abs(way[1]/way[0]+8./6) > rounding {
			t.Errorf("stopped after %v m, want %.6g m along (0.6, -0.8)", way, want)
		}
		later := after(t, e, 1000)
		if later.Position[0] != stopped.Position[0] || stopped.Velocity[0][0] != 0 || stopped.Velocity[0][1] != 0 {
			t.Errorf("does not stand: %v, then %v; velocity %v", stopped.Position[0], later.Position[0], stopped.Velocity[0])
		}
	})
}

// block returns 3×3×3 masses with 13 springs each, 2 cm wide, standing on z = 0.
func block(at float64) *model.Model {
	const spacing = 0.01
	m := &model.Model{Materials: []model.Material{{}, {Stiffness: 2000, Damping: 0.3}}}
	for i := range 27 {
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(i%3) - 1, float64(i/3%3) - 1, float64(i / 9)}.Mul(spacing).Add(model.Vec3{0, 0, at}))
		m.Mass = append(m.Mass, 0.002)
		for j := range i {
			if length := m.RestPosition[i].Sub(m.RestPosition[j]).Len(); length < 1.8*spacing {
				m.Ends = append(m.Ends, model.Ends{uint32(j), uint32(i)})
				m.RestLength = append(m.RestLength, length)
				m.MaterialOf = append(m.MaterialOf, 1)
			}
		}
	}
	return m
}

func meanPosition(s *model.State) (mean model.Vec3) {
	for _, x := range s.Position {
		mean = mean.Add(x.Mul(1 / float64(len(s.Position))))
	}
	return mean
}

// A settled block with μk = μs = μ holds on a slope of 0.97 μ and slides down
// one of 1.03 μ, as a whole, with g (sin θ − μ cos θ). Were friction against the
// velocity before the step, it would crawl at 0.9 μ already (docs/decisions/friction.md).
func blockOnSlope(t *testing.T, on Subject) {
	const friction = 0.4
	m := block(0)
	p := model.Params{DT: 1e-4, Contacts: []model.Contact{model.Ground(0, 3000, 1).WithFriction(friction, friction)}}
	tilted := func(part float64) model.Vec3 { // the slope stays level, gravity is turned
		angle := math.Atan(part * friction)
		return model.Vec3{math.Sin(angle), 0, -math.Cos(angle)}.Mul(model.StandardGravity)
	}
	state := m.Start()
	run := func(gravity model.Vec3, steps int) {
		p.Gravity = gravity
		e := on.open(t, m, p)
		must.Do(t, e.Reset(state))
		state = after(t, e, steps)
	}
	for _, part := range []float64{0, 0.5, 0.9, 0.97, 0.97} { // settle, leaning more and more
		run(tilted(part), 4000)
	}
	before := meanPosition(state)
	run(tilted(0.97), 4000)
	moved := meanPosition(state).Sub(before).Len()
	t.Logf("at 0.97 μ: moved %.3g m in 0.4 s", moved)
	if moved > 1e-7 { // m, of a block 2 cm wide
		t.Errorf("at 0.97 μ the block moved %.3g m in 0.4 s", moved)
	}
	start := meanPosition(state)
	run(tilted(1.03), 2000)
	first := meanPosition(state)
	run(tilted(1.03), 2000)
	second := meanPosition(state)
	// Over the second 0.2 s against the first: a = (Δx2 − Δx1)/T².
	a := (second[0] - 2*first[0] + start[0]) / 0.04
	angle := math.Atan(1.03 * friction)
	want := model.StandardGravity * (math.Sin(angle) - friction*math.Cos(angle))
	t.Logf("at 1.03 μ: slides with %.4g m/s², want %.4g", a, want)
	if math.Abs(a/want-1) > 0.05 { // the block still swings a little
		t.Errorf("at 1.03 μ the block slides with %.4g m/s², want %.4g", a, want)
	}
}

// A settled body stands still: less than a micrometer in 100,000 steps.
func settledBodyStandsStill(t *testing.T, on Subject) {
	m := block(0)
	p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(),
		Contacts: []model.Contact{model.Ground(0, 3000, 1).WithFriction(0.6, 0.5)}}
	e := on.open(t, m, p)
	settled := after(t, e, 5000)
	steps := longOr(20_000, 100_000)
	s := after(t, e, steps)
	worst := 0.0
	for i := range s.Position {
		worst = max(worst, s.Position[i].Sub(settled.Position[i]).Len())
	}
	t.Logf("moved %.3g m in %d steps", worst, steps)
	if worst > 1e-6 {
		t.Errorf("a mass moved %.3g m in %d steps, want less than 1e-6", worst, steps)
	}
}
