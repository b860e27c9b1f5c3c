// Package viewer shows a run in a window: orbit, pan and zoom; pause and single steps; tools
// that pull, push, pin and cut; controls of the run; plots; reset. It passes events, time and
// an OpenGL context to package session, which makes the decisions. Package draw draws the
// pictures, which are the same without a window (offscreen.Run).
//
// The package owns the window and its context, and opens a new window when the context is
// lost. Only this package uses GLFW. With the build tag headless it is empty.
package viewer
