package enginetest

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/modeltest"
)

// Depth and normal of every shape, in closed form, in all three texts that
// know them: the model, the reference and the shader. An engine shows them in
// one step of 1 s of a mass of 1 kg at rest, pushed with 1 N/m: v = δ n, and
// v = 0 where it does not touch.
func depthAndNormal(t *testing.T, on Subject) {
	s := math.Sqrt(0.5)
	quarter := mgl64.QuatRotate(math.Pi/4, model.Vec3{0, 0, 1}) // x to x + y
	plane := model.Plane{Normal: model.Vec3{0, 0.6, 0.8}, Offset: 2}
	sphere := model.Sphere{Center: model.Vec3{1, 2, 3}, Radius: 2}
	box := model.Box{Center: model.Vec3{1, 0, 0}, Half: model.Vec3{1, 2, 3}}
	turned := model.Box{Half: model.Vec3{1, 2, 3}, Orientation: quarter}
	rod := model.Capsule{A: model.Vec3{0, 0, 1}, B: model.Vec3{0, 0, 5}, Radius: 0.5}
	bead := model.Capsule{A: model.Vec3{1, 1, 1}, B: model.Vec3{1, 1, 1}, Radius: 0.5}
	for _, c := range []struct {
		name   string
		shape  model.Shape
		inside bool
		x      model.Vec3
		depth  float64
		normal model.Vec3
	}{
		{"level plane", model.Plane{}, false, model.Vec3{7, 8, -0.25}, 0.25, model.Vec3{0, 0, 1}},
		{"below a plane", plane, false, model.Vec3{9, 1, 0.5}, 1, model.Vec3{0, 0.6, 0.8}},
		{"above a plane", plane, false, model.Vec3{0, 3, 4}, -3, model.Vec3{0, 0.6, 0.8}},
		{"beyond a plane to stay above", plane, true, model.Vec3{0, 3, 4}, 3, model.Vec3{0, -0.6, -0.8}},
		{"in a sphere", sphere, false, model.Vec3{1, 2.6, 2.2}, 1, model.Vec3{0, 0.6, -0.8}},
		{"at the center of a sphere", sphere, false, model.Vec3{1, 2, 3}, 2, model.Vec3{0, 0, 1}},
		{"outside a sphere", sphere, false, model.Vec3{5, 2, 6}, -3, model.Vec3{0.8, 0, 0.6}},
		{"outside a hollow sphere", sphere, true, model.Vec3{5, 2, 6}, 3, model.Vec3{-0.8, 0, -0.6}},
		{"under the top of a box", box, false, model.Vec3{1.25, 0.5, 2.75}, 0.25, model.Vec3{0, 0, 1}},
		{"behind the left of a box", box, false, model.Vec3{0.25, -1, 1}, 0.25, model.Vec3{-1, 0, 0}},
		{"near the back of a box", box, false, model.Vec3{1.5, 1.75, 1}, 0.25, model.Vec3{0, 1, 0}},
		{"at the center of a box", box, false, model.Vec3{1, 0, 0}, 1, model.Vec3{1, 0, 0}},
		{"between faces of a box", box, false, model.Vec3{1, -1.5, 2.5}, 0.5, model.Vec3{0, -1, 0}},
		{"beside a box", box, false, model.Vec3{3.5, 1, 1}, -1.5, model.Vec3{1, 0, 0}},
		{"off an edge of a box", box, false, model.Vec3{5, 6, 1}, -5, model.Vec3{0.6, 0.8, 0}},
		{"off an edge of a hollow box", box, true, model.Vec3{5, -6, 1}, 5, model.Vec3{-0.6, 0.8, 0}},
		{"off a face of a hollow box", box, true, model.Vec3{1, 0, -4}, 1, model.Vec3{0, 0, 1}},
		{"in a turned box", turned, false, model.Vec3{0.75 * s, 0.75 * s, 0}, 0.25, model.Vec3{s, s, 0}},
		{"beside a turned box", turned, false, model.Vec3{-3 * s, 3 * s, 0}, -1, model.Vec3{-s, s, 0}},
		{"in a capsule", rod, false, model.Vec3{0.15, -0.2, 3}, 0.25, model.Vec3{0.6, -0.8, 0}},
		{"in the lower end of a capsule", rod, false, model.Vec3{0.15, 0, 0.8}, 0.25, model.Vec3{0.6, 0, -0.8}},
		{"in the upper end of a capsule", rod, false, model.Vec3{0, 0.15, 5.2}, 0.25, model.Vec3{0, 0.6, 0.8}},
		{"on the axis of a capsule", rod, false, model.Vec3{0, 0, 2}, 0.5, model.Vec3{0, 1, 0}},
		{"beside a capsule", rod, false, model.Vec3{3, 0, 9}, -4.5, model.Vec3{0.6, 0, 0.8}},
		{"in a capsule without length", bead, false, model.Vec3{1, 1.25, 1}, 0.25, model.Vec3{0, 1, 0}},
		{"at the center of that", bead, false, model.Vec3{1, 1, 1}, 0.5, model.Vec3{0, 0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			solid := model.Contact{Shape: c.shape, Inside: c.inside, Stiffness: 1}
			const exact, float = 1e-14, 1e-6 // m: coordinates up to 10 m, a few roundings
			if depth, n := solid.Depth(c.x); math.Abs(depth-c.depth) > exact || n.Sub(c.normal).Len() > exact {
				t.Errorf("the model says %g m along %v, want %g along %v", depth, n, c.depth, c.normal)
			}
			e := on.open(t, modeltest.Free(1, c.x), model.Params{DT: 1, Contacts: []model.Contact{solid}})
			want := c.normal.Mul(max(0, c.depth))
			if got := after(t, e, 1).Velocity[0]; got.Sub(want).Len() > float {
				t.Errorf("pushed with %v N, want %v", got, want)
			}
		})
	}
}
