package mesh

import (
	"math"
	"slices"

	"hooke/model"
)

// mostMaterials is how many materials a palette holds beside Removed.
const mostMaterials = math.MaxUint16

// paint gives every spring of m a material with its stiffness [N/m] and with the
// damping that belongs to it, and returns the largest relative difference that
// rounding made. Stiffnesses are rounded to 20 bits, or to as many as leave at
// most a palette full of different ones.
func paint(m *model.Model, name string, stiffness []float64, damping func(k float64) float64) (rounding float64) {
	rounded := make([]float64, len(stiffness))
	for bits := 20; ; bits-- {
		for s, k := range stiffness {
			rounded[s] = roundTo(k, bits)
		}
		values := slices.Clone(rounded)
		slices.Sort(values)
		if values = slices.Compact(values); len(values) > mostMaterials {
			continue
		}
		m.Materials = palette()
		for _, k := range values {
			m.Materials = append(m.Materials, model.Material{Name: name, Stiffness: k, Damping: damping(k)})
		}
		m.MaterialOf = make([]uint16, len(stiffness))
		for s, k := range rounded {
			at, _ := slices.BinarySearch(values, k)
			m.MaterialOf[s] = uint16(at + 1)
			rounding = max(rounding, math.Abs(k/stiffness[s]-1))
		}
		return rounding
	}
}

// roundTo keeps the given number of bits of a positive value's fraction.
func roundTo(value float64, bits int) float64 {
	fraction, exponent := math.Frexp(value)
	return math.Ldexp(math.Round(math.Ldexp(fraction, bits)), exponent-bits)
}
