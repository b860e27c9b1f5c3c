package cpu

import (
	"errors"
	"testing"

	"hooke/cpu/kernels"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Friction of spans and of pairs feels how fast paths move the masses that it rubs on, also where
// drag takes most of a velocity in a step.
func TestWhatPathsMoveRubs(t *testing.T) {
	for name, build := range map[string]func() (*model.Model, model.Params, *model.State){"spans": modeltest.OnSpikes, "pairs and spans": modeltest.CollidingOnSpikes} {
		for _, integrator := range model.Integrators() {
			m, p, s := build()
			path := []uint32{20, 21, 29, 30, 41, 49} // corners of what lies on the ball and the rod
			for _, i := range path {
				m.Pin[i] = model.PinAll
				s.Position[i] = m.RestPosition[i]
			}
			s.RoundToFloat32()
			p.Integrator, p.DragKept = integrator, 0.5
			p.Guides = []model.Guide{{Kind: model.OnPath, Masses: path, Path: model.Path{Velocity: model.Vec3{0.5, -0.25, 0}}}}
			ref, err := cpuref.New(m, p)
			must.Do(t, err)
			e := newEngine(t, m, p, s)
			must.Do(t, errors.Join(ref.Reset(s), ref.Step(2), e.Step(2)))
			got, change, apart := snapshot(t, e), 0.0, 0.0
			for i, v := range ref.State().Velocity {
				change, apart = max(change, v.Sub(s.Velocity[i]).Len()), max(apart, v.Sub(kernels.Widen(got.Velocity[i])).Len())
			}
			if !(apart < 2e-5*change) {
				t.Errorf("%s, %v: velocities differ by %.2g of their change", name, integrator, apart/change)
			}
			e.Close()
		}
	}
}
