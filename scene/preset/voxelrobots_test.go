package preset_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"hooke/scene"
)

// The robots of voxels go their own length in 10 s, each to its own side, or their part of that in less,
// and do not without muscles.
func TestVoxelRobotsGo(t *testing.T) {
	for _, robot := range []struct {
		name     string
		length   float64 // [m]
		speed    float64 // the least along its way [m/s]
		sideways bool
	}{
		{"quadruped", 0.28, 0.12, false},
		{"snake", 0.92, 0.1, true},
		{"crawler", 0.52, 0.1, false},
	} {
		eachEngine(t, func(t *testing.T, start starter) {
			seconds := 4.0
			switch {
			case os.Getenv("HOOKE_LONG") != "":
				seconds = 10
			case strings.Contains(t.Name(), "/gpu"):
				seconds = 1.5
			}
			s := open(t, robot.name, scene.Options{})
			g := travel(start(shaken(s, 0.04, 1)), seconds)
			way := g.ahead
			if robot.sideways {
				way = g.aside
			}
			t.Logf("%s: %.2f m ahead, %.2f m aside in %g s", robot.name, g.ahead, g.aside, seconds)
			if way < robot.speed*(seconds-1) || seconds == 10 && math.Hypot(g.ahead, g.aside) < robot.length {
				t.Errorf("%s: %.3f m along its way in %g s, want %.3f m", robot.name, way, seconds, robot.speed*(seconds-1))
			}
			s.Params.Actuators = nil
			if still := travel(start(s), seconds/4); math.Hypot(still.ahead, still.aside) > 0.02*robot.length {
				t.Errorf("%s went %.3f m, %.3f m without muscles", robot.name, still.ahead, still.aside)
			}
		})
	}
}
