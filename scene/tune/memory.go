package tune

import (
	"hooke/machine/memory"
	"hooke/mesh/build"
)

// ErrMemory is wrapped when a structure does not fit this machine's memory. The error says
// how many bytes are needed and left, and which limit that is.
var ErrMemory = memory.ErrTooLarge

// These are the bytes for each mass and spring that it takes to make a structure, its start
// state and the smallest engine, see model.Model, model.State and cpu.Engine. They include
// memory that Go has not yet taken back: measurements gave 41 bytes a spring for lattices
// and 50 for fills.
const (
	massBytes   = 33 + 48 + 61
	springBytes = 44
)

// patternBytes is the memory of a mass of a model with a pattern: the engine cpu with its
// table, the last good state and the state to be written, and memory that Go has not yet
// reclaimed.
const patternBytes = 160

// PatternFits returns LatticeFits for a lattice by a pattern.
func PatternFits(nx, ny, nz, perMass int) error {
	masses, springs, err := build.LatticeCount(nx, ny, nz, perMass)
	if err != nil {
		return err
	}
	return memory.Ask(masses*patternBytes, "%d masses and %d springs by a pattern", masses, springs)
}

// fitsMemory returns an error that wraps ErrMemory, before a structure is built, when the
// structure takes more memory than there is. Otherwise the operating system would end the
// program without a word.
func fitsMemory(masses, springs int64) error {
	return memory.Ask(bytesOf(masses, springs), "%d masses and %d springs", masses, springs)
}

// bytesOf returns the memory that a structure takes [bytes].
func bytesOf(masses, springs int64) int64 { return masses*massBytes + springs*springBytes }
