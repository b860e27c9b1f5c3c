package spring_test

import (
	"math"
	"testing"

	"hooke/model/spring"
)

// differ compares a gradient with central differences, and holds that its sum and its torque are zero.
func differ(t *testing.T, name string, x []vec3, gradient []vec3, of func(x []vec3) float64) {
	const h = 1e-6
	var sum, torque vec3
	for i := range x {
		for axis := range 3 {
			y := append([]vec3{}, x...)
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
	x := []vec3{{0.1, 0.2, 0.3}, {1.1, 0.4, 0.2}, {0.6, 1.3, -0.1}, {0.3, -0.9, 0.7}}
	_, corner := spring.Corner(x[0], x[1], x[2])
	differ(t, "corner", x[:3], corner[:], func(x []vec3) float64 { a, _ := spring.Corner(x[0], x[1], x[2]); return a })
	of := func(x []vec3) float64 { a, _ := spring.Hinge([4]vec3(x)); return a }
	_, hinge := spring.Hinge([4]vec3(x))
	differ(t, "hinge", x, hinge[:], of)
	x[3] = vec3{0.5, 1, 0.9} // folded over
	_, hinge = spring.Hinge([4]vec3(x))
	differ(t, "folded hinge", x, hinge[:], of)
}

func TestAnglesAreKnown(t *testing.T) {
	right, _ := spring.Corner(vec3{2}, vec3{}, vec3{0, 3})
	up, _ := spring.Hinge([4]vec3{{}, {1}, {0.3, 1, 0}, {0.6, 0, 1}})
	down, _ := spring.Hinge([4]vec3{{}, {1}, {0.3, 1, 0}, {0.6, 0, -1}})
	even, _ := spring.Hinge([4]vec3{{}, {1}, {0.3, 1, 0}, {0.6, -1, 0}})
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"right corner", right, math.Pi / 2}, {"even hinge", even, 0}, {"hinge folded one way", math.Abs(up), math.Pi / 2}, {"and the other", up + down, 0},
		{"a turn and a bit", spring.Wrap(2*math.Pi + 0.1), 0.1}, {"a bit", spring.Wrap(-0.1), -0.1},
	} {
		if math.Abs(c.got-c.want) > 1e-14 {
			t.Errorf("%s: %g rad, want %g", c.name, c.got, c.want)
		}
	}
}

// Points on a line have an angle without a direction, and triangles that span no plane have no angle.
func TestGradientsOfLinesAreZero(t *testing.T) {
	straight, corner := spring.Corner(vec3{-1}, vec3{}, vec3{2})
	_, hinge := spring.Hinge([4]vec3{{}, {1}, {0.5}, {0.6, 0, 1}})
	if straight != math.Pi || corner != [3]vec3{} || hinge != [4]vec3{} {
		t.Errorf("a straight corner has %g rad and the gradient %v; a hinge without a plane %v", straight, corner, hinge)
	}
}

// Levers bound gradients: they are reached where both triangles, or both arms, lie in one plane on a line.
func TestLeversBoundGradients(t *testing.T) {
	x := [4]vec3{{}, {1}, {0.3, 1, 0}, {0.6, -2, 0}}
	_, g := spring.Hinge(x)
	for k, l := range spring.HingeLevers(x) {
		if math.Abs(g[k].Len()-l) > 1e-12 {
			t.Errorf("even hinge: lever %d is %g, the gradient %g", k, l, g[k].Len())
		}
	}
	a, b, c := vec3{-2}, vec3{0, 1e-9, 0}, vec3{3}
	_, h := spring.Corner(a, b, c)
	for k, l := range spring.CornerLevers(a, b, c) {
		if math.Abs(h[k].Len()-l) > 1e-6 {
			t.Errorf("straight corner: lever %d is %g, the gradient %g", k, l, h[k].Len())
		}
	}
	if spring.CornerLevers(a, a, c) != [3]float64{} || spring.HingeLevers([4]vec3{{}, {1}, {0.5}, {0, 1}}) != [4]float64{} {
		t.Error("levers of angles that do not exist are not zero")
	}
}
