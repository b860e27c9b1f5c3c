package enginetest

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/grid"
	"hooke/model/modeltest"
	"hooke/must"
)

// fieldOf returns a field over a cube around the origin from the distance of each of its points.
func fieldOf(t *testing.T, n int, half float64, distance func(x model.Vec3) float64) model.Field {
	t.Helper()
	cell, value := 2*half/float64(n-1), make([]float64, n*n*n)
	for k := range value {
		value[k] = distance(model.Vec3{float64(k % n), float64(k / n % n), float64(k / n / n)}.Mul(cell).Sub(model.Vec3{half, half, half}))
	}
	return model.Field{Distances: must.Get(grid.NewDistances([3]int{n, n, n}, model.Vec3{-half, -half, -half}, cell, value))(t)}
}

// ballDistance returns the distance from a ball around the origin.
func ballDistance(radius float64) func(model.Vec3) float64 {
	return func(x model.Vec3) float64 { return x.Len() - radius }
}

// A field of a plane pushes as the plane does, turned and moved, too.
func fieldOfPlane(t *testing.T, on Subject) {
	n := model.Vec3{0.48, -0.6, 0.64}
	s := fieldOf(t, 9, 1, func(x model.Vec3) float64 { return x.Dot(n) - 0.05 })
	s.Center, s.Orientation = model.Vec3{1, 2, 3}, mgl64.QuatRotate(0.7, model.Vec3{1, 2, 2}.Mul(1./3))
	turned := s.Orientation.Rotate(n)
	plane := model.Plane{Normal: turned, Offset: 0.05 + s.Center.Dot(turned)}
	for _, x := range []model.Vec3{{0, 0, 0}, {0.31, -0.2, 0.07}, {-0.5, 0.44, 0.2}, {0.125, 0.25, -0.25}, {0.4, 0.1, 0.5}} {
		var got [2]model.Vec3
		for k, shape := range [2]model.Shape{s, plane} {
			e := on.open(t, modeltest.Free(1, x.Add(s.Center)), model.Params{DT: 1, Contacts: []model.Contact{{Shape: shape, Stiffness: 1}}})
			got[k] = after(t, e, 1).Velocity[0]
		}
		if got[0].Sub(got[1]).Len() > 1e-6 { // float32 of coordinates of 3 m
			t.Errorf("at %v: the field pushes with %v N, the plane with %v", x, got[0], got[1])
		}
	}
}

// A field of a ball returns the speed with which it is hit to 2 %, and its force does not jump where a
// mass goes from cell to cell.
func fieldOfBall(t *testing.T, on Subject) {
	const radius, kg, stiffness, speed, dt = 0.5, 0.1, 1000.0, 0.5, 2e-5
	s := fieldOf(t, 25, 0.8, ballDistance(radius))
	direction := model.Vec3{0.36, 0.48, 0.8}
	m := modeltest.Free(kg, direction.Mul(radius+0.01))
	p := model.Params{DT: dt, Contacts: []model.Contact{{Shape: s, Stiffness: stiffness, StaticFriction: 0.3, KineticFriction: 0.3}}}
	e := on.open(t, m, p)
	start := m.Start()
	start.Velocity[0] = direction.Mul(-speed)
	must.Do(t, e.Reset(start))
	end := after(t, e, 4000) // 20 ms there, 31 ms in contact, 29 ms away
	if end.Velocity[0].Sub(direction.Mul(speed)).Len() > 0.02*speed {
		t.Errorf("bounced at %v m/s, want %v", end.Velocity[0], direction.Mul(speed))
	}
	cell, forces := s.Distances.Cell(), [2]model.Vec3{}
	face := model.Vec3{5 * cell, 0.21, 0.17} // on a face between cells, inside of the ball
	for k, side := range [2]float64{-1e-7, 1e-7} {
		e := on.open(t, modeltest.Free(1, face.Add(model.Vec3{side})), model.Params{DT: 1, Contacts: []model.Contact{{Shape: s, Stiffness: 1}}})
		forces[k] = after(t, e, 1).Velocity[0]
	}
	if jump := forces[1].Sub(forces[0]).Len(); forces[0].Len() < 0.01 || jump > 1e-6 {
		t.Errorf("the force jumps by %g from %v N", jump, forces[0])
	}
}

// A mass that would cross a field in a step, or end behind its middle, is set to where it enters.
func fieldsCatch(t *testing.T, on Subject) {
	const radius = 0.1
	s := fieldOf(t, 25, 0.15, ballDistance(radius))
	for _, c := range []struct {
		from, speed float64
		caught      bool
	}{{-0.3, 50, true}, {-0.3, 36, true}, {-0.3, 22, false}, {-3, 303, true}} { // it ends behind the ball, behind its middle, before it; from afar
		p := model.Params{DT: 0.01, Contacts: []model.Contact{{Shape: s, Stiffness: 1e-3}}}
		m := modeltest.Free(1, model.Vec3{c.from, 0.013, 0.002})
		e := on.open(t, m, p)
		start := m.Start()
		start.Velocity[0] = model.Vec3{c.speed, 0, 0}
		must.Do(t, e.Reset(start))
		end := after(t, e, 1)
		got := caughtBy(t, e)
		entry := -math.Sqrt(radius*radius - 0.013*0.013)
		if (got.Count == 1) != c.caught || c.caught && math.Abs(end.Position[0][0]-entry) > 1e-3 {
			t.Errorf("from %g m at %g m/s: caught %d, at %v m; it enters at %g", c.from, c.speed, got.Count, end.Position[0], entry)
		}
	}
}
