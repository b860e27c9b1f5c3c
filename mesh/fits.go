package mesh

import (
	"hooke/machine/memory"
)

// The memory of a model [bytes]: see model.Model.HostBytes.
const (
	bytesOfMass   = 24 + 8
	bytesOfSpring = 8 + 8 + 2
)

// Fits returns an error if the arrays of a model of that size need more memory than is free.
// Call it before making the model.
func Fits(masses, springs int64) error {
	return memory.Ask(masses*bytesOfMass+springs*bytesOfSpring, "%d masses and %d springs", masses, springs)
}
