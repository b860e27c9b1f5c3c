package engine

import (
	"errors"
	"fmt"
	"math"
	"os"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene/scenetest"
)

// A cloth of 64 × 64 masses that stands upright and falls into folds does not pass through
// itself: no edge goes through a triangle, as its masses stay slower than 0.8 of the speed
// that passes. Without collisions more than a hundred do. The engine gpu is asked in the long
// form: software OpenGL takes half a minute.
func TestFallingClothDoesNotPassThroughItself(t *testing.T) {
	const n, h, looks, duration = 64, 0.005, 12, 0.154 // [s]; the last folds lie on each other then
	m := must.Get(build.Cloth(build.ClothSpec{Nx: n, Ny: n, Spacing: h, Mass: 5e-6, Stiffness: build.ClothStiffness{Structural: 20, Shear: 10, Bend: 0.5}, DampingRatio: 0.1}))(t)
	start := m.Start()
	for i, x := range m.RestPosition { // upright, in waves
		up := x[1] + n*h/2
		start.Position[i] = model.Vec3{x[0] + 0.1*up, 0.006*math.Sin(up/0.025) + 0.002*math.Sin(37*x[0]), up + 0.01}
	}
	p := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 5, 0.002).WithFriction(0.5, 0.4)}, DragHalfLife: 0.2}
	radius, collision, err := physics.NewCollision(m, physics.CollisionOptions{StaticFriction: 0.3, KineticFriction: 0.3, Self: true})
	must.Do(t, err)
	m.Radius, p.Collision = radius, collision
	p.DT = physics.AutoStep(m, p)
	every := int(math.Round(duration / looks / p.DT))
	limit := 0.8 * physics.PassSpeed(m, p)
	fall := func(name string, p model.Params) (worst int, fastest float64) {
		t.Helper()
		e := must.Get(New(name, m, p, Options{}))(t)
		defer e.Close()
		var read model.Snapshot
		must.Do(t, e.Reset(start))
		for range looks {
			must.Do(t, errors.Join(e.Step(every), e.Finish(), e.Read(&read)))
			s := read.State()
			worst = max(worst, scenetest.Pierced(m, s.Position))
			for _, v := range s.Velocity {
				fastest = max(fastest, v.Len())
			}
		}
		return worst, fastest
	}
	names := []string{CPU}
	if longTests() {
		names = append(names, GPU)
	}
	for _, name := range names {
		pierced, fastest := fall(name, p)
		t.Logf("%s: %d edges pierce, the fastest mass has %.3g m/s, limit %.3g", name, pierced, fastest, limit)
		if pierced != 0 || fastest > limit {
			t.Errorf("%s: %d edges go through a triangle; the fastest mass has %g m/s, allowed %g", name, pierced, fastest, limit)
		}
		apart := p
		apart.Collision = model.Collision{}
		if pierced, _ := fall(name, apart); pierced <= 100 {
			t.Errorf("%s: without collisions %d edges go through a triangle; more than 100 should", name, pierced)
		}
	}
}

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
					e := must.Open(New(engine.name, m, model.Params{DT: 1e-3, Contacts: []model.Contact{contact}}, Options{GPU: gpu.Options{Precision: engine.precision}}))(t)
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

// longTests says whether tests take their long forms.
func longTests() bool { return os.Getenv("HOOKE_LONG") != "" }
