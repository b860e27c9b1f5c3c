package rods_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/cpuref/rods"
	"hooke/model"
	"hooke/must"
	"hooke/rod"
)

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
	if grown > 0 {
		t.Errorf("%d rods gain energy", grown)
	}
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

// Checkpoints go on with the same bits, and the ledger explains all energy: spins are in it, what
// clamps do, and what dampers and drag take from spins.
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
	// What the solver itself takes falls with the substep: all other flows are true.
	if !(math.Abs(ledger.Solver) < 0.5*ledger.Exchanged()) {
		t.Errorf("the solver takes %g J of %g", ledger.Solver, ledger.Exchanged())
	}
	want, _ := rods.New(m, e.Params()).Clamped(0, e.State().Time)
	if got := e.State().Orientation[0]; got.Sub(want).Len() > 1e-12 || want.Sub(m.Segments[0].Start).Len() < 0.5 {
		t.Errorf("the clamped segment is at %v, want %v", got, want)
	}
	c.Variant += "x"
	if on.Restore(&c) == nil {
		t.Error("a checkpoint of other colors is taken")
	}
}
