package tune

import "hooke/memory"

// ErrMemory is wrapped when a structure does not fit this machine's memory; the
// error has the bytes needed and left, and which limit that is.
var ErrMemory = memory.ErrTooLarge

// What making a structure, its start state and the smallest engine take [bytes], see
// model.Model, model.State and cpu.Engine, with what Go has not yet taken back: 41 a spring
// were measured of lattices, 50 of fills.
const (
	massBytes   = 33 + 48 + 61
	springBytes = 44
)

// fitsMemory refuses a structure before it is built when it takes more memory than
// there is: the operating system would end the program without a word.
func fitsMemory(masses, springs int64) error {
	return memory.Ask(bytesOf(masses, springs), "%d masses and %d springs", masses, springs)
}

// bytesOf is what a structure takes [bytes].
func bytesOf(masses, springs int64) int64 { return masses*massBytes + springs*springBytes }
