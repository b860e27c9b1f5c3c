package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// The safe step of handles and motors holds, and not by luck: a little more of
// it and the same motion grows without end.
func TestSafeStepHoldsForLoads(t *testing.T) {
	for name, p := range map[string]model.Params{
		"handle":         {Handles: []model.Handle{{Stiffness: 50}}},
		"damped handle":  {Handles: []model.Handle{{Stiffness: 50, Damping: 3}}},
		"motor":          {Motors: []model.Motor{{Axis: model.Vec3{1, 0, 0}, Damping: 3}}},
		"handle, damper": {Handles: []model.Handle{{Damping: 3}}},
	} {
		m := modeltest.Single(0.5, model.Vec3{})
		safe := physics.SafeStep(m, p)
		start := m.Start()
		start.Velocity[0] = model.Vec3{0.01, 0, 0}
		for _, share := range []float64{0.95, 1.05} {
			p.DT = share * safe
			e := must.Get(New(m, p))(t)
			modeltest.StepFrom(t, e, start, 2000)
			speed := e.State().Velocity[0].Len()
			if stable := speed < 0.1; stable != (share < 1) {
				t.Errorf("%s at %g of the safe step: %g m/s after 2,000 steps from 0.01", name, share, speed)
			}
		}
	}
}

// The reference's own forces by hand, before anything is integrated: two masses,
// the second pinned.
func TestLoadByHand(t *testing.T) {
	b := modeltest.NewBuilder("two")
	b.Mass(1, model.Vec3{1, 0, 0}, 0)
	b.Mass(1, model.Vec3{2, 0, 0}, model.PinAll)
	position, velocity := b.Model.RestPosition, []model.Vec3{{3, 0, 4}, {}}
	now := physics.Signals{ForceFactor: []float64{0.5}, MotorSpeed: []float64{5}}
	for _, c := range []struct {
		name string
		p    model.Params
		want model.Vec3
	}{
		{"force", model.Params{Forces: []model.Force{{Force: model.Vec3{2, 4, 6}}}}, model.Vec3{1, 2, 3}},
		{"force on another", model.Params{Forces: []model.Force{{Masses: []uint32{1}, Force: model.Vec3{2, 4, 6}}}}, model.Vec3{}},
		{"force on none", model.Params{Forces: []model.Force{{Masses: []uint32{}, Force: model.Vec3{2, 4, 6}}}}, model.Vec3{}},
		{"motor", model.Params{Motors: []model.Motor{{Axis: model.Vec3{0, 0, 1}, Damping: 3}}}, model.Vec3{0, 0, 3}},
		{"motor, limited", model.Params{Motors: []model.Motor{{Axis: model.Vec3{0, 0, -1}, Damping: 3, Limit: 2}}}, model.Vec3{0, 0, -2}},
		{"handle", model.Params{Handles: []model.Handle{{Target: model.Vec3{1, 1, 0}, TargetVelocity: model.Vec3{3, 0, 0},
			Stiffness: 10, Damping: 2}}}, model.Vec3{0, 10, -8}},
		{"drag", model.Params{QuadraticDrag: 0.1}, model.Vec3{-1.5, 0, -2}},
	} {
		load := make([]model.Vec3, 2)
		Load(load, &b.Model, c.p, &now, position, velocity)
		if load[0].Sub(c.want).Len() > 1e-14 || load[1] != (model.Vec3{}) {
			t.Errorf("%s: %v and on the pinned mass %v, want %v and nothing", c.name, load[0], load[1], c.want)
		}
	}
}

// A plate is as strong as its area and as the square of the wind, on either side, and
// takes no force where it has no area.
func TestPlateForce(t *testing.T) {
	w := model.Wind{AirDensity: 2, Drag: 1, Lift: 0.5}
	x, y := model.Vec3{1, 0, 0}, model.Vec3{0, 1, 0}
	oblique := model.Vec3{0, 3, 4} // sine 0.8 to the plate z = 0
	// ½ · 2 · ½ · 25 · 0.8 [(1 − 0.5 · 0.8) û + 0.5 n] = 10 [0.6 û + 0.5 n]
	want := model.Vec3{0, 3.6, 4.8 + 5}
	for _, f := range []model.Vec3{plateForce(w, x, y, oblique), plateForce(w, y, x, oblique),
		plateForce(w, x.Mul(2), y.Mul(2), oblique.Mul(0.5)), plateForce(w, x, y, oblique.Mul(-1)).Mul(-1)} {
		must.Hold(t, f.Sub(want).Len() <= 1e-14, "force %v, want %v", f, want)
	}
	must.Be(t, plateForce(w, x, x, oblique), (model.Vec3{}), "a line feels")
	if f := plateForce(w, x, y, model.Vec3{}); f != (model.Vec3{}) || math.IsNaN(f[0]) {
		t.Errorf("still air pushes with %v", f)
	}
}
