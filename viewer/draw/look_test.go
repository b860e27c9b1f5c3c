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
