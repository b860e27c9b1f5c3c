package cpuref

import (
	"math"
	"slices"
	"testing"

	"hooke/cpuref/collide"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Without dampers two springs that cross at their middles exchange velocities, with m_q = 0.1 kg,
// and a mass on the centroid of a triangle turns back, with m_q = 0.075 kg. They touch for
// π √(m_q/kc).
func TestPartsOfStructuresHitEachOther(t *testing.T) {
	for _, c := range []struct {
		name              string
		of                func(model.Surface) (*model.Model, model.Params, *model.State)
		mover, other      int
		reduced           float64
		moverEnd, restEnd float64
	}{
		{"springs", modeltest.CrossedSprings, 2, 0, 0.1, 0, -1},
		{"triangle", modeltest.OnTriangle, 3, 0, 0.075, 0.5, -0.5},
	} {
		for _, integrator := range allMethods {
			m, p, start := c.of(model.Surface{})
			p.Integrator = integrator
			e := must.Get(New(m, p))(t)
			must.Do(t, e.Reset(start))
			touching := 0
			for range 6000 {
				must.Do(t, e.Step(1))
				if s := e.State(); s.Position[c.mover][2]-s.Position[c.other][2] < modeltest.StruckReach {
					touching++
				}
			}
			s := e.State()
			must.Near(t, s.Velocity[c.mover][2], c.moverEnd, 2e-3, "%s, %v: m/s of the one that flew", c.name, integrator)
			must.Near(t, s.Velocity[c.other][2], c.restEnd, 2e-3, "%s, %v: m/s of the one that was hit", c.name, integrator)
			must.Near(t, float64(touching)*p.DT, math.Pi*math.Sqrt(c.reduced/modeltest.StruckStiffness), 5e-5, "%s, %v: s of touch", c.name, integrator)
		}
	}
}

// Dampers take 1 − e² of the energy in the middle, as between masses; they never pull.
func TestRestitutionOfPartsOfStructures(t *testing.T) {
	const ratio, rebound = 0.3, 0.4510
	for _, of := range []func(model.Surface) (*model.Model, model.Params, *model.State){modeltest.CrossedSprings, modeltest.OnTriangle} {
		m, p, start := of(model.Surface{DampingRatio: ratio})
		p.Ledger = true
		e := must.Get(New(m, p))(t)
		modeltest.StepFrom(t, e, start, 6000)
		last := m.MassCount() - 1
		must.Near(t, e.State().Velocity[last][2]-e.State().Velocity[0][2], rebound, 2e-3, "%s: m/s after", m.Name)
		l := must.Get(e.Ledger())(t)
		lost := l.Start.Total() - l.Now.Total()
		must.Near(t, l.Flows.ContactDamping/lost, 1, 1e-3, "%s: booked of what was lost", m.Name)
	}
}

// Parts of structures that push and rub each other keep both momenta to rounding, and with
// dampers and friction the ledger closes.
func TestStrewnClothKeepsMomentumAndLedger(t *testing.T) {
	methods := allMethods
	if !longTests() {
		methods = methods[:1]
	}
	for _, integrator := range methods {
		m, p, start := modeltest.Strewn()
		p.Integrator, p.Ledger = integrator, true
		before := MomentumOf(m, (*State)(start))
		e := must.Get(New(m, p))(t)
		modeltest.StepFrom(t, e, start, must.Sized(100, 200))
		after, l := MomentumOf(m, e.State()), must.Get(e.Ledger())(t)
		scale := 0.0
		for i, v := range e.State().Velocity {
			scale += m.Mass[i] * v.Len()
		}
		if off := after.Linear.Sub(before.Linear).Len(); off > 1e-13*scale {
			t.Errorf("%v: momentum changed by %g of %g kg m/s", integrator, off, scale)
		}
		// Friction acts at both points, which are D apart: it turns bodies a little, as between masses.
		lost := l.Start.Total() - l.Now.Total()
		flows := l.Flows.ContactDamping + l.Flows.Friction + l.Flows.Damping
		if math.Abs(lost-flows) > 0.01*lost || l.Flows.Friction < 0.02*lost || l.Flows.ContactDamping < 0.02*lost {
			t.Errorf("%v: %g J lost; %+v", integrator, lost, l.Flows)
		}
	}
}

// Pushes alone keep angular momentum, too.
func TestPushesOfPartsKeepAngularMomentum(t *testing.T) {
	m, p, start := modeltest.Strewn()
	for b := range p.Collision.Bodies {
		p.Collision.Bodies[b].StaticFriction, p.Collision.Bodies[b].KineticFriction = 0, 0
	}
	before := MomentumOf(m, (*State)(start))
	e := must.Get(New(m, p))(t)
	modeltest.StepFrom(t, e, start, 200)
	scale := 0.0
	for i, v := range e.State().Velocity {
		scale += m.Mass[i] * v.Len() * 0.2
	}
	if off := MomentumOf(m, e.State()).Angular.Sub(before.Angular).Len(); off > 1e-12*scale {
		t.Errorf("angular momentum changed by %g of %g kg m²/s", off, scale)
	}
}

// A cloth that lies flat touches nothing of itself: corners, edges with a common end, and all that
// rests within D are left out.
func TestFlatClothTouchesNothingOfItself(t *testing.T) {
	m, p, start := modeltest.Strewn()
	for b := range p.Collision.Bodies {
		p.Collision.Bodies[b].Stiffness = 1e6
	}
	for i := range m.Radius {
		m.Radius[i] = 0
		if m.Body[i] == 0 {
			m.Radius[i] = 0.0251 // D is half a millimeter longer than a spring
		}
	}
	set := collide.NewSpans(m, p)
	must.Be(t, set.Energy(nil, start.Position), 0, "energy [J]")
}

// One contact for a mass on a sheet, wherever it is: inside a triangle, on an edge, or on a
// corner of six. A mass at a ridge has that of the edge.
func TestMassTouchesASheetOnce(t *testing.T) {
	m, p, _ := modeltest.Strewn()
	for i := range m.RestPosition {
		if m.Body[i] == 0 {
			m.RestPosition[i][2] = 0
		}
	}
	last := m.MassCount() - 1
	p.Collision.Touches = model.CollidingTriangles
	set := collide.NewSpans(m, p)
	for _, at := range [][2]float64{{0.11, 0.12}, {0.1, 0.125}, {0.125, 0.125}, {0.1, 0.15}, {-0.003, 0.1}} {
		x := slices.Clone(m.RestPosition)
		for i := range x {
			if m.Body[i] > 0 {
				x[i][2] = 5 + float64(i)
			}
		}
		x[last] = model.Vec3{at[0], at[1], 0.01}
		depth := 0.016 - math.Hypot(0.01, max(0, -at[0]))
		must.Near(t, set.Energy(nil, x), 0.5*150*depth*depth, 1e-12, "at %v: energy [J]", at)
		on := make([]model.Vec3, len(x))
		set.Push(on, nil, x, make([]model.Vec3, len(x)))
		must.Near(t, on[last].Len(), 150*depth, 1e-12, "at %v: push [N]", at)
	}
}

// A mass that was pressed through a triangle is pushed back to the side from which it came, while it is
// within D; without the memory of the side it would be pushed on.
func TestMassIsPushedBackToItsSide(t *testing.T) {
	for _, side := range []float64{1, -1} {
		m, p, start := modeltest.OnTriangle(model.Surface{})
		m.Pin = []model.Pin{model.PinAll, model.PinAll, model.PinAll, 0}
		// 2 D √(kc/m) = 20 m/s is the limit with it, and D √(kc/m) = 10 m/s without.
		for _, c := range []struct {
			speed  float64
			passes bool
		}{{9, false}, {19, false}, {21, true}} {
			start.Position[3][2], start.Velocity[3][2] = side*0.101, -side*c.speed
			e := must.Get(New(m, p))(t)
			modeltest.StepFrom(t, e, start, 6000)
			if x := side * e.State().Position[3][2]; x < 0 != c.passes {
				t.Errorf("with %g m/s from side %g: at %g m", c.speed, side, x)
			}
		}
	}
}

// A checkpoint has the sides: a run that is taken up while a mass is beyond a triangle ends as the
// whole one.
func TestCheckpointHasSides(t *testing.T) {
	m, p, start := modeltest.OnTriangle(model.Surface{})
	start.Velocity[3][2] = -15
	e := must.Get(New(m, p))(t)
	modeltest.StepFrom(t, e, start, 1100)
	if s := e.State(); s.Position[3][2] > s.Position[0][2] {
		t.Fatalf("the mass is at %g m, and has not passed the triangle at %g m", s.Position[3][2], s.Position[0][2])
	}
	var saved model.Checkpoint
	must.Do(t, e.Save(&saved))
	must.Do(t, e.Step(3000))
	again := must.Get(New(m, p))(t)
	must.Do(t, again.Restore(&saved))
	must.Do(t, again.Step(3000))
	must.Be(t, again.State().Position[3], e.State().Position[3], "position")
}
