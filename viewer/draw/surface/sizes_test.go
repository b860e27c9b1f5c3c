package surface

import (
	"math"
	"testing"

	"hooke/must"
	"hooke/shaders"
)

func TestFarthestIsFinite(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	position := []shaders.Position{{Xyz: [3]float32{1, -7, 2}}, {Xyz: [3]float32{nan, 3, inf}}}
	must.Be(t, Farthest(position), 7, "farthest coordinate")
	must.Be(t, Farthest(nil), 0, "without masses it")
}
