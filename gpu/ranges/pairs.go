package ranges

import (
	"math/bits"

	"hooke/model"
)

// firstRoom is the first capacity of lists of pairs, in entries for each mass that takes part in collisions.
const firstRoom = 8

// ScanBlock is how many numbers a work group scans; see scan.glsl.
const ScanBlock = 1024

// Taking returns the number of masses that take part in collisions: those with a radius.
func Taking(m *model.Model, p model.Params) (count int64) {
	if !p.Collision.Masses() {
		return 0
	}
	for _, r := range m.Radius {
		if r > 0 {
			count++
		}
	}
	return count
}

// Buckets returns the number of buckets of the grid for the given number of masses that take part: a power of
// two, at least twice as many.
func Buckets(taking int64) int64 {
	return max(ScanBlock, int64(1)<<bits.Len64(uint64(2*taking-1)))
}

// FirstRoom returns the first capacity of lists of pairs, in entries.
func FirstRoom(taking int64) int64 { return max(16, firstRoom*taking) }

// room returns the capacity of lists of pairs, in entries.
func (n *Counts) room() int64 {
	if n.PairRoom > 0 {
		return n.PairRoom
	}
	return FirstRoom(n.Taking)
}

// Keeps reports whether pairs keep their impulses during a substep.
func (n Counts) Keeps() bool { return n.Impulses }

// PairKinds is how many different counts of work groups the passes that make lists have.
const PairKinds = 5
