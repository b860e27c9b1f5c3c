package modeltest

import (
	"errors"
	"math"

	"hooke/model"
)

// Balls are masses [kg] of radius 0.5 m at given positions, without springs, each a body of its own, and
// parameters in which all are of one surface.
func Balls(s model.Surface, kg []float64, at ...model.Vec3) (*model.Model, model.Params) {
	b := NewBuilder("balls")
	p := model.Params{Collision: model.Collision{Self: true, Others: true, Skin: 0.1, CheckEvery: 8}}
	for i, x := range at {
		b.Mass(kg[i%len(kg)], x, 0)
		p.Collision.Bodies = append(p.Collision.Bodies, s)
	}
	m := b.Model
	for i := range at {
		m.Radius, m.Body = append(m.Radius, 0.5), append(m.Body, uint16(i))
	}
	return &m, p
}

// Impact is two balls just before they touch along x, with velocities, and with a number of steps
// in a period 2π √(m_r/kc), of which they touch for a half.
func Impact(s model.Surface, kg [2]float64, steps int, v0, v1 model.Vec3) (*model.Model, model.Params, *model.State) {
	m, p := Balls(s, kg[:], model.Vec3{}, model.Vec3{2})
	p.DT = 2 * math.Pi * math.Sqrt(kg[0]*kg[1]/(kg[0]+kg[1])/s.Stiffness) / float64(steps)
	start := m.Start()
	start.Position[1] = model.Vec3{1.0001}
	start.Velocity[0], start.Velocity[1] = v0, v1
	return m, p, start
}

// Parted steps an engine until two balls have touched and parted, and returns the end, and how
// many steps they touched. Without a touch it gives up after the given number of steps.
func Parted(e model.Engine, start *model.State, steps int) (end *model.State, touched int, err error) {
	if err := e.Reset(start); err != nil {
		return nil, 0, err
	}
	var read model.Snapshot
	for range steps {
		if err := errors.Join(e.Step(1), e.Finish(), e.Read(&read)); err != nil {
			return nil, touched, err
		}
		end = read.State()
		if end.Position[1].Sub(end.Position[0]).Len() < 1 {
			touched++
		} else if touched > 0 {
			break
		}
	}
	return end, touched, nil
}

// Column is n balls of 0.2 kg one upon the other between guides, near where they rest: the touch
// above ball j is as deep as the weight of those above it over kc. weight is that of one, over kc.
func Column(n int) (m *model.Model, p model.Params, start *model.State, weight float64) {
	const kg, stiffness = 0.2, 200.0
	var at []model.Vec3
	for j := range n {
		at = append(at, model.Vec3{0, 0, 1.2 * float64(j)})
	}
	m, p = Balls(model.Surface{Stiffness: stiffness, DampingRatio: 0.3}, []float64{kg}, at...)
	m.Pin = make([]model.Pin, n)
	m.Pin[0] = model.PinAll
	start = m.Start()
	for j := range n {
		start.Position[j][2] = 0.999 * float64(j)
		if j > 0 {
			m.Pin[j] = model.PinX | model.PinY
		}
	}
	p.Gravity, p.DT, p.DragHalfLife = model.EarthGravity(), 5e-3, 0.1
	return m, p, start, kg * model.StandardGravity / stiffness
}
