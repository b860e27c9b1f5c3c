// Package sim opens a scene in an engine, for a caller that steps, reads and steers it. The C library and package serve are
// built on it, so that Go, C and other processes mean the same by a name, an option or a field:
//
//	s, err := sim.Open("walker", sim.Options{Engine: engine.CPU})
//	err = s.Step(1000)
//	positions := make([]float32, 3*s.Masses())
//	err = s.Read("positions", positions)
//
// Options come as one JSON object whose words are the flags of hooke run (ParseOptions), and are judged by these
// flags. Numbers are read by name (Shape, Read); Quantities lists the names. Field sets numbers that a run may change while
// it goes, by the paths of package ensemble.
//
// It prints nothing, writes only the files that it is asked for, and never ends the program. A Sim is for one
// goroutine at a time; one whose engine is on a device (OnThread) for the goroutine that opened it.
package sim
