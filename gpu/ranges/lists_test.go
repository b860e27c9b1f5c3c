package ranges_test

import (
	"slices"
	"testing"

	"hooke/gpu/ranges"
	"hooke/model"
)

// Each mass lists its springs in ascending order, each with the end that it is.
func TestIncidencesListSpringsInOrder(t *testing.T) {
	m := &model.Model{
		RestPosition: make([]model.Vec3, 4),
		Ends:         []model.Ends{{0, 1}, {2, 1}, {1, 0}},
	}
	var list []uint32
	for _, e := range ranges.Incidences(m, ranges.Ranges{All: 4}, ranges.SpringDegrees(m)).Entries {
		list = append(list, e.Entry)
	}
	starts, list := list[:5], list[5:]
	// Mass 0: A of 0, B of 2. Mass 1: B of 0, B of 1, A of 2. Mass 2: A of 1. Mass 3: none.
	if want := []uint32{5, 7, 10, 11, 11}; !slices.Equal(starts, want) {
		t.Errorf("first = %v, want %v", starts, want)
	}
	if want := []uint32{0, 5, 1, 3, 4, 2}; !slices.Equal(list, want) {
		t.Errorf("entries = %v, want %v", list, want)
	}
}
