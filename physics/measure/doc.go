// Package measure computes the numbers that people read of a state: strain, force, stress, energy
// and power of springs, the work of muscles, and the reactions of contacts, pins and guides.
//
// Springs has the one law behind the panel of a picked spring, the histogram, the fields of files
// and, on the host's side, the colors. The passes that color on the device include the law of the
// physics passes (shaders/force/spring_law.glsl), and a test compares their numbers with those of
// this package.
//
// With d = xB − xA, L = |d|, n = d/L, the rate r = (vB − vA)·n, and the rest length
// R = L0(t) that the spring's actuator gives it at the time of the state:
//
//	strain = (L − R)/R
//	force  = k (L − R) + c r,  max(0, force) of a tension-only spring while L > R, else 0
//	stress = force/L0²
//	energy = ½ k (L − R)²,     0 of a slack tension-only spring
//	power  = force · r         what the motion of the ends does to the spring
//	loss   = damper · r        what of it the damper turns into heat
//
// k and c are those of the material and the spring's own ones. A removed spring has
// nothing of all this. A spring between two masses that are pinned on all axes has a
// strain alone. One that is shorter than 1e-12 m has no direction, and so no force. Of
// one without a rest length strain and stress are not defined: they are NaN.
//
// By the solver impulses, force is what it pushed (model.State.SpringForce), since sweeps that have not
// converged leave k (L − R) + c r far from it; stress and power follow it.
//
// A segment of a rod has the law of package model/rod/chain instead: strain is Γ3, force EA (Γ3 + τ dΓ3/dt),
// stress that force over π r², and energy, power and loss are those of stretch, shear, and half of the
// bend and twist of each of its joints. A rigid link has no law of its own: its force is what the solver
// pushed in the last substep over the length of that, its energy and loss are 0. Where a state does
// not say how segments stand, or what links pushed, these numbers are NaN, and strain is (L − R)/R.
//
// A Reaction is the force of the structure on a thing that holds it [N], as a load cell between
// them would read it: a body at rest presses on the ground with m g, and pulls at a pin with m g.
// ReactionLaw evaluates reactions in float64 from a state, the same for all engines:
//
//	law, err := measure.NewReactions(m, params, pins, []string{"contact[0]", "pin[1]"})
//	columns := law.Columns()
//	values := law.At(state, restScale, nil)
package measure
