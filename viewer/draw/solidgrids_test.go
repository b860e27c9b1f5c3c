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

// The corners of a field lie on its surface, of a ball, with normals out of it.
func TestFieldIsDrawn(t *testing.T) {
	const n, cell, radius = 21, 0.1, 0.7
	value := make([]float64, n*n*n)
	for k := range value {
		value[k] = model.Vec3{float64(k % n), float64(k / n % n), float64(k / n / n)}.Mul(cell).Sub(model.Vec3{1, 1, 1}).Len() - radius
	}
	d := must.Get(grid.NewDistances([3]int{n, n, n}, model.Vec3{-1, -1, -1}, cell, value))(t)
	s := model.Field{Distances: d, Center: model.Vec3{3, 4, 5}}
	var m shapeMesh
	m.field(s)
	must.Hold(t, len(m.vertices) > 1000, "%d corners", len(m.vertices))
	area := 0.0
	for k, v := range m.vertices {
		x := model.Vec3{float64(v.Corner[0]), float64(v.Corner[1]), float64(v.Corner[2])}.Sub(s.Center)
		out := model.Vec3{float64(v.Outward[0]), float64(v.Outward[1]), float64(v.Outward[2])}
		if math.Abs(x.Len()-radius) > 0.01 || out.Dot(x) < 0.99*x.Len() {
			t.Fatalf("corner %v, %g m from the center, normal %v", x, x.Len(), out)
		}
		if k%3 == 2 {
			at := func(k int) model.Vec3 {
				c := m.vertices[k].Corner
				return model.Vec3{float64(c[0]), float64(c[1]), float64(c[2])}
			}
			area += at(k).Sub(at(k-2)).Cross(at(k-1).Sub(at(k-2))).Len() / 2
		}
	}
	must.Near(t, area, 4*math.Pi*radius*radius, 0.03*area, "area") // without holes
}
