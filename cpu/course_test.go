package cpu

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// A lattice on a turning box, a belt and a shaken ball, on both integrators, is where the
// reference has it, whatever the kernel; and elsewhere where nothing moves.
func TestMovingContacts(t *testing.T) {
	m := modeltest.Lattice(4, 100, 0.02, false)
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		p := model.Params{DT: 2e-4, Gravity: model.EarthGravity(), DragHalfLife: 1, Integrator: integrator}
		for _, c := range []model.Contact{
			{Shape: model.Plane{Offset: 0.004}, Course: &model.Course{Belt: model.Vec3{0.5}, Path: model.Path{Amplitude: model.Vec3{0, 0, 0.002}, Frequency: 3}}},
			{Shape: model.Box{Center: model.Vec3{0.0123, 0.0041, -0.0137}, Half: model.Vec3{0.053, 0.031, 0.02}}, Course: &model.Course{Spin: model.Vec3{0, 0, 3}, Pivot: &model.Vec3{0.01, 0.01, 0}}},
			{Shape: model.Sphere{Center: model.Vec3{0.034, 0.033, -0.007}, Radius: 0.0153}},
		} {
			c.Stiffness, c.Damping, c.StaticFriction, c.KineticFriction = 40, 0.05, 0.6, 0.4
			p.Contacts = append(p.Contacts, c)
		}
		want := afterSteps(t, m, p)
		for _, kernel := range Kernels(model.Single) {
			e, err := makeEngine[float32](m, p, Options{Threads: 2, Kernel: kernel})
			must.Do(t, err)
			must.Do(t, e.Step(37))
			must.Do(t, e.Step(963))
			var got model.Snapshot
			must.Do(t, e.Read(&got))
			e.Close()
			if off := apart(want, got.State().Position); off > 2e-5 {
				t.Errorf("%v, %s: %g m from the reference", integrator, kernel, off)
			}
		}
		for k := range 2 {
			still := p.Clone()
			still.Contacts[k].Course = nil
			if off := apart(want, afterSteps(t, m, still)); off < 1e-3 {
				t.Errorf("%v: contact %d standing still moves masses by %g m only", integrator, k, off)
			}
		}
	}
}

func afterSteps(t *testing.T, m *model.Model, p model.Params) []model.Vec3 {
	t.Helper()
	e, err := cpuref.New(m, p)
	must.Do(t, err)
	must.Do(t, e.Step(1000))
	return e.State().Position
}

func apart(a, b []model.Vec3) (largest float64) {
	for i := range a {
		largest = math.Max(largest, a[i].Sub(b[i]).Len())
	}
	return largest
}
