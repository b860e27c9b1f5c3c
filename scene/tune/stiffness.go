package tune

import (
	"cmp"
	"math"
	"slices"

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
// With s = 1 % and d = H/50 that is 2.8 % + 4 %; at the edges of a block, where
// springs have fewer neighbors and friction keeps the foot from spreading, two
// fifths more. Springs stay above nine tenths of their length. A lattice with spacing h and stiffness k has E = 2.7 k/h, so
// that k = m g n/(5.4 s h) for n layers of masses m: k grows with n.
const (
	sag       = 0.01    // s, half of the 2 % allowed: room for edges and for swinging
	maxStrain = 3 * sag // at the weakest height, static
	DropPart  = 1. / 50 // height of the fall in parts of the size

	// bulge is how much softer a body is that may bulge than one held at its
	// sides: E/C11 = 2.7/4.33 for 13 springs per mass (a lattice of central springs
	// has C11 = 13/3 and C12 = 7/3 in units of k/h, E = C11 − 2 C12²/(C11 + C12)).
	bulge = 0.62

	// foot is the part of the height left out at the support: there the ground
	// decides how far a rounded foot sinks in.
	foot = 1. / 20
)

// selfCarrying is the factor on all stiffnesses of m with which it sags by the
// constant above under gravity g, standing on its lowest masses or hanging from
// its highest. Every cross-section at height z carries the weight W(z) above (or
// below) it with the springs that cross it, each k L0 |n|³ for a direction n, so
// the strain there is W/Σ(k L0 |n|³) and the sag its mean. The same is asked along
// x and y with the lighter side as the load, so that flat things are stiff too.
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

// ScaleStiffness multiplies the stiffness of all materials and springs and sets their damping to the
// ratio ζ between masses of mean size.
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

// stiffnessOf is k of spring s [N/m], of its material and its own, where materials are of
// the SI vocabulary.
func stiffnessOf(m *model.Model, s int) float64 {
	k := m.Materials[m.MaterialOf[s]].Stiffness
	if m.Own != nil && m.MaterialOf[s] != model.Removed {
		k += m.Own[s].Stiffness
	}
	return k
}

// Friction of the ground, about that of rubber on wet stone.
const (
	groundStatic  = 0.6
	groundKinetic = 0.5
)

// GroundFor is a horizontal ground at the given height that neither lets the
// structure sink in nor shortens the safe step: a mass touching it feels 0.4 of
// the mean stiffness around a mass, of which half counts for the step, and a
// damper of ratio 0.2.
func GroundFor(m *model.Model, height float64) model.Contact {
	around := 0.0
	for material, springs := range springsOf(m) {
		around += 2 * float64(springs) * m.Materials[material].Stiffness
	}
	// The softest first, and equal ones at once: the sum does not depend on their order.
	own := make([]float64, 0, len(m.Own))
	for s := range m.Own {
		if m.MaterialOf[s] != model.Removed {
			own = append(own, m.Own[s].Stiffness)
		}
	}
	slices.Sort(own)
	for len(own) > 0 {
		same, _ := slices.BinarySearchFunc(own, own[0], func(k, first float64) int { return cmp.Or(cmp.Compare(k, first), -1) })
		around += 2 * float64(same) * own[0]
		own = own[same:]
	}
	stiffness := 0.4 * around / float64(m.MassCount())
	damping := 2 * 0.2 * math.Sqrt(stiffness*MeanMass(m))
	return model.Ground(height, stiffness, damping).WithFriction(groundStatic, groundKinetic)
}

// springsOf is the number of springs of each material.
func springsOf(m *model.Model) []int64 {
	parts := make([][]int64, model.BlockCount(m.SpringCount()))
	model.InBlocks(m.SpringCount(), func(block, first, last int) {
		count := make([]int64, len(m.Materials))
		for _, material := range m.MaterialOf[first:last] {
			count[material]++
		}
		parts[block] = count
	})
	count := make([]int64, len(m.Materials))
	for _, part := range parts {
		for material, springs := range part {
			count[material] += springs
		}
	}
	return count
}

func MeanMass(m *model.Model) float64 {
	parts := make([]float64, model.BlockCount(m.MassCount()))
	model.InBlocks(m.MassCount(), func(block, first, last int) {
		sum := 0.0
		for _, mass := range m.Mass[first:last] {
			sum += mass
		}
		parts[block] = sum
	})
	total := 0.0
	for _, sum := range parts {
		total += sum
	}
	return total / float64(m.MassCount())
}
