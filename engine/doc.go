// Package engine makes the engine that steps a model: a [model.Engine] by name, or the
// fastest one that the machine has.
//
// There are three engines for single runs. "cpuref" is the reference: plain float64 code on
// one core. "cpu" uses all cores and vector instructions. "gpu" uses OpenGL compute shaders.
// [Auto] chooses: gpu on a graphics card that holds the model, else cpu; model.Support lists
// the features of each. [New] makes an engine, and Options.Listener receives the reason of
// the choice:
//
// Which pipeline of the gpu engine is the fastest depends on the device and the model.
// It is measured once, for models of 20,000 springs and more, and remembered in a file
// in the user's cache folder. SelfTest tells whether a device can be relied on at all; its answer is
// remembered, too.
package engine
