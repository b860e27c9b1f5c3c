package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/order/random"
	"hooke/physics"
)

// randomNet is a few masses with random springs, some pinned or partly, at rest:
// undamped, or with dampers of any strength, drag and a ground below.
func randomNet(seed uint64, damped bool) (*model.Model, model.Params) {
	numbers := random.Stream(seed)
	uniform := func(lo, hi float64) float64 { return lo + (hi-lo)*(numbers.Signed()+1)/2 }
	b := modeltest.NewBuilder("random net")
	masses := 4 + int(uniform(0, 4))
	for i := range masses {
		pin := model.Pin(0)
		if i%3 == 1 {
			pin = model.Pin(uniform(0, 7.99))
		}
		b.Mass(math.Exp2(uniform(-4, 4)), model.Vec3{uniform(0, 1), uniform(0, 1), uniform(0, 1)}, pin)
	}
	for range 3 * masses {
		a, z := int(uniform(0, float64(masses)-0.01)), int(uniform(0, float64(masses)-0.01))
		if a == z {
			continue
		}
		damping := 0.0
		if damped {
			damping = math.Exp2(uniform(-8, 6))
		}
		b.Join(a, z, b.Material(math.Exp2(uniform(0, 10)), damping))
	}
	p := model.Params{}
	if damped {
		p.DragHalfLife = math.Exp2(uniform(-6, 4))
		p.Contacts = []model.Contact{{Shape: model.Plane{Offset: 0.3}, Stiffness: math.Exp2(uniform(0, 8)), Damping: math.Exp2(uniform(-6, 4))}}
	}
	return &b.Model, p
}

// growth steps a model from a small disturbance of its rest. It returns the factor by which the largest
// distance from rest has grown at the end: +Inf when the run diverged.
func growth(t *testing.T, m *model.Model, p model.Params, steps int) float64 {
	t.Helper()
	const disturbance = 1e-9 // m, so small that nothing but the linear part acts
	e := must.Get(New(m, p))(t)
	start, numbers := m.Start(), random.Stream(7)
	for i := range start.Position {
		for axis := range 3 {
			if m.PinOf(i)&(model.PinX<<axis) == 0 {
				start.Position[i][axis] += disturbance * numbers.Signed()
			}
		}
	}
	modeltest.StepFrom(t, e, start, steps)
	if e.Finish() != nil {
		return math.Inf(1)
	}
	worst := 0.0
	for i, x := range e.State().Position {
		worst = max(worst, x.Sub(m.RestPosition[i]).Len())
	}
	return worst / disturbance
}

// stableIntegrators are those with a safe step for undamped models, too.
func stableIntegrators() []model.Integrator {
	return []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4}
}

// No random model diverges at 0.95 of its safe step in 10⁵ steps. Masses that
// touch the ground are pushed by a finite force; so contacts act in the bound
// alone here, from below, and TestSafeStepWithContact has one that is touched.
func TestSafeStepHolds(t *testing.T) {
	const grown = 1e4 // modes may add up, and loose ends drift by the motion of their neighbors
	nets, steps := uint64(3), 20_000
	if longTests() {
		nets, steps = 100, 100_000
	}
	for _, integrator := range model.Integrators() {
		for seed := range nets {
			for _, damped := range []bool{false, true} {
				m, p := randomNet(seed, damped)
				p.Integrator = integrator
				if damped {
					for i := range m.RestPosition {
						m.RestPosition[i][2] += 1 // above the ground
					}
				}
				safe := physics.SafeStep(m, p)
				if safe == 0 && integrator == model.ExplicitEuler && !damped {
					continue // as it must be
				}
				p.DT = 0.95 * safe
				if got := growth(t, m, p, steps); !(got <= grown) {
					t.Errorf("%v, net %d, damped %v: grew %.3g times at 0.95 of the safe step %.3g s", integrator, seed, damped, got, safe)
				}
			}
		}
	}
}

// Where the bound is exact, on two masses with a spring, 1.2 times it diverges;
// a stiff chain does at 2.5.
func TestAboveTheSafeStepDiverges(t *testing.T) {
	const grown = 1e6
	chain := modeltest.NewBuilder("chain")
	material := chain.Material(1e6, 0)
	for i := range 20 {
		chain.Mass(0.01, model.Vec3{float64(i), 0, 0}, 0)
		if i > 0 {
			chain.Join(i-1, i, material)
		}
	}
	for _, integrator := range stableIntegrators() {
		for _, c := range []struct {
			m    *model.Model
			part float64
		}{
			{modeltest.Pair([2]float64{2, 2}, [2]model.Pin{}, 1, 1, 50, 0), 1.2},
			{modeltest.Pair([2]float64{2, 2}, [2]model.Pin{}, 1, 1, 1e-3, 30), 1.2},
			{&chain.Model, 2.5},
		} {
			p := model.Params{Integrator: integrator}
			safe := physics.SafeStep(c.m, p)
			if p.DT = 0.95 * safe; !(growth(t, c.m, p, 10_000) < 1e4) {
				t.Errorf("%v, %s: diverged at 0.95 of the safe step %g s", integrator, c.m.Name, safe)
			}
			if p.DT = c.part * safe; !(growth(t, c.m, p, 2000) > grown) {
				t.Errorf("%v, %s: grew %.3g times at %g times the safe step %g s", integrator, c.m.Name, growth(t, c.m, p, 2000), c.part, safe)
			}
		}
	}
}

// A mass on the ground: contact alone, which the safe step takes to act half.
func TestSafeStepWithContact(t *testing.T) {
	for _, integrator := range stableIntegrators() {
		m := modeltest.Single(2, model.Vec3{0, 0, -2 * model.StandardGravity / 50})
		p := model.Params{Gravity: model.EarthGravity(), Integrator: integrator, DragHalfLife: 1,
			Contacts: []model.Contact{{Shape: model.Plane{}, Stiffness: 50, Damping: 2}}}
		p.DT = 0.95 * physics.SafeStep(m, p)
		if got := growth(t, m, p, 100_000); !(got <= 10) {
			t.Errorf("%v: grew %.3g times at 0.95 of the safe step", integrator, got)
		}
		p.DT *= 1.5 / 0.95
		if got := growth(t, m, p, 2000); !(got > 1e6) {
			t.Errorf("%v: grew only %.3g times at 1.5 times the safe step", integrator, got)
		}
	}
}

// Undamped, explicit Euler gains energy at any step: AutoStep is for watching.
func TestExplicitEulerGainsEnergy(t *testing.T) {
	m := modeltest.Pair([2]float64{2, 2}, [2]model.Pin{}, 1, 1, 50, 0)
	p := model.Params{Integrator: model.ExplicitEuler}
	must.Be(t, physics.SafeStep(m, p), 0, "the safe step, in s")
	p.DT = physics.AutoStep(m, p)
	start := m.Start()
	start.Position[1][0] += 1e-3
	// A step multiplies the energy by 1 + (ω dt)², and ω dt is a tenth of 2.
	const steps, rounding = 100, 1e-9
	want := math.Pow(1+0.2*0.2, steps)
	before, after := EnergyOf(m, p, (*State)(start)).Total(), EnergyOf(m, p, at(t, m, p, start, steps*p.DT, p.DT)).Total()
	if math.Abs(after/before/want-1) > rounding {
		t.Errorf("the energy grew %.12g times in %d steps, want %.12g", after/before, steps, want)
	}
}
