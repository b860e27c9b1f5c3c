// Package run takes a scene from its start to the end of a run, and writes its files.
//
// [Open] makes a scene from a preset or a file. [New] puts it into an engine and prepares a
// folder. [Run.Go] steps it and writes energies, outputs, checkpoints and the final state.
// [Resume] continues from a checkpoint, bit for bit as without the interruption.
//
//	s, err := run.Open(ctx, []string{"cube"}, scene.Options{}, engine.Listener{})
//	...
//	r, err := run.New(s, run.Options{Folder: "out", Time: 2})
//	...
//	defer r.Close()
//	result, err := r.Go(ctx)
//
// [Options] choose the length, the engine and the files. An [Output] is a series of frames in
// one of the formats of package run/export. A [Stepper] only advances an engine in batches,
// for programs that write no files. Messages go to Options.How.Listener, progress to
// Options.Progress, and numbers to [Result]. The package prints nothing and never ends the
// program; its messages name flags of hooke run where a flag is the remedy.
//
// # Verdict
//
// [Judge] decides whether a run can be physics or has blown up: whether its energy grew by
// more than physics, the swing of the integrator and rounding explain together. All numbers
// are in J:
//
//	grown  = E − E₀ − work done on the structure
//	excess = grown − (available + put in + rounding)
//
// A positive excess is a blow-up. E is the energy of the state, and E₀ that of the start. The
// energy of contacts at the start is never available. If it is more than the available
// energy, and more than the springs hold at a strain of a tenth, masses start inside a shape.
// This energy then does not count in E₀, nor in E while contacts hold it: when the shape
// throws the structure out, its energy has grown.
//
// available is the energy that the structure can turn into motion and strain by itself:
// kinetic and elastic energy of the start, and the energy of a fall by its own size, or by
// its height over the ground. It also bounds the swing of symplectic Euler, which conserves
// not the energy of a vibration but one that differs from it by up to the share dt/safe: at
// half the safe step the energy swings up to twice that of the vibration.
//
// put in is the swing of the energy from loads, motors, wind, guides and actuators: the
// largest work − dissipated so far, with a ledger, times 2σ/(1 − σ), σ = dt/safe, and
// at least once. Without a ledger a driven structure is checked only for an energy that is
// not a number.
//
// rounding is the estimate physics.Rounding of the start: Floor, and Heat over the steps,
// times the square of how much farther from the origin the run has ended, and four times
// because it is an estimate. It is at most the energy of all springs at a strain of a
// thousandth. Rounding beyond that is reported as an error of its own.
package run
