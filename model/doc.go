// Package model defines the data that every other package of hooke works on: a mass-spring
// structure, its state, the parameters of a run, and the interface of the engines that step
// it.
//
// # Structure
//
// A [Model] lists masses and springs. Mass i starts at RestPosition[i], weighs Mass[i], and
// moves freely unless Pin[i] holds some of its axes. Spring s joins the two masses Ends[s],
// has the length RestLength[s] when nothing pulls at it, and resists as
// Materials[MaterialOf[s]] describes. Entry 0 of the materials is reserved for [Removed]
// springs. Groups name subsets of masses.
//
// Build a model by filling its fields, or take one from packages mesh/build, mesh/fill and
// scene/open. [Model.Validate] reports its faults. From then on it is frozen: no package
// writes to it, and goroutines may share it.
//
// # Parameters
//
// [Params] are the numbers of one run: the step, gravity, drag, contacts, collisions, loads,
// actuators, guides, and the solver ([Integrator]). The zero value is valid: a free structure
// without gravity, whose step the caller chooses by physics.AutoStep.
//
// # State
//
// A [State] holds positions and velocities in float64. [Model.Start] returns the state at
// rest. Engines copy their state into a [Snapshot], which is in float32 and costs half as
// much. Package physics computes [Energy] and forces of a state; package physics/measure
// computes strain, stress and power.
//
// # Engines
//
// An [Engine] owns a state and advances it in steps of Params.DT. Packages cpuref, cpu and
// gpu implement it, and package engine makes one by name. An ability that only some engines
// have is a small interface, such as [LedgerKeeper] or [StateReader]; ask for it with [As].
// [Support] tells which engine supports which [Feature], and [Unsupported] returns an error
// that names an engine for the run.
//
// # Conventions
//
// All units are SI: meters, kilograms, seconds, newtons. The axis z points up. Data are in
// one array per quantity, indexed by mass or by spring, so that engines can copy them without
// repacking. A model of a regular grid may have a [Pattern] instead of arrays. Goroutines
// must not share states and snapshots.
package model
