// Package session is a run in a window, without the window: what keys and the mouse do, run
// control, the controls and their sliders, hands and the brush, what is picked, the plots,
// the time line of recorded runs, films and pictures, the files that are opened and read
// again, and when a picture is drawn, of what. A window gives it events and time, and shows
// its pictures; so do tests, in any context of OpenGL. It knows nothing of GLFW.
package session
