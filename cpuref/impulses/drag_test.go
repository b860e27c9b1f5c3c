package impulses_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

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
		var out model.State
		must.Do(t, e.ReadState(&out))
		return out
	}
	hangs := modeltest.Pair([2]float64{mass, mass}, [2]model.Pin{model.PinAll, 0}, 1, 1, k, 10)
	hangs.RestPosition[0], hangs.RestPosition[1] = model.Vec3{0, 0, 1}, model.Vec3{}
	return -of(hangs).Position[1][2] * k / mass, -of(modeltest.Single(mass, model.Vec3{})).Velocity[0][2]
}

// Drag takes its share D = 2^(−h/half-life) of velocities and none of what gravity gives: what hangs
// rests as with all of gravity, however strong drag is, as by explicit steps. What falls has the speed
// h g/(1 − D), which is above that of continuous drag by about as much as that of explicit steps,
// h g D/(1 − D), is below it.
//
// Seen to fail: drag on velocity and gravity; none at all.
func TestDragTakesNothingOfGravity(t *testing.T) {
	const g = model.StandardGravity
	for _, c := range []struct{ halfLife, h float64 }{{0.2, 1. / 240}, {0.2, 1. / 960}, {0.01, 1. / 240}} {
		kept := math.Exp2(-c.h / c.halfLife)
		sag, falling := settledOf(t, model.Impulses, c.halfLife, c.h)
		if math.Abs(sag-g) > 1e-8*g {
			t.Errorf("%v: rests as with %g m/s², want %g", c, sag, g)
		}
		if want := c.h * g / (1 - kept); math.Abs(falling-want) > 1e-8*want {
			t.Errorf("%v: falls with %g m/s, want %g", c, falling, want)
		}
		exact, below := settledOf(t, model.SymplecticEuler, c.halfLife, c.h)
		if math.Abs(exact-g) > 1e-8*g || math.Abs(below-kept*falling) > 1e-8*falling {
			t.Errorf("%v: explicit steps rest as with %g m/s² and fall with %g m/s, impulses with %g", c, exact, below, falling)
		}
	}
}
