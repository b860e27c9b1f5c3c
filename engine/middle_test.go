package engine

import (
	"errors"
	"fmt"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/must"
)

// A mass that ends a step exactly in the middle of a shape is stopped there, whatever the
// shape, its size and the engine: from the middle no normal tells from which side it came.
func TestMiddleOfAShapeIsNoWayThrough(t *testing.T) {
	gltest.New(t)
	for _, half := range []float64{0.2, 0.01, 0.001} {
		at := model.Vec3{1, 0, 0}
		for shape, contact := range map[string]model.Contact{
			"sphere":  {Shape: model.Sphere{Center: at, Radius: half}, Stiffness: 1000},
			"capsule": {Shape: model.Capsule{A: model.Vec3{1, -0.5, 0}, B: model.Vec3{1, 0.5, 0}, Radius: half}, Stiffness: 1000},
			"box":     {Shape: model.Box{Center: at, Half: model.Vec3{half, 1, 1}}, Stiffness: 1000},
		} {
			for _, engine := range []struct {
				name      string
				precision gpu.Precision
			}{{CPURef, gpu.Single}, {CPU, gpu.Single}, {CPU, gpu.Double}, {GPU, gpu.Single}, {GPU, gpu.Compensated}, {GPU, gpu.Double}} {
				t.Run(fmt.Sprint(shape, " ", half, " ", engine.name, " ", engine.precision), func(t *testing.T) {
					m := &model.Model{Name: "one", Mass: []float64{0.5}, RestPosition: []model.Vec3{{}}, Materials: make([]model.Material, 1)}
					e := must.Get(New(engine.name, m, model.Params{DT: 1e-3, Contacts: []model.Contact{contact}}, Options{GPU: gpu.Options{Precision: engine.precision}}))(t)
					defer e.Close()
					s := m.Start()
					s.Velocity[0] = model.Vec3{500, 0, 0} // the second step ends in the middle
					var now model.Snapshot
					must.Do(t, errors.Join(e.Reset(s), e.Step(10), e.Finish(), e.Read(&now)))
					if x := now.Place(0); x[0] > 1 {
						t.Errorf("the mass has come to %v, through a shape around %v", x, at)
					}
				})
			}
		}
	}
}
