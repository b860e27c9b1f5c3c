package physics_test

import (
	"math"
	"testing"

	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
	"hooke/physics"
)

// The safe step of a sheet that bends is at most that of its fastest mode, which powers of its
// matrix find, and not far below.
func TestSafeStepOfBending(t *testing.T) {
	m := must.Get(build.Cloth(build.ClothSpec{Nx: 6, Ny: 6, Spacing: 0.1, Mass: 0.01, Stiffness: build.ClothStiffness{Structural: 1e-9}}))(t)
	hinges := materials.Bending{Rigidity: 0.1}.OfTriangles(m, m.Triangles)
	levers := make([][4]model.Vec3, len(hinges))
	for k, h := range hinges {
		_, levers[k] = spring.Hinge([4]model.Vec3{m.RestPosition[h.Masses[0]], m.RestPosition[h.Masses[1]], m.RestPosition[h.Masses[2]], m.RestPosition[h.Masses[3]]})
	}
	x, rate := make([]float64, m.MassCount()), 0.0
	for i := range x {
		x[i] = math.Sin(float64(7 * i))
	}
	for range 500 {
		next := make([]float64, len(x))
		for k, h := range hinges {
			bent := 0.0
			for c, i := range h.Masses {
				bent += levers[k][c][2] * x[i]
			}
			for c, i := range h.Masses {
				next[i] += h.Stiffness * bent * levers[k][c][2] / m.Mass[i]
			}
		}
		size := 0.0
		for _, v := range next {
			size = max(size, math.Abs(v))
		}
		rate = size
		for i := range next {
			next[i] /= size
		}
		x = next
	}
	safe := physics.SafeStep(m, model.Params{Bends: []model.Bend{{Hinges: hinges}}})
	if limit := 2 / math.Sqrt(rate); !(safe <= limit && safe > limit/2) {
		t.Errorf("the safe step is %g s, and the fastest mode allows %g s", safe, limit)
	}
}

// A limit of an angle bounds the step of an arm, whether that is straight at rest or not, and the
// damper does. Explicit Euler has no step without it.
func TestSafeStepOfLimits(t *testing.T) {
	const k, c, arm, kg = 2.0, 0.01, 0.1, 0.1
	for _, at := range []model.Vec3{{0, 0, -arm}, {arm}} {
		m := modeltest.Free(kg, model.Vec3{0, 0, 0.1}, model.Vec3{}, at)
		m.Pin = []model.Pin{model.PinAll, model.PinAll, 0}
		p := model.Params{Limits: []model.Limit{{Points: [][]uint32{{0}, {1}, {2}}, Max: 1, Stiffness: k}}}
		inertia := kg * arm * arm
		limit := 2 / math.Sqrt(k/inertia)
		safe := physics.SafeStep(m, p)
		must.Hold(t, safe <= limit && safe > limit/3, "the safe step is %g s, and the arm allows %g s", safe, limit)
		p.Limits[0].Damping = c
		must.Hold(t, physics.SafeStep(m, p) < safe, "a damper lengthens the step")
		p.Integrator = model.ExplicitEuler
		must.Hold(t, physics.SafeStep(m, p) <= c/k, "explicit Euler steps farther than c/k")
	}
}

// A model by a pattern has the safe step of its arrays, whatever the masses are that a force acts on.
func TestSafeStepOfPatternsWithForcesOnGroups(t *testing.T) {
	spec := build.ClothSpec{Nx: 12, Ny: 12, Spacing: 0.1, Mass: 0.01, Stiffness: build.ClothStiffness{Structural: 1}, ByPattern: true}
	m := must.Get(build.Cloth(spec))(t)
	arrays := *m
	arrays.InArrays()
	p := model.Params{Bends: []model.Bend{{Hinges: materials.Bending{Rigidity: 0.1}.OfTriangles(&arrays, arrays.Triangles)}}}
	if got, want := physics.SafeStep(m, p), physics.SafeStep(&arrays, p); got != want {
		t.Errorf("the safe step is %g s by the pattern, and %g s by the arrays", got, want)
	}
}
