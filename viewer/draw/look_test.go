package draw

import (
	"math"
	"testing"

	"hooke/viewer/draw/color"
)

func TestLegendLeavesTheMiddleFree(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int
		look          Look
		want          float64
	}{
		{"usual", 1280, 720, Look{}, 1000.0 / 720},
		{"dense screen", 2560, 1440, Look{Scale: 2}, 2000.0 / 1440},
		{"small", 320, 200, Look{}, 160.0 / 200},
		{"no text", 1280, 720, Look{NoText: true}, 1280.0 / 720},
		{"no strain", 1280, 720, Look{Color: color.Plain}, 1280.0 / 720},
	} {
		if got := ClearAspect(c.width, c.height, c.look); math.Abs(got-c.want) > 1e-12 { // float64
			t.Errorf("%s: aspect %g, want %g", c.name, got, c.want)
		}
	}
}

// The grid lies as in the world: lines where they are there, strong ones too, and the axes of the
// world only where they are in reach. Near zero and near the axes nothing is changed.
func TestGridPlace(t *testing.T) {
	for _, c := range []struct{ origin, spacing, reach float64 }{{0, 0.1, 3}, {-2.5, 0.1, 3}, {4096, 0.1, 3}, {-4096, 0.5, 30}, {1 << 20, 0.02, 1.7}, {1e9, 2, 77}} {
		at := float64(gridPlace(c.origin, c.spacing, c.reach))
		lines := (c.origin - at) / (5 * c.spacing)
		if off := math.Abs(lines - math.Round(lines)); off > 1e-4 {
			t.Errorf("%+v: at %g the lines are %g of a cell off", c, at, off)
		}
		if far := math.Abs(c.origin) > c.reach; far != (math.Abs(at) > c.reach) || !far && at != c.origin {
			t.Errorf("%+v: the axis of the world is %g m away", c, at)
		}
		if math.Abs(at) > math.Abs(c.origin) || math.Abs(at) > 2*c.reach+10*c.spacing+math.Abs(c.reach) && math.Abs(at) != math.Abs(c.origin) {
			t.Errorf("%+v: %g is farther than it need be", c, at)
		}
	}
}
