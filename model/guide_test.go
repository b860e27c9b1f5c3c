package model

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/must"
)

// Where paths are and how fast, by hand; and the rate is that of the offset.
func TestPaths(t *testing.T) {
	table := []PathPoint{{Time: 1, Offset: Vec3{0, 1, 0}}, {Time: 2, Offset: Vec3{0, 3, 0}}, {Time: 4, Offset: Vec3{0, 3, 8}}}
	cycle := Curve{At: []float64{0, 0.25, 1}, Value: []float64{-1, 1, -1}}
	for _, c := range []struct {
		name   string
		path   Path
		at     float64
		offset Vec3
		rate   Vec3
	}{
		{"at rest", Path{}, 3, Vec3{}, Vec3{}},
		{"steady", Path{Velocity: Vec3{1, 2, 3}}, 2, Vec3{2, 4, 6}, Vec3{1, 2, 3}},
		{"sine", Path{Amplitude: Vec3{2, 0, 0}, Frequency: 0.25}, 1, Vec3{2, 0, 0}, Vec3{}},
		{"sine at its zero", Path{Amplitude: Vec3{2, 0, 0}, Frequency: 0.25, Phase: math.Pi}, 0, Vec3{}, Vec3{-math.Pi, 0, 0}},
		{"cycle, up", Path{Amplitude: Vec3{0, 0, 2}, Wave: Table, Cycle: cycle, Frequency: 0.5}, 2.25, Vec3{}, Vec3{0, 0, 8}},
		{"cycle, down", Path{Amplitude: Vec3{0, 0, 2}, Wave: Table, Cycle: cycle, Frequency: 0.5}, 1.25, Vec3{0, 0, 0}, Vec3{0, 0, -8. / 3}},
		{"before a table", Path{Table: table}, 0.5, Vec3{0, 1, 0}, Vec3{}},
		{"first leg", Path{Table: table}, 1.5, Vec3{0, 2, 0}, Vec3{0, 2, 0}},
		{"at a corner", Path{Table: table}, 2, Vec3{0, 3, 0}, Vec3{0, 0, 4}},
		{"last leg", Path{Table: table}, 3, Vec3{0, 3, 4}, Vec3{0, 0, 4}},
		{"after a table", Path{Table: table, Velocity: Vec3{1, 0, 0}}, 4, Vec3{4, 3, 8}, Vec3{1, 0, 0}},
	} {
		offset, rate := c.path.At(c.at)
		if offset.Sub(c.offset).Len() > 1e-14 || rate.Sub(c.rate).Len() > 1e-14 {
			t.Errorf("%s: offset %v and rate %v, want %v and %v", c.name, offset, rate, c.offset, c.rate)
		}
		const d = 1e-6 // central difference, off by the third derivative times d²
		after, _ := c.path.At(c.at + d + 1e-9)
		before, _ := c.path.At(c.at + 1e-9)
		if slope := after.Sub(before).Mul(1 / d); slope.Sub(rate).Len() > 1e-4 {
			t.Errorf("%s: the offset changes by %v m/s, the rate is %v", c.name, slope, rate)
		}
	}
}

// Cycles lie in 0..1, and the one of a path closes: an exact text for each fault, and none for valid cycles.
func TestCycleFaults(t *testing.T) {
	curve := func(at, value []float64) Curve { return Curve{At: at, Value: value} }
	for _, c := range []struct {
		cycle    Curve
		actuator string // its fault; empty: none
		path     string
	}{
		{curve([]float64{0, 0.5, 1}, []float64{-1, 1, -1}), "", ""},
		{curve([]float64{0.2, 0.8}, []float64{1, 1}), "", ""},
		{curve([]float64{0.2, 0.8}, []float64{-1, 1}), "",
			"cycle goes from -1 to 1; it must end where it begins, or the path would jump"},
		{curve([]float64{-0.5, 1}, []float64{0, 0}), "point 0 of its table is at -0.5; a cycle runs from 0 to 1",
			"point 0 of its cycle is at -0.5; a cycle runs from 0 to 1"},
		// Refused although its first and last value agree: at 1 it is at 0.5.
		{curve([]float64{0, 1, 1.5}, []float64{0, 0.5, 0}), "point 2 of its table is at 1.5; a cycle runs from 0 to 1",
			"point 2 of its cycle is at 1.5; a cycle runs from 0 to 1"},
		// A value beyond 1 would be an amplitude of its own.
		{curve([]float64{0, 0.5, 1}, []float64{0, 1.5, 0}), "value 1 of its table is 1.5; values go from −1 to 1, the amplitude scales them",
			"value 1 of its cycle is 1.5; values go from −1 to 1, the amplitude scales them"},
		{Curve{}, "wave is a table, and its table is empty; give points over a cycle from 0 to 1",
			"wave is a table, and its cycle is empty; give points over a cycle from 0 to 1"},
	} {
		exact := func(what string, err error, prefix, want string) {
			t.Helper()
			switch {
			case want == "" && err != nil:
				t.Errorf("%s, %v: %v, want no error", what, c.cycle, err)
			case want != "" && (err == nil || err.Error() != prefix+want):
				t.Errorf("%s, %v: error\n%v, want\n%s", what, c.cycle, err, prefix+want)
			}
		}
		exact("actuator", Params{Actuators: []Actuator{{Name: "leg", Wave: Table, Table: c.cycle}}}.Validate(),
			"model: params: actuator 0 (leg): ", c.actuator)
		path := Path{Amplitude: Vec3{1, 0, 0}, Wave: Table, Cycle: c.cycle}
		exact("a path that is a sine", Params{Guides: []Guide{{Name: "rail", Kind: OnPath, Path: Path{Amplitude: Vec3{1, 0, 0}, Cycle: Curve{At: []float64{0}, Value: []float64{0}}}}}}.Validate(),
			"model: params: guide 0 (rail): ", "cycle belongs to the wave table, and this is sine; leave out one of the two")
		exact("path", Params{Guides: []Guide{{Name: "rail", Kind: OnPath, Path: path}}}.Validate(),
			"model: params: guide 0 (rail): ", c.path)
	}
}

// The pose of every shape against places that are found by hand, and v_s against the
// difference of two poses.
func TestContactPosed(t *testing.T) {
	quarter := &Trajectory{Path: Path{Velocity: Vec3{1, 0, 0.5}}, Spin: Vec3{0, 0, math.Pi / 4}, Belt: Vec3{1, 0, 0}}
	for _, c := range []struct {
		shape, want Shape
		center      Vec3
	}{
		{Plane{Offset: 1}, Plane{Offset: 2}, Vec3{2, 0, 2}},
		{Sphere{Center: Vec3{1, 0, 0}, Radius: 1}, Sphere{Center: Vec3{3, 0, 1}, Radius: 1}, Vec3{3, 0, 1}},
		{Capsule{A: Vec3{0, 0, 0}, B: Vec3{2, 0, 0}, Radius: 1}, Capsule{A: Vec3{3, -1, 1}, B: Vec3{3, 1, 1}, Radius: 1}, Vec3{3, 0, 1}},
		{Box{Center: Vec3{0, 0, 0}, Half: Vec3{1, 2, 3}}, Box{Center: Vec3{2, 0, 1}, Half: Vec3{1, 2, 3}, Orientation: mgl64.QuatRotate(math.Pi/2, Vec3{0, 0, 1})}, Vec3{2, 0, 1}},
	} {
		got := Contact{Shape: c.shape, Trajectory: quarter}.Posed(2)
		for _, x := range []Vec3{{0.3, 0.2, 0.1}, {2.5, -1, 3}, {4, 1, 0}} {
			have, n := got.Depth(x)
			want, m := c.want.Depth(x)
			if math.Abs(have-want) > 1e-12 || n.Sub(m).Len() > 1e-12 {
				t.Errorf("%T at %v: depth %g along %v, want %g along %v", c.shape, x, have, n, want, m)
			}
		}
		k := got.Trajectory
		if k.Pivot.Sub(c.center).Len() > 1e-12 || k.Spin != quarter.Spin || k.Path.Velocity != quarter.Path.Velocity || k.Belt.Sub(Vec3{0, 1, 0}).Len() > 1e-12 {
			t.Errorf("%T: goes on as %+v about %v", c.shape, k, *k.Pivot)
		}
	}
	off := &Trajectory{Spin: Vec3{0, 0, 1}, Pivot: &Vec3{1, 0, 0}, Rate: Curve{At: []float64{0, 2}, Value: []float64{0, math.Pi / 2}}}
	if got := (Contact{Shape: Sphere{Radius: 1}, Trajectory: off}).Posed(2).Shape.(Sphere).Center; got.Sub(Vec3{1, -1, 0}).Len() > 1e-12 {
		t.Errorf("about a pivot, with half the rate on the mean: %v", got)
	}
	if stands := Ground(1, 2, 3); stands.Posed(7) != stands {
		t.Error("what stands has moved")
	}
}

func TestCurveUntil(t *testing.T) {
	c := Curve{At: []float64{1, 2, 4}, Value: []float64{1, 3, 0}}
	for x, want := range map[float64]float64{0: 0, 1: 1, 1.5: 1.75, 2: 3, 4: 6, 9: 6, -1: -1} {
		must.Near(t, c.Until(x), want, 1e-12, "until %g", x)
	}
}

func TestTrajectoryFaults(t *testing.T) {
	for _, c := range []struct {
		trajectory Trajectory
		shape      Shape
		want       string
	}{
		{Trajectory{Spin: Vec3{1, 0, 1}}, Plane{}, "turns about its normal only"},
		{Trajectory{Spin: Vec3{math.NaN()}}, Sphere{Radius: 1}, "spin is"},
		{Trajectory{Path: Path{Wave: Square, Amplitude: Vec3{1}}}, Sphere{Radius: 1}, "jumps"},
		{Trajectory{Pivot: &Vec3{math.Inf(1)}}, Sphere{Radius: 1}, "pivot is"},
		{Trajectory{Belt: Vec3{math.Inf(1)}}, Sphere{Radius: 1}, "belt runs at"},
		{Trajectory{Rate: Curve{At: []float64{1, 0}, Value: []float64{1, 1}}}, Sphere{Radius: 1}, "ascend"},
	} {
		p := Params{Contacts: []Contact{{Shape: c.shape, Stiffness: 1, Trajectory: &c.trajectory}}}
		if err := p.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.trajectory, err, c.want)
		}
	}
	fine := Params{Contacts: []Contact{{Shape: Plane{}, Stiffness: 1, Trajectory: &Trajectory{Spin: Vec3{0, 0, -2}}}}}
	if err := fine.Validate(); err != nil || !fine.Driven() || fine.Still(1).Driven() {
		t.Errorf("a plane about its normal: %v, driven %v, still %v", err, fine.Driven(), fine.Still(1).Driven())
	}
	own := fine.Clone()
	own.Contacts[0].Trajectory.Spin = Vec3{}
	must.Hold(t, fine.Driven(), "a clone shares the trajectory")
}
