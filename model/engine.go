package model

import "errors"

// ErrRefused is what an engine wraps when it cannot do what a model or its parameters
// ask for although another engine can.
var ErrRefused = errors.New("not a part")

// Engine is something that steps a model: the GPU, the fast CPU engine, the float64
// reference. An engine keeps the model and the parameters that it is made with, and
// owns its state. The creator of an engine closes it. Engines are not safe for
// concurrent use; a GPU engine lives on the thread of its context.
type Engine interface {
	// Describe says which engine this is; every printed rate comes with it.
	Describe() Description
	// Step advances by n steps. It may only queue the work; n = 0 does nothing.
	Step(n int) error
	// Finish waits for all queued steps. It reports a divergence as a
	// *physics.DivergedError: a value that is not finite, or a spring that ran away.
	Finish() error
	// Read waits and copies the state into dst, in the model's numbering.
	Read(dst *Snapshot) error
	// Reset replaces the state; the engine keeps no reference to s.
	Reset(s *State) error
	// Energy waits and sums the energy of the current state.
	Energy() (Energy, error)
	// Close releases what the engine holds. A second call does nothing.
	Close()
}

// Description names an engine as every printed rate must.
type Description struct {
	Engine    string // gpu, cpu or cpuref
	Pipeline  string // the named list of passes, such as two-pass; serial for the reference
	Renderer  string // GL_RENDERER, or the CPU's name
	Precision string // single, compensated or double
	WorkGroup int    // invocations per work group of a GPU's passes; 0 for other engines
}
