// Package engine makes engines by name: "gpu", "cpu" and "cpuref", or "auto", which takes
// the fastest that the machine has for a model and says why. It prints nothing, knows no
// flags and ends no program: what people may want to know goes to Options.Report.
//
// New opens a device where one is needed, without a window, and makes an engine that
// steps. NewDrawn makes one on a device that is there, whose state is drawn from buffers
// of that device: the gpu engine's own, or a mirror of the cpu engine's state, whose
// steps can run in the background of the pictures.
//
// Which pipeline of the gpu engine is the fastest depends on the device and the model. It
// is measured once, for models of 20,000 springs and more, and remembered in a file of
// the user's cache folder.
package engine
