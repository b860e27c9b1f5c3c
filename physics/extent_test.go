package physics_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// The extent of a box has its corners, and a margin below a millionth of them: of one along the axes, of one that is turned by a
// quarter, so that its sides change places, and of one on an edge, whose half diagonal is √½ (a + b).
func TestExtentOfBoxes(t *testing.T) {
	center, half := model.Vec3{1, -2, 3}, model.Vec3{0.3, 0.2, 0.1}
	diagonal := math.Sqrt(0.5) * (half[0] + half[1])
	for name, c := range map[string]struct {
		turn  float64 // about z [rad]
		reach model.Vec3
	}{
		"along the axes": {0, half}, "a quarter": {math.Pi / 2, model.Vec3{0.2, 0.3, 0.1}}, "on an edge": {math.Pi / 4, model.Vec3{diagonal, diagonal, 0.1}},
	} {
		low, high, bounded := physics.Extent(model.Box{Center: center, Half: half, Orientation: mgl64.QuatRotate(c.turn, model.Vec3{0, 0, 1})})
		must.Hold(t, bounded, "%s: not bounded", name)
		for axis := range 3 {
			above, below := high[axis]-(center[axis]+c.reach[axis]), center[axis]-c.reach[axis]-low[axis]
			must.Hold(t, above >= -1e-15 && above < 1e-5 && below >= -1e-15 && below < 1e-5, "%s, axis %d: from %g to %g, want %g around %g", name, axis, low[axis], high[axis], c.reach[axis], center[axis])
		}
	}
}
