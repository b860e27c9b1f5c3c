package model

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// The pose of every shape against places that are found by hand, and v_s against the
// difference of two poses.
func TestContactPosed(t *testing.T) {
	quarter := &Course{Path: Path{Velocity: Vec3{1, 0, 0.5}}, Spin: Vec3{0, 0, math.Pi / 4}, Belt: Vec3{1, 0, 0}}
	for _, c := range []struct {
		shape, want Shape
		center      Vec3
	}{
		{Plane{Offset: 1}, Plane{Offset: 2}, Vec3{2, 0, 2}},
		{Sphere{Center: Vec3{1, 0, 0}, Radius: 1}, Sphere{Center: Vec3{3, 0, 1}, Radius: 1}, Vec3{3, 0, 1}},
		{Capsule{A: Vec3{0, 0, 0}, B: Vec3{2, 0, 0}, Radius: 1}, Capsule{A: Vec3{3, -1, 1}, B: Vec3{3, 1, 1}, Radius: 1}, Vec3{3, 0, 1}},
		{Box{Center: Vec3{0, 0, 0}, Half: Vec3{1, 2, 3}}, Box{Center: Vec3{2, 0, 1}, Half: Vec3{1, 2, 3}, Orientation: mgl64.QuatRotate(math.Pi/2, Vec3{0, 0, 1})}, Vec3{2, 0, 1}},
	} {
		got := Contact{Shape: c.shape, Course: quarter}.Posed(2)
		for _, x := range []Vec3{{0.3, 0.2, 0.1}, {2.5, -1, 3}, {4, 1, 0}} {
			have, n := got.Depth(x)
			want, m := c.want.Depth(x)
			if math.Abs(have-want) > 1e-12 || n.Sub(m).Len() > 1e-12 {
				t.Errorf("%T at %v: depth %g along %v, want %g along %v", c.shape, x, have, n, want, m)
			}
		}
		k := got.Course
		if k.Pivot.Sub(c.center).Len() > 1e-12 || k.Spin != quarter.Spin || k.Path.Velocity != quarter.Path.Velocity || k.Belt.Sub(Vec3{0, 1, 0}).Len() > 1e-12 {
			t.Errorf("%T: goes on as %+v about %v", c.shape, k, *k.Pivot)
		}
	}
	off := &Course{Spin: Vec3{0, 0, 1}, Pivot: &Vec3{1, 0, 0}, Rate: Curve{At: []float64{0, 2}, Value: []float64{0, math.Pi / 2}}}
	if got := (Contact{Shape: Sphere{Radius: 1}, Course: off}).Posed(2).Shape.(Sphere).Center; got.Sub(Vec3{1, -1, 0}).Len() > 1e-12 {
		t.Errorf("about a pivot, with half the rate on the mean: %v", got)
	}
	if stands := Ground(1, 2, 3); stands.Posed(7) != stands {
		t.Error("what stands has moved")
	}
}

func TestCurveUntil(t *testing.T) {
	c := Curve{At: []float64{1, 2, 4}, Value: []float64{1, 3, 0}}
	for x, want := range map[float64]float64{0: 0, 1: 1, 1.5: 1.75, 2: 3, 4: 6, 9: 6, -1: -1} {
		if got := c.Until(x); math.Abs(got-want) > 1e-12 {
			t.Errorf("until %g: %g, want %g", x, got, want)
		}
	}
}

func TestCourseFaults(t *testing.T) {
	for _, c := range []struct {
		course Course
		shape  Shape
		want   string
	}{
		{Course{Spin: Vec3{1, 0, 1}}, Plane{}, "turns about its normal only"},
		{Course{Spin: Vec3{math.NaN()}}, Sphere{Radius: 1}, "spin is"},
		{Course{Path: Path{Wave: Square, Amplitude: Vec3{1}}}, Sphere{Radius: 1}, "jumps"},
		{Course{Pivot: &Vec3{math.Inf(1)}}, Sphere{Radius: 1}, "pivot is"},
		{Course{Belt: Vec3{math.Inf(1)}}, Sphere{Radius: 1}, "belt runs at"},
		{Course{Rate: Curve{At: []float64{1, 0}, Value: []float64{1, 1}}}, Sphere{Radius: 1}, "ascend"},
	} {
		p := Params{Contacts: []Contact{{Shape: c.shape, Stiffness: 1, Course: &c.course}}}
		if err := p.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.course, err, c.want)
		}
	}
	fine := Params{Contacts: []Contact{{Shape: Plane{}, Stiffness: 1, Course: &Course{Spin: Vec3{0, 0, -2}}}}}
	if err := fine.Validate(); err != nil || !fine.Driven() || fine.Still(1).Driven() {
		t.Errorf("a plane about its normal: %v, driven %v, still %v", err, fine.Driven(), fine.Still(1).Driven())
	}
	own := fine.Clone()
	own.Contacts[0].Course.Spin = Vec3{}
	if !fine.Driven() {
		t.Error("a clone shares the course")
	}
}
