package materials

import (
	"hash/maphash"

	"hooke/model"
)

// Pairs makes a palette of the different pairs of stiffness and damping, in the order of
// their first use.
type Pairs struct {
	Materials []model.Material
	name      string
	table     []uint16 // hash table with open addressing; 0 is an empty slot
	seed      maphash.Seed
	last      uint16
}

// NewPairs begins a palette without pairs; all its materials get this name.
func NewPairs(name string) *Pairs {
	return &Pairs{Materials: Palette(), name: name, table: make([]uint16, 4*(Most+1)), seed: maphash.MakeSeed()}
}

// Material returns the palette entry with k [N/m] and c [N·s/m], and adds it where it is
// new. It returns false when the palette is full.
func (p *Pairs) Material(k, c float64) (entry uint16, ok bool) {
	same := func(entry uint16) bool { return p.Materials[entry].Stiffness == k && p.Materials[entry].Damping == c }
	if p.last != 0 && same(p.last) {
		return p.last, true
	}
	mask := len(p.table) - 1
	slot := int(maphash.Comparable(p.seed, [2]float64{k, c})) & mask
	for p.table[slot] != 0 && !same(p.table[slot]) {
		slot = (slot + 1) & mask
	}
	if p.table[slot] == 0 {
		if len(p.Materials) > Most {
			return 0, false
		}
		p.table[slot] = uint16(len(p.Materials))
		p.Materials = append(p.Materials, model.Material{Name: p.name, Stiffness: k, Damping: c})
	}
	p.last = p.table[slot]
	return p.last, true
}
