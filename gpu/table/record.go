package table

import (
	"math"

	"hooke/gpu/options"
	"hooke/laws"
	"hooke/laws/material"
	"hooke/model"
	"hooke/shaders"
)

// perRecord is how many numbers of a law a record of the device has, and a vector of the palette.
const perRecord = 2

// Numbers are those of laws.Spring.Numbers in one word each, and zeros up to whole records.
type Numbers [(laws.SpringNumbers + perRecord - 1) / perRecord * perRecord]float32

// LawRecords returns how many records the device has, in each word, for the numbers of the law of a spring of a model, and of a material.
func LawRecords(m *model.Model) int { return (material.Numbers(m) + perRecord - 1) / perRecord }

// Record returns record k of a law; the first one has the flags of its material or other
// data.
func (n *Numbers) Record(k int, flags uint32) shaders.Material {
	if k > 0 {
		flags = 0
	}
	return shaders.Material{Even: n[perRecord*k], Odd: n[perRecord*k+1], Flags: flags}
}

// vector is record k as a vector of the palette, with the rest length in the first one.
func (n *Numbers) vector(k int, rest float32, flags uint32) [4]uint32 {
	r := n.Record(k, flags)
	if k > 0 {
		rest = 0
	}
	return [4]uint32{math.Float32bits(r.Even), math.Float32bits(r.Odd), math.Float32bits(rest), r.Flags}
}

// narrow rounds the numbers of a law to two words.
func narrow(law laws.Spring[float64]) (high, low Numbers) {
	for k, x := range law.Numbers() {
		high[k], low[k] = options.TwoWords(x)
	}
	return high, low
}

// Materials returns the records of the palette of a model.
func Materials(m *model.Model) []shaders.Material {
	records := LawRecords(m)
	out := make([]shaders.Material, 0, len(m.Materials)*records)
	for i := range m.Materials {
		of := &m.Materials[i]
		numbers, _ := narrow(material.Law(of, of.Coefficients(), 0))
		for k := range records {
			out = append(out, numbers.Record(k, FlagsOf(of)))
		}
	}
	return out
}

// FlagsOf returns the flags of a material in the records of shaders.
func FlagsOf(of *model.Material) (flags uint32) {
	if of.TensionOnly {
		flags |= shaders.TensionOnly
	}
	if of.Rigid {
		flags |= shaders.Rigid
	}
	return flags
}
