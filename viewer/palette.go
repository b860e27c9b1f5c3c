//go:build !headless

package viewer

import (
	"math"
	"slices"

	"hooke/model"
)

// palette is the list of materials as they were given, with those that painting
// added, and what each is multiplied by. Entry 0 is model.Removed.
type palette struct {
	given   []model.Material
	factors []factor
}

// factor is what a material is multiplied by, as powers of materialStep.
type factor struct{ stiffness, damping float64 }

// materialStep is what a step of a multiplier multiplies by.
const materialStep = math.Sqrt2

func paletteOf(m *model.Model) palette {
	return palette{given: slices.Clone(m.Materials), factors: make([]factor, len(m.Materials))}
}

// changed is the palette with the powers of a material changed, of all with 0.
func (p palette) changed(material int, by factor) palette {
	p.factors = slices.Clone(p.factors)
	for k := range p.factors {
		if material == 0 || material == k {
			p.factors[k].stiffness += by.stiffness
			p.factors[k].damping += by.damping
		}
	}
	return p
}

// with is the palette with materials that follow those it has.
func (p palette) with(more ...model.Material) palette {
	p.given = append(slices.Clone(p.given), more...)
	p.factors = append(slices.Clone(p.factors), make([]factor, len(more))...)
	return p
}

// of are the powers of a material, and with 0 those of all; false where these differ.
func (p palette) of(material int) (f factor, same bool) {
	if material > 0 {
		return p.factors[material], true
	}
	live := p.factors[min(1, len(p.factors)):]
	for _, g := range live {
		if g != live[0] {
			return factor{}, false
		}
	}
	if len(live) == 0 {
		return factor{}, true
	}
	return live[0], true
}

// materials are all of them, multiplied.
func (p palette) materials() []model.Material {
	out := slices.Clone(p.given)
	for k := range out {
		out[k] = p.factors[k].times(out[k])
	}
	return out
}

// multipliers are those of the stiffness and of the damping.
func (f factor) multipliers() (stiffness, damping float64) {
	return math.Pow(materialStep, f.stiffness), math.Pow(materialStep, f.damping)
}

// times is a material of which every spring has so many times the stiffness and the
// damping, as far as a normalized one can: those are 1 at most.
func (f factor) times(m model.Material) model.Material {
	stiffness, damping := f.multipliers()
	m.Stiffness *= stiffness
	m.AxialRigidity *= stiffness
	m.Frequency *= math.Sqrt(stiffness)
	m.Normalized.Stiffness = min(m.Normalized.Stiffness*stiffness, 1)
	m.Damping *= damping
	m.DampingRatio *= damping / math.Sqrt(stiffness) // c, not the ratio, is multiplied
	m.HalfLife /= damping
	m.Normalized.Damping = min(m.Normalized.Damping*damping, 1)
	return m
}

// own are the coefficients that springs have of their own, multiplied as their
// materials are; nil where none have any.
func (p palette) own(given []model.Coefficients, materialOf []uint16) []model.Coefficients {
	if given == nil {
		return nil
	}
	out := slices.Clone(given)
	for s, k := range materialOf {
		stiffness, damping := p.factors[k].multipliers()
		out[s].Stiffness *= stiffness
		out[s].Damping *= damping
	}
	return out
}
