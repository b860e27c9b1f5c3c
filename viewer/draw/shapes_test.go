package draw

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"hooke/model"
)

// The corners of every shape lie on its surface, and its normals are the shape's.
func TestShapesAreWhereTheyAre(t *testing.T) {
	around := Bounds{Lo: model.Vec3{-1, -1, 0}, Hi: model.Vec3{1, 1, 2}}
	tilt := model.Vec3{0.6, 0, 0.8}
	for _, shape := range []model.Shape{
		model.Sphere{Center: model.Vec3{1, 2, 3}, Radius: 0.5},
		model.Capsule{A: model.Vec3{0, 0, 1}, B: model.Vec3{1, 1, 2}, Radius: 0.3},
		model.Box{Center: model.Vec3{1, 0, 0}, Half: model.Vec3{0.1, 0.2, 0.3}},
		model.Plane{Normal: tilt, Offset: 0.25},
	} {
		var m shapeMesh
		m.add(shape, around)
		if len(m.vertices) == 0 || len(m.vertices)%3 != 0 {
			t.Fatalf("%T: %d corners", shape, len(m.vertices))
		}
		for k, v := range m.vertices {
			x := model.Vec3{float64(v.Corner[0]), float64(v.Corner[1]), float64(v.Corner[2])}
			if depth, _ := shape.Depth(x); depth > 2e-6 || depth < -2e-6 { // float32 coordinates of a few meters
				t.Fatalf("%T: corner %d is %g m deep", shape, k, depth)
			}
			n := model.Vec3{float64(v.Outward[0]), float64(v.Outward[1]), float64(v.Outward[2])}
			out, _ := shape.Depth(x.Add(n.Mul(0.1)))
			if out > -0.099 {
				t.Fatalf("%T: 0.1 m along the normal of corner %d is %g m deep", shape, k, out)
			}
		}
		for k := 0; k < len(m.vertices); k += 3 { // no shape is turned inside out by its normals
			a, b, c := mgl32.Vec3(m.vertices[k].Corner), mgl32.Vec3(m.vertices[k+1].Corner), mgl32.Vec3(m.vertices[k+2].Corner)
			if area := b.Sub(a).Cross(c.Sub(a)); area.Len() > 1e-6 && mgl32.Abs(area.Normalize().Dot(mgl32.Vec3(m.vertices[k].Outward))) < 0.9 {
				t.Fatalf("%T: triangle %d is across its normal", shape, k/3)
			}
		}
	}
}
