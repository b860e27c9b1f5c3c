package rods_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/cpuref/rods"
	"hooke/model"
	"hooke/model/rod"
	"hooke/must"
)

// turningOf returns the part of a state that rods read.
func turningOf(s *model.State) rods.State {
	return rods.State{Position: s.Position, Orientation: s.Orientation, Spin: s.AngularVelocity}
}

// A rod whose one end is clamped and whose other is turned by Φ resists with GJ Φ/L, L from the
// middle of one clamped segment to that of the other.
func TestEndTorque(t *testing.T) {
	const n, angle = 10, 1.5
	of := rod.Rod{Stretch: 1e3, Shear: 5e2, Bend: 1, Twist: 0.7, Radius: 0.1}
	m := pinned(along(of, 0.1, line(n)...), 0, n)
	p := model.Params{DragHalfLife: 0.05, Iterations: 12, Clamps: []model.Clamp{{Masses: []uint32{0}},
		{Masses: []uint32{n}, Axis: model.Vec3{1, 0, 0}, Angle: angle, Table: model.Curve{At: []float64{0, 0.3}, Value: []float64{0, 1}}}}}
	e := stepping(t, m, p, 1./600)
	advance(t, e, 1200)
	s := (*model.State)(e.State())
	want := of.Twist * angle / (1 - 1./n)
	for k, moment := range rods.New(m, p).Moments(turningOf(s)) {
		// 2 Im q is 2 sin(φ/2) of the angle φ between two segments.
		phi := angle / (n - 1)
		if got := moment[2] * phi / (2 * math.Sin(phi/2)); math.Abs(got-want) > 1e-6*want || math.Hypot(moment[0], moment[1]) > 1e-9 {
			t.Errorf("joint %d: moments %v, want a torque of %g", k, moment, want)
		}
	}
}

// The tip of a cantilever of N segments beyond the clamped one is at rest where joints, which
// bend by F s ℓ/EI each, and shear put it: F ℓ³/EI N(N+1)(2N+1)/6 + F N ℓ/GA. It is F L³/(3 EI)
// to 1/(4 N²), with L from the middle of the clamped segment.
func TestCantilever(t *testing.T) {
	const force = 1e-4
	of := rod.Rod{Stretch: 4e4, Shear: 1.5e4, Bend: 1, Twist: 0.7, Radius: 0.05}
	for _, n := range []int{4, 8, 16} {
		m := pinned(along(of, 1/float64(n), line(n)...), 0, 1)
		p := model.Params{DT: 1. / 600, DragHalfLife: 0.1, Iterations: 8, Clamps: []model.Clamp{{Masses: []uint32{0}}},
			Forces: []model.Force{{Masses: []uint32{uint32(n)}, Force: model.Vec3{0, 0, force}}}}
		e := stepping(t, m, p, p.DT)
		advance(t, e, 1500)
		free, l := float64(n-1), 1/float64(n)
		bend := force * l * l * l / of.Bend * free * (free + 1) * (2*free + 1) / 6
		got, want := e.State().Position[n][2], bend+force*free*l/of.Shear
		must.Near(t, got, want, 2e-3*want, "%d segments: the tip, in m", n)
		whole := (free + 0.5) * l
		if beam := force * whole * whole * whole / (3 * of.Bend); math.Abs(bend/beam-1) > 1/(3*free*free) {
			t.Errorf("%d segments: joints bend to %g m, a beam to %g", n, bend, beam)
		}
	}
}

// A helix of wire, let alone, stays as it is; one that is straight at rest does not. Pulled along
// its axis it is a spring of k = GJ/(2π R³ N), for N turns of small pitch.
func TestHelix(t *testing.T) {
	const radius, pitch, turns, per, force = 0.05, 0.03, 4, 12, 0.1
	of := rod.Solid(0.008, 1e6, 4e5)
	still := func(of rod.Rod) (far float64) {
		m := along(of, 0.006, coil(radius, pitch, turns, per)...)
		e := stepping(t, m, model.Params{}, 1./600)
		advance(t, e, 300)
		for i, x := range e.State().Position {
			far = max(far, x.Sub(m.RestPosition[i]).Len())
		}
		return far
	}
	if far := still(of); far > 1e-12 {
		t.Errorf("a helix at rest moves by %g m", far)
	}
	straight := of
	straight.Straight = true
	if far := still(straight); far < 0.01 {
		t.Errorf("a straight rod that is coiled up moves by %g m only", far)
	}

	const last = turns * per
	m := pinned(along(of, 0.006, coil(radius, pitch, turns, per)...), 0)
	m.Pin[last] = model.PinX | model.PinY
	e := stepping(t, m, model.Params{DragHalfLife: 0.15, Iterations: 2, Clamps: []model.Clamp{{Masses: []uint32{0, last}}},
		Forces: []model.Force{{Masses: []uint32{last}, Force: model.Vec3{0, 0, -force}}}}, 1./1200)
	advance(t, e, must.Sized(2400, 3600))
	got := m.RestPosition[last][2] - e.State().Position[last][2]
	k := of.Twist / (2 * math.Pi * radius * radius * radius * turns)
	t.Logf("the helix is pulled to %g m, by the formula of close coils %g", got, force/k)
	must.Near(t, got, force/k, 0.08*force/k, "the helix is pulled out, in m")
}

// A closed rod that is straight at rest, twisted by Φ, stays a flat ring below Φ = 2π √3 EI/GJ and
// writhes above (J. H. Michell 1889; E. E. Zajac, Stability of two planar loop elasticas, 1962).
// The ring of 20 segments writhes 2 % earlier.
func TestRingWrithes(t *testing.T) {
	const n, bend, twist = 20, 1, 0.8
	high := func(share float64) (grown float64) {
		critical := 2 * math.Pi * math.Sqrt(3) * bend / twist
		m := along(rod.Rod{Stretch: 1e4, Shear: 4e3, Bend: bend, Twist: twist, Straight: true, RestTwist: -share * critical}, 1./n, ring(n)...)
		s := m.Start()
		const start = 1e-5
		for i := range s.Position {
			s.Position[i][2] = start * math.Sin(4*math.Pi*float64(i)/n)
		}
		e := stepping(t, m, model.Params{Iterations: 4}, 1./2000)
		must.Do(t, e.Reset(s))
		advance(t, e, 800)
		for _, x := range e.State().Position {
			grown = max(grown, math.Abs(x[2])/start)
		}
		return grown
	}
	if below, above := high(0.95), high(1.03); below > 1 || above < 100 {
		t.Errorf("out of the plane by %g times as much at 0.95 of the critical twist, %g times at 1.03", below, above)
	}
}

// A rod that is turned and moved as a whole holds no energy; where only its masses are, it does.
func TestRigidMotion(t *testing.T) {
	for name, m := range some() {
		s := m.Start()
		turn := rod.Turn(model.Vec3{1, -2, 0.5})
		for i, x := range s.Position {
			s.Position[i] = turn.Rotate(x).Add(model.Vec3{3, 1, -2})
		}
		solver := rods.New(m, model.Params{DT: 1})
		only := solver.Elastic(turningOf(s))
		for k, q := range s.Orientation {
			s.Orientation[k] = turn.Mul(q)
		}
		if held := solver.Elastic(turningOf(s)); !(held < 1e-22*only) || only < 1 {
			t.Errorf("%s: holds %g J, and %g J where only masses have turned", name, held, only)
		}
		for k, q := range s.Orientation { // −q is the same orientation
			if k%2 == 0 {
				s.Orientation[k].W, s.Orientation[k].V = -q.W, q.V.Mul(-1)
			}
		}
		if held := solver.Elastic(turningOf(s)); !(held < 1e-22*only) {
			t.Errorf("%s: holds %g J where signs of quaternions differ", name, held)
		}
	}
}

// Momentum and angular momentum of free rods, with that of spins, stay whether sweeps have
// converged or not.
func TestMomentum(t *testing.T) {
	for name, m := range some() {
		for _, p := range []model.Params{{}, {Iterations: 3}} {
			e := stepping(t, m, p, 1./600)
			must.Do(t, e.Reset(shaken(m, 0.3, 20)))
			before, size, sum := cpuref.MomentumOf(m, e.State()), 0.0, 0.0
			for i, v := range e.State().Velocity {
				sum += m.Mass[i] * v.Len()
				size += m.Mass[i] * v.Len() * (e.State().Position[i].Len() + 1)
			}
			advance(t, e, 300)
			after := cpuref.MomentumOf(m, e.State())
			if off := after.Linear.Sub(before.Linear).Len(); off > 1e-13*sum {
				t.Errorf("%s: momentum changes by %g of %g kg·m/s", name, off, sum)
			}
			if off := after.Angular.Sub(before.Angular).Len(); off > 1e-12*size {
				t.Errorf("%s: angular momentum changes by %g of %g kg·m²/s", name, off, size)
			}
		}
	}
}

// Rods that are shaken never gain energy, whatever their stiffness, how they branch, and the number of sweeps.
func TestStable(t *testing.T) {
	grown := 0
	for name, m := range some() {
		for _, stiffer := range []float64{1, 1e4} {
			copied := *m
			copied.Materials = append([]model.Material(nil), m.Materials...)
			for i := range copied.Materials {
				r := &copied.Materials[i].Rod
				r.Stretch, r.Shear, r.Bend, r.Twist = r.Stretch*stiffer, r.Shear*stiffer, r.Bend*stiffer, r.Twist*stiffer
			}
			for _, p := range []model.Params{{}, {Iterations: 3}, {Forward: true}, {Forward: true, Iterations: 3}} {
				e := stepping(t, &copied, p, 1./600)
				must.Do(t, e.Reset(shaken(&copied, 0.01, 0.1)))
				before, _ := e.Energy()
				after, err := model.Energy{Kinetic: math.Inf(1)}, e.Step(60)
				if err == nil && e.Finish() == nil {
					after, _ = e.Energy()
				}
				if after.Kinetic > 1.01*before.Kinetic {
					t.Logf("%s, %g times as stiff, %d iterations, forward %v: %.3g of the kinetic energy", name, stiffer, p.Iterations, p.Forward, after.Kinetic/before.Kinetic)
					grown++
				}
			}
		}
	}
	must.Hold(t, grown <= 0, "%d rods gain energy", grown)
}

// run is a rod with everything that it can have: clamps that turn, dampers, drag, gravity.
func run(t *testing.T) (*model.Model, *cpuref.Engine) {
	t.Helper()
	of := rod.Solid(0.008, 1e6, 4e5)
	of.Delay = 1e-3
	m := pinned(along(of, 0.006, coil(0.05, 0.03, 2, 10)...), 0)
	p := model.Params{Gravity: model.EarthGravity(), DragHalfLife: 1, Ledger: true, Clamps: []model.Clamp{
		{Masses: []uint32{0}, Axis: model.Vec3{0, 0, 1}, Angle: 2, Table: model.Curve{At: []float64{0, 0.1}, Value: []float64{0, 1}}}}}
	return m, stepping(t, m, p, 1./600)
}

// Checkpoints continue with the same bits. The ledger explains all energy: spins are in it, the work of
// clamps, and the dissipation of spins by dampers and drag.
func TestResumedAndLedger(t *testing.T) {
	m, e := run(t)
	advance(t, e, 70)
	var c model.Checkpoint
	must.Do(t, e.Save(&c))
	_, on := run(t)
	must.Do(t, on.Restore(&c))
	advance(t, e, 50)
	advance(t, on, 50)
	for k, q := range e.State().Orientation {
		if on.State().Orientation[k] != q || on.State().AngularVelocity[k] != e.State().AngularVelocity[k] {
			t.Fatalf("segment %d is at %v, resumed at %v", k, q, on.State().Orientation[k])
		}
	}
	ledger := must.Get(e.Ledger())(t)
	if resumed, _ := on.Ledger(); resumed != ledger {
		t.Errorf("ledgers %+v and %+v", ledger, resumed)
	}
	if ledger.Closure() > 1e-12 || ledger.Damping <= 0 || ledger.Drag <= 0 || ledger.Constraints <= 0 || ledger.Now.Elastic <= 0 {
		t.Errorf("the ledger closes to %g: %+v", ledger.Closure(), ledger)
	}
	// The solver's own dissipation falls with the substep: all other flows are true.
	if !(math.Abs(ledger.Solver) < 0.5*ledger.Exchanged()) {
		t.Errorf("the solver takes %g J of %g", ledger.Solver, ledger.Exchanged())
	}
	want, _ := rods.New(m, e.Params()).Clamped(0, e.State().Time)
	if got := e.State().Orientation[0]; got.Sub(want).Len() > 1e-12 || want.Sub(m.Segments[0].Start).Len() < 0.5 {
		t.Errorf("the clamped segment is at %v, want %v", got, want)
	}
	c.Variant += "x"
	must.Hold(t, on.Restore(&c) != nil, "a checkpoint of other colors is taken")
}
