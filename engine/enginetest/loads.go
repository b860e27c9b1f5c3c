package enginetest

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/order/random"
)

// A constant force: ½ a t², to which symplectic Euler adds ½ a t dt; only on
// the masses that it names.
func constantForce(t *testing.T, on Subject) {
	m := modeltest.Free(2, model.Vec3{}, model.Vec3{5, 0, 0}, model.Vec3{0, 0, 1})
	e := on.open(t, m, model.Params{DT: 1e-3, Forces: []model.Force{
		{Force: model.Vec3{0, 6, 0}}, {Masses: []uint32{0, 2}, Force: model.Vec3{8, 0, 0}}}})
	got := after(t, e, 1000)
	for i, along := range []float64{4, 0, 4} {
		near(t, "way along x", got.Position[i][0]-m.RestPosition[i][0], along*1.001/2, 2*on.rounding())
		near(t, "way along y", got.Position[i][1], 3*1.001/2, 2*on.rounding())
	}
}

// A force that grows from 0 to F in one second and stays there: F/2m after one
// second and 3F/2m after two. The sum at the start of each step lacks ½ dt F/m.
func forceTable(t *testing.T, on Subject) {
	e := on.open(t, modeltest.Free(2, model.Vec3{}), model.Params{DT: 1e-3, Forces: []model.Force{{Force: model.Vec3{0, 0, 8},
		Table: model.Curve{At: []float64{0, 1}, Value: []float64{0, 1}}}}})
	near(t, "velocity after 1 s", after(t, e, 1000).Velocity[0][2], 2-1e-3*2, 2*on.rounding())
	near(t, "velocity after 2 s", after(t, e, 1000).Velocity[0][2], 6-1e-3*2, 6*on.rounding())
}

// A motor reaches its speed as 1 − e^(−ct/m), which a step of Euler approximates by 1 − (1 − c dt/m)^n. Its
// limit makes the start a constant force. The velocity across its axis stays.
func motor(t *testing.T, on Subject) {
	const mass, damping, speed = 2, 6, 5.0
	axis := model.Vec3{0.6, 0, 0.8}
	p := model.Params{DT: 1e-3, Motors: []model.Motor{{Axis: axis, Speed: speed, Damping: damping}}}
	e := on.open(t, modeltest.Free(mass, model.Vec3{}), p)
	must.Do(t, e.Reset(&model.State{Position: []model.Vec3{{}}, Velocity: []model.Vec3{{0, 1, 0}}}))
	v := after(t, e, 500).Velocity[0]
	near(t, "speed by the steps", v.Dot(axis), speed*(1-math.Pow(1-damping*1e-3/mass, 500)), speed*on.rounding())
	near(t, "speed", v.Dot(axis), speed*(1-math.Exp(-damping*0.5/mass)), speed*damping*1e-3/mass)
	near(t, "speed across", v[1], 1, on.rounding())

	p.DT = 4e-3
	p.Motors[0].Limit = 8 // a = 4 m/s² until c (u − v) falls to 8 N at v = 5 − 4/3
	e = on.open(t, modeltest.Free(mass, model.Vec3{}), p)
	near(t, "limited speed", after(t, e, 125).Velocity[0].Dot(axis), 2, 2*on.rounding())
	near(t, "speed after long", after(t, e, 1500).Velocity[0].Dot(axis), speed, 2*speed*on.rounding()+1e-7) // e^(−3 · 6)

	p.Motors[0] = model.Motor{Axis: axis, Speed: speed, Damping: damping, Table: model.Curve{At: []float64{0}, Value: []float64{-0.5}}}
	near(t, "speed by its table", after(t, on.open(t, modeltest.Free(mass, model.Vec3{}), p), 1500).Velocity[0].Dot(axis), -speed/2, speed*on.rounding()+1e-7)
}

// A handle holds a mass as a spring of no length: it oscillates at √(k/m)/2π
// about the target, and a target that moves by carries it along by c V/k.
func handle(t *testing.T, on Subject) {
	const mass, stiffness, dt = 2, 50.0, 1e-3
	target := model.Vec3{1, 2, 3}
	e := on.open(t, modeltest.Free(mass, model.Vec3{1.5, 2, 3}, model.Vec3{7, 7, 7}),
		model.Params{DT: dt, Handles: []model.Handle{{Target: target, Stiffness: stiffness}}})
	period := 2 * math.Pi / math.Sqrt(stiffness/mass)
	crossings, last, first, latest := 0, 0.5, 0.0, 0.0
	for step := 1; crossings < 5; step++ {
		x := after(t, e, 1).Position[0][0] - target[0]
		if x > 0 != (last > 0) {
			latest = (float64(step) - x/(x-last)) * dt
			if crossings == 0 {
				first = latest
			}
			crossings++
		}
		last = x
	}
	// The step makes the frequency (ω dt)²/24 = 1e-6 too high.
	near(t, "period", (latest-first)/2, period, period*1e-5)
	if x := after(t, e, 0).Position[1]; x != (model.Vec3{7, 7, 7}) {
		t.Errorf("a handle on mass 0 moved mass 1 to %v", x)
	}

	e = on.open(t, modeltest.Free(mass, model.Vec3{1.5, 2, 3}), model.Params{DT: 4 * dt, Handles: []model.Handle{{Target: target,
		TargetVelocity: model.Vec3{0, 0.5, 0}, Stiffness: stiffness, Damping: 20}}})
	x := after(t, e, 1000).Position[0]
	near(t, "place along the target's motion", x[1], 2+20*0.5/stiffness, 4*on.rounding()+1e-7) // e^(−5 · 4)
	near(t, "place across it", x[0], 1, 4*on.rounding()+1e-7)
}

// A flat plate of 0.5 m² at 0°, 45° and 90° to an air of 10 m/s, CD = 1 and CL =
// 0.8: ½ ρ A |u|² is 30 N, so that drag is 0, 21.2132 and 30 N, lift 0, 12 and
// 0 N. A third on each corner, whichever way the corners go around; a plate
// that moves with the air feels none.
func windOnPlate(t *testing.T, on Subject) {
	const dt, mass = 1e-3, 2.0
	half := math.Sqrt(0.5)
	for _, c := range []struct {
		name       string
		edge       model.Vec3 // beside one along y
		drag, lift float64    // along +x and +z [N]
	}{
		{"0°", model.Vec3{1, 0, 0}, 0, 0},
		{"45°", model.Vec3{half, 0, -half}, 30 * half, 12},
		{"90°", model.Vec3{0, 0, 1}, 30, 0},
	} {
		for _, corners := range [][3]uint32{{0, 1, 2}, {1, 0, 2}} {
			m := modeltest.Free(mass, model.Vec3{}, model.Vec3{0, 1, 0}, c.edge)
			m.Triangles = [][3]uint32{corners}
			p := model.Params{DT: dt, Wind: model.Wind{Velocity: model.Vec3{10, 0, 0}, Drag: 1, Lift: 0.8}}
			e := on.open(t, m, p)
			for _, v := range after(t, e, 1).Velocity {
				f := v.Mul(mass / dt)
				near(t, c.name+", drag", f[0], c.drag/3, 10*on.rounding()+1e-9)
				near(t, c.name+", lift", f[2], c.lift/3, 10*on.rounding()+1e-9)
				near(t, c.name+", aside", f[1], 0, 10*on.rounding())
			}
			moving := m.Start()
			for i := range moving.Velocity {
				moving.Velocity[i] = model.Vec3{10, 0, 0}
			}
			must.Do(t, e.Reset(moving))
			if v := after(t, e, 1).Velocity[0]; v != (model.Vec3{10, 0, 0}) {
				t.Errorf("%s: a plate that moves with the air is accelerated to %v", c.name, v)
			}
		}
	}
}

// The air exerts no force on a plate that moves with it, to the last bit, whatever the speed: of
// these speeds a third have a triple that is no float32. A corner that is 10 µm/s faster is seen.
func windLeavesPlateThatMovesWithIt(t *testing.T, on Subject) {
	numbers := random.Stream(1)
	m := modeltest.Free(2, model.Vec3{}, model.Vec3{0, 1, 0}, model.Vec3{0.8, 0, -0.6})
	m.Triangles = [][3]uint32{{0, 1, 2}}
	p := model.Params{DT: 1, Wind: model.Wind{Velocity: model.Vec3{1}, Drag: 1e12, Lift: 1e12}}
	e := on.open(t, m, p)
	for range 20 {
		for axis := range 3 {
			p.Wind.Velocity[axis] = float64(float32(1.5 + 0.5*numbers.Signed()))
		}
		must.Do(t, setParams(e, p))
		for _, nudge := range []float64{0, 1e-5} {
			start := m.Start()
			for i := range start.Velocity {
				start.Velocity[i] = p.Wind.Velocity.Add(model.Vec3{nudge * float64(i)})
			}
			must.Do(t, e.Reset(start))
			got := after(t, e, 1).Velocity[0]
			if same := got == start.Velocity[0]; same != (nudge == 0) {
				t.Errorf("a plate in air of %v is accelerated from %v to %v", p.Wind.Velocity, start.Velocity[0], got)
			}
		}
	}
}

// Loads touch neither masses that are pinned on all axes, nor the pinned axis of partly pinned ones.
func loadsLeavePins(t *testing.T, on Subject) {
	m := modeltest.Free(1, model.Vec3{0.1, 0.2, 0.3}, model.Vec3{1.1, 0.7, 0.3}, model.Vec3{0.4, 1.9, 0.8})
	m.Pin = []model.Pin{model.PinAll, model.PinZ, 0}
	m.Triangles = [][3]uint32{{0, 1, 2}}
	e := on.open(t, m, model.Params{DT: 1e-3, QuadraticDrag: 1, Forces: []model.Force{{Force: model.Vec3{1, 2, 3}}},
		Motors:  []model.Motor{{Axis: model.Vec3{0, 0, 1}, Speed: 1, Damping: 1}},
		Handles: []model.Handle{{Mass: 0, Stiffness: 9}, {Mass: 1, Stiffness: 9}},
		Wind:    model.Wind{Velocity: model.Vec3{3, 3, 3}, Drag: 1}})
	var before, after model.Snapshot
	must.Do(t, e.Read(&before))
	must.Do(t, e.Step(1000))
	must.Do(t, e.Read(&after))
	if before.Position[0] != after.Position[0] || after.Velocity[0] != [3]float32{} {
		t.Errorf("the pinned mass moved from %v to %v", before.Position[0], after.Position[0])
	}
	if before.Position[1][2] != after.Position[1][2] || before.Position[1][0] == after.Position[1][0] {
		t.Errorf("the mass pinned along z went from %v to %v", before.Position[1], after.Position[1])
	}
}
