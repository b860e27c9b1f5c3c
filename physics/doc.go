// Package physics computes quantities of a model, its parameters and a state by closed
// formulas, in float64 and equally for every engine. docs/physics.md derives the formulas.
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
//   - [Until] and [Ending] end a run that is at rest, has fallen or has left. A [Watch] steps
//     an engine until then.
//
// Only a Watch takes steps, and only Drives, Ending and Watch keep a state. Functions process
// large models on all cores and return the same bits with any number of them.
//
// The springs of a pattern are in no array. [SpringBlocks] visits them row by row, with the
// positions of their ends, and [PatternKinds] groups springs that are equal at rest. Both
// visit springs in the order of arrays, so that sums have the same bits.
package physics
