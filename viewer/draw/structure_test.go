package draw

import (
	"math"
	"testing"

	"hooke/shaders"
)

func TestFarthestCoordinate(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	position := []shaders.Position{{Xyz: [3]float32{1, -7, 2}}, {Xyz: [3]float32{nan, 3, inf}}}
	if got := farthestCoordinate(position); got != 7 {
		t.Errorf("farthest coordinate %g, want 7", got)
	}
	if got := farthestCoordinate(nil); got != 0 {
		t.Errorf("without masses it is %g, want 0", got)
	}
}
