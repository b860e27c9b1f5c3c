package model

import "fmt"

// Engine is something that steps a model: the GPU, the fast CPU engine, the
// float64 reference. An engine keeps the model and the parameters it was made
// with and owns its state. Who creates an engine closes it. Engines are not
// safe for concurrent use; a GPU engine lives on the thread of its context.
type Engine interface {
	// Describe says which engine this is, for every printed rate.
	Describe() Description
	// Step advances by n steps. It may only queue the work; n = 0 does nothing.
	Step(n int) error
	// Finish waits for all queued steps and reports a divergence, if any, as a
	// *DivergedError.
	Finish() error
	// Read waits and copies the state into dst, in the model's numbering.
	Read(dst *Snapshot) error
	// Reset replaces the state; the engine keeps no reference to s.
	Reset(s *State) error
	// Energy waits and sums the energy of the current state.
	Energy() (Energy, error)
	// Close releases what the engine holds. Closing twice is harmless.
	Close()
}

// Description names an engine the way every rate must be labeled.
type Description struct {
	Engine    string // gpu, cpu or cpuref
	Pipeline  string // the named list of passes, such as two-pass; serial for the reference
	Renderer  string // GL_RENDERER, or the CPU's name
	Precision string // single or double
}

// DivergedError says that a state left the finite numbers.
type DivergedError struct {
	Step    int64  // the first step known to hold a non-finite value
	Mass    int    // the lowest-numbered mass that is non-finite in that step
	Count   int64  // non-finite (mass, step) pairs seen
	Springs []int  // up to eight springs at that mass
	Cause   string // the likely cause, in words
}

func (e *DivergedError) Error() string {
	return fmt.Sprintf("diverged at step %d: mass %d (springs %v) is not a finite number; %s",
		e.Step, e.Mass, e.Springs, e.Cause)
}

// Diverged builds the error for a mass of m: its springs and the likely cause.
func Diverged(m *Model, p Params, step int64, mass int, count int64) *DivergedError {
	e := &DivergedError{Step: step, Mass: mass, Count: count}
	for s, ends := range m.Ends {
		if int(ends[0]) == mass || int(ends[1]) == mass {
			e.Springs = append(e.Springs, s)
			if len(e.Springs) == 8 {
				break
			}
		}
	}
	if safe := SafeStep(m, p); p.DT > safe {
		e.Cause = fmt.Sprintf("dt = %.3g s is above the safe step %.3g s (valid while springs keep L > L0/2): "+
			"use a smaller dt, or a lower stiffness", p.DT, safe)
	} else {
		e.Cause = fmt.Sprintf("dt = %.3g s is within the safe step %.3g s, which holds only while springs keep "+
			"L > L0/2: springs may have collapsed, or the start state is not finite", p.DT, safe)
	}
	return e
}
