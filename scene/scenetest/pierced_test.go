package scenetest

import (
	"testing"

	"hooke/model"
	"hooke/must"
)

// A flat sheet passes through nothing, an upright one through it does, and one that is
// moved aside or above does not.
func TestPierced(t *testing.T) {
	for _, c := range []struct {
		up   model.Vec3 // where the upright triangle's corner is
		want int
	}{{model.Vec3{0.3, 0.3, 0}, 2}, {model.Vec3{0.3, 0.3, 1}, 0}, {model.Vec3{2, 2, 0}, 0}} {
		x := []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}
		for _, d := range []model.Vec3{{0, 0, -0.5}, {0.1, 0, 0.5}, {0, 0.1, 0.5}} {
			x = append(x, c.up.Add(d))
		}
		m := &model.Model{RestPosition: x, Triangles: [][3]uint32{{0, 1, 2}, {3, 4, 5}}}
		must.Be(t, Pierced(m, x), c.want, "a triangle at %v", c.up)
	}
}
