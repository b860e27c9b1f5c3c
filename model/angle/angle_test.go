package angle

import (
	"math"
	"testing"
)

// differ compares a gradient with central differences, and holds that its sum and its torque are zero.
func differ(t *testing.T, name string, x []Vec3, gradient []Vec3, of func(x []Vec3) float64) {
	const h = 1e-6
	var sum, torque Vec3
	for i := range x {
		for axis := range 3 {
			y := append([]Vec3{}, x...)
			y[i][axis] += h
			more := of(y)
			y[i][axis] -= 2 * h
			if want := (more - of(y)) / (2 * h); math.Abs(gradient[i][axis]-want) > 1e-8 {
				t.Errorf("%s: gradient by point %d along axis %d is %g, by differences %g", name, i, axis, gradient[i][axis], want)
			}
		}
		sum, torque = sum.Add(gradient[i]), torque.Add(x[i].Cross(gradient[i]))
	}
	if sum.Len() > 1e-12 || torque.Len() > 1e-12 {
		t.Errorf("%s: the gradient has the sum %v and the torque %v; both must be zero", name, sum, torque)
	}
}

func TestGradientsAreThoseOfDifferences(t *testing.T) {
	x := []Vec3{{0.1, 0.2, 0.3}, {1.1, 0.4, 0.2}, {0.6, 1.3, -0.1}, {0.3, -0.9, 0.7}}
	_, corner := Corner(x[0], x[1], x[2])
	differ(t, "corner", x[:3], corner[:], func(x []Vec3) float64 { a, _ := Corner(x[0], x[1], x[2]); return a })
	of := func(x []Vec3) float64 { a, _ := Hinge([4]Vec3(x)); return a }
	_, hinge := Hinge([4]Vec3(x))
	differ(t, "hinge", x, hinge[:], of)
	x[3] = Vec3{0.5, 1, 0.9} // folded over
	_, hinge = Hinge([4]Vec3(x))
	differ(t, "folded hinge", x, hinge[:], of)
}

func TestAnglesAreKnown(t *testing.T) {
	right, _ := Corner(Vec3{2}, Vec3{}, Vec3{0, 3})
	up, _ := Hinge([4]Vec3{{}, {1}, {0.3, 1, 0}, {0.6, 0, 1}})
	down, _ := Hinge([4]Vec3{{}, {1}, {0.3, 1, 0}, {0.6, 0, -1}})
	even, _ := Hinge([4]Vec3{{}, {1}, {0.3, 1, 0}, {0.6, -1, 0}})
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"right corner", right, math.Pi / 2}, {"even hinge", even, 0}, {"hinge folded one way", math.Abs(up), math.Pi / 2}, {"and the other", up + down, 0},
		{"a turn and a bit", Wrap(2*math.Pi + 0.1), 0.1}, {"a bit", Wrap(-0.1), -0.1},
	} {
		if math.Abs(c.got-c.want) > 1e-14 {
			t.Errorf("%s: %g rad, want %g", c.name, c.got, c.want)
		}
	}
}

// Points on a line have an angle without a direction, and triangles without a plane have none.
func TestGradientsOfLinesAreZero(t *testing.T) {
	straight, corner := Corner(Vec3{-1}, Vec3{}, Vec3{2})
	_, hinge := Hinge([4]Vec3{{}, {1}, {0.5}, {0.6, 0, 1}})
	if straight != math.Pi || corner != [3]Vec3{} || hinge != [4]Vec3{} {
		t.Errorf("a straight corner has %g rad and the gradient %v; a hinge without a plane %v", straight, corner, hinge)
	}
}

// Levers bound gradients: they are reached where both triangles, or both arms, lie in one plane on a line.
func TestLeversBoundGradients(t *testing.T) {
	x := [4]Vec3{{}, {1}, {0.3, 1, 0}, {0.6, -2, 0}}
	_, g := Hinge(x)
	for k, l := range HingeLevers(x) {
		if math.Abs(g[k].Len()-l) > 1e-12 {
			t.Errorf("even hinge: lever %d is %g, the gradient %g", k, l, g[k].Len())
		}
	}
	a, b, c := Vec3{-2}, Vec3{0, 1e-9, 0}, Vec3{3}
	_, h := Corner(a, b, c)
	for k, l := range CornerLevers(a, b, c) {
		if math.Abs(h[k].Len()-l) > 1e-6 {
			t.Errorf("straight corner: lever %d is %g, the gradient %g", k, l, h[k].Len())
		}
	}
	if CornerLevers(a, a, c) != [3]float64{} || HingeLevers([4]Vec3{{}, {1}, {0.5}, {0, 1}}) != [4]float64{} {
		t.Error("levers of angles that do not exist are not zero")
	}
}
