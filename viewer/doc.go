// Package viewer opens a window on a run: orbit, pan and zoom, pause, single steps,
// hands that pull, push, pin and cut, controls of the run, plots, reset. A session
// (package session) decides what happens; this package gives it events, time and an
// OpenGL context. Package draw makes the pictures, which are the same without a window
// (offscreen.Run).
//
// This is the only package that uses GLFW. With the build tag headless it is empty. It
// owns the window and its context, and opens a new window when the context is lost.
package viewer
