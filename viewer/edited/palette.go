package edited

import (
	"math"
	"slices"

	"hooke/model"
)

// Palette is the list of materials as they were given, followed by those that painting
// added, with the multipliers of each. Entry 0 is model.Removed.
type Palette struct {
	Given   []model.Material
	Factors []Factor // of each material
}

// Factor holds the multipliers of a material, as powers of MaterialStep.
type Factor struct{ Stiffness, Damping float64 }

// MaterialStep is the factor of one step of a multiplier.
const MaterialStep = math.Sqrt2

// PaletteOf returns the palette of a model as it was given.
func PaletteOf(m *model.Model) Palette {
	return Palette{Given: slices.Clone(m.Materials), Factors: make([]Factor, len(m.Materials))}
}

// Changed returns the palette with other powers for a material; material 0 stands for all.
func (p Palette) Changed(material int, by Factor) Palette {
	p.Factors = slices.Clone(p.Factors)
	for k := range p.Factors {
		if material == 0 || material == k {
			p.Factors[k].Stiffness += by.Stiffness
			p.Factors[k].Damping += by.Damping
		}
	}
	return p
}

// With returns the palette with materials that follow those it has.
func (p Palette) With(more ...model.Material) Palette {
	p.Given = append(slices.Clone(p.Given), more...)
	p.Factors = append(slices.Clone(p.Factors), make([]Factor, len(more))...)
	return p
}

// Of returns the powers of a material; material 0 stands for all, and same is false where
// these differ.
func (p Palette) Of(material int) (f Factor, same bool) {
	if material > 0 {
		return p.Factors[material], true
	}
	live := p.Factors[min(1, len(p.Factors)):]
	for _, g := range live {
		if g != live[0] {
			return Factor{}, false
		}
	}
	if len(live) == 0 {
		return Factor{}, true
	}
	return live[0], true
}

// Materials returns all materials, multiplied.
func (p Palette) Materials() []model.Material {
	out := slices.Clone(p.Given)
	for k := range out {
		out[k] = out[k].Times(p.Factors[k].Multipliers())
	}
	return out
}

// Multipliers returns those of the stiffness and of the damping.
func (f Factor) Multipliers() (stiffness, damping float64) {
	return math.Pow(MaterialStep, f.Stiffness), math.Pow(MaterialStep, f.Damping)
}

// own returns the coefficients of their own that springs have, multiplied as their
// materials are; nil without any.
func (p Palette) own(given []model.Coefficients, materialOf []uint16) []model.Coefficients {
	if given == nil {
		return nil
	}
	out := slices.Clone(given)
	for s, k := range materialOf {
		stiffness, damping := p.Factors[k].Multipliers()
		out[s].Stiffness *= stiffness
		out[s].Damping *= damping
	}
	return out
}

// Added returns the materials that painting can add to a palette: the first one softer
// and stiffer. A stiffer one may need a shorter step.
func (p Palette) Added() []model.Material {
	if len(p.Given) < 2 {
		return nil
	}
	soft, stiff := p.Given[1].Times(Factor{-4, -4}.Multipliers()), p.Given[1].Times(Factor{4, 4}.Multipliers())
	soft.Name, stiff.Name = "soft paint", "stiff paint"
	return []model.Material{soft, stiff}
}
