package gpu

import (
	"errors"
	"math/rand/v2"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// The air exerts no force on a plate that moves with it, to the last bit, whatever the speed: of
// these speeds a third have a triple that is no float32. A corner that is 10 µm/s faster is seen.
func TestWindLeavesPlateThatMovesWithIt(t *testing.T) {
	ctx := gltest.New(t)
	r := rand.New(rand.NewPCG(1, 2))
	for _, pipeline := range []string{options.TwoPass, options.Resident} {
		m := modeltest.Free(2, model.Vec3{}, model.Vec3{0, 1, 0}, model.Vec3{0.8, 0, -0.6})
		m.Triangles = [][3]uint32{{0, 1, 2}}
		p := model.Params{DT: 1, Wind: model.Wind{Velocity: model.Vec3{1}, Drag: 1e12, Lift: 1e12}}
		e, err := New(ctx, m, p, Options{Pipeline: pipeline})
		must.Do(t, err)
		for range 20 {
			for axis := range 3 {
				p.Wind.Velocity[axis] = float64(1 + r.Float32())
			}
			must.Do(t, e.SetParams(p))
			for _, nudge := range []float64{0, 1e-5} {
				s := m.Start()
				for i := range s.Velocity {
					s.Velocity[i] = p.Wind.Velocity.Add(model.Vec3{nudge * float64(i)})
				}
				must.Do(t, e.Reset(s))
				var got model.State
				must.Do(t, errors.Join(e.Step(1), e.ReadState(&got)))
				if same := got.Velocity[0] == s.Velocity[0]; same != (nudge == 0) {
					t.Errorf("%s: a plate in air of %v is accelerated from %v to %v", pipeline, p.Wind.Velocity, s.Velocity[0], got.Velocity[0])
				}
			}
		}
		e.Close()
	}
}
