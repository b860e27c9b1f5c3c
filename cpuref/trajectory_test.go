package cpuref

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// carried is one mass on a contact, after some time.
func carried(t *testing.T, p model.Params, start, velocity model.Vec3, seconds float64) *Engine {
	t.Helper()
	m := &model.Model{Name: "one", Mass: []float64{0.5}, RestPosition: []model.Vec3{start}, Materials: make([]model.Material, 1)}
	e := must.Get(New(m, p))(t)
	s := m.Start()
	s.Velocity[0] = velocity
	modeltest.StepFrom(t, e, s, int(math.Round(seconds/p.DT)))
	return e
}

var carriers = []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4}

const earth = model.StandardGravity

// A mass that is put on a belt of speed V has slid for V/(μk g) when it reaches V, and has
// then gone half as far as the belt has: V²/(2 μk g). Dropping v_s leaves it at rest.
func TestBeltTakesMassAlong(t *testing.T) {
	const speed, mu, depth = 0.8, 0.3, 1e-4
	for _, integrator := range carriers {
		for _, trajectory := range []*model.Trajectory{{Path: model.Path{Velocity: model.Vec3{speed}}}, {Belt: model.Vec3{speed}}, nil} {
			belt := model.Ground(0, 0.5*earth/depth, 20).WithFriction(1.2*mu, mu)
			belt.Trajectory = trajectory
			p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{belt}, Integrator: integrator, Ledger: true}
			slides := speed / (mu * earth)
			e := carried(t, p, model.Vec3{0, 0, -depth}, model.Vec3{}, 1.2*slides)
			way, v := e.state.Position[0][0]-0.2*slides*speed, e.state.Velocity[0][0]
			reached := math.Abs(way/(speed*speed/(2*mu*earth))-1) < 0.005 && math.Abs(v/speed-1) < 1e-6
			if reached != (trajectory != nil) {
				t.Errorf("%v, %+v: at %g m when it has %g m/s of %g", integrator, trajectory, way, v, speed)
			}
		}
	}
}

// In a lift that accelerates by a, a mass stands m (g + a)/kc deep.
func TestLiftPressesMass(t *testing.T) {
	const accelerates, kc, mass = 3., 2000., 0.5
	for _, integrator := range carriers {
		var table []model.PathPoint // the path a t²/2; steps end in the middle of its legs, where its rate is that of the path
		for k := range 6002 {
			at := (float64(k) - 0.5) * 1e-4
			table = append(table, model.PathPoint{Time: at, Offset: model.Vec3{0, 0, accelerates * at * at / 2}})
		}
		lift := model.Ground(0, kc, 2*0.3*math.Sqrt(kc*mass))
		lift.Trajectory = &model.Trajectory{Path: model.Path{Table: table}}
		depth := mass * (earth + accelerates) / kc
		p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{lift}, Integrator: integrator}
		e := carried(t, p, model.Vec3{0, 0, -depth}, model.Vec3{}, 0.6)
		now := p.ContactsAt(e.state.Time)
		got, _ := Penetration(&now[0], e.state.Position[0])
		must.Within(t, got, depth, 1e-3, "%v: depth, in m", integrator)
		if still, _ := Penetration(&p.Contacts[0], e.state.Position[0]); still > 0 {
			t.Errorf("%v: the lift has not risen", integrator)
		}
	}
}

// On a disc a mass stays where ω² R < μs g, and leaves where it is more. A disc whose turn
// is dropped lets it lie.
func TestDiscHoldsMass(t *testing.T) {
	const mu, radius, depth = 0.5, 0.4, 1e-4
	for _, integrator := range carriers {
		for _, share := range []float64{0.98, 1.02, 0} {
			omega := math.Sqrt(share * mu * earth / radius)
			disc := model.Contact{Shape: model.Box{Center: model.Vec3{0, 0, -0.1}, Half: model.Vec3{2, 2, 0.1}}, Stiffness: 0.5 * earth / depth, Damping: 20,
				StaticFriction: mu, KineticFriction: 0.8 * mu, Trajectory: &model.Trajectory{Spin: model.Vec3{0, 0, omega}}}
			p := model.Params{DT: 2e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{disc}, Integrator: integrator}
			e := carried(t, p, model.Vec3{radius, 0, -depth}, model.Vec3{0, omega * radius, 0}, 3)
			x := e.state.Position[0]
			leaves := math.Abs(math.Hypot(x[0], x[1])/radius-1) > 1e-4
			if leaves != (share > 1) {
				t.Errorf("%v, %g of the limit: at a radius of %g m, began at %g", integrator, share, math.Hypot(x[0], x[1]), radius)
			}
			if angle := omega * 3; share < 1 && math.Hypot(x[0]-radius*math.Cos(angle), x[1]-radius*math.Sin(angle)) > 5e-4*radius {
				t.Errorf("%v: at %v, the disc has turned by %g rad", integrator, x, angle)
			}
		}
	}
}

// The ledger closes on a belt and in a lift: the work of surfaces is the work of constraints. That work is as
// large as the energy it turns into; if it is left out, the ledger does not close.
func TestLedgerOfMovingContacts(t *testing.T) {
	belt := model.Ground(0, 5000, 10).WithFriction(0.4, 0.3)
	belt.Trajectory = &model.Trajectory{Path: model.Path{Velocity: model.Vec3{0.8}}}
	lift := model.Ground(0, 5000, 10).WithFriction(0.4, 0.3)
	lift.Trajectory = &model.Trajectory{Path: model.Path{Amplitude: model.Vec3{0.02, 0, 0.05}, Frequency: 2}}
	disc := model.Contact{Shape: model.Box{Center: model.Vec3{0.3, 0, -0.1}, Half: model.Vec3{2, 2, 0.1}, Orientation: mgl64.QuatRotate(0.1, model.Vec3{1})},
		Stiffness: 5000, Damping: 10, StaticFriction: 0.4, KineticFriction: 0.3, Trajectory: &model.Trajectory{Spin: model.Vec3{0.3, 0, 4}, Belt: model.Vec3{0, 0.2, 0}}}
	for name, contact := range map[string]model.Contact{"belt": belt, "lift": lift, "disc": disc} {
		for _, integrator := range append(carriers, model.ExplicitEuler) {
			p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{contact}, Integrator: integrator, Ledger: true}
			e := carried(t, p, model.Vec3{0.1, 0, 0.02}, model.Vec3{0.1, 0.2, 0}, 0.4)
			l := must.Get(e.Ledger())(t)
			residual := l.Residual()
			allowed := 5e-3 * math.Abs(l.Constraints)
			if integrator == model.ExplicitEuler {
				allowed *= 20 // of first order
			}
			if math.Abs(residual) > allowed || math.Abs(l.Constraints) < 0.01 {
				t.Errorf("%s, %v: residual %g J, constraints %g J; %+v", name, integrator, residual, l.Constraints, l.Flows)
			}
		}
	}
}

// The energy of contacts that move is that of where they are now, once: on belts, in lifts
// and on discs, with every solver.
func TestEnergyOfMovingContacts(t *testing.T) {
	lift := model.Ground(0, 1e5, 20)
	lift.Trajectory = &model.Trajectory{Path: model.Path{Velocity: model.Vec3{0, 0, 1}}}
	swing := model.Ground(0, 1e5, 20)
	swing.Trajectory = &model.Trajectory{Path: model.Path{Amplitude: model.Vec3{0, 0, 0.05}, Frequency: 2}}
	disc := model.Contact{Shape: model.Box{Center: model.Vec3{0.3, 0, -0.1}, Half: model.Vec3{2, 2, 0.1}, Orientation: mgl64.QuatRotate(0.1, model.Vec3{1})},
		Stiffness: 1e5, Damping: 20, Trajectory: &model.Trajectory{Spin: model.Vec3{0.3, 0, 4}}}
	for name, contact := range map[string]model.Contact{"lift": lift, "swing": swing, "disc": disc} {
		for _, integrator := range model.Solvers() {
			if integrator.Method().Conserves {
				continue // it refuses them
			}
			p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{contact}, Integrator: integrator}
			e := carried(t, p, model.Vec3{0.1, 0, -0.02}, model.Vec3{}, 0.0005)
			got := must.Get(e.Energy())(t)
			want := physics.EnergyOf(e.model, e.Params(), (*model.State)(e.State()))
			must.Near(t, got.Contact, want.Contact, 1e-12*want.Contact, "%s, %v: the contact holds, in J", name, integrator)
			if want.Contact == 0 && integrator != model.PositionBased {
				t.Errorf("%s, %v: the mass does not touch it", name, integrator)
			}
		}
	}
}
