// Package physics computes quantities of a model, its parameters and a state by closed
// formulas, in float64 and equal for every engine.
//
//   - [Resolver] converts the material of each spring to stiffness k and damping c.
//   - [SafeStep] is the largest stable step, and [AutoStep] the default step.
//   - [EnergyOf] is the energy of a state.
//   - [Drives] evaluates actuators, loads, wind, paths and moving contacts over time.
//   - [NewCollision] derives the radii and stiffness of colliding masses.
//   - [Crosses], [PassSpeed] and [Holdings] deal with tunneling through contacts and between
//     masses.
//   - [RoundingOf] estimates the effect of rounding, and [DivergedError] reports a diverged
//     state.
//   - [Until] and [Ending] end a run when it is at rest, has fallen or has left.
//
// docs/physics.md derives the formulas.
//
// The package takes no steps, and only Drives and Ending keep a state. Functions process
// large models on all cores and return the same bits with any number of them.
package physics
