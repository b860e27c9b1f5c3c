// Package measure computes quantities of a state for users: strain, force, stress, energy and
// power of springs, the work of muscles, and the reactions of contacts, pins and guides.
//
// The panel of a picked spring, the histogram, the fields of files and the colors all use the one
// law of Springs. The passes that color on the device include the law of the
// physics passes (shaders/force/spring_law.glsl), and a test compares their numbers with
// those of this package.
//
// With d = xB − xA, L = |d|, n = d/L, the rate r = (vB − vA)·n, and the rest length R = L0(t)
// after the spring's actuator at the time of the state:
//
//	strain = (L − R)/R
//	force  = k (L − R) + c r,  max(0, force) of a tension-only spring while L > R, else 0
//	stress = force/L0²
//	energy = ½ k (L − R)²,     0 of a slack tension-only spring
//	power  = force · r         work of the ends on the spring
//	loss   = damper · r        the dissipation of the damper
//
// k and c include the spring's own coefficients. A removed spring lacks these
// quantities. Between two masses pinned on all axes a spring has no damper, as in the ledger; the force of one whose k
// depends on its masses, and of a rigid link, is undefined there: NaN. A spring
// shorter than 1e-12 m has no direction, and so no force. Strain and stress of a spring
// without a rest length are undefined: they are NaN.
//
// With the solver impulses, force is that of the solver's impulses (model.State.SpringForce),
// from which k (L − R) + c r differs until sweeps converge; stress and power follow it.
//
// A segment of a rod has the law of package model/rod/chain: strain is Γ3, force is EA (Γ3 +
// τ dΓ3/dt), and stress is that force over π r². Energy, power and loss are those of stretch,
// shear, and half of the bend and twist of each of its joints. The force of a rigid link is
// the solver's impulse in the last substep divided by its length; its energy and loss are 0.
// In a state without orientations of segments, or without forces of links, these numbers are
// NaN, and strain is (L − R)/R.
//
// A Reaction is the force of the structure on a thing that holds it [N], as a load cell between
// them would read it: a body at rest presses on the ground with m g, and pulls at a pin with m g.
// ReactionLaw computes reactions in float64 from a state, equally for all engines:
//
//	law, err := measure.NewReactions(m, params, pins, []string{"contact[0]", "pin[1]"})
//	columns := law.Columns()
//	values := law.At(state, restScale, nil)
package measure
