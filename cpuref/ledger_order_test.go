package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// accountCase is a pair of masses that turns about itself, so that no row is
// linear, with one flow of energy at a time.
type accountCase struct {
	name string
	flow func(model.Flows) float64 // nil: energies alone
	make func() (*model.Model, *model.State, model.Params)
}

func accountCases() []accountCase {
	// pair has 0.3 m/s across a spring of 100 N/m that is stretched by 0.2 m.
	pair := func(c float64, pin model.Pin, p model.Params) (*model.Model, *model.State, model.Params) {
		b := modeltest.NewBuilder("pair")
		b.Mass(1, model.Vec3{0, 0, 1}, pin)
		b.Mass(2, model.Vec3{1.2, 0, 1}, 0)
		b.Spring(0, 1, 1, b.Material(100, c))
		s := b.Model.Start()
		s.Velocity[1] = model.Vec3{0, 3, 0}
		return &b.Model, s, p
	}
	// resting lies 1 m deep in a ground that carries it, and moves on it.
	resting := func(bc, mu float64) model.Params {
		return model.Params{Gravity: model.Vec3{0, 0, -10}, Contacts: []model.Contact{model.Ground(2, 15, bc).WithFriction(mu, mu)}}
	}
	return []accountCase{
		{"springs", nil, func() (*model.Model, *model.State, model.Params) { return pair(0, 0, model.Params{}) }},
		{"contact", nil, func() (*model.Model, *model.State, model.Params) { return pair(0, 0, resting(0, 0)) }},
		{"damping", func(f model.Flows) float64 { return f.Damping }, func() (*model.Model, *model.State, model.Params) { return pair(3, 0, model.Params{}) }},
		{"contact damping", func(f model.Flows) float64 { return f.ContactDamping }, func() (*model.Model, *model.State, model.Params) { return pair(0, 0, resting(2, 0)) }},
		{"friction", func(f model.Flows) float64 { return f.Friction }, func() (*model.Model, *model.State, model.Params) {
			m, s, p := pair(0, 0, resting(0, 0.2))
			for i := range s.Velocity {
				s.Velocity[i][0] += 12 // so that neither mass turns around
			}
			return m, s, p
		}},
		{"drag", func(f model.Flows) float64 { return f.Drag }, func() (*model.Model, *model.State, model.Params) {
			return pair(0, 0, model.Params{DragHalfLife: 0.5})
		}},
		{"actuators", func(f model.Flows) float64 { return f.Actuators }, func() (*model.Model, *model.State, model.Params) {
			m, s, p := pair(0, 0, model.Params{Actuators: []model.Actuator{{Amplitude: 0.3, Frequency: 1.3}}})
			m.ActuatorOf = []uint16{1}
			return m, s, p
		}},
		{"external", func(f model.Flows) float64 { return f.External }, func() (*model.Model, *model.State, model.Params) {
			return pair(0, 0, model.Params{Forces: []model.Force{{Force: model.Vec3{5, 1, 2}}}, QuadraticDrag: 0.1,
				Motors:  []model.Motor{{Axis: model.Vec3{0, 1, 0}, Speed: 2, Damping: 3}},
				Handles: []model.Handle{{Mass: 0, Target: model.Vec3{1, 1, 1}, Stiffness: 30, Damping: 2}}})
		}},
		{"constraints", func(f model.Flows) float64 { return f.Constraints }, func() (*model.Model, *model.State, model.Params) {
			return pair(1, model.PinAll, model.Params{Gravity: model.Vec3{0, 0, -10}, Guides: []model.Guide{{Kind: model.OnPath, Masses: []uint32{0},
				Path: model.Path{Velocity: model.Vec3{0.5, 0, 0}, Amplitude: model.Vec3{0.1, 0.2, 0.3}, Frequency: 1.5}}}})
		}},
	}
}

// unexplained are the largest residual of any step in 0.5 s, by the account and with
// the kinetic energy of the state instead [J], and the account at the end.
func (c accountCase) unexplained(t *testing.T, integrator model.Integrator, dt float64) (worst, swing float64, end model.Ledger) {
	t.Helper()
	m, s, p := c.make()
	p.Integrator, p.DT, p.Ledger = integrator, dt, true
	e, err := New(m, p)
	must.Do(t, err)
	must.Do(t, e.Reset(s))
	start, _ := e.Energy()
	for range int(math.Round(0.5 / dt)) {
		must.Do(t, e.Step(1))
		if end, err = e.Ledger(); err != nil {
			t.Fatal(err)
		}
		worst = math.Max(worst, math.Abs(end.Residual()))
		late := end
		late.Start.Kinetic = start.Kinetic
		now, _ := e.Energy()
		late.Now.Kinetic = now.Kinetic
		swing = math.Max(swing, math.Abs(late.Residual()))
	}
	return worst, swing, end
}

// The residual falls with the square of the step, whichever row has something in it. Explicit Euler makes
// energy, of first order, and is left out.
func TestLedgerIsOfSecondOrder(t *testing.T) {
	const dt = 0.005
	for _, c := range accountCases() {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			coarse, swing, end := c.unexplained(t, integrator, dt)
			fine, lessSwing, _ := c.unexplained(t, integrator, dt/2)
			exchanged := end.Exchanged()
			t.Logf("%s, %v: %.3g of %.3g J, %.3g with half the step", c.name, integrator, coarse, exchanged, fine)
			if c.flow != nil && math.Abs(c.flow(end.Flows)) < 0.02*exchanged {
				t.Errorf("%s, %v: the row has %g of %g J: it proves nothing", c.name, integrator, c.flow(end.Flows), exchanged)
			}
			if coarse > 5e-3*exchanged || fine > coarse/3.3 && fine > 1e-12*exchanged {
				t.Errorf("%s, %v: %g of %g J are unexplained, and with half the step %g, want a quarter", c.name, integrator, coarse, exchanged, fine)
			}
			// The test is seen to fail: with velocities of the state it is first order.
			if integrator == model.SymplecticEuler && (swing < 3*coarse || lessSwing < swing/2.5) {
				t.Errorf("%s: with velocities of the state %g J are unexplained, and with half the step %g: the test proves nothing", c.name, swing, lessSwing)
			}
		}
	}
}

// Each row tends to the exact flow, in Verlet with the square of the step. In symplectic Euler it does with
// the step, as the motion does, and so it does where friction is an impulse after the step.
func TestRowsTendToWhatFlows(t *testing.T) {
	const dt = 0.005
	for _, c := range accountCases() {
		if c.flow == nil {
			continue
		}
		_, _, fine := c.unexplained(t, model.RK4, dt/50)
		want := c.flow(fine.Flows)
		for integrator, order := range map[model.Integrator]float64{model.SymplecticEuler: 1, model.VelocityVerlet: 2} {
			if c.name == "friction" {
				order = 1
			}
			var off [2]float64
			for half := range off {
				_, _, end := c.unexplained(t, integrator, dt/float64(1+half))
				off[half] = math.Abs(c.flow(end.Flows) - want)
			}
			t.Logf("%s, %v: %.6g J, off by %.3g and with half the step %.3g", c.name, integrator, want, off[0], off[1])
			if off[0] > 0.05*math.Abs(want) || off[1] > off[0]/math.Pow(2, order)*1.3 && off[1] > 1e-6*math.Abs(want) {
				t.Errorf("%s, %v: %g J, off by %g, and with half the step by %g, want order %g", c.name, integrator, want, off[0], off[1], order)
			}
		}
	}
}
