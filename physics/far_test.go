package physics

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/must"
)

// Boxes that count as far from a shape are nowhere in it; most boxes outside it count as far.
func TestFarFromTouchesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	at := func(size float64) model.Vec3 {
		return model.Vec3{size * (2*random.Float64() - 1), size * (2*random.Float64() - 1), size * (2*random.Float64() - 1)}
	}
	far, out := 0, 0
	for range 20000 {
		center := at(1)
		shape := []model.Shape{
			model.Sphere{Center: center, Radius: 0.3},
			model.Capsule{A: center, B: center.Add(at(0.5)), Radius: 0.1},
			model.Box{Center: center, Half: model.Vec3{0.2, 0.1, 0.4}, Orientation: mgl64.QuatRotate(random.Float64(), at(1).Normalize())},
		}[random.IntN(3)]
		a := at(1.5)
		b, d := a.Add(at(0.3)), a.Add(at(0.3))
		depth, _ := triangleDepth(shape, a, b, d)
		for _, e := range [3][2]model.Vec3{{a, b}, {b, d}, {d, a}} {
			of, _ := edgeDepth(shape, e[0], e[1])
			depth = max(depth, of)
		}
		is := farFrom(shape, &[3]model.Vec3{a, b, d})
		if is && depth > 0 {
			t.Fatalf("%+v: %v, %v, %v are as deep as %g m, and count as far", shape, a, b, d, depth)
		}
		if depth <= 0 {
			out++
		}
		if is {
			far++
		}
	}
	must.Hold(t, far >= out*3/4, "%d of %d count as far", far, out)
}
