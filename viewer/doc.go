// Package viewer opens a window on a running engine: orbit, pan and zoom,
// pause, single steps, hands that pull, push, pin and cut, controls of the run, plots, reset.
// The picture is made by package
// draw, from the engine's buffers, and is the same without a window
// (offscreen.Run).
//
// This is the only package that knows GLFW. Built with the tag headless it is
// empty. The viewer owns the window and its OpenGL context, drives the engine
// through a small interface and never writes its buffers; what an engine cannot change
// while it runs it gets by making another one (package edited). It asks for steps;
// the physics reads no clock.
package viewer
