package collide

import (
	"math/bits"

	"hooke/model"
)

// firstRoom is how many entries of lists there is room for at first, for each mass that takes
// part.
const firstRoom = 8

// block is how many numbers a work group scans.
const block = 1024

// Taking is the number of masses that take part in collisions: those with a radius.
func Taking(m *model.Model, p model.Params) (count int64) {
	if !p.Collision.Acts() {
		return 0
	}
	for _, r := range m.Radius {
		if r > 0 {
			count++
		}
	}
	return count
}

// Buckets is the number of buckets of a grid for so many masses: a power of two, at least
// twice as many.
func Buckets(taking int64) int64 {
	return max(block, int64(1)<<bits.Len64(uint64(2*taking-1)))
}

// FirstRoom is how many entries of lists there is room for at first.
func FirstRoom(taking int64) int64 { return max(16, firstRoom*taking) }

// GridWords is the length of the array of the grid: counts and starts of buckets, members,
// and the sums of the blocks of a scan.
func GridWords(taking int64) int64 {
	buckets := Buckets(taking)
	return 2*buckets + 1 + taking + (max(buckets, taking)+block-1)/block
}
