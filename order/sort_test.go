package order_test

import (
	"slices"
	"testing"

	"hooke/order"
)

// The radix sort is stable and sorts by all bits.
func TestSort(t *testing.T) {
	keys := []uint32{5, 1 << 31, 5, 0, 1<<31 + 1, 1 << 12, 5, 1 << 22}
	if got, want := order.Sort(keys), []uint32{3, 0, 2, 6, 5, 7, 1, 4}; !slices.Equal(got, want) {
		t.Errorf("sorted %v, want %v", got, want)
	}
}

// Keys of 64 bits are sorted by all of those, and none by none.
func TestSortLongKeys(t *testing.T) {
	keys := []uint64{1 << 63, 3, 1 << 40, 3, 0}
	if got, want := order.Sort(keys), []uint32{4, 1, 3, 2, 0}; !slices.Equal(got, want) {
		t.Errorf("sorted %v, want %v", got, want)
	}
	if got := order.Sort([]uint64(nil)); len(got) != 0 {
		t.Errorf("no keys are sorted as %v", got)
	}
}
