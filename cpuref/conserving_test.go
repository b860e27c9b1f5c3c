package cpuref

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// conserves are parameters of the solver energy with a ledger.
func conserves(h float64) model.Params {
	return model.Params{Integrator: model.EnergyConserving, DT: h, Substeps: 1, Ledger: true}
}

// spinning returns two masses on a stretched spring that spin, and their state.
func spinning() (*model.Model, *model.State) {
	m := modeltest.Pair([2]float64{1, 2}, [2]model.Pin{}, 1, 1, 500, 0)
	s := m.Start()
	s.Position[1] = s.Position[1].Add(model.Vec3{0.2, 0, 0.1})
	s.Velocity[0], s.Velocity[1] = model.Vec3{0.3, 5, 0}, model.Vec3{0, -2, 1}
	return m, s
}

// kept returns the change of energy and of angular momentum over a run, as shares of the energy and
// of the size of the angular momentum.
func kept(t *testing.T, e *Engine, steps int) (energy, spin float64) {
	t.Helper()
	start, before := must.Get(e.Energy())(t), MomentumOf(e.model, &e.state)
	end := after(t, e, steps)
	momentum := MomentumOf(e.model, end)
	must.Near(t, momentum.Linear.Sub(before.Linear).Len(), 0, 1e-12*before.Linear.Len(), "change of momentum")
	return math.Abs(must.Get(e.Energy())(t).Total()/start.Total() - 1), momentum.Angular.Sub(before.Angular).Len() / before.Angular.Len()
}

// A pair that spins and vibrates, at 0.45 rad of its vibration and 0.1 rad of its turn in a step, keeps
// energy and angular momentum over 10,000 steps to 1e-12 (5e-13 of both were seen). Newton's
// method that ends early loses energy, and so do other solvers, which shows that the test can fail.
func TestSpinningPairKeepsEnergyAndSpin(t *testing.T) {
	const steps, allowed = 10_000, 1e-12
	m, start := spinning()
	e := bigSteps(t, m, conserves(1./60), start)
	if energy, spin := kept(t, e, steps); !(energy <= allowed && spin <= allowed) {
		t.Errorf("after %d steps the energy is off by %.2g and the angular momentum by %.2g; want %.0g", steps, energy, spin, allowed)
	} else {
		t.Logf("energy %.2g, angular momentum %.2g", energy, spin)
	}
	left := must.Get(e.Residual())(t)
	must.Hold(t, left.Worst == 0 && left.Iterations > 1, "a residual of %+v", left)

	early := conserves(1. / 60)
	early.Tolerance = 1e-2
	if energy, _ := kept(t, bigSteps(t, m, early, start), 1000); !(energy > 1e-6) {
		t.Errorf("a tolerance of %g leaves an energy that is off by %.2g", early.Tolerance, energy)
	}
	p := implicitEuler(1. / 60)
	if energy, _ := kept(t, bigSteps(t, m, p, start), 100); !(energy > 0.01) {
		t.Errorf("implicit Euler keeps the energy to %.2g", energy)
	}
}

// A lone spring is a rotation of (x, v/ω) by 2 atan(ω h/2) in each step, whatever the step.
func TestEnergyLoneSpring(t *testing.T) {
	const k, kg, amplitude = 400.0, 1.0, 0.1
	omega := math.Sqrt(k / kg)
	for _, h := range []float64{1e-3, 1. / 60, 0.25, 1} {
		m := modeltest.Pair([2]float64{1, kg}, [2]model.Pin{model.PinAll}, 100, 100, k, 0)
		start := m.Start()
		start.Position[1][0] += amplitude
		e := bigSteps(t, m, conserves(h), start)
		turn := 2 * math.Atan(omega*h/2)
		for n := 1; n <= 200; n++ {
			s := after(t, e, 1)
			x, v := s.Position[1][0]-s.Position[0][0]-100, s.Velocity[1][0]/omega
			wantX, wantV := amplitude*math.Cos(float64(n)*turn), -amplitude*math.Sin(float64(n)*turn)
			// Positions of 100 m round to 1.4e-14 m, and 200 steps add up as many.
			if far := math.Hypot(x-wantX, v-wantV); !(far <= 2e-11*amplitude+3e-12) {
				t.Fatalf("h %g s: after %d steps (x, v/ω) is off by %.3g m", h, n, far)
			}
		}
		if 200*math.Abs(turn-omega*h) < 1e-4 {
			t.Errorf("h %g s: the step turns by ωh, so the test tells no other solver apart", h)
		}
	}
}

// The error falls with the square of the step: a factor of 4 for half the step, within 3 %.
func TestEnergyIsOfSecondOrder(t *testing.T) {
	m, start := spinning()
	m.Materials[1].Damping = 0.5
	end := func(h float64) model.Vec3 {
		p := conserves(h)
		p.Gravity, p.DragHalfLife = model.EarthGravity(), 1
		return after(t, bigSteps(t, m, p, start), int(math.Round(0.5/h))).Position[1]
	}
	exact := end(0.5 / 8192)
	one, half := end(0.5/256).Sub(exact).Len(), end(0.5/512).Sub(exact).Len()
	must.Near(t, one/half, 4, 0.12, "error of a step over that of half the step, %.3g m", half)
}

// The ledger closes to rounding: dampers, drag, cables and muscles take and give exactly the
// energy that is missing or gained, at steps far above those of explicit solvers.
func TestEnergyLedgerCloses(t *testing.T) {
	for name, change := range map[string]func(*model.Model, *model.Params){
		"dampers": func(m *model.Model, _ *model.Params) { m.Materials[1].Damping = 3 },
		"drag":    func(_ *model.Model, p *model.Params) { p.DragHalfLife = 0.5 },
		"cables": func(m *model.Model, _ *model.Params) {
			m.Materials[1].TensionOnly, m.Materials[1].Damping = true, 3
		},
		"muscles": func(m *model.Model, p *model.Params) {
			p.Actuators = []model.Actuator{{Amplitude: 0.3, Frequency: 2}}
			m.ActuatorOf = make([]uint16, m.SpringCount())
			for k := range m.ActuatorOf {
				m.ActuatorOf[k] = 1
			}
		},
	} {
		m := modeltest.Lattice(3, 2000, 0, true)
		p := conserves(1. / 60)
		p.Gravity = model.EarthGravity()
		change(m, &p)
		start := m.Start()
		for i := range start.Velocity {
			start.Velocity[i] = model.Vec3{math.Sin(float64(i)), math.Cos(float64(2 * i)), 1}
		}
		e := bigSteps(t, m, p, start)
		after(t, e, must.Sized(35, 60))
		l := must.Get(e.Ledger())(t)
		moved := math.Abs(l.Damping) + math.Abs(l.Drag) + math.Abs(l.Actuators)
		if !(math.Abs(l.Solver) <= 1e-11*l.Exchanged()) || !(moved > 1e-4) {
			t.Errorf("%s: the solver has %.3g J of %.3g J exchanged; %+v", name, l.Solver, l.Exchanged(), l.Flows)
		}
	}
}

// A ball that falls on solids without friction and damping keeps its energy, whatever their shape; with
// damping the contact takes exactly the difference.
func TestEnergyOfBounces(t *testing.T) {
	for name, shape := range map[string]model.Shape{
		"plane":   model.Plane{Normal: model.Vec3{0.6, 0, 0.8}},
		"sphere":  model.Sphere{Center: model.Vec3{0.1, 0, -1}, Radius: 1},
		"box":     model.Box{Center: model.Vec3{0, 0, -0.5}, Half: model.Vec3{0.5, 0.5, 0.5}},
		"capsule": model.Capsule{A: model.Vec3{-1, 0.05, -0.3}, B: model.Vec3{1, 0.05, -0.3}, Radius: 0.3},
	} {
		for _, damping := range []float64{0, 2} {
			m := modeltest.Single(1, model.Vec3{0, 0, 0.2})
			p := conserves(1. / 240)
			p.Gravity = model.EarthGravity()
			p.Contacts = []model.Contact{{Shape: shape, Stiffness: 2000, Damping: damping}}
			e := bigSteps(t, m, p, m.Start())
			start := must.Get(e.Energy())(t)
			after(t, e, 240)
			l, end := must.Get(e.Ledger())(t), must.Get(e.Energy())(t)
			lost := start.Total() - end.Total()
			if left := must.Get(e.Residual())(t); left.Worst != 0 || math.Abs(lost-l.ContactDamping) > 1e-12*l.Exchanged() || (l.ContactDamping > 0.01) != (damping > 0) {
				t.Errorf("%s, damping %g: %.3g J are gone, %+v; a residual of %g in step %d", name, damping, lost, l.Flows, left.Worst, left.Step)
			}
		}
	}
}

// A step that Newton's method has not solved is told, with the energy that it changes; terms without
// a discrete energy are refused by name.
func TestEnergySaysWhatIsWrong(t *testing.T) {
	m, start := spinning()
	p := conserves(1)
	p.Iterations, p.Tolerance = 1, 1e-13
	e := bigSteps(t, m, p, start)
	after(t, e, 20)
	left := must.Get(e.Residual())(t)
	must.Hold(t, left.Worst > p.Ends() && left.Step > 0, "one iteration leaves %+v", left)

	rough := model.Ground(0, 100, 0).WithFriction(0.5, 0.4)
	moving := model.Ground(0, 100, 0)
	moving.Trajectory = &model.Trajectory{Path: model.Path{Velocity: model.Vec3{0, 0, 1}}}
	for want, change := range map[string]func(*model.Params){
		"contacts with friction": func(p *model.Params) { p.Contacts = []model.Contact{rough} },
		"contacts that move":     func(p *model.Params) { p.Contacts = []model.Contact{moving} },
		"contacts per mass":      func(p *model.Params) { p.Contacts = []model.Contact{{Shape: model.Plane{}, PerMass: true}} },
		"quadratic drag":         func(p *model.Params) { p.QuadraticDrag = 1 },
		"force":                  func(p *model.Params) { p.Forces = []model.Force{{Force: model.Vec3{1}}} },
		"contact that touches triangles": func(p *model.Params) {
			p.Contacts = []model.Contact{{Shape: model.Sphere{Radius: 1}, Stiffness: 1, Touches: model.TouchTriangles}}
		},
	} {
		q := conserves(1. / 60)
		change(&q)
		err := must.Err(New(m, q))
		if err == nil || !strings.Contains(err.Error(), "the solver energy has no "+want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
