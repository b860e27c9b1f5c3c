package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// slab is a box 2 cm thick with its top at the height 0.
func slab(stiffness float64) model.Contact {
	return model.Contact{Shape: model.Box{Center: model.Vec3{0, 0, -0.01}, Half: model.Vec3{1, 1, 0.01}}, Stiffness: stiffness}
}

// thrown is an engine with a cube of 8 masses of 0.1 kg and 28 springs, 0.5 m over the slab
// and thrown down at a speed [m/s].
func thrown(t *testing.T, p model.Params, speed float64) *Engine {
	t.Helper()
	b := modeltest.NewBuilder("cube")
	k := b.Material(1e4, 5)
	for i := range 8 {
		b.Mass(0.1, model.Vec3{0.1 * float64(i&1), 0.1 * float64(i>>1&1), 0.1*float64(i>>2) + 0.5}, 0)
		for j := range i {
			b.Join(j, i, k)
		}
	}
	p.Gravity = model.Vec3{0, 0, -9.81}
	e := must.Get(New(&b.Model, p))(t)
	start := b.Model.Start()
	for i := range start.Velocity {
		start.Velocity[i] = model.Vec3{0, 0, -speed}
	}
	must.Do(t, e.Reset(start))
	return e
}

// A cube that would cross the slab within a step stays above it, at every step length, with
// every integrator. Without catching it goes through.
func TestSlabCatchesACube(t *testing.T) {
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
		for _, dt := range []float64{7e-4, 3e-4, 1e-4, 2e-5} {
			for _, catches := range []bool{true, false} {
				e := thrown(t, model.Params{DT: dt, Integrator: integrator, Contacts: []model.Contact{slab(1e4)}}, 300)
				if !catches {
					e.before = nil
				}
				lowest := 0.0
				for range int(0.02 / dt) {
					must.Do(t, e.Step(1))
					for _, x := range e.state.Position {
						lowest = min(lowest, x[2])
					}
				}
				if above := lowest > -0.01001; above != catches {
					t.Errorf("%v, dt %g s, catching %v: the lowest mass was at %g m", integrator, dt, catches, lowest)
				}
				if caught, _ := e.Caught(); caught.Count > 0 != catches || caught.Count < 0 {
					t.Errorf("%v, dt %g s, catching %v: %+v", integrator, dt, catches, caught)
				}
			}
		}
	}
}

// A run in which nothing is fast enough to be caught has the same bits as one that does not
// look.
func TestSlowMassesAreNotCaught(t *testing.T) {
	var ends [2]*model.State
	for k := range ends {
		e := thrown(t, model.Params{DT: 3e-4, Contacts: []model.Contact{slab(1e5).WithFriction(0.5, 0.4)}}, 1)
		if k == 1 {
			e.before = nil
		}
		must.Do(t, e.Step(2000))
		if caught, _ := e.Caught(); caught != (model.Caught{}) {
			t.Fatalf("%+v", caught)
		}
		ends[k] = (*model.State)(e.state.Clone())
	}
	for i, x := range ends[0].Position {
		if x != ends[1].Position[i] || ends[0].Velocity[i] != ends[1].Velocity[i] {
			t.Fatalf("mass %d is at %v, without catching at %v", i, x, ends[1].Position[i])
		}
	}
}

// one is an engine with a mass of 2 kg at a place, with a velocity.
func one(t *testing.T, p model.Params, x, v model.Vec3, pin model.Pin) *Engine {
	t.Helper()
	b := modeltest.NewBuilder("one")
	b.Mass(2, x, pin)
	e := must.Get(New(&b.Model, p))(t)
	must.Do(t, e.Reset(&model.State{Position: []model.Vec3{x}, Velocity: []model.Vec3{v}}))
	return e
}

// A lone mass stops where it enters and keeps its motion along the surface, less μk times its loss into the
// surface. The ledger has the loss, with all integrators. A pinned axis keeps still, a mass that is pinned on
// all axes is not caught, and one on a line stays on it.
func TestCatchOfALoneMass(t *testing.T) {
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4, model.ExplicitEuler} {
		p := model.Params{DT: 0.01, Integrator: integrator, Ledger: true, Contacts: []model.Contact{slab(1e3).WithFriction(0.5, 0.25)}}
		e := one(t, p, model.Vec3{0, 0, 1}, model.Vec3{60, 80, -200}, 0)
		must.Do(t, e.Step(1))
		// 1 m down at 2 m a step: half of the step. Of 100 m/s along the surface 0.25 · 200 are lost.
		if x, v := e.state.Position[0], e.state.Velocity[0]; x.Sub(model.Vec3{0.3, 0.4, 0}).Len() > 1e-12 || v.Sub(model.Vec3{30, 40, 0}).Len() > 1e-11 {
			t.Errorf("%v: at %v with %v m/s, want 0.3, 0.4, 0 with 30, 40, 0", integrator, x, v)
		}
		if caught, _ := e.Caught(); caught != (model.Caught{Count: 1, Step: 1}) {
			t.Errorf("%v: %+v", integrator, caught)
		}
		ledger, err := e.Ledger()
		if want := 50000.0 - 2500; err != nil || math.Abs(ledger.ContactDamping-want) > 1e-6 || math.Abs(ledger.Residual()) > 1e-6 {
			t.Errorf("%v: %g J dissipated, want %g; %g J not explained", integrator, ledger.ContactDamping, want, ledger.Residual())
		}
		if e = one(t, p, model.Vec3{0, 0, 1}, model.Vec3{0, 0, -200}, model.PinX|model.PinY); e.Step(1) != nil || e.state.Position[0] != (model.Vec3{}) {
			t.Errorf("%v: pinned along x and y it is at %v", integrator, e.state.Position[0])
		}
		p.Guides = []model.Guide{{Kind: model.OnLine, Masses: []uint32{0}, Direction: model.Vec3{1, 0, -4}.Normalize()}}
		if e = one(t, p, model.Vec3{0, 0, 1}, model.Vec3{50, 0, -200}, 0); e.Step(1) != nil || e.state.Position[0].Sub(model.Vec3{0.25, 0, 0}).Len() > 1e-12 {
			t.Errorf("%v: on a line it is at %v", integrator, e.state.Position[0])
		}
	}
	e := one(t, model.Params{DT: 0.01, Contacts: []model.Contact{slab(1e3)}}, model.Vec3{0, 0, 1}, model.Vec3{0, 0, -200}, model.PinAll)
	if e.Step(1) != nil || e.caught.Count != 0 || e.state.Position[0] != (model.Vec3{0, 0, 1}) {
		t.Errorf("a pinned mass was caught: %+v", e.caught)
	}
}

// The ledger of a thrown cube closes: catches that stretch springs leave some thousandths of the exchanged
// energy. Without the losses of catches it would not close.
func TestLedgerClosesWithCatches(t *testing.T) {
	const tolerance = 0.005
	for _, dt := range []float64{1e-4, 2.5e-5} {
		e := thrown(t, model.Params{DT: dt, Ledger: true, Contacts: []model.Contact{slab(1e4)}}, 300)
		must.Do(t, e.Step(int(0.01/dt)))
		ledger, err := e.Ledger()
		if err != nil || e.caught.Count < 4 {
			t.Fatal(err, e.caught)
		}
		without := ledger
		without.ContactDamping = 0
		if ledger.Closure() > tolerance || without.Closure() < 0.5 {
			t.Errorf("dt %g s: %.3g of what was exchanged is not explained, %.3g without catches", dt, ledger.Closure(), without.Closure())
		}
	}
}

// A paddle that is fast enough to jump over a mass at rest takes it along, with all
// integrators: on its surface, with its velocity. Half of the work becomes heat. So does the
// end of a board that turns.
func TestPaddleCatchesAMassAtRest(t *testing.T) {
	paddle := slab(1e3)
	paddle.Trajectory = &model.Trajectory{Path: model.Path{Velocity: model.Vec3{0, 0, 300}}}
	board := model.Contact{Shape: model.Box{Half: model.Vec3{2, 0.5, 0.01}}, Stiffness: 1e3,
		Trajectory: &model.Trajectory{Spin: model.Vec3{0, -100, 0}}}
	turned := model.Vec3{math.Cos(1), 0, math.Sin(1)} // a step of 1 rad takes +x there
	// The mass is 0.5 rad ahead of the board, which meets it at the same distance.
	early := model.Vec3{math.Cos(0.5), 0, math.Sin(0.5)}
	up := model.Vec3{-math.Sin(1), 0, math.Cos(1)}
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4, model.ExplicitEuler} {
		p := model.Params{DT: 0.01, Integrator: integrator, Ledger: true, Contacts: []model.Contact{paddle}}
		e := one(t, p, model.Vec3{0, 0, 1}, model.Vec3{}, 0)
		must.Do(t, e.Step(1))
		if x, v := e.state.Position[0], e.state.Velocity[0]; x.Sub(model.Vec3{0, 0, 3}).Len() > 1e-12 || v.Sub(model.Vec3{0, 0, 300}).Len() > 1e-10 {
			t.Errorf("%v: at %v with %v m/s, want on the paddle at 3 m with 300 m/s", integrator, x, v)
		}
		ledger, err := e.Ledger()
		if err != nil || math.Abs(ledger.ContactDamping-90000) > 1e-6 || math.Abs(ledger.Constraints-180000) > 1e-6 || math.Abs(ledger.Residual()) > 1e-6 {
			t.Errorf("%v: %+v, want 90 kJ dissipated of 180 kJ; %g J not explained", integrator, ledger.Flows, ledger.Residual())
		}

		p.Contacts = []model.Contact{board}
		if e = one(t, p, early, model.Vec3{}, 0); e.Step(1) != nil || e.caught.Count != 1 {
			t.Errorf("%v: a board that turns does not catch", integrator)
		}
		// Seen from the board the mass moves on a chord, so it meets it a little nearer to the pivot.
		x, v := e.state.Position[0], e.state.Velocity[0]
		if along := x.Dot(turned); math.Abs(x.Dot(up)-0.01) > 1e-12 || along < 0.85 || along > 1 || v.Sub(up.Mul(100*along)).Dot(up) > 1e-9 {
			t.Errorf("%v: at %v with %v m/s, want on the board with its velocity", integrator, x, v)
		}
	}
}
