package modeltest

import (
	"math/rand/v2"

	"hooke/model"
)

// Swarm are count free masses, each a body of its own with friction, that fly at random in a
// cube and touch each other from the first step on. Nothing else acts on them.
func Swarm(count int) (*model.Model, model.Params, *model.State) {
	random := rand.New(rand.NewPCG(5, 11))
	b := NewBuilder("swarm")
	side := 1
	for side*side*side < count {
		side++
	}
	p := model.Params{DT: 1e-4, Collision: model.Collision{Others: true, Skin: 0.02, CheckEvery: 8}}
	for range 2 {
		p.Collision.Bodies = append(p.Collision.Bodies, model.Surface{Stiffness: 200, DampingRatio: 0.1, StaticFriction: 0.5, KineticFriction: 0.4})
	}
	for i := range count {
		b.Mass(0.01+0.02*random.Float64(), model.Vec3{0.12 * float64(i%side), 0.12 * float64(i/side%side), 0.12 * float64(i/side/side)}, 0)
	}
	m := b.Model
	s := m.Start()
	for i, x := range m.RestPosition {
		m.Radius, m.Body = append(m.Radius, 0.05), append(m.Body, uint16((i%side+i/side+i/side/side)%2))
		s.Position[i] = x.Mul(0.75)
		s.Velocity[i] = model.Vec3{random.Float64() - 0.3, random.Float64() - 0.5, random.Float64() - 0.5}
	}
	return &m, p, s
}

// Momentum returns Σ m v of a state [kg·m/s], and Σ m |v|.
func Momentum(m *model.Model, s *model.State) (sum model.Vec3, sizes float64) {
	for i, v := range s.Velocity {
		sum = sum.Add(v.Mul(m.Mass[i]))
		sizes += m.Mass[i] * v.Len()
	}
	return sum, sizes
}
