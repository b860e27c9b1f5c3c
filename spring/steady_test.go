package spring_test

import (
	"math"
	"testing"

	"hooke/spring"
)

// With what decays beside it, the steady motion solves the equation; without, it does not start
// at rest.
func TestSteadyMatchesIntegration(t *testing.T) {
	for _, ratio := range []float64{0.1, 1, 3} {
		const own, f, span = 2.0, 1.3, 0.7
		s := spring.StiffnessFromFrequency(own)
		d := spring.DampingFromRatio(ratio, s)
		w := 2 * math.Pi * f
		want := rungeKutta(number{}, span, 20000, func(t, x, v float64) float64 {
			return s*(math.Sin(w*t)-x) + d*(w*math.Cos(w*t)-v)
		})
		begin, end := spring.Steady(s, d, f, 0), spring.Steady(s, d, f, span)
		nearState(t, "sine", spring.Track(spring.Exact(s, d, span), number{}, begin, end), want, 1e-11, 1, 10)
		if math.Abs(end.Position-want.Position) < 1e-5 {
			t.Errorf("control: nothing has to decay at a damping ratio of %g", ratio)
		}
	}
}
