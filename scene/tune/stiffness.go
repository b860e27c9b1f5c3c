package tune

import (
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/scene"
)

// A structure falls from a fiftieth of its size and should look elastic, not
// collapse. Both follow from one number, the sag: the part of its height that it
// loses under its own weight, standing still.
//
//   - A column of height H, density ρ and modulus E under gravity g has the
//     strain ρ g H/E at its foot and sags by ρ g H/2E of its height. For a sag s,
//     E/ρ = g H/2s, and waves travel at c = √(E/ρ) = √(g H/2s).
//   - Landing at v = √(2 g d) after a fall of d sends a wave of strain
//     v/c = 2 √(s d/H) through it; the weight, suddenly put on, adds up to twice
//     the static strain at the foot, 4s.
//
// With s = 1 % and d = H/50 that is 2.8 % + 4 %. At the edges of a block it is two fifths
// more, since springs have fewer neighbors there and friction keeps the foot from
// spreading. Springs stay above nine tenths of their length. A lattice with spacing h and
// stiffness k has E = 2.7 k/h, so that k = m g n/(5.4 s h) for n layers of masses m: k grows
// with n.
const (
	sag       = 0.01    // s, half of the 2 % that are allowed, which leaves a margin for edges and for swinging
	maxStrain = 3 * sag // static strain at the weakest height
	DropPart  = 1. / 50 // height of the fall, as a part of the size

	// bulge is the stiffness of a body that may bulge, relative to a body that is held at
	// its sides: E/C11 = 2.7/4.33 for 13 springs per mass (a lattice of central springs
	// has C11 = 13/3 and C12 = 7/3 in units of k/h, E = C11 − 2 C12²/(C11 + C12)).
	bulge = 0.62

	// foot is the part of the height that is left out at the support, where the ground
	// decides how far a rounded foot sinks in.
	foot = 1. / 20
)

// selfCarrying returns the factor on all stiffnesses of m with which m sags by the constant sag
// under gravity g [m/s²], standing on its lowest masses or hanging from its highest. Every
// cross-section at height z carries the weight W(z) above (or below) it with the springs
// that cross it. A spring of direction n adds k L0 |n|³, so the strain at z is
// W/Σ(k L0 |n|³), and the sag is the mean strain. Along x and y the lighter side is the
// load, so that flat things are stiff too.
func selfCarrying(m *model.Model, g float64, hanging bool) float64 {
	factor := 0.0
	lo, hi := m.Bounds()
	size := scene.Largest(hi.Sub(lo))
	sections := newSections(m, lo, hi)
	for axis := range 3 {
		if hi[axis]-lo[axis] < flat*size {
			continue
		}
		weight, carry := sections.along(axis)
		mean, worst := 0.0, 0.0
		total, below := weight[len(weight)-1], 0.0
		for b := range carry {
			below = (weight[b] + weight[b+1]) / 2
			load := min(below, total-below)
			support := false
			if axis == 2 {
				height := (float64(b) + 0.5) / float64(len(carry))
				if hanging {
					load, support = below, height > 1-foot
				} else {
					load, support = total-below, height < foot
				}
			}
			if carry[b] == 0 || support {
				continue
			}
			strain := load * g / carry[b]
			mean += strain / float64(len(carry))
			worst = max(worst, strain)
		}
		factor = max(factor, mean/(sag*bulge), worst/(2*maxStrain*bulge))
	}
	return factor
}

// ScaleStiffness multiplies the stiffness of all materials and springs by a factor, and
// sets their damping to the ratio ζ that they have between two masses of mean size.
func ScaleStiffness(m *model.Model, factor, ratio float64) {
	mean := MeanMass(m)
	for i := range m.Materials {
		material := &m.Materials[i]
		material.Stiffness *= factor
		material.Damping = materials.RatioDamping(ratio, material.Stiffness, mean, mean)
	}
	for s := range m.Own {
		own := &m.Own[s]
		own.Stiffness *= factor
		own.Damping = materials.RatioDamping(ratio, own.Stiffness, mean, mean)
	}
}

// stiffnessOf is k of spring s of that material [N/m]: the stiffness of the material plus its
// own. Materials must be of the SI vocabulary.
func stiffnessOf(m *model.Model, s int, material uint16) float64 {
	k := m.Materials[material].Stiffness
	if m.Own != nil && material != model.Removed {
		k += m.Own[s].Stiffness
	}
	return k
}

// MeanMass returns the mean of all masses [kg]. The sum is the same on any number of threads.
func MeanMass(m *model.Model) float64 {
	parts := make([]float64, model.BlockCount(m.MassCount()))
	model.InBlocks(m.MassCount(), func(block, first, last int) {
		sum := 0.0
		for i := first; i < last; i++ {
			sum += m.MassAt(i)
		}
		parts[block] = sum
	})
	total := 0.0
	for _, sum := range parts {
		total += sum
	}
	return total / float64(m.MassCount())
}
