package modeltest

import (
	"math"

	"hooke/model"
)

// These are the numbers of CrossedSprings and OnTriangle: masses, kc and how far parts reach.
const (
	StruckMass      = 0.1  // [kg]
	StruckStiffness = 1000 // [N/m]
	StruckReach     = 0.1  // D [m]
)

// CrossedSprings returns two springs, each a body, of which the second flies with 1 m/s at the middle of the
// first, across it. They touch after a millimeter.
func CrossedSprings(s model.Surface) (*model.Model, model.Params, *model.State) {
	b := NewBuilder("crossed springs")
	k := b.Material(100, 0)
	for _, x := range []model.Vec3{{-0.5}, {0.5}, {0, -0.5, 1}, {0, 0.5, 1}} {
		b.Mass(StruckMass, x, 0)
	}
	b.Spring(0, 1, 1, k)
	b.Spring(2, 3, 1, k)
	b.Model.Body = []uint16{0, 0, 1, 1}
	return struck(b, s, model.CollidingSprings, 2)
}

// OnTriangle returns a mass that flies with 1 m/s at the centroid of a triangle of three, across
// it. They touch after a millimeter.
func OnTriangle(s model.Surface) (*model.Model, model.Params, *model.State) {
	b := NewBuilder("a mass on a triangle")
	for _, x := range []model.Vec3{{0.4}, {-0.2, 0.2 * math.Sqrt(3)}, {-0.2, -0.2 * math.Sqrt(3)}, {0, 0, 1}} {
		b.Mass(StruckMass, x, 0)
	}
	b.Model.Triangles = [][3]uint32{{0, 1, 2}}
	b.Model.Body = []uint16{0, 0, 0, 1}
	return struck(b, s, model.CollidingTriangles, 3)
}

// struck starts the masses from a number on just above the others, which they fly at.
func struck(b *Builder, s model.Surface, touches model.Colliders, from int) (*model.Model, model.Params, *model.State) {
	m := b.Model
	s.Stiffness = StruckStiffness
	p := model.Params{DT: 1e-5, Collision: model.Collision{Touches: touches, Bodies: []model.Surface{s, s}, Others: true, Skin: 0.02, CheckEvery: 8}}
	start := m.Start()
	for i := range m.MassCount() {
		m.Radius = append(m.Radius, StruckReach/2)
		if i >= from {
			start.Position[i][2], start.Velocity[i] = StruckReach+1e-3, model.Vec3{0, 0, -1}
		}
	}
	return &m, p, start
}

// Strewn returns a cloth of triangles at which ropes and lone masses fly from both sides. Springs touch
// springs, and masses touch triangles, many of them at corners and edges, with friction and dampers.
// Nothing else acts. The state is rounded to float32.
func Strewn() (*model.Model, model.Params, *model.State) {
	const n, h, radius = 7, 0.05, 0.008
	b := NewBuilder("strewn cloth")
	k := b.Material(60, 0.01)
	body := uint16(0)
	mass := func(kg float64, x model.Vec3) int {
		b.Model.Body = append(b.Model.Body, body)
		return b.Mass(kg, x, 0)
	}
	for i := range n * n {
		x, y := i%n, i/n
		mass(2e-3*(1+0.3*float64(i%3)), model.Vec3{h * float64(x), h * float64(y), 0.006 * math.Sin(3*float64(i))})
		for _, to := range [][2]int{{x - 1, y}, {x, y - 1}, {x - 1, y - 1}, {x + 1, y - 1}} {
			if to[0] >= 0 && to[0] < n && to[1] >= 0 {
				b.Join(to[1]*n+to[0], i, k)
			}
		}
		if x > 0 && y > 0 {
			a := uint32(i)
			b.Model.Triangles = append(b.Model.Triangles, [3]uint32{a - n - 1, a - n, a}, [3]uint32{a - n - 1, a, a - 1})
		}
	}
	from := n * n
	for rope := range 4 {
		body++
		angle := 0.4 + 0.9*float64(rope)
		along := model.Vec3{math.Cos(angle), math.Sin(angle)}
		for i := range 7 {
			at := model.Vec3{0.15, 0.15, 0.03 + 0.025*float64(rope)}.Add(along.Mul(0.045 * (float64(i) - 3.3)))
			at[2] += 0.003 * math.Cos(2.3*float64(i+rope))
			if j := mass(3e-3, at); i > 0 {
				b.Join(j-1, j, k)
			}
		}
	}
	for i := range 24 {
		body++
		side := float64(1 - 2*(i%2))
		mass(1.5e-3, model.Vec3{0.02 + 0.26*math.Abs(math.Sin(1.3*float64(i))), 0.02 + 0.26*math.Abs(math.Cos(2.9*float64(i))), side * (0.025 + 0.002*float64(i%5))})
	}
	m := b.Model
	p := model.Params{DT: 2e-4, Collision: model.Collision{Touches: model.CollidingSprings | model.CollidingTriangles,
		Self: true, Others: true, Skin: 0.02, CheckEvery: 8}}
	for range body + 1 {
		p.Collision.Bodies = append(p.Collision.Bodies, model.Surface{Stiffness: 150, DampingRatio: 0.1, StaticFriction: 0.3, KineticFriction: 0.2})
	}
	start := m.Start()
	for i, x := range m.RestPosition {
		m.Radius = append(m.Radius, radius)
		start.Velocity[i] = model.Vec3{0.1 * math.Sin(1.7*float64(i)), 0.1 * math.Cos(2.3*float64(i)), 0}
		if i >= from { // some touch at once
			start.Position[i][2], start.Velocity[i][2] = x[2]/2, -12*x[2]
		}
	}
	start.RoundToFloat32()
	return &m, p, start
}
