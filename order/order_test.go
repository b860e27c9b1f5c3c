package order_test

import (
	"cmp"
	"slices"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/order"
)

// The ends of springs at some masses come in the order of the springs, those of a class
// that is left out do not, and parts of the masses have each end once.
func TestEachEnd(t *testing.T) {
	ends := []model.Ends{{0, 1}, {2, 1}, {1, 0}, {3, 1}}
	listed := func(of []uint16, first, end uint32) (list [][2]uint32) {
		order.EachEnd(ends, of, 7, first, end, func(mass, entry uint32) { list = append(list, [2]uint32{mass, entry}) })
		return list
	}
	must.BeAll(t, listed(nil, 1, 3), [][2]uint32{{1, 1}, {2, 2}, {1, 3}, {1, 4}, {1, 7}}, "at masses 1 and 2")
	must.BeAll(t, listed([]uint16{0, 7, 7, 1}, 0, 4), [][2]uint32{{0, 0}, {1, 1}, {3, 6}, {1, 7}}, "without springs 1 and 2")
	count := []uint32{10, 0}
	order.CountEnds(ends, []uint16{0, 7, 0, 1}, 7, 1, count)
	must.BeAll(t, count, []uint32{13, 0}, "without spring 1 masses 1 and 2 have ends")
	order.CountEnds(ends, nil, 7, 1, count)
	must.BeAll(t, count, []uint32{17, 1}, "and all springs once more: ends")
	must.Be(t, len(listed(nil, 0, 2))+len(listed(nil, 2, 4)), 2*len(ends), "two parts have ends")
}

// Morton's curve goes through the eight cells of each cube, x fastest, before it continues.
func TestMorton(t *testing.T) {
	for cell, want := range map[[3]uint64]uint64{{0, 0, 0}: 0, {1, 0, 0}: 1, {0, 1, 0}: 2, {0, 0, 1}: 4, {3, 0, 0}: 9, {0, 2, 1}: 20,
		{1<<21 - 1, 1<<21 - 1, 1<<21 - 1}: 1<<63 - 1} {
		must.Be(t, order.Morton(cell), want, "cell %v is", cell)
	}
}

// The shortest spring is the shortest that has a length.
func TestShortest(t *testing.T) {
	must.Be(t, order.Shortest(&model.Model{RestLength: []float64{3, 0, 0.5, 2}}), 0.5, "the shortest, in m")
}

// The radix sort is stable and sorts by all bits.
func TestSort(t *testing.T) {
	keys := []uint32{5, 1 << 31, 5, 0, 1<<31 + 1, 1 << 12, 5, 1 << 22}
	must.BeAll(t, order.Sort(keys), []uint32{3, 0, 2, 6, 5, 7, 1, 4}, "sorted")
}

// Many keys, which are sorted by other digits than few, ascend as well, and equal ones keep their order.
func TestSortManyKeys(t *testing.T) {
	keys := make([]uint64, 5000)
	for i := range keys {
		keys[i] = uint64(i*7919%1000) << 30
	}
	sorted := order.Sort(keys)
	want := slices.Clone(sorted)
	slices.Sort(want)
	slices.SortStableFunc(want, func(a, b uint32) int { return cmp.Compare(keys[a], keys[b]) })
	must.BeAll(t, sorted, want, "sorted")
}

// Keys of 64 bits are sorted by all of those, and none by none.
func TestSortLongKeys(t *testing.T) {
	keys := []uint64{1 << 63, 3, 1 << 40, 3, 0}
	must.BeAll(t, order.Sort(keys), []uint32{4, 1, 3, 2, 0}, "sorted")
	if got := order.Sort([]uint64(nil)); len(got) != 0 {
		t.Errorf("no keys are sorted as %v", got)
	}
}
