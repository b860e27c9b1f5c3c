package draw

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/grid"
	"hooke/must"
)

// The triangles of a terrain lie on it, around the subject; of a large one there are no more than a
// picture shows.
func TestTerrainIsDrawn(t *testing.T) {
	for _, count := range []int{5, 2049} {
		height := make([]float64, count*count)
		for k := range height {
			height[k] = math.Sin(float64(k % count))
		}
		s := model.Terrain{Heights: must.Get(grid.NewHeights(count, count, [2]float64{4, 4}, height))(t), Center: model.Vec3{1, 2, 3}}
		var m shapeMesh
		m.terrain(s, Bounds{Lo: model.Vec3{0, 0, 0}, Hi: model.Vec3{1, 1, 1}})
		must.Hold(t, len(m.vertices) > 0 && len(m.vertices) <= 6*(mostCells+1)*(mostCells+1), "%d corners of %d² heights", len(m.vertices), count)
		for _, v := range m.vertices {
			x := model.Vec3{float64(v.Corner[0]), float64(v.Corner[1]), float64(v.Corner[2])}
			if depth, n := s.Depth(x); math.Abs(depth/n[2]) > 1e-2 || v.Outward[2] <= 0 { // float32 at slopes of 1000
				t.Fatalf("%d² heights: the corner %v is %g m off the ground, its normal %v", count, x, depth, v.Outward)
			}
		}
	}
}
