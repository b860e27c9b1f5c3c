package model

import (
	"math"
	"testing"
)

// A spring has run away at 100 times the longest length of the start, be that
// the distance of its ends or its rest length. Removed springs do not count.
func TestRunawayLength(t *testing.T) {
	for _, c := range []struct {
		name     string
		rest     [2]float64 // of a spring 2 m long, and of one 3 m long
		material uint16     // of the second
		want     float64
	}{
		{"the longest distance", [2]float64{1, 1}, 1, 300},
		{"a rest length", [2]float64{7, 1}, 1, 700},
		{"a rest length of the second", [2]float64{1, 5}, 1, 500},
		{"the second removed", [2]float64{1, 5}, Removed, 200},
		{"the second removed, a rest length", [2]float64{4, 5}, Removed, 400},
	} {
		m := &Model{
			RestPosition: []Vec3{{}, {1, 0, 0}, {2, 0, 0}},
			Mass:         []float64{1, 1, 1},
			Ends:         []Ends{{0, 1}, {1, 2}},
			RestLength:   c.rest[:],
			MaterialOf:   []uint16{1, c.material},
			Materials:    []Material{{}, {Stiffness: 1}},
		}
		start := m.Start()
		start.Position[1], start.Position[2] = Vec3{0, 2, 0}, Vec3{0, 2, 3} // not where they rest
		if got := RunawayLength(m, start); got != c.want {
			t.Errorf("%s: %g m, want %g", c.name, got, c.want)
		}
	}
	if got := RunawayLength(&Model{}, &State{}); !math.IsInf(got, 1) {
		t.Errorf("without springs: %g m, want +Inf", got)
	}
}
