// Package session is a run in a window, without the window: keys and mouse, run control,
// sliders, tools and the brush, picking, plots, the time line of recorded runs, films and
// pictures, opening and reloading of files, and the decision when to draw a picture, and of
// what. A window passes events and time to it and shows its pictures; so do tests, in any
// OpenGL context. It does not depend on GLFW.
package session
