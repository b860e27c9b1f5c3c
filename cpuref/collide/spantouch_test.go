package collide

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// shapes are one of each shape that spans touch, about 1 m large, turned.
func shapes() []model.Shape {
	return []model.Shape{
		model.Sphere{Center: model.Vec3{0.1, -0.2, 0.3}, Radius: 0.7},
		model.Capsule{A: model.Vec3{-0.5, 0.1, 0.2}, B: model.Vec3{0.6, -0.3, 0.4}, Radius: 0.4},
		model.Capsule{A: model.Vec3{0.1, 0.1, 0.2}, B: model.Vec3{0.1, 0.1, 0.2}, Radius: 0.6},
		model.Box{Center: model.Vec3{0.1, 0.2, -0.1}, Half: model.Vec3{0.6, 0.3, 0.5}, Orientation: mgl64.QuatRotate(0.7, model.Vec3{1, 2, 3}.Normalize())},
	}
}

func all(s model.Shape) model.Contact {
	return model.Contact{Shape: s, Stiffness: 100, Touches: model.TouchTriangles}
}

func point(r *rand.Rand) model.Vec3 {
	return model.Vec3{2*r.Float64() - 1, 2*r.Float64() - 1, 2*r.Float64() - 1}
}

// The closed forms of engines and measurements agree with this reference.
func TestTouchesAreThoseOfTheClosedForms(t *testing.T) {
	const tolerance = 1e-9 // of 1 m: roundings, near the singular places too
	r := rand.New(rand.NewPCG(1, 2))
	for number, s := range shapes() {
		c := all(s)
		pushed := [4]int{}
		for range 4000 {
			a, b, d := point(r), point(r), point(r)
			for corners, pair := range map[int][2]SpanTouch{
				2: {SpanTouchOf(&c, a, b), closed(physics.TouchEdge(&c, a, b))},
				3: {SpanTouchOf(&c, a, b, d), closed(physics.TouchTriangle(&c, a, b, d))},
			} {
				got, want := pair[1], pair[0]
				if math.Abs(max(0, got.Excess)-max(0, want.Excess)) > tolerance {
					t.Fatalf("shape %d, %d corners: excess %g m, want %g", number, corners, got.Excess, want.Excess)
				}
				if want.Excess <= tolerance {
					continue
				}
				pushed[corners]++
				off := got.Normal.Sub(want.Normal).Len()
				for k := range 3 {
					off = max(off, math.Abs(got.Share[k]-want.Share[k]))
				}
				if off > 1e-6 {
					t.Fatalf("shape %d, %d corners, %v %v %v: %+v, want %+v", number, corners, a, b, d, got, want)
				}
			}
		}
		must.Hold(t, pushed[2] >= 100 && pushed[3] >= 20, "shape %d: %v touches are too few", number, pushed)
	}
}

func closed(t physics.Touch) SpanTouch { return SpanTouch{t.Excess, t.Normal, t.Share} }

// The depth is the shortest distance to the outside: moved by it along the normal, a span no longer touches.
func TestDepthIsTheWayOut(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for number, s := range shapes() {
		seen := 0
		for range 2000 {
			points := []model.Vec3{point(r), point(r)}
			depth, n, _ := deepest(s, points...)
			if depth < 1e-6 {
				continue
			}
			seen++
			moved := []model.Vec3{points[0].Add(n.Mul(depth)), points[1].Add(n.Mul(depth))}
			if left, _, _ := deepest(s, moved...); left > 1e-9 {
				t.Fatalf("shape %d: %v is %g m deep, and still %g m after that way", number, points, depth, left)
			}
		}
		must.Hold(t, seen >= 200, "shape %d: only %d touch", number, seen)
	}
}

// Edges without length, along the axis and through it, in both algorithms.
func TestDegenerateEdges(t *testing.T) {
	rod := model.Capsule{A: model.Vec3{-1, 0, 0}, B: model.Vec3{1, 0, 0}, Radius: 0.1}
	ball, box := model.Sphere{Radius: 0.1}, model.Box{Half: model.Vec3{0.5, 0.1, 0.1}}
	for _, c := range []struct {
		name         string
		shape        model.Shape
		a, b         model.Vec3
		excess, half float64 // and the share of b
	}{
		{"no length", rod, model.Vec3{0, 0, 0.05}, model.Vec3{0, 0, 0.05}, 0, 0.5},
		{"no length at a ball", ball, model.Vec3{0, 0, 0.05}, model.Vec3{0, 0, 0.05}, 0, 0.5},
		{"no length in a box", box, model.Vec3{0, 0, 0.05}, model.Vec3{0, 0, 0.05}, 0, 0.5},
		{"along the axis, ends inside", rod, model.Vec3{-0.5, 0, 0.05}, model.Vec3{0.5, 0, 0.05}, 0, 0.5},
		{"along the axis, ends outside", rod, model.Vec3{-2, 0, 0.05}, model.Vec3{4, 0, 0.05}, 0.05, 1. / 3},
		{"on the axis", rod, model.Vec3{-2, 0, 0}, model.Vec3{2, 0, 0}, 0.1, 0.5},
		{"through the axis", rod, model.Vec3{0, -1, 0}, model.Vec3{0, 3, 0}, 0.1, 0.25},
		{"level over a box", box, model.Vec3{-1, 0, 0.08}, model.Vec3{3, 0, 0.08}, 0.02, 0.25},
		{"over a box's edge", box, model.Vec3{0, 0, 0.18}, model.Vec3{0, 0.18, 0}, 0.02 / math.Sqrt2, 0.5},
		{"beside a box's edge", box, model.Vec3{0, 0, 0.22}, model.Vec3{0, 0.22, 0}, 0, math.NaN()},
	} {
		contact := all(c.shape)
		for _, got := range []SpanTouch{SpanTouchOf(&contact, c.a, c.b), closed(physics.TouchEdge(&contact, c.a, c.b))} {
			if math.IsNaN(c.half) {
				if got.Excess > 1e-12 {
					t.Errorf("%s: %+v, want no touch", c.name, got)
				}
			} else if math.Abs(got.Excess-c.excess) > 1e-12 || c.excess > 0 && (math.Abs(got.Share[1]-c.half) > 1e-9 || math.Abs(got.Normal.Len()-1) > 1e-12) {
				t.Errorf("%s: %+v, want an excess of %g m and a share of %g", c.name, got, c.excess, c.half)
			}
		}
	}
	flat := all(ball)
	if got := SpanTouchOf(&flat, model.Vec3{-1, 0, 0}, model.Vec3{1, 0, 0}, model.Vec3{0.5, 0, 0}); got.Excess > 1e-12 {
		t.Errorf("a triangle without an area pushes: %+v", got)
	}
}
