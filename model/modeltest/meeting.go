package modeltest

import "hooke/model"

// MeetingMost is the most touches of a mass in a Meeting, and MeetingSteps are steps after
// which no two masses touch.
const (
	MeetingMost  = 6
	MeetingSteps = 400
)

// Meeting returns a held mass at which six others fly along the axes, touch it at the same time
// and leave: in contact for π √(m/kc) = 31 ms of the 80 ms.
func Meeting() (*model.Model, model.Params, *model.State) {
	b := NewBuilder("meeting")
	b.Mass(0.01, model.Vec3{}, model.PinAll)
	for axis := range 3 {
		for _, side := range []float64{-1, 1} {
			var x model.Vec3
			x[axis] = 0.5 * side
			b.Mass(0.01, x, 0)
		}
	}
	m := b.Model
	p := model.Params{DT: 2e-4, Collision: model.Collision{Self: true, Others: true, Skin: 0.02, CheckEvery: 8}}
	start := m.Start()
	for i := range m.MassCount() {
		m.Radius, m.Body = append(m.Radius, 0.05), append(m.Body, uint16(i))
		p.Collision.Bodies = append(p.Collision.Bodies, model.Surface{Stiffness: 100})
		start.Velocity[i] = m.RestPosition[i].Mul(-4)
		start.Position[i] = m.RestPosition[i].Mul(0.21)
	}
	return &m, p, start
}
