// Package engine makes engines by name: "gpu", "cpu" and "cpuref", or "auto", which
// chooses the fastest one that the machine has for a model and says why. It prints
// nothing, reads no flags and ends no program: Options.Listener hears what people may
// want to know.
//
// New makes an engine that steps; if it needs a device, New opens one without a window.
// NewDrawn makes an engine on a device that exists, and its state is drawn from buffers
// of that device: the gpu engine's own, or a mirror of the cpu engine's state, whose
// steps can run in the background while pictures are drawn.
//
// Which pipeline of the gpu engine is the fastest depends on the device and the model.
// It is measured once, for models of 20,000 springs and more, and remembered in a file
// in the user's cache folder.
package engine
