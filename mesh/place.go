package mesh

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"hooke/model"
)

// PlaceTable numbers positions: equal positions get the number of the first one (0 and −0 are
// equal). It is an open-addressing hash table of 4 bytes per slot that is at most half full
// and grows as needed. Every table hashes with its own secret words, so that no file can
// force collisions; the numbers do not depend on these words.
type PlaceTable struct {
	slots  []uint32 // number + 1; 0 is empty; a power of two
	secret [4]uint64
}

// NewPlaceTable returns an empty table with a capacity of count positions.
func NewPlaceTable(count int) *PlaceTable {
	size := 64
	for size < 2*count {
		size *= 2
	}
	t := &PlaceTable{slots: make([]uint32, size)}
	for i := range t.secret {
		t.secret[i] = rand.Uint64()
	}
	return t
}

// Find returns the number of the vertex at position p; vertices are those inserted so far. If
// it is new, found is false and Find inserts p with number.
func (t *PlaceTable) Find(p model.Vec3, vertices []model.Vec3, number uint32) (at uint32, found bool) {
	slot := t.hash(p) & uint64(len(t.slots)-1)
	for t.slots[slot] != 0 {
		if at := t.slots[slot] - 1; vertices[at] == p {
			return at, true
		}
		slot = (slot + 1) & uint64(len(t.slots)-1)
	}
	t.slots[slot] = number + 1
	return number, false
}

// Grow doubles the table before one more position when the table holds len(vertices) positions.
func (t *PlaceTable) Grow(vertices []model.Vec3) {
	if 2*len(vertices) < len(t.slots) {
		return
	}
	mask := uint64(2*len(t.slots) - 1)
	t.slots = make([]uint32, mask+1)
	for i, p := range vertices {
		slot := t.hash(p) & mask
		for t.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.slots[slot] = uint32(i) + 1
	}
}

// hash folds 64×64-bit products, after wyhash (Wang Yi, public domain). Without the
// secret words a file could aim at a slot.
func (t *PlaceTable) hash(p model.Vec3) uint64 {
	x := math.Float64bits(p[0]+0) ^ t.secret[0] // +0 turns −0 into 0
	y := math.Float64bits(p[1]+0) ^ t.secret[1]
	z := math.Float64bits(p[2]+0) ^ t.secret[2]
	high, low := bits.Mul64(x, y)
	high, low = bits.Mul64(high^low^z, t.secret[3]|1)
	return high ^ low
}
