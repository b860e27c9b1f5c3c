package meet

import (
	"math"
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// A mass touches a sheet once, with the same push, inside a triangle, on an edge, on a corner of
// six, and beside the border.
func TestMassTouchesASheetOnce(t *testing.T) {
	m, p, _ := modeltest.Strewn()
	p.Collision.Touches = model.CollidingTriangles
	x := slices.Clone(m.RestPosition)
	for i := range x {
		if m.Body[i] == 0 {
			m.RestPosition[i][2], x[i][2] = 0, 0
		} else {
			x[i][2] = 5 + float64(i)
		}
	}
	s, last := New(m, p), m.MassCount()-1
	for _, at := range [][2]float64{{0.11, 0.12}, {0.1, 0.125}, {0.125, 0.125}, {0.1, 0.15}, {-0.003, 0.1}, {-0.003, -0.004}} {
		x[last] = model.Vec3{at[0], at[1], -0.01}
		depth, count := 0.016-math.Hypot(0.01, math.Hypot(max(0, -at[0]), max(0, -at[1]))), 0
		s.Each(x, func(touch *Touch) {
			count++
			must.Near(t, touch.Depth, depth, 1e-12, "at %v: depth [m]", at)
			must.Near(t, touch.Share[0]+touch.Share[1]+touch.Share[2]+touch.Share[3], 0, 1e-12, "at %v: sum of shares", at)
		})
		must.Be(t, count, 1, "at %v: touches", at)
	}
}

// The side from which a mass came to a sheet is that of all its triangles, whichever it is beyond: it
// is passed on from one to the next, also where their normals point to different sides.
func TestSidesArePassedOn(t *testing.T) {
	m, p, _ := modeltest.Strewn()
	p.Collision.Touches = model.CollidingTriangles
	x := slices.Clone(m.RestPosition)
	for i := range x {
		if m.Body[i] == 0 {
			m.RestPosition[i][2], x[i][2] = 0, 0
		} else {
			x[i][2] = 5 + float64(i)
		}
	}
	for k, c := range m.Triangles {
		if k%2 == 1 {
			m.Triangles[k] = [3]uint32{c[0], c[2], c[1]}
		}
	}
	s, last := New(m, p), m.MassCount()-1
	for _, remembers := range []bool{true, false} {
		s.SetSides(nil)
		for k, at := range []model.Vec3{{0.06, 0.052, 0.004}, {0.061, 0.054, -0.002}, {0.064, 0.062, -0.003}, {0.066, 0.08, -0.004}, {0.08, 0.105, -0.003}} {
			x[last] = at
			var touches []Touch
			s.Each(x, func(touch *Touch) { touches = append(touches, *touch) })
			must.Be(t, len(touches), 1, "at %v: touches", at)
			if remembers {
				s.Remember()
				must.Near(t, touches[0].Normal[2], 1, 1e-12, "at %v: up", at)
				must.Near(t, touches[0].Depth, 0.016-at[2], 1e-12, "at %v: depth [m]", at)
			} else {
				must.Near(t, touches[0].Normal[2], map[bool]float64{true: 1, false: -1}[k == 0], 1e-12, "at %v, forgotten: up", at)
			}
		}
	}
	words := s.Sides()
	s.SetSides(words)
	must.Hold(t, slices.Equal(s.Sides(), words), "sides are not those that were set")
}

// A flat cloth whose parts reach a little farther than a spring touches nothing of itself, even pressed
// together by a hundredth: parts that rest within 1.001 D are left out.
func TestPressedClothTouchesNothingOfItself(t *testing.T) {
	m, p, _ := modeltest.Strewn()
	x := make([]model.Vec3, m.MassCount())
	for i := range m.Radius {
		m.Radius[i] = 0
		if m.Body[i] == 0 {
			m.Radius[i], m.RestPosition[i][2] = 0.0251, 0
		}
		x[i] = m.RestPosition[i].Mul(0.99)
	}
	must.Be(t, New(m, p).Energy(x), 0, "energy [J]")
}
