package mesh

import (
	"hash/maphash"

	"hooke/model"
)

// pairs makes a palette of the different pairs of stiffness and damping, in the
// order in which they come.
type pairs struct {
	materials []model.Material
	name      string
	table     []uint16 // open addressing; 0 is empty
	seed      maphash.Seed
	last      uint16
}

func newPairs(name string) *pairs {
	return &pairs{materials: palette(), name: name, table: make([]uint16, 4*(mostMaterials+1)), seed: maphash.MakeSeed()}
}

// material is the palette entry with k [N/m] and c [N·s/m]; false when it is full.
func (p *pairs) material(k, c float64) (entry uint16, ok bool) {
	same := func(entry uint16) bool { return p.materials[entry].Stiffness == k && p.materials[entry].Damping == c }
	if p.last != 0 && same(p.last) {
		return p.last, true
	}
	mask := len(p.table) - 1
	slot := int(maphash.Comparable(p.seed, [2]float64{k, c})) & mask
	for p.table[slot] != 0 && !same(p.table[slot]) {
		slot = (slot + 1) & mask
	}
	if p.table[slot] == 0 {
		if len(p.materials) > mostMaterials {
			return 0, false
		}
		p.table[slot] = uint16(len(p.materials))
		p.materials = append(p.materials, model.Material{Name: p.name, Stiffness: k, Damping: c})
	}
	p.last = p.table[slot]
	return p.last, true
}
