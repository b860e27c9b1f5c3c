package spring

import "math"

// Scaling is a scale, one or per axis, and how it grows. Scales are > 0.
type Scaling[V Vector] struct {
	Scale V // dimensionless, > 0
	Rate  V // of its natural logarithm [1/s]
}

// ApplyScale moves x by one transition toward goal: a spring on the logarithm of
// the scale, so that growing from 1 to 2 looks like growing from 2 to 4, and no
// overshoot reaches zero. A scale that is not positive gives NaN.
func ApplyScale[V Vector](t Transition, x, goal Scaling[V]) Scaling[V] {
	after := Apply(t, State[V]{each(x.Scale, logarithm), x.Rate}, State[V]{each(goal.Scale, logarithm), goal.Rate})
	return Scaling[V]{Scale: each(after.Position, math.Exp), Rate: after.Velocity}
}

// logarithm is ln x, and NaN for 0 too: no spring comes back from there.
func logarithm(x float64) float64 {
	if x == 0 {
		return math.NaN()
	}
	return math.Log(x)
}
