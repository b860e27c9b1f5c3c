package kernels

import (
	"slices"
	"testing"

	"hooke/cpu/table"
)

// PackSlices writes what Set writes, for positions alone and with velocities, and only in its
// slices.
func TestPackSlices(t *testing.T) {
	for _, numbers := range []int{0, PackedPosition, packedBoth} {
		const lanes = 5 * table.Width
		want, got := NewMotion[float32](lanes, Arrays, 0), NewMotion[float32](lanes, Arrays, 0)
		if numbers > 0 {
			want.AddPacked(lanes, numbers, 0)
			got.AddPacked(lanes, numbers, 0)
		}
		for lane := table.Width; lane < 4*table.Width; lane++ {
			x := float32(lane)
			want.Set(ArrayX, lane, [3]float32{x, x + 0.25, x + 0.5})
			want.Set(ArrayVX, lane, [3]float32{-x, -x - 0.25, -x - 0.5})
		}
		copy(got.Arena, want.Arena)
		got.PackSlices(1, 3)
		if !slices.Equal(got.Packed, want.Packed) {
			t.Errorf("%d numbers: %v, want %v", numbers, got.Packed, want.Packed)
		}
	}
}
