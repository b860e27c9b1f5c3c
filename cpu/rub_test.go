package cpu

import (
	"testing"

	"hooke/cpu/cputest"
	"hooke/model"
)

// A mass with very many springs that rubs on another one: its springs see at once where
// friction has moved it.
func TestHubRubs(t *testing.T) {
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		m := cputest.Star(700)
		hub := m.RestPosition[0]
		m.RestPosition = append(m.RestPosition, hub.Add(model.Vec3{0, 0, 1}))
		m.Mass[0] = 0.05
		m.Mass = append(m.Mass, 0.01)
		m.Radius = make([]float64, m.MassCount())
		m.Radius[0], m.Radius[m.MassCount()-1] = 0.01, 0.01
		start := m.Start()
		start.Position[m.MassCount()-1] = hub.Add(model.Vec3{0, 0, 0.0195})
		start.Velocity[m.MassCount()-1] = model.Vec3{2, 0, 0}
		p := model.Params{DT: 1e-4, Integrator: integrator}
		p.Collision = model.Collision{Bodies: []model.Surface{{Stiffness: 1e5, StaticFriction: 2, KineticFriction: 2}}, Self: true, Others: true, Skin: 0.01, CheckEvery: 8}
		want := reference(t, m, p, start, 3)
		e := newEngine(t, m, p, start)
		if len(e.table.Hubs) == 0 {
			t.Fatal("no hub")
		}
		e.Close()
		smooth := p
		smooth.Collision.Bodies = []model.Surface{{Stiffness: 1e5}}
		if d := velocityApart(ran(t, m, smooth, start, Options{Threads: 2}, 3), want); d < 1e-2 {
			t.Errorf("%v: without friction velocities differ by %g m/s only", integrator, d)
		}
		if d := velocityApart(ran(t, m, p, start, Options{Threads: 2}, 3), want); !(d < 1e-5) {
			t.Errorf("%v: velocities differ by %g m/s", integrator, d)
		}
	}
}
