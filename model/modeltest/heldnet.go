package modeltest

import (
	"math/rand/v2"

	"hooke/model"
)

// HeldNet returns a net of soft springs that swings with the solver impulses, is stretched and is held
// by attachments, two for each mass. Two of its anchors move, one mass is held on one axis, some
// masses start beyond the length of their attachments, and one anchor is no longer pinned.
func HeldNet() (m *model.Model, p model.Params, start *model.State) {
	const side = 9
	m = &model.Model{Name: "held net", Materials: []model.Material{{}, {Name: "soft", Stiffness: 40, Damping: 0.05}, {Name: "stiff", Stiffness: 400}, {Name: "attachment", Stiffness: 100, TensionOnly: true}},
		Pin: make([]model.Pin, side*side)}
	r := rand.New(rand.NewPCG(3, 5))
	for i := range side * side {
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(i%side) * 0.1, 0.02 * r.Float64(), -float64(i/side) * 0.1})
		m.Mass = append(m.Mass, 0.05+0.05*r.Float64())
	}
	between := func(i, j int) float64 { return m.RestPosition[i].Sub(m.RestPosition[j]).Len() }
	for i := range side * side {
		for _, step := range []int{1, side} {
			if j := i + step; j < side*side && (step == side || i%side < side-1) {
				m.AddSpring(model.Ends{uint32(i), uint32(j)}, between(i, j), uint16(1+i%2))
			}
		}
	}
	const once = 40 // the anchor that is free again
	for _, i := range []int{0, 4, side - 1} {
		m.Pin[i] = model.PinAll
	}
	m.Pin[60] = model.PinY
	structural := m.SpringCount()
	for i := range side * side {
		if m.Pin[i] == model.PinAll || i == once {
			continue
		}
		m.AddSpring(model.Ends{uint32(i), []uint32{0, 4, side - 1}[i%3]}, 1.02*between(i, []int{0, 4, side - 1}[i%3]), 3)
		if i%4 == 0 {
			m.AddSpring(model.Ends{uint32(i), once}, 1.02*between(i, once), 3)
		} else {
			m.AddSpring(model.Ends{uint32(i), []uint32{4, side - 1, 0}[i%3]}, 1.02*between(i, []int{4, side - 1, 0}[i%3]), 3)
		}
	}
	m.Attachments = m.SpringCount() - structural
	start = m.Start()
	for i := range start.Position {
		if m.Pin[i] != model.PinAll {
			start.Velocity[i] = model.Vec3{r.Float64() - 0.5, 3 * r.Float64(), -r.Float64()}
		}
		if i%7 == 3 && m.Pin[i] == 0 {
			start.Position[i][2] -= 0.05
		}
	}
	p = model.Params{DT: 1. / 60, Integrator: model.Impulses, Substeps: 4, Gravity: model.EarthGravity(), Guides: []model.Guide{{Kind: model.OnPath, Masses: []uint32{0, 4},
		Path: model.Path{Velocity: model.Vec3{0.3, 0, 0.5}, Amplitude: model.Vec3{0, 0.05, 0}, Frequency: 3}}}}
	return m, p, start
}
