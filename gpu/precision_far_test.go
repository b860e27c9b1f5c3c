package gpu

import (
	"fmt"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// farOff is a distance from the origin at which neighboring float32 numbers are
// 7.6e-6 m apart [m].
const farOff = 100.0

// Slow motion far from the origin, with every integrator: those that keep
// places from stage to stage keep both words of them.
func TestEveryIntegratorKeepsSmallStepsFarAway(t *testing.T) {
	const dt, speed, steps = 1e-4, 1e-3, 100 // a step is 1e-7 m
	const kept = 1e-10                       // what two words of a place are off by after as many steps [m]
	for _, integrator := range model.Integrators() {
		for precision, want := range map[options.Precision]float64{options.Single: 0, options.Compensated: dt * speed * steps, options.Double: dt * speed * steps} {
			t.Run(fmt.Sprint(integrator, ", ", precision), func(t *testing.T) {
				ctx := gltest.New(t)
				m := modeltest.Free(1, model.Vec3{farOff, -farOff, farOff})
				e := must.Get(New(ctx, m, model.Params{DT: dt, Integrator: integrator}, Options{Precision: precision}))(t)
				defer e.Close()
				s := m.Start()
				s.Velocity[0] = model.Vec3{speed, -speed, speed}
				must.Do(t, e.Reset(s))
				must.Do(t, e.Step(steps))
				var got model.State
				must.Do(t, e.ReadState(&got))
				moved := got.Position[0].Sub(m.RestPosition[0])
				if wrong := moved.Sub(model.Vec3{want, -want, want}); wrong.Len() > kept {
					t.Errorf("moved by %v m in %d steps, want %g m along each axis", moved, steps, want)
				}
			})
		}
	}
}
