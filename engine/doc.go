// Package engine makes the engine that steps a model: a [model.Engine] by name, or the
// fastest one that the machine has.
//
// There are three engines for single runs. "cpuref" is the reference: plain float64 code on
// one core. "cpu" uses all cores and vector instructions. "gpu" uses OpenGL compute shaders.
// [Auto] chooses: gpu on a graphics card that holds the model, else cpu; model.Support lists
// the features of each. [New] makes an engine, and Options.Listener receives the reason of
// the choice:
//
//	e, err := engine.New(engine.Auto, m, p, engine.Options{})
//	...
//	defer e.Close()
//	err = e.Step(1000)   // may return before the steps are done
//	err = e.Finish()     // waits, and reports divergence
//	err = e.Read(&snapshot)
//
// An engine that needs OpenGL without a window opens a [Device]. [NewDrawn] makes an engine
// in an existing context for drawing. Its state is in buffers of that context: those of the
// gpu engine, or a copy of the cpu engine's state, whose steps then run in the background.
//
// Before gpu steps on a graphics card for the first time, a self-test compares the card with
// known results ([Selftest]); a card that fails is not used. The fastest pipeline of the gpu
// engine depends on the card and the model. New measures it once for models of at least
// 20,000 springs and remembers it in the user's cache folder ([TuningCache]).
//
// The package prints nothing and never ends the program.
package engine
