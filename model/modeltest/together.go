package modeltest

import (
	"slices"

	"hooke/model"
)

// Together returns a swarm in which everything acts at once: masses collide with friction, muscles
// pull, wind blows on triangles, a force and a motor push, guides hold a mass on a line and move
// one along a path, and a belt and a hollow ball that turns touch some. without has the same run
// lacking each of these, by name.
func Together() (m *model.Model, p model.Params, s *model.State, without map[string]model.Params) {
	m, p, s = Swarm(125)
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[62], m.Pin[7] = model.PinAll, model.PinX
	s.Velocity[7][0] = 0
	m.Materials = append(m.Materials, model.Material{Name: "muscle", Stiffness: 30, Damping: 0.02})
	k := uint16(len(m.Materials) - 1)
	for i := range 120 {
		if i%5 < 4 && i%2 == 0 {
			m.Ends, m.MaterialOf = append(m.Ends, model.Ends{uint32(i), uint32(i + 1)}), append(m.MaterialOf, k)
			m.RestLength, m.ActuatorOf = append(m.RestLength, 0.09), append(m.ActuatorOf, uint16(len(m.Ends)%2))
			m.Triangles = append(m.Triangles, [3]uint32{uint32(i), uint32(i + 1), uint32(i + 5)})
		}
	}
	p.DT, p.Gravity, p.DragHalfLife = 2.5e-4, model.EarthGravity(), 0.5
	p.Actuators = []model.Actuator{{Amplitude: 0.3, Frequency: 50, Phase: 1}}
	p.Forces = []model.Force{{Masses: []uint32{3, 44, 80}, Force: model.Vec3{0.3, 0.2, 0}}}
	p.Motors = []model.Motor{{Masses: []uint32{10, 11, 12, 13}, Axis: model.Vec3{0, 1, 0}, Speed: 5, Damping: 0.05}}
	p.Wind = model.Wind{Velocity: model.Vec3{8, 2, 0}, Drag: 1, Lift: 0.5}
	m.RestPosition[62] = s.Position[62]
	p.Guides = []model.Guide{{Masses: []uint32{31}, Point: &s.Position[31], Direction: model.Vec3{0.6, 0.8, 0}},
		{Kind: model.OnPath, Masses: []uint32{62}, Path: model.Path{Velocity: model.Vec3{0.5, 0, 0.2}}}}
	p.OnPaths(m, 0, func(i int, x, v model.Vec3) { s.Position[i], s.Velocity[i] = x, v })
	p.Contacts = []model.Contact{
		{Shape: model.Plane{Offset: 0.05}, Stiffness: 200, Damping: 0.1, StaticFriction: 0.5, KineticFriction: 0.4, Trajectory: &model.Trajectory{Belt: model.Vec3{1, 0.5, 0}}},
		{Shape: model.Sphere{Center: model.Vec3{0.2, 0.2, 0.2}, Radius: 0.25}, Inside: true, Stiffness: 100, Damping: 0.05, StaticFriction: 0.4, KineticFriction: 0.4, Trajectory: &model.Trajectory{Spin: model.Vec3{0, 3, 4}}},
	}
	s.RoundToFloat32()
	without = map[string]model.Params{}
	lacks := func(name string, change func(*model.Params)) {
		q := p.Clone()
		change(&q)
		without[name] = q
	}
	lacks("collisions", func(q *model.Params) { q.Collision = model.Collision{} })
	lacks("friction of collisions", func(q *model.Params) {
		q.Collision.Bodies = slices.Clone(q.Collision.Bodies)
		for k := range q.Collision.Bodies {
			q.Collision.Bodies[k].StaticFriction, q.Collision.Bodies[k].KineticFriction = 0, 0
		}
	})
	lacks("muscles", func(q *model.Params) { q.Actuators[0].Amplitude = 0 })
	lacks("forces", func(q *model.Params) { q.Forces = nil })
	lacks("motors", func(q *model.Params) { q.Motors = nil })
	lacks("wind", func(q *model.Params) { q.Wind = model.Wind{} })
	lacks("guides", func(q *model.Params) { q.Guides = q.Guides[1:] })
	lacks("paths", func(q *model.Params) { q.Guides = q.Guides[:1] })
	lacks("belt", func(q *model.Params) { q.Contacts[0].Trajectory = nil })
	lacks("turn of a container", func(q *model.Params) { q.Contacts[1].Trajectory = nil })
	lacks("friction of contacts", func(q *model.Params) { q.Contacts[0] = q.Contacts[0].WithFriction(0, 0) })
	return m, p, s, without
}

// InAnyPrecision returns parameters without the features that the engine gpu has in single
// precision alone; see model.Support.
func InAnyPrecision(p model.Params) model.Params {
	p = p.Clone()
	p.Forces, p.Motors, p.Handles, p.Guides = nil, nil, nil, nil
	p.Wind, p.Collision = model.Wind{}, model.Collision{}
	for k := range p.Contacts {
		p.Contacts[k].Touches = model.TouchMasses
	}
	return p
}
