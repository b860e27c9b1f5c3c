// Package viewer opens a window on a run: orbit, pan and zoom, pause, single steps, hands
// that pull, push, pin and cut, controls of the run, plots, reset. What happens in it is a
// session (package session), which this package gives events, time and an OpenGL context;
// its pictures are made by package draw, and are the same without a window (offscreen.Run).
//
// This is the only package that knows GLFW. Built with the tag headless it is empty. It owns
// the window and its context, and opens another one when that is lost.
package viewer
