package impulses_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
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
		e, err := cpuref.New(m, p)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Step(int(math.Ceil(30 * halfLife / p.DT))); err != nil {
			t.Fatal(err)
		}
		var out model.State
		if err := e.ReadState(&out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	hangs := modeltest.Pair([2]float64{mass, mass}, [2]model.Pin{model.PinAll, 0}, 1, 1, k, 10)
	hangs.RestPosition[0], hangs.RestPosition[1] = model.Vec3{0, 0, 1}, model.Vec3{}
	return -of(hangs).Position[1][2] * k / mass, -of(modeltest.Single(mass, model.Vec3{})).Velocity[0][2]
}

// Drag takes its share of what gravity gives in a substep before springs see it: what hangs rests as
// with gravity times D = 2^(−h/half-life), which is right to first order in h, as the law of explicit
// steps is exactly. What falls has the speed of explicit steps, h g D/(1 − D).
//
// Seen to fail: drag on the velocity before gravity alone; none at all.
func TestDragTakesOfGravity(t *testing.T) {
	const halfLife, g = 0.2, model.StandardGravity
	for _, h := range []float64{1. / 240, 1. / 960} {
		kept := math.Exp2(-h / halfLife)
		sag, falling := settledOf(t, model.Impulses, halfLife, h)
		if math.Abs(sag-g*kept) > 1e-8*g {
			t.Errorf("h = %g s: rests as with %g m/s², want %g", h, sag, g*kept)
		}
		if want := h * g * kept / (1 - kept); math.Abs(falling-want) > 1e-8*want {
			t.Errorf("h = %g s: falls with %g m/s, want %g", h, falling, want)
		}
		exact, same := settledOf(t, model.SymplecticEuler, halfLife, h)
		if math.Abs(exact-g) > 1e-8*g || math.Abs(same-falling) > 1e-8*falling {
			t.Errorf("h = %g s: explicit steps rest as with %g m/s² and fall with %g m/s, impulses with %g", h, exact, same, falling)
		}
	}
}
