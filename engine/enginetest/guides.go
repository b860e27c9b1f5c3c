package enginetest

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// A bead on a wire inclined by 30° slides with a = g sin 30° and stays on it.
// Symplectic Euler adds ½ a t dt.
func beadOnInclinedWire(t *testing.T, on Subject) {
	down := model.Vec3{math.Sqrt(3) / 2, 0, -0.5}
	m := modeltest.Free(0.3, model.Vec3{1, 2, 3})
	e := on.open(t, m, model.Params{DT: 1e-3, Gravity: model.Vec3{0, 0, -10}, Guides: []model.Guide{{Direction: down}}})
	got := after(t, e, 1000)
	way := got.Position[0].Sub(m.RestPosition[0])
	near(t, "way along the wire", way.Dot(down), 5*1.001/2, 5*on.rounding())
	near(t, "speed along the wire", got.Velocity[0].Dot(down), 5, 5*on.rounding())
	near(t, "distance from the wire", way.Sub(down.Mul(way.Dot(down))).Len(), 0, 1e-6)
}

// Sliding for long, at a steady speed, neither stretches nor shrinks the way
// along a line whose direction float32 cannot hold, though every step rounds it.
func lineKeepsItsMeasure(t *testing.T, on Subject) {
	d := model.Vec3{1, 2, 3}.Normalize()
	e := on.open(t, modeltest.Free(1, model.Vec3{}), model.Params{DT: 1e-3, Guides: []model.Guide{{Direction: d}}})
	must.Do(t, e.Reset(&model.State{Position: []model.Vec3{{}}, Velocity: []model.Vec3{d.Mul(2).Add(model.Vec3{0.3, 0, -0.1})}}))
	got := after(t, e, 4000)
	near(t, "speed", got.Velocity[0].Len(), 2, 2*on.rounding())
	near(t, "way", got.Position[0].Len(), 8, 8*(1e-4+on.rounding())) // each step rounds x by up to 5e-7 m
}

// A pendulum held to the plane y = 0: a mass thrown out of the plane swings in
// it, with the period 2π √(L/g) (1 + θ²/16).
func pendulumInPlane(t *testing.T, on Subject) {
	const length, angle, dt, stiffness = 1.0, 0.05, 1e-3, 2e4
	m := modeltest.Free(1, model.Vec3{}, model.Vec3{length * math.Sin(angle), 0, -length * math.Cos(angle)})
	m.Pin = []model.Pin{model.PinAll, 0}
	m.Materials = append(m.Materials, model.Material{Stiffness: stiffness, Damping: 20})
	stretch := model.StandardGravity / stiffness
	m.Ends, m.RestLength, m.MaterialOf = []model.Ends{{0, 1}}, []float64{length - stretch}, []uint16{1}
	e := on.open(t, m, model.Params{DT: dt, Gravity: model.EarthGravity(),
		Guides: []model.Guide{{Kind: model.OnPlane, Masses: []uint32{1}, Direction: model.Vec3{0, 1, 0}, Point: &model.Vec3{}}}})
	start := m.Start()
	start.Velocity[1] = model.Vec3{0, 3, 0}
	must.Do(t, e.Reset(start))
	last, crossing := start.Position[1][0], []float64(nil)
	for step := 1; len(crossing) < 2; step++ {
		got := after(t, e, 1)
		if got.Position[1][1] != 0 || got.Velocity[1][1] != 0 {
			t.Fatalf("step %d: left the plane, at %v with %v", step, got.Position[1], got.Velocity[1])
		}
		if x := got.Position[1][0]; x > 0 != (last > 0) {
			crossing = append(crossing, (float64(step)-x/(x-last))*dt)
		}
		last = got.Position[1][0]
	}
	want := 2 * math.Pi * math.Sqrt(length/model.StandardGravity) * (1 + angle*angle/16)
	// The string is as long as it hangs at rest to a part in 10⁴.
	near(t, "period", 2*(crossing[1]-crossing[0]), want, 1e-3*want)
}

// A mass on a damped spring whose support is shaken: the amplitude at the
// frequency ω is that of the support times √((k² + c²ω²)/((k − mω²)² + c²ω²)).
func shakenSupport(t *testing.T, on Subject) {
	const mass, k, c, omega, shake, dt = 1.0, 100.0, 4.0, 8.0, 0.01, 1e-3
	m := modeltest.Lever(model.Material{Stiffness: k, Damping: c}, model.PinAll, 0)
	m.Mass[1] = mass
	e := on.open(t, m, model.Params{DT: dt, Guides: []model.Guide{{Kind: model.OnPath, Masses: []uint32{0},
		Path: model.Path{Amplitude: model.Vec3{shake, 0, 0}, Frequency: omega / (2 * math.Pi)}}}})
	after(t, e, 5000) // 5 s: the rest of the start is e^(−5 c/2m) = 5e-5
	low, high := math.Inf(1), math.Inf(-1)
	for range 79 { // over one period
		x := after(t, e, 10).Position[1][0]
		low, high = min(low, x), max(high, x)
	}
	stiff := k - mass*omega*omega
	want := shake * math.Sqrt((k*k+c*c*omega*omega)/(stiff*stiff+c*c*omega*omega))
	near(t, "amplitude", (high-low)/2, want, 0.005*want)
}

// A path takes its masses along to the last bit that float32 has, gives them its velocity, and starts again
// where a reset says. Pinned masses without a path stay bit for bit.
func path(t *testing.T, on Subject) {
	m := modeltest.Free(1, model.Vec3{1, 0, 0}, model.Vec3{2, 0, 0}, model.Vec3{3, 0.1, 0.7})
	m.Pin = []model.Pin{model.PinAll, model.PinAll, model.PinAll}
	e := on.open(t, m, model.Params{DT: 0.125, Guides: []model.Guide{{Kind: model.OnPath, Masses: []uint32{0, 1}, Path: model.Path{
		Velocity: model.Vec3{0, 0, 0.5}, Table: []model.PathPoint{{Time: 1}, {Time: 2, Offset: model.Vec3{0, 3, 0}}}}}}})
	for _, c := range []struct {
		steps      int
		x, v, mass model.Vec3
	}{
		{4, model.Vec3{1, 0, 0.25}, model.Vec3{0, 0, 0.5}, model.Vec3{2, 0, 0.25}},
		{8, model.Vec3{1, 1.5, 0.75}, model.Vec3{0, 3, 0.5}, model.Vec3{2, 1.5, 0.75}},
		{8, model.Vec3{1, 3, 1.25}, model.Vec3{0, 0, 0.5}, model.Vec3{2, 3, 1.25}},
	} {
		got := after(t, e, c.steps)
		if got.Position[0] != c.x || got.Velocity[0] != c.v || got.Position[1] != c.mass {
			t.Errorf("at %g s: at %v with %v and at %v, want %v with %v and %v",
				got.Time, got.Position[0], got.Velocity[0], got.Position[1], c.x, c.v, c.mass)
		}
		var raw model.Snapshot
		must.Do(t, e.Read(&raw))
		if raw.Position[2] != [3]float32{3, 0.1, 0.7} || raw.Velocity[2] != [3]float32{} {
			t.Errorf("the pinned mass went to %v with %v", raw.Position[2], raw.Velocity[2])
		}
	}
	start := m.Start()
	start.Step, start.Time = 12, 1.5
	must.Do(t, e.Reset(start))
	if got := after(t, e, 0); got.Position[0] != (model.Vec3{1, 1.5, 0.75}) || got.Velocity[0] != (model.Vec3{0, 3, 0.5}) {
		t.Errorf("after a reset to 1.5 s the mass is at %v with %v", got.Position[0], got.Velocity[0])
	}
}

// A mass that a path leaves for another one stays where it is, at rest.
func pathLeavesMassAtRest(t *testing.T, on Subject) {
	m := modeltest.Free(2, model.Vec3{}, model.Vec3{5, 0, 0}, model.Vec3{9, 0, 0})
	m.Pin = []model.Pin{model.PinAll, model.PinAll, model.PinAll}
	path := model.Path{Velocity: model.Vec3{1, 0, 0}}
	p := model.Params{DT: 1e-3, Guides: []model.Guide{{Kind: model.OnPath, Masses: []uint32{0, 2}, Path: path}}}
	e := on.open(t, m, p)
	before := after(t, e, 10)
	near(t, "velocity on the path", before.Velocity[0][0], 1, on.rounding())
	p.Guides = []model.Guide{{Kind: model.OnPath, Masses: []uint32{1, 2}, Path: path}}
	must.Do(t, setParams(e, p))
	for _, steps := range []int{0, 5} {
		after := after(t, e, steps)
		if after.Velocity[0] != (model.Vec3{}) || after.Position[0] != before.Position[0] {
			t.Errorf("%d steps later it is at %v with velocity %v, want %v and none", steps, after.Position[0], after.Velocity[0], before.Position[0])
		}
	}
	got := after(t, e, 1)
	near(t, "velocity of the other", got.Velocity[1][0], 1, on.rounding())
	near(t, "velocity of the one that stays", got.Velocity[2][0], 1, on.rounding())
}
