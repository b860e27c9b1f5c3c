package impulses_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/order"
)

// net is one of 25 masses that falls on a plane, with its start.
func net() (*model.Model, *model.State) {
	b := modeltest.NewBuilder("net")
	material := b.Material(2e3, 0.1)
	for i := range 25 {
		b.Mass(0.02, model.Vec3{0.1 * float64(i%5), 0.1 * float64(i/5), 0.01 * math.Sin(float64(i))}, 0)
		if i%5 > 0 {
			b.Join(i-1, i, material)
		}
		if i > 4 {
			b.Join(i-5, i, material)
		}
	}
	s := b.Model.Start()
	for i := range s.Velocity {
		s.Velocity[i] = model.Vec3{0.3, 0.1 * math.Cos(float64(i)), -1}
	}
	return &b.Model, s
}

// Solved by many sweeps, a substep ends where implicit Euler ends, but for directions, which stay those of
// its start: a net on a plane is off by 0.3 % of the motion at most at 1/600 s, and by more at 1/60 s. One
// sweep ends far from it.
func TestSolvedSubstepIsImplicitEuler(t *testing.T) {
	m, s := net()
	m.Materials[1].Stiffness = 2e5 // so stiff that one sweep shows
	for i := range s.Position {
		s.Position[i][2] /= 5 // springs are nearly along the plane, and directions change little
	}
	plain := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0.02, 2e4, 0)}}
	after := func(p model.Params, h float64) []model.Vec3 {
		p.Gravity, p.Contacts, p.DT, p.Substeps = plain.Gravity, plain.Contacts, h, 1
		e := must.Get(cpuref.New(m, p))(t)
		must.Do(t, e.Reset(s))
		if err := e.Step(1); err != nil || e.Finish() != nil {
			t.Fatal(err, e.Finish())
		}
		return e.State().Position
	}
	off := func(sweeps int, h float64) float64 {
		want := after(model.Params{Integrator: model.ImplicitEuler, Iterations: 5000, Tolerance: 1e-12}, h)
		return far(after(model.Params{Integrator: model.Impulses, Iterations: sweeps}, h), want) / far(want, s.Position)
	}
	solved, coarse, once := off(3000, 1./600), off(3000, 1./60), off(1, 1./600)
	t.Logf("off by %.2g of the motion at 1/600 s, by %.2g at 1/60 s; with one sweep %.2g", solved, coarse, once)
	if !(solved <= 3e-3 && coarse > 4*solved && once > 3*solved) {
		t.Errorf("off by %g of the motion at 1/600 s, by %g at 1/60 s; with one sweep %g", solved, coarse, once)
	}
}

// settledOf is where a mass that hangs on a spring comes to rest [m], and falling is the speed that a
// lone mass ends in [m/s], with drag, by some solver with substeps of h.
func settledOf(t *testing.T, solver model.Integrator, halfLife, h float64) (sag, falling float64) {
	t.Helper()
	const k, mass = 1e3, 0.5
	p := model.Params{Gravity: model.EarthGravity(), DragHalfLife: halfLife, Integrator: solver, DT: h}
	if solver == model.Impulses {
		p.Substeps, p.DT = 4, 4*h
	}
	of := func(m *model.Model) model.State {
		e := must.Get(cpuref.New(m, p))(t)
		must.Do(t, e.Step(int(math.Ceil(max(2, 30*halfLife)/p.DT))))
		return modeltest.State(t, e)
	}
	hangs := modeltest.Pair([2]float64{mass, mass}, [2]model.Pin{model.PinAll, 0}, 1, 1, k, 10)
	hangs.RestPosition[0], hangs.RestPosition[1] = model.Vec3{0, 0, 1}, model.Vec3{}
	return -of(hangs).Position[1][2] * k / mass, -of(modeltest.Single(mass, model.Vec3{})).Velocity[0][2]
}

// Drag takes its share D = 2^(−h/half-life) of velocities and none of the change by gravity: hanging bodies
// rest as with all of gravity, however strong drag is, as by explicit steps. Falling ones have the speed
// h g/(1 − D), which is above that of continuous drag by about as much as that of explicit steps,
// h g D/(1 − D), is below it.
//
// Seen to fail: drag on velocity and gravity; none at all.
func TestDragTakesNothingOfGravity(t *testing.T) {
	const g = model.StandardGravity
	for _, c := range []struct{ halfLife, h float64 }{{0.2, 1. / 240}, {0.2, 1. / 960}, {0.01, 1. / 240}} {
		kept := math.Exp2(-c.h / c.halfLife)
		sag, falling := settledOf(t, model.Impulses, c.halfLife, c.h)
		must.Near(t, sag, g, 1e-8*g, "%v: rests as, in m/s²", c)
		if want := c.h * g / (1 - kept); math.Abs(falling-want) > 1e-8*want {
			t.Errorf("%v: falls with %g m/s, want %g", c, falling, want)
		}
		exact, below := settledOf(t, model.SymplecticEuler, c.halfLife, c.h)
		if math.Abs(exact-g) > 1e-8*g || math.Abs(below-kept*falling) > 1e-8*falling {
			t.Errorf("%v: explicit steps rest as with %g m/s² and fall with %g m/s, impulses with %g", c, exact, below, falling)
		}
	}
}

// xpbd is extended position-based dynamics (M. Macklin et al., XPBD, MIG 2016) by colors, for
// comparison alone: undamped springs of masses without partly pinned axes, under gravity.
type xpbd struct {
	model   *model.Model
	gravity model.Vec3
	state   cpuref.State
	colors  order.SpringColors
	lambda  []float64
}

func newXPBD(m *model.Model, s *model.State) *xpbd {
	return &xpbd{model: m, state: *(*cpuref.State)(s).Clone(), colors: order.ColorSprings(m), lambda: make([]float64, m.SpringCount())}
}

// substep moves masses to where they would be, then along springs with the compliance
// 1/(k h²), and takes velocities from the way.
func (s *xpbd) substep(h float64, iterations int) {
	x, v := s.state.Position, s.state.Velocity
	before := append([]model.Vec3(nil), x...)
	for i := range x {
		if s.model.PinOf(i) != model.PinAll {
			x[i] = x[i].Add(v[i].Add(s.gravity.Mul(h)).Mul(h))
		}
	}
	clear(s.lambda)
	for range iterations {
		for c := range s.colors.Count() {
			for _, k := range s.colors.Color(c) {
				ends := s.model.Ends[k]
				a, b := s.model.InverseMass(int(ends[0])), s.model.InverseMass(int(ends[1]))
				d := x[ends[1]].Sub(x[ends[0]])
				compliance := 1 / (s.model.Materials[s.model.MaterialOf[k]].Stiffness * h * h)
				change := -(d.Len() - s.model.RestLength[k] + compliance*s.lambda[k]) / (a + b + compliance)
				s.lambda[k] += change
				n := d.Normalize()
				x[ends[0]], x[ends[1]] = x[ends[0]].Sub(n.Mul(a*change)), x[ends[1]].Add(n.Mul(b*change))
			}
		}
	}
	for i := range x {
		v[i] = x[i].Sub(before[i]).Mul(1 / h)
	}
}
