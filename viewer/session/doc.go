// Package session is a run in a window, without the window. A window gives it events and time
// and shows its pictures; so do tests, in any OpenGL context. The package knows nothing of GLFW.
//
// A Session handles
//
//   - keys, the mouse, hands, the brush and picking (input.go, pointer.go, brush.go, picked.go),
//   - controls and their sliders (panel.go, slider.go, runcontrols.go, forcecontrols.go),
//   - how many steps are taken before the next picture, and how fast simulated time passes
//     (timing.go, pace.go),
//   - plots, and how a robot moves: feet in contact, the path of the center of mass, metrics
//     (plots.go, motion.go),
//   - the time line of recorded runs, films and pictures (timeline.go, record.go, shots.go),
//   - files that are opened, and read again after a change on disk (open.go, filewatch.go).
//
// A Motion steps its engine one step at a time while it is shown, and otherwise leaves the engine
// alone.
package session
