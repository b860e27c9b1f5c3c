package open

import (
	"math"
	"testing"

	"hooke/scene"
)

// part is a tolerance relative to the number wanted.
func part(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance*math.Abs(want) }

const rounding = 1e-9

// The springs of `lattice` follow k = m g n/(5.4 s h), within what the surface
// and the foot change at this n.
func TestLatticeStiffness(t *testing.T) {
	const side, surface = 43, 0.08
	s, err := Scene("lattice", scene.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := 1. / (side - 1)
	want := 1000 * h * h * h * 9.81 * side / (5.4 * sag * h)
	if got := s.Model.Materials[1].Stiffness; !part(got, want, surface) {
		t.Errorf("stiffness %g N/m, the formula gives %g", got, want)
	}
}
