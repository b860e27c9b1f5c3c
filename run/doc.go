// Package run takes a scene from its start to the end of a run: New puts it into an
// engine, Run.Go steps it and writes energies, outputs, checkpoints and the final state, and
// Resume goes on from a checkpoint, bit for bit as without interruption. It prints nothing,
// reads no command line and ends no program: what people may want to know goes to
// Options.How.Report and Options.Progress, and numbers to Result. Messages name the flags of
// hooke run where these say best what to do.
//
// What a run is judged by is the rest of this page.
//
// A run blew up when its energy grew by more than physics, the method's own swing
// and rounding can explain together; Judge is the only place that says so. Its
// law, with numbers in J:
//
//	grown  = E − E₀ − work done on the structure
//	excess = grown − (available + put in + rounding)
//
// E is the energy of the state, E₀ that of the start. What contacts hold at the start
// is never available: what is more than available, and more than the springs hold at
// a strain of a tenth, is that of masses which start inside a shape. It does not
// count in E₀, nor in E as long as contacts hold it: a structure that the shape
// throws out has grown by it.
//
// available is what the structure can turn into motion and strain by itself:
// kinetic and elastic energy of the start, and what all of it releases by falling
// as far as it is large, or high over the ground. It is the swing of symplectic
// Euler, which keeps not the energy of a vibration but one that differs from it by
// up to the share dt/safe: at half the safe step the energy swings up to twice what
// is in the vibration.
//
// put in is the swing of what loads, motors, wind, guides and actuators have put in
// and what was not dissipated: the largest work − dissipated so far, where a ledger
// is kept, times 2σ/(1 − σ), σ = dt/safe, and at least once. Without a ledger nothing can
// be said of a structure that is driven, but that its energy is a number.
//
// rounding is what physics.Rounding says of the start: Floor, and Heat over the steps,
// times the square of how much farther from the origin the run has ended, and four
// times because it is an estimate. It is not more than all springs hold at a strain
// of a thousandth: rounding that does more is a fault, told by its own name.
package run
