package preset_test

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// The chain hangs in a catenary, z = a cosh(x/a) + const: with half the span b and half the length l, a
// sinh(b/a) = l. It is stretched by less than 0.1 %, and its masses are 1/20 of it apart: together they
// explain 0.2 % of the span.
func TestChainIsACatenary(t *testing.T) {
	const half, length, tolerance = 0.5, 0.75, 2e-3
	low, high := 0.05, 5.0
	for range 60 { // a sinh(b/a) falls with a
		if a := (low + high) / 2; a*math.Sinh(half/a) > length {
			low = a
		} else {
			high = a
		}
	}
	a := (low + high) / 2
	eachEngine(t, func(t *testing.T, start starter) {
		r := start(open(t, "chain", scene.Options{Size: [3]int{21}}))
		r.run(2)
		worst := 0.0
		for _, x := range r.state.Position {
			want := 1 + a*(math.Cosh(x[0]/a)-math.Cosh(half/a))
			worst = max(worst, math.Abs(x[2]-want), math.Abs(x[1]))
		}
		t.Logf("up to %.2g m off the catenary", worst)
		must.Hold(t, worst <= tolerance, "up to %.4f m off the catenary, want less than %g m", worst, tolerance)
	})
	// The measure sees the arc it starts from.
	s, worst := open(t, "chain", scene.Options{}), 0.0
	for _, x := range s.Start.Position {
		worst = max(worst, math.Abs(x[2]-1-a*(math.Cosh(x[0]/a)-math.Cosh(half/a))))
	}
	must.Hold(t, worst >= 10*tolerance, "the arc is %.4f m off: the measure is blind", worst)
}

// The board swings through and back to nearly where it started, and its edge stays on the hinge: a loss in a
// swing would be friction that it lacks.
func TestHingedBoardSwings(t *testing.T) {
	eachEngine(t, func(t *testing.T, start starter) {
		s := open(t, "hinge", scene.Options{})
		r := start(s)
		middle := func(group string) (x model.Vec3) {
			g, _ := s.Model.Group(group)
			for _, i := range g.Masses {
				x = x.Add(r.state.Position[i].Mul(1 / float64(len(g.Masses))))
			}
			return x
		}
		// The board hangs at rest with its center of mass, not its middle line, below
		// the hinge.
		rest := math.Atan2(0.025, 0.3) - math.Atan2(0.025, 0.15)
		angle := func() float64 {
			x := middle("swinging/bottom").Sub(middle("held/bottom edge"))
			return math.Atan2(x[0], -x[2]) - rest
		}
		first, least, most := angle(), 0.0, -1.0
		for r.state.Time < 2.2 { // two swings of about 1 s
			r.run(0.01)
			least = min(least, angle())
			if r.state.Time > 0.7 {
				most = max(most, angle())
			}
		}
		t.Logf("from %.1f° to %.1f° and back to %.1f°", first*180/math.Pi, least*180/math.Pi, most*180/math.Pi)
		if first < 0.5 || math.Abs(least+first) > 0.03*first || math.Abs(most-first) > 0.03*first {
			t.Errorf("it swings from %.3f rad to %.3f and back to %.3f", first, least, most)
		}
		if lo, hi := r.stretch(); lo < 0.98 || hi > 1.02 {
			t.Errorf("L/L0 from %.4f to %.4f", lo, hi)
		}
	})
}

// The bridge comes to rest in its curve: its ropes carry its weight to the ends,
// its planks stay level across and whole.
func TestBridgeCarriesItself(t *testing.T) {
	eachEngine(t, func(t *testing.T, start starter) {
		s := open(t, "bridge", scene.Options{})
		r := start(s)
		r.run(3)
		weight, carried := 0.0, 0.0
		for i, mass := range s.Model.Mass {
			if s.Model.PinOf(i) == 0 {
				weight += mass * model.StandardGravity
			}
		}
		tight := 0
		for i, ends := range s.Model.Ends {
			material := s.Model.Materials[s.Model.MaterialOf[i]]
			d := r.state.Position[ends[1]].Sub(r.state.Position[ends[0]])
			if stretch := d.Len() - s.Model.RestLength[i]; material.TensionOnly && stretch > 0 {
				tight++
				pull := d.Mul(material.AxialRigidity / s.Model.RestLength[i] * stretch / d.Len())
				if s.Model.PinOf(int(ends[0])) != 0 {
					carried -= pull[2]
				}
				if s.Model.PinOf(int(ends[1])) != 0 {
					carried += pull[2]
				}
			}
		}
		t.Logf("weight %.2f N, carried %.2f N, %d ropes tight, speed %.2g m/s", weight, carried, tight, fastest(r.state))
		must.Hold(t, math.Abs(carried/weight-1) <= 0.02, "the ends carry %.2f N of %.2f N", carried, weight)
		a, b := r.state.Position[6*28], r.state.Position[6*28+12] // the ends of the middle plank
		if math.Abs(a[2]-b[2]) > 0.01 || a[2] > 0.95 || a[2] < 0.5 {
			t.Errorf("the middle plank lies at %v and %v", a, b)
		}
	})
}
