package modeltest

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/spring"
)

// OnSpikes returns a cloth of triangles and a rope, both moving, on and in shapes that are thinner
// than their springs: a ball, two rods and a turned box that touch springs or triangles, with
// friction, and a plane. The state is rounded to float32.
func OnSpikes() (*model.Model, model.Params, *model.State) {
	const n, h = 9, 0.05
	b := NewBuilder("cloth on spikes")
	k := b.Material(150, 0.05)
	for i := range n * n {
		x, y := i%n, i/n
		pin := model.Pin(0)
		if i == 0 {
			pin = model.PinAll
		} else if i == n-1 {
			pin = model.PinX
		}
		b.Mass(2e-3*(1+0.3*float64(i%3)), model.Vec3{h * float64(x), h * float64(y), 0.01 * math.Sin(3*float64(i))}, pin)
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
	first := n * n
	for i := range 8 {
		b.Mass(3e-3, model.Vec3{0.07 * float64(i), 0.013 * float64(i), 0.2 + 0.004*math.Cos(2*float64(i))}, 0)
		if i > 0 {
			b.Join(first+i-1, first+i, k)
		}
	}
	touch := func(s model.Shape, level model.Touches) model.Contact {
		return model.Contact{Shape: s, Stiffness: 60, Damping: 0.05, Touches: level, StaticFriction: 0.4, KineticFriction: 0.3}
	}
	p := model.Params{DT: 1e-3, Gravity: model.EarthGravity(), Contacts: []model.Contact{
		touch(model.Sphere{Center: model.Vec3{0.127, 0.122, -0.012}, Radius: 0.02}, model.TouchTriangles),
		touch(model.Capsule{A: model.Vec3{0.224, 0.262, -0.1}, B: model.Vec3{0.229, 0.268, -0.001}, Radius: 0.012}, model.TouchTriangles),
		model.Ground(-0.008, 80, 0.05),
		touch(model.Capsule{A: model.Vec3{0.13, -0.1, 0.19}, B: model.Vec3{0.19, 0.5, 0.193}, Radius: 0.012}, model.TouchSprings),
		touch(model.Box{Center: model.Vec3{0.33, 0.08, -0.02}, Half: model.Vec3{0.01, 0.013, 0.03}, Orientation: mgl64.QuatRotate(0.3, model.Vec3{1, 2, 0.5}.Normalize())}, model.TouchTriangles),
		touch(model.Box{Center: model.Vec3{0.36, 0.07, 0.185}, Half: model.Vec3{0.01, 0.2, 0.012}, Orientation: mgl64.QuatRotate(0.2, model.Vec3{0, 0, 1})}, model.TouchSprings),
	}}
	s := b.Model.Start()
	for i := range s.Velocity {
		s.Velocity[i] = model.Vec3{0.4 * math.Sin(1.7*float64(i)), 0.3 * math.Cos(2.3*float64(i)), -0.3 + 0.2*math.Sin(5*float64(i))}
	}
	s.RoundToFloat32()
	return &b.Model, p, s
}

// PerMass makes the contacts of OnSpikes, or of a case that is made of it, such per mass, two with
// values of their own, one that touches masses alone and one with a stiffness. Some edges are in
// two of them.
func PerMass(p *model.Params) {
	for k := range p.Contacts {
		if c := &p.Contacts[k]; k != 1 {
			c.PerMass, c.Stiffness, c.Damping = true, 0, 0
		}
	}
	p.Contacts[0].Normalized = spring.Normalized{Stiffness: 0.2, Damping: 0.05}
	beside := p.Contacts[3]
	beside.Shape = model.Capsule{A: model.Vec3{0.13, -0.1, 0.188}, B: model.Vec3{0.191, 0.5, 0.191}, Radius: 0.012}
	beside.Normalized = spring.Normalized{Damping: 0.1}
	p.Contacts = append(p.Contacts, beside)
}

// OnSpikesPerMass returns OnSpikes with the contacts of PerMass.
func OnSpikesPerMass() (*model.Model, model.Params, *model.State) {
	m, p, s := OnSpikes()
	PerMass(&p)
	return m, p, s
}

// OnMovingSpikesPerMass returns OnMovingSpikes with the contacts of PerMass.
func OnMovingSpikesPerMass() (*model.Model, model.Params, *model.State) {
	m, p, s := OnMovingSpikes()
	PerMass(&p)
	return m, p, s
}

// CollidingOnSpikes returns OnSpikes with masses that collide: they are moved so that many touch
// others that they do not touch at rest.
func CollidingOnSpikes() (*model.Model, model.Params, *model.State) {
	const radius = 0.035 // the diagonals of the cloth, 0.071 m, are longer than two
	m, p, s := OnSpikes()
	m.Radius = make([]float64, m.MassCount())
	for i := range m.Radius {
		m.Radius[i] = radius
		if m.PinOf(i) == 0 {
			s.Position[i] = s.Position[i].Add(model.Vec3{math.Sin(7 * float64(i)), math.Cos(4 * float64(i))}.Mul(0.006))
		}
	}
	p.Collision = model.Collision{Bodies: []model.Surface{{Stiffness: 60, DampingRatio: 0.1, StaticFriction: 0.3, KineticFriction: 0.3}},
		Self: true, Skin: radius, CheckEvery: 8, FrictionIterations: 1}
	s.RoundToFloat32()
	return m, p, s
}

// OnMovingSpikes returns OnSpikes with a ball that turns, a rod that moves along the rope,
// and a box that does both, so that friction carries masses along.
func OnMovingSpikes() (*model.Model, model.Params, *model.State) {
	m, p, s := OnSpikes()
	for k, trajectory := range map[int]model.Trajectory{
		0: {Spin: model.Vec3{3, -8, 5}},
		3: {Path: model.Path{Velocity: model.Vec3{1.5, 0.2, 0.5}}},
		5: {Path: model.Path{Velocity: model.Vec3{-1, 0.5, 0.3}}, Spin: model.Vec3{0, 0, 4}},
	} {
		p.Contacts[k].Trajectory = &trajectory
	}
	return m, p, s
}
