package materials

import (
	"math"

	"hooke/model"
	"hooke/model/spring"
)

// Most is the greatest number of materials in a palette, model.Removed not counted.
const Most = math.MaxUint16

// RatioDamping returns the damping c [N·s/m] of a spring with the damping ratio ζ: c = 2 ζ √(k
// m_r), with the reduced mass m_r = 1/(1/mA + 1/mB) of its two ends [kg]. Both ends count
// as free; ζ = 1 is critical, 0 is none.
func RatioDamping(ratio, stiffness, massA, massB float64) float64 {
	if ratio == 0 || stiffness == 0 {
		return 0
	}
	return spring.RatioDamping(ratio, stiffness, spring.ReducedMass(1/massA, 1/massB))
}

// Palette makes a palette of materials: entry 0 is model.Removed, and the given materials
// begin at 1.
func Palette(materials ...model.Material) []model.Material {
	return append([]model.Material{{Name: "removed"}}, materials...)
}
