package spring

// Damper moves x toward goal without inertia: x = g + (x − g) 2^(−dt/h), exact
// for any dt [s] ≥ 0, so that n small steps equal one large one. A half-life h
// of 0 arrives at once, +Inf never moves. Use it instead of
// x += (g − x)·rate·dt, which depends on dt and diverges for rate·dt > 2.
func Damper[V Vector](x, goal V, halfLife, dt float64) V {
	return sum(1, goal, FactorFromHalfLife(halfLife, dt), minus(x, goal))
}

// FastExpNegError is the largest |FastExpNeg(x) − e^(−x)| over all x ≥ 0,
// measured on a grid of 1e-6; it is reached at x = 3.336. Up to x = 1 the
// relative error is at most 0.00121; beyond, it grows without bound (8.7 % at
// 2, a factor of 19 at 8), because 1/x³ is not an exponential.
const FastExpNegError = 0.018761515

// FastExpNeg approximates e^(−x) for x ≥ 0 by 1/(1 + x + 0.48 x² + 0.235 x³),
// within FastExpNegError. It is meant for shaders and short steps, and decays
// steadily to 0, so that a damper made of it is stable for any dt; it is not
// the same at every frame rate. In GLSL:
//
//	float fastExpNeg(float x) { return 1.0 / (1.0 + x*(1.0 + x*(0.48 + x*0.235))); }
func FastExpNeg(x float64) float64 {
	return 1 / (1 + x*(1+x*(0.48+x*0.235)))
}
