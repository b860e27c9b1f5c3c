package model

import (
	"math"
	"testing"
)

// The reach of friction is what one step of the integrator does to a mass at
// rest under a constant force: how far it moves, per velocity it gets. Drag
// counts in RK4; at a half-life of 10 dt its z²/24 is 4e-4 of the reach.
func TestFrictionReach(t *testing.T) {
	const dt, tolerance = 0.01, 1e-15 // relative; a few roundings
	for _, halfLife := range []float64{0, 100 * dt, 10 * dt, dt} {
		p := Params{DT: dt, DragHalfLife: halfLife, Integrator: RK4}

		// Classic Runge-Kutta of x′ = v, v′ = 1 − r v from rest.
		r, x, v, share := p.DragRate(), 0.0, 0.0, [4]float64{1. / 6, 1. / 3, 1. / 3, 1. / 6}
		atV := 0.0
		for stage, next := range [4]float64{0.5, 0.5, 1, 0} {
			rateX, rateV := atV, 1-r*atV
			x, v = x+share[stage]*dt*rateX, v+share[stage]*dt*rateV
			atV = next * dt * rateV
		}
		if got, want := p.FrictionReach(), x/v; math.Abs(got/want-1) > tolerance {
			t.Errorf("half-life %g s: %.17g s, want %.17g", halfLife, got, want)
		}

		p.Integrator = VelocityVerlet
		if got := p.FrictionReach(); got != dt/2 {
			t.Errorf("half-life %g s, Verlet: %g s, want dt/2", halfLife, got)
		}
	}
}
