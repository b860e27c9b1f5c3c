package cpuref

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// A lone spring keeps 1 − s of its stretch, however many iterations take it, and all of its
// masses' momentum.
func TestPositionsOfALoneSpring(t *testing.T) {
	const tolerance = 1e-12
	for _, s := range []float64{0.2, 0.9, 1} {
		for _, iterations := range []int{1, 3, 10} {
			m := modeltest.Pair([2]float64{1, 3}, [2]model.Pin{}, 1.5, 1, 100, 0)
			m.Materials[1].PBDStiffness = s
			e := bigSteps(t, m, model.Params{Integrator: model.PositionBased, DT: 0.01, Iterations: iterations}, m.Start())
			x := after(t, e, 1).Position
			must.Near(t, x[1][0]-x[0][0]-1, 0.5*(1-s), tolerance, "s %g, %d iterations: stretch left, in m", s, iterations)
			if p := MomentumOf(m, e.State()).Linear.Len(); p > tolerance*100 {
				t.Errorf("s %g, %d iterations: it gains the momentum %.3g kg·m/s", s, iterations, p)
			}
		}
	}
}

// Stiffness is a matter of the step and of the iterations: the rope sags less with more of either, by
// factors, and always more than by its stiffness in N/m, which has no effect here. That of implicit Euler
// depends on neither.
func TestPositionsAreAsStiffAsIterationsAre(t *testing.T) {
	m := modeltest.Rope(12)
	stretch := func(p model.Params) float64 {
		p.Gravity, p.DragHalfLife = model.EarthGravity(), 0.02
		s := after(t, bigSteps(t, m, p, m.Start()), 300)
		length := 0.0
		for k, ends := range m.Ends {
			length += s.Position[ends[1]].Sub(s.Position[ends[0]]).Len() - m.RestLength[k]
		}
		return length
	}
	of := func(substeps, iterations int) float64 {
		return stretch(model.Params{Integrator: model.PositionBased, DT: 1. / 60, Substeps: substeps, Iterations: iterations})
	}
	few, more, small := of(1, 2), of(1, 20), of(4, 2)
	t.Logf("stretched by %.3g m with 2 iterations, %.3g m with 20, %.3g m with 4 substeps", few, more, small)
	if !(few > 3*more && few > 3*small) {
		t.Errorf("stretched by %.3g m with 2 iterations, %.3g m with 20, %.3g m with 4 substeps; want factors between", few, more, small)
	}
	converged := func(iterations int) float64 {
		p := implicitEuler(1. / 60)
		p.Iterations = iterations
		return stretch(p)
	}
	if a, b := converged(3000), converged(6000); math.Abs(a/b-1) > 1e-6 {
		t.Errorf("implicit Euler stretches it by %.9g m and by %.9g m", a, b)
	}
}

// A rotor of two masses loses its spin: in each step it turns by φ' = atan(sin φ/(2 − cos φ))
// where it turned by φ before. At 30 rad/s and 1/600 s that is three quarters of its
// angular momentum in 5 s, and nothing in truth.
func TestPositionsLoseSpin(t *testing.T) {
	const h, rate, steps, tolerance = 1. / 600, 30.0, 3000, 1e-9
	m := modeltest.Pair([2]float64{1, 1}, [2]model.Pin{}, 1, 1, 1e7, 0)
	start := m.Start()
	start.Velocity[0], start.Velocity[1] = model.Vec3{0, -rate / 2, 0}, model.Vec3{0, rate / 2, 0}
	e := bigSteps(t, m, model.Params{Integrator: model.PositionBased, DT: h, Iterations: 1}, start)
	of := func() float64 {
		s := e.State()
		return s.Position[1].Sub(s.Position[0]).Cross(s.Velocity[1].Sub(s.Velocity[0]))[2] / 2
	}
	first := of()
	after(t, e, steps)
	turn := math.Atan(h * rate)
	for range steps - 1 {
		turn = math.Atan2(math.Sin(turn), 2-math.Cos(turn))
	}
	want := math.Sin(turn) / h / 2
	t.Logf("%.3g kg·m²/s become %.9g; by the closed form %.9g", first, of(), want)
	if math.Abs(of()-want) > tolerance*first || math.Abs(of()/first-0.25) > 0.005 {
		t.Errorf("the angular momentum of %.6g kg·m²/s becomes %.9g, want %.9g, a quarter", first, of(), want)
	}
}

// Without springs masses fall by v ← D v + h g, drag first, and pinned axes keep still; contacts
// hold them at their surface, where friction is Coulomb's.
func TestPositionsFallAndRest(t *testing.T) {
	const h, steps = 1. / 60, 60
	m := modeltest.Single(2, model.Vec3{0, 0, 1})
	m.Pin = []model.Pin{model.PinY}
	start := m.Start()
	start.Velocity[0] = model.Vec3{3, 0, 1}
	p := model.Params{Integrator: model.PositionBased, DT: h, Gravity: model.Vec3{0, 5, -9.81}, DragHalfLife: 0.3}
	want, v, kept := m.RestPosition[0], start.Velocity[0], math.Exp2(-h/p.DragHalfLife)
	for range steps {
		v = model.Vec3{v[0] * kept, 0, v[2]*kept - h*9.81}
		want = want.Add(v.Mul(h))
	}
	if far := after(t, bigSteps(t, m, p, start), steps).Position[0].Sub(want).Len(); far > 1e-12 {
		t.Errorf("it falls %.3g m away from where its recurrence takes it", far)
	}
	for _, c := range []struct{ degrees, static, kinetic float64 }{{0, 0, 0}, {20, 0.4, 0.3}, {20, 0.35, 0.3}, {30, 0.1, 0.1}} {
		angle := c.degrees * math.Pi / 180
		m := modeltest.Single(2, model.Vec3{})
		p := model.Params{Integrator: model.PositionBased, DT: h, Gravity: model.Vec3{math.Sin(angle), 0, -math.Cos(angle)}.Mul(model.StandardGravity),
			Contacts: []model.Contact{{Shape: model.Plane{}, Stiffness: 1, StaticFriction: c.static, KineticFriction: c.kinetic}}}
		pull := math.Sin(angle) - c.kinetic*math.Cos(angle)
		if math.Tan(angle) < c.static {
			pull = 0
		}
		want := model.Vec3{model.StandardGravity * pull * h * h * steps * (steps + 1) / 2}
		if got := after(t, bigSteps(t, m, p, m.Start()), steps).Position[0]; got.Sub(want).Len() > 1e-12 {
			t.Errorf("%g°, μ %g, %g: the mass is at %v, want %v", c.degrees, c.static, c.kinetic, got, want)
		}
	}
}

// Position-based dynamics returns an error that names a feature that it lacks, and so does implicit Euler.
func TestSolversRefuseWhatTheyLack(t *testing.T) {
	m, p, _, _ := modeltest.Together()
	for name, only := range map[string]func(q *model.Params){
		"actuator":  func(q *model.Params) { q.Actuators = p.Actuators },
		"force":     func(q *model.Params) { q.Forces = p.Forces },
		"motor":     func(q *model.Params) { q.Motors = p.Motors },
		"handle":    func(q *model.Params) { q.Handles = []model.Handle{{Mass: 3, Stiffness: 1}} },
		"guide":     func(q *model.Params) { q.Guides = p.Guides },
		"wind":      func(q *model.Params) { q.Wind = p.Wind },
		"collision": func(q *model.Params) { q.Collision = p.Collision },
		"quadratic": func(q *model.Params) { q.QuadraticDrag = 1 },
		"contact that touches springs": func(q *model.Params) {
			q.Contacts = []model.Contact{{Shape: model.Sphere{Radius: 1}, Stiffness: 1, Touches: model.TouchSprings}}
		},
	} {
		q, m := model.Params{Integrator: model.PositionBased}, *m
		if only(&q); q.Actuators == nil {
			m.ActuatorOf = nil
		}
		_, err := New(&m, q)
		must.Say(t, name, err, "pbd has no "+name)
		_, err = New(&m, q.SolvedBy(model.ImplicitEuler))
		must.Hold(t, (err != nil) == (name == "contact that touches springs"), "%s with implicit Euler: error %v", name, err)
	}
	rigid := modeltest.Rope(3)
	rigid.Materials[1] = model.Material{Rigid: true}
	for _, solver := range []model.Integrator{model.ImplicitEuler, model.PositionBased} {
		if _, err := New(rigid, model.Params{Integrator: solver}); err == nil || !strings.Contains(err.Error(), "rigid") {
			t.Errorf("%v with rigid springs: error %v", solver, err)
		}
	}
}
