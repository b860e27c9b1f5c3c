package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// bigSteps makes an engine with a start and lets it go.
func bigSteps(t *testing.T, m *model.Model, p model.Params, start *model.State) *Engine {
	t.Helper()
	e := must.Get(New(m, p))(t)
	must.Do(t, e.Reset(start))
	return e
}

// after are n steps of an engine.
func after(t *testing.T, e *Engine, n int) *State {
	t.Helper()
	must.Do(t, e.Step(n))
	must.Do(t, e.Finish())
	return e.State()
}

// implicitEuler are parameters whose substeps are solved to rounding.
func implicitEuler(h float64) model.Params {
	return model.Params{Integrator: model.ImplicitEuler, DT: h, Substeps: 1, Iterations: 5000, Tolerance: 1e-12}
}

// A lone spring follows (1 + h d + h² s) z² − (2 + h d) z + 1 = 0, s = k/m_r and d = c/m_r,
// whatever the step: undamped its amplitude falls by 1/√(1 + h² s) and its phase grows by
// atan(h √s) in each; with a damper and no stiffness v ← v/(1 + h d).
func TestImplicitLoneSpring(t *testing.T) {
	const tolerance, steps, amplitude = 1e-9, 100, 0.1 // of the amplitude; sums of 100 roundings, at a residual of 1e-12
	for _, c := range []struct{ h, k, c float64 }{
		{1. / 60, 100, 0}, {1. / 600, 1e6, 0}, {1. / 60, 1e6, 0}, {1, 1e3, 0},
		{1. / 60, 0, 30}, {1. / 60, 0, 1e6}, {1. / 60, 200, 3}, {1. / 60, 1e5, 1e3},
	} {
		// Of two free masses the descent needs many iterations where h² s is large, so stiff
		// springs hang from a pin.
		const mb = 3.0
		ma, pin := 1.0, model.Pin(0)
		if c.h*c.k+c.c > 100 {
			ma, pin = math.Inf(1), model.PinAll
		}
		m := modeltest.Pair([2]float64{1, mb}, [2]model.Pin{pin}, 1, 1, c.k, c.c)
		start := m.Start()
		start.Position[1][0] += amplitude
		start.Velocity[1][0] = 0.7
		e := bigSteps(t, m, implicitEuler(c.h), start)
		mr := 1 / (1/ma + 1/mb)
		s, d := c.k/mr, c.c/mr
		x, v := amplitude, 0.7
		for step := range steps {
			v = (v - c.h*s*x) / (1 + c.h*d + c.h*c.h*s)
			x += c.h * v
			got := after(t, e, 1)
			if far := math.Abs(got.Position[1][0] - got.Position[0][0] - 1 - x); !(far <= tolerance*max(amplitude, 0.7*c.h)) {
				t.Fatalf("h %g, k %g, c %g: after %d steps the spring is %.3g m off", c.h, c.k, c.c, step+1, far)
			}
		}
	}
	// The recurrence itself is the closed form of amplitude and phase.
	const h, k = 1. / 60, 1000.0
	m := modeltest.Pair([2]float64{1, 1}, [2]model.Pin{model.PinAll}, 1, 1, k, 0)
	start := m.Start()
	start.Position[1][0] += amplitude
	e := bigSteps(t, m, implicitEuler(h), start)
	size, phase := 1/math.Sqrt(1+h*h*k), math.Atan(h*math.Sqrt(k))
	for n := 1; n <= steps; n++ {
		// At rest, the state before the first step has z = 1 ± i h √s in x/(1 + h² s).
		want := amplitude * math.Pow(size, float64(n)) * math.Cos(float64(n)*phase)
		if got := after(t, e, 1).Position[1][0] - 1; math.Abs(got-want) > tolerance*amplitude {
			t.Fatalf("after %d steps the mass is at %.12g m, want %.12g", n, got, want)
		}
	}
}

// Every mode of a chain of 8 masses between two walls falls as that of a lone spring with
// s = ω_j².
func TestImplicitChainModes(t *testing.T) {
	const count, k, mass, h, steps, tolerance = 8, 3000.0, 0.5, 1. / 60, 30, 1e-9
	b := modeltest.NewBuilder("chain")
	material := b.Material(k, 0)
	for i := range count + 2 {
		pin := model.Pin(0)
		if i == 0 || i == count+1 {
			pin = model.PinAll
		}
		b.Mass(mass, model.Vec3{float64(i), 0, 0}, pin)
		if i > 0 {
			b.Join(i-1, i, material)
		}
	}
	for mode := 1; mode <= count; mode++ {
		shape := func(i int) float64 {
			return 0.01 * math.Sin(float64(mode)*math.Pi*float64(i)/(count+1))
		}
		start := b.Model.Start()
		for i := range start.Position {
			start.Position[i][0] += shape(i)
		}
		e := bigSteps(t, &b.Model, implicitEuler(h), start)
		s := after(t, e, steps)
		omega := 2 * math.Sqrt(k/mass) * math.Sin(float64(mode)*math.Pi/(2*(count+1)))
		scale := math.Pow(1+h*h*omega*omega, -steps/2.) * math.Cos(steps*math.Atan(h*omega))
		for i := range start.Position {
			if far := math.Abs(s.Position[i][0] - float64(i) - scale*shape(i)); !(far <= tolerance*0.01) {
				t.Errorf("mode %d: mass %d is %.3g m off", mode, i, far)
			}
		}
	}
}

// A body in free fall follows gravity, however its springs are damped: a damper acts on lengths. With a
// damper that acts on motion as such the same cloth falls slower, and that is seen.
func TestImplicitDampersDoNotSlowFalls(t *testing.T) {
	const h, tolerance, steps = 1. / 60, 1e-6, 2
	m := modeltest.Cloth(4)
	m.Pin = nil
	for _, c := range []float64{0, 0.02, 2} {
		for i := range m.Materials[1:] {
			m.Materials[i+1].Damping = c
		}
		fallen := func(p model.Params) float64 {
			p.Gravity = model.EarthGravity()
			s := after(t, bigSteps(t, m, p, m.Start()), steps)
			least := math.Inf(1)
			for i, x := range s.Position {
				least = min(least, m.RestPosition[i][2]-x[2])
			}
			return least
		}
		want := model.StandardGravity * h * h * steps * (steps + 1) / 2
		must.Within(t, fallen(implicitEuler(h)), want, tolerance, "c = %g: the cloth falls, in m", c)
		if c > 0 {
			p := implicitEuler(h)
			p.Motors = []model.Motor{{Axis: model.Vec3{0, 0, 1}, Damping: c * 1e-2}} // a damper against motion as such
			if got := fallen(p); math.Abs(got/want-1) < 100*tolerance {
				t.Errorf("c = %g: a damper on motion as such is not seen", c)
			}
		}
	}
}

// Halving the step halves the distance to small explicit steps.
func TestImplicitIsOfFirstOrder(t *testing.T) {
	m := modeltest.Cloth(5)
	start := m.Start()
	run := func(p model.Params, dt float64) *State {
		p.Gravity, p.DT = model.EarthGravity(), dt
		return after(t, bigSteps(t, m, p, start), int(math.Round(0.1/dt)))
	}
	exact := run(model.Params{Integrator: model.RK4}, 1e-4)
	far := func(dt float64) (most float64) {
		s := run(implicitEuler(dt), dt)
		for i, x := range s.Position {
			most = max(most, x.Sub(exact.Position[i]).Len())
		}
		return most
	}
	coarse, fine := far(1e-3), far(5e-4)
	must.Near(t, coarse/fine, 2, 0.15, "halving the step divides the error of %.3g m", coarse)
}

// The momentum of a free body changes by rounding, however few iterations there are. Without the correction
// it would change by their residual.
func TestImplicitMomentum(t *testing.T) {
	m := modeltest.Lattice(3, 500, 0.01, false)
	m.Pin = nil
	start := m.Start()
	for i, x := range start.Position {
		start.Velocity[i] = model.Vec3{0, 0, 20}.Cross(x).Add(model.Vec3{math.Sin(float64(i)), 0, math.Cos(float64(3 * i))})
	}
	held := false
	lost := func(p model.Params) float64 {
		e := bigSteps(t, m, p, start)
		e.implicit.bodies.held[0] = held
		before := MomentumOf(m, e.State()).Linear
		return MomentumOf(m, after(t, e, 20)).Linear.Sub(before).Len() / before.Len()
	}
	solved := implicitEuler(1. / 600)
	if got := lost(solved); got > 1e-9 {
		t.Errorf("solved to rounding, %.3g of the momentum is lost", got)
	}
	solved.Iterations, solved.Tolerance = 4, 1e-12
	if got := lost(solved); got > 1e-12 {
		t.Errorf("4 iterations lose %.3g of the momentum", got)
	}
	if held = true; lost(solved) < 1e-6 {
		t.Error("4 iterations lose nothing where nothing is given back: the test sees nothing")
	}
}
