package model

import (
	"errors"
	"fmt"
)

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

// Precision says how an engine keeps and computes numbers. The zero value is Single.
type Precision uint8

const (
	// Single computes in float32 and keeps every number in it.
	Single Precision = iota
	// Compensated keeps positions and rest lengths in two words of float32 or in a float64,
	// and finds the stretch of a spring from all of their digits, so that small strains of
	// large structures are not lost. Velocities are kept in float32.
	Compensated
	// Double computes in float64 and keeps every number in two words of float32, 48 bits, or in
	// a float64.
	Double
)

// Precisions are all precisions, in the order of their numbers.
func Precisions() []Precision { return []Precision{Single, Compensated, Double} }

// String is the name that commands and files use.
func (p Precision) String() string {
	switch p {
	case Single:
		return "single"
	case Compensated:
		return "compensated"
	case Double:
		return "double"
	}
	return fmt.Sprintf("precision %d", uint8(p))
}

// ParsePrecision returns the precision of that name. An error lists the known names.
func ParsePrecision(name string) (Precision, error) {
	for _, p := range Precisions() {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("precision %q is unknown; known are %v", name, Precisions())
}

// Words is the number of words that each component of a position takes where a word is a
// float32, and the number that any other number takes.
func (p Precision) Words() (position, other int64) {
	switch p {
	case Compensated:
		return 2, 1
	case Double:
		return 2, 2
	}
	return 1, 1
}
