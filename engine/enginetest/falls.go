package enginetest

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Free fall, and with drag: the velocity is a geometric series, v_n = −g dt f
// (1 − fⁿ)/(1 − f), f = 2^(−dt/h), toward g h/ln 2.
func freeFall(t *testing.T, on Subject) {
	const dt, steps, halfLife = 1e-3, 2000, 0.1
	tolerance := on.rounding() // at random, and of one sign where f is rounded
	m := modeltest.Free(3, model.Vec3{})
	e := on.open(t, m, model.Params{DT: dt, Gravity: model.EarthGravity()})
	s := after(t, e, steps)
	v, x := -model.StandardGravity*dt*steps, -model.StandardGravity*dt*dt*steps*(steps+1)/2
	if math.Abs(s.Velocity[0][2]/v-1) > tolerance || math.Abs(s.Position[0][2]/x-1) > 2*tolerance {
		t.Errorf("v = %.9g m/s at %.9g m, want %.9g and %.9g", s.Velocity[0][2], s.Position[0][2], v, x)
	}

	e = on.open(t, m, model.Params{DT: dt, Gravity: model.EarthGravity(), DragHalfLife: halfLife})
	s = after(t, e, steps)
	f := math.Exp2(-dt / halfLife)
	want := -model.StandardGravity * dt * f * (1 - math.Pow(f, steps)) / (1 - f)
	terminal := -model.StandardGravity * halfLife / math.Ln2
	if math.Abs(s.Velocity[0][2]/want-1) > tolerance || math.Abs(want/terminal-1) > math.Ln2*dt/halfLife {
		t.Errorf("with drag v = %.9g m/s, want %.9g, near the terminal %.6g", s.Velocity[0][2], want, terminal)
	}
}

// Dropped on an undamped ground (bc = 0) a mass comes back to its height.
func bounceReturnsTheEnergy(t *testing.T, on Subject) {
	const height, stiffness, mass, dt = 0.3, 2000.0, 0.2, 2e-5
	m := modeltest.Free(mass, model.Vec3{0, 0, height})
	e := on.open(t, m, model.Params{DT: dt, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, stiffness, 0)}})
	fall := math.Sqrt(2 * height / model.StandardGravity)
	s := after(t, e, int(1.2*fall/dt)) // past the impact, π √(m/k) = 0.03 s
	v := s.Velocity[0][2]
	top := s.Position[0][2] + v*v/(2*model.StandardGravity)
	tolerance := 2e-3 // ω dt = √(k/m) dt
	if on.single() {
		tolerance += 1e-4 // 15,000 roundings of the velocity, at random
	}
	if v <= 0 || math.Abs(top/height-1) > tolerance {
		t.Errorf("flies up with %.5g m/s to %.6f m, want %.6f", v, top, height)
	}
}

// Momentum is conserved to rounding without external forces, angular momentum
// too, since symplectic Euler pulls along the lines between the old positions.
func momentumIsKept(t *testing.T, on Subject) {
	m := modeltest.Lattice(6, 300, 0.01, false)
	state := disturbed(m, 2e-3)
	const steps = 2000
	tolerance := 1e-7 // of Σ m|v|: the state is read in float32; the reference holds its own to 1e-13
	if on.single() {
		tolerance = 2e-6 // of float32, at random
	}
	e := on.open(t, m, model.Params{DT: 1e-5})
	must.Do(t, e.Reset(state))
	end := after(t, e, steps)
	before, _ := modeltest.Momentum(m, state)
	now, size := modeltest.Momentum(m, end)
	turn := func(s *model.State) (sum model.Vec3) {
		for i, v := range s.Velocity {
			sum = sum.Add(s.Position[i].Cross(v).Mul(m.Mass[i]))
		}
		return sum
	}
	linear, angular := now.Sub(before).Len()/size, turn(end).Sub(turn(state)).Len()/size
	if !(linear <= tolerance) || !(angular <= 2*tolerance) {
		t.Errorf("momentum changed by %.2g, angular momentum by %.2g of Σ m|v| (within 1 m); tolerance %g", linear, angular, tolerance)
	}
}

// Drag keeps the same factor per step in each step, whatever dt is and when it changes.
func dragPerStep(t *testing.T, on Subject) {
	m := modeltest.Free(1, model.Vec3{})
	p := model.Params{DT: 0.01, DragKept: 0.75}
	e := on.open(t, m, p)
	s := m.Start()
	s.Velocity[0] = model.Vec3{64, 0, 0}
	must.Do(t, e.Reset(s))
	want := 64 * math.Pow(0.75, 4)
	if got := after(t, e, 4).Velocity[0][0]; math.Abs(got-want) > 1e-5 {
		t.Errorf("after 4 steps: %g m/s, want %g", got, want)
	}
	p.DT = 0.002
	must.Do(t, setParams(e, p))
	want *= math.Pow(0.75, 3)
	if got := after(t, e, 3).Velocity[0][0]; math.Abs(got-want) > 1e-5 {
		t.Errorf("after 3 shorter steps: %g m/s, want %g", got, want)
	}
}

// Falling with quadratic drag: v = vt tanh(g t/vt), vt = √(mg/q). The step is
// first order: off by about g dt/2.
func terminalVelocity(t *testing.T, on Subject) {
	const mass, q, g, dt = 0.5, 0.02, model.StandardGravity, 4e-3
	terminal := math.Sqrt(mass * g / q) // 15.66 m/s
	e := on.open(t, modeltest.Free(mass, model.Vec3{}), model.Params{DT: dt, Gravity: model.EarthGravity(), QuadraticDrag: q})
	near(t, "velocity after 1 s", after(t, e, 250).Velocity[0][2], -terminal*math.Tanh(g/terminal), g*dt/2)
	// After 12 s the missing part is e^(−2gt/vt) = 3e-7 of it.
	// In float32 the speed stands where a step adds less than half a unit in
	// the last place: 2 g dt δ/vt = 5e-7 m/s at δ = 1e-4 m/s.
	stall := 0.0
	if on.single() {
		stall = 1.5e-4
	}
	near(t, "terminal velocity", after(t, e, 2750).Velocity[0][2], -terminal, terminal*1e-6+stall)
}
