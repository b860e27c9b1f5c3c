package cputest

import (
	"math/rand/v2"

	"hooke/model"
)

// Cloud is balls of several sizes and bodies at random positions around the origin, so near
// to each other that many touch, some joined by springs and some pinned; they fly about.
// The parameters have all terms of collisions; passes are those of friction, 0: none.
func Cloud(count int, seed uint64, passes int) (*model.Model, model.Params, *model.State) {
	random := rand.New(rand.NewPCG(seed, 7))
	draw := func(size float64) model.Vec3 {
		return model.Vec3{size * (2*random.Float64() - 1), size * (2*random.Float64() - 1), size * (2*random.Float64() - 1)}
	}
	m := &model.Model{Name: "cloud", Materials: []model.Material{{}, {Stiffness: 40, Damping: 0.02}}, Pin: make([]model.Pin, count)}
	side := 0.5
	for side*side*side < float64(count) {
		side += 0.25
	}
	for i := range count {
		m.RestPosition = append(m.RestPosition, draw(side/2*0.08))
		m.Mass = append(m.Mass, 0.01+0.02*random.Float64())
		m.Radius = append(m.Radius, 0.03+0.02*random.Float64())
		m.Body = append(m.Body, uint16(random.IntN(3)))
		switch i % 23 {
		case 3:
			m.Pin[i] = model.PinAll
		case 7:
			m.Pin[i] = model.PinX
		case 11:
			m.Radius[i] = 0
		}
		if i > 0 && i%5 == 0 {
			m.Ends = append(m.Ends, model.Ends{uint32(i - 1), uint32(i)})
			m.RestLength = append(m.RestLength, m.RestPosition[i].Sub(m.RestPosition[i-1]).Len())
			m.MaterialOf = append(m.MaterialOf, 1)
		}
	}
	s := m.Start()
	for i := range s.Position {
		s.Position[i] = s.Position[i].Add(draw(0.01))
		if m.PinOf(i) == 0 {
			s.Velocity[i] = draw(1)
		}
	}
	surface := model.Surface{Stiffness: 200, DampingRatio: 0.2}
	if passes > 0 {
		surface.StaticFriction, surface.KineticFriction = 0.6, 0.4
	}
	other := surface
	other.Stiffness, other.DampingRatio, other.StaticFriction = 300, 0.1, 1.5*surface.StaticFriction
	p := model.Params{DT: 5e-4, Gravity: model.EarthGravity(), DragHalfLife: 0.5, Contacts: []model.Contact{model.Ground(-0.3*side*0.08, 500, 0.1).WithFriction(0.3, 0.2)}}
	p.Collision = model.Collision{Bodies: []model.Surface{surface, other, surface}, Self: true, Others: true, Skin: 0.01, CheckEvery: 8, FrictionIterations: passes}
	return m, p, s
}
