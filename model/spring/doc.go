// Package spring is the closed-form mathematics of damped springs: conversions
// between the words used for tuning, and steps that are exact for any dt. Springs of
// angles have theirs from Corner and Hinge.
//
// It computes numbers from numbers. Nothing here knows models, engines or
// clocks, nothing is kept between calls, and every function may be called from
// any goroutine. Everything is float64; whatever moves is a number or a
// 3-vector (Vector), in a unit [u] of the caller's choice, meters in space.
//
// # The spring
//
// Per unit mass, with stiffness s [1/s²], damping d [1/s], goal position g and
// goal velocity q:
//
//	x″ = s (g − x) + d (q − x′)
//
// With a mass m it is k = s m [N/m], c = d m [N·s/m]; between two masses m is
// the reduced mass 1/(1/mA + 1/mB). With y = d/2 and D = y² − s:
//
//	D < 0  under-damped   e^(−y t) (cos w t, sin w t),  w = √−D
//	D = 0  critical       e^(−y t) (1, t)
//	D > 0  over-damped    e^(−(y ± √D) t)
//
// Exact evaluates all three without a gap between them, as a Transition: the
// numbers of a linear map that Apply uses on any state.
//
//	step := spring.Exact(s, d, dt)              // once per dt
//	x = spring.Apply(step, x, spring.AtRest(g)) // per spring
//
// # Words for tuning
//
//	frequency      f [Hz]   s = (2π f)²
//	half-life      h [s]    d = 4 ln2 / h, a convention: see DampingFromHalfLife
//	damping ratio  ζ        d = 2 ζ √s; 1 is critical
//	normalized     Cs, Cd   k = Cs m/dt², c = Cd m/dt: see Normalized
//
// The half-life of a plain exponential (Damper, drag) is exact: 2^(−t/h).
//
// # Domains
//
// Stiffness, damping and half-lives are ≥ 0, and a half-life may be +Inf (no
// damping at all) or 0 (at the goal at once). A dt of 0 changes nothing; +Inf
// gives the state after a very long time; a negative dt runs backward. Rates
// (√s, d/2) and times above 1e150 count as 1e150, so that no product of them
// overflows. A negative stiffness or damping, or a NaN, gives NaN.
//
// # Sources
//
// The solutions are those of any text on linear ordinary differential
// equations, for example W. E. Boyce and R. C. DiPrima, "Elementary
// Differential Equations", on free and forced vibrations. The vocabulary and
// the compound springs follow D. Holden, "Spring-It-On: The Game Developer's
// Spring-Roll-Call" (theorangeduck.com); where a spring there holds its goal
// during a step, the ones here integrate the moving goal, so that the result
// does not depend on dt. Normalized springs: M. Schmidt Nissen, "Towards a
// Simpler, Stiffer, and More Stable Spring" (gamedev.net, 2014).
package spring
