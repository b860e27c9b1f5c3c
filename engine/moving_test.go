package engine

import (
	"errors"
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
)

const earth = model.StandardGravity

// Masses on belts, in lifts and on discs go where closed formulas say, with each engine that
// computes in single precision; cpuref has the same tests, in more steps.
func moved(t *testing.T, each func(t *testing.T, carried func(p model.Params, start, velocity model.Vec3, seconds float64) model.State)) {
	t.Helper()
	for _, name := range []string{CPU, GPU} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
			t.Run(name+" "+integrator.String(), func(t *testing.T) {
				each(t, func(p model.Params, start, velocity model.Vec3, seconds float64) model.State {
					p.Gravity, p.Integrator = model.EarthGravity(), integrator
					return alone(t, name, p, start, velocity, seconds)
				})
			})
		}
	}
}

// alone is one mass of 0.5 kg after some time.
func alone(t *testing.T, name string, p model.Params, start, velocity model.Vec3, seconds float64) model.State {
	t.Helper()
	m := &model.Model{Name: "one", Mass: []float64{0.5}, RestPosition: []model.Vec3{start}, Materials: make([]model.Material, 1)}
	e, err := New(name, m, p, Options{})
	must.Do(t, err)
	defer e.Close()
	s := m.Start()
	s.Velocity[0] = velocity
	var now model.Snapshot
	must.Do(t, errors.Join(e.Reset(s), e.Step(int(math.Round(seconds/p.DT))), e.Finish(), e.Read(&now)))
	return *now.State()
}

// A mass that is put on a belt of speed V reaches V after V²/(2 μk g); where the surface
// lies still it stays.
func TestBeltTakesMassAlong(t *testing.T) {
	const speed, mu, depth = 0.8, 0.3, 1e-4
	moved(t, func(t *testing.T, carried func(p model.Params, start, velocity model.Vec3, seconds float64) model.State) {
		for _, course := range []*model.Course{{Path: model.Path{Velocity: model.Vec3{speed}}}, {Belt: model.Vec3{speed}}, nil} {
			belt := model.Ground(0, 0.5*earth/depth, 20).WithFriction(1.2*mu, mu)
			belt.Course = course
			slides := speed / (mu * earth)
			s := carried(model.Params{DT: 2e-4, Contacts: []model.Contact{belt}}, model.Vec3{0, 0, -depth}, model.Vec3{}, 1.2*slides)
			way, v := s.Position[0][0]-0.2*slides*speed, s.Velocity[0][0]
			reached := math.Abs(way/(speed*speed/(2*mu*earth))-1) < 0.005 && math.Abs(v/speed-1) < 1e-5
			if reached != (course != nil) {
				t.Errorf("%+v: at %g m when it has %g m/s of %g", course, way, v, speed)
			}
		}
	})
}

// In a lift that accelerates by a, a mass stands m (g + a)/kc deep; in one that does not,
// m g/kc.
func TestLiftPressesMass(t *testing.T) {
	const kc, mass, dt, seconds = 2000., 0.5, 2e-4, 0.4
	moved(t, func(t *testing.T, carried func(p model.Params, start, velocity model.Vec3, seconds float64) model.State) {
		for _, accelerates := range []float64{3, 0} {
			var table []model.PathPoint // the path a t²/2; steps end in the middle of its legs, where its rate is that of the path
			for k := range int(seconds/dt) + 2 {
				at := (float64(k) - 0.5) * dt
				table = append(table, model.PathPoint{Time: at, Offset: model.Vec3{0, 0, accelerates * at * at / 2}})
			}
			lift := model.Ground(0, kc, 2*0.3*math.Sqrt(kc*mass))
			lift.Course = &model.Course{Path: model.Path{Table: table}}
			const deep = mass * (earth + 3) / kc
			p := model.Params{DT: dt, Contacts: []model.Contact{lift}}
			s := carried(p, model.Vec3{0, 0, -deep}, model.Vec3{}, seconds)
			floor := p.ContactsAt(seconds)[0].Shape.(model.Plane).Offset
			if got := floor - s.Position[0][2]; (math.Abs(got/deep-1) < 1e-3) != (accelerates > 0) {
				t.Errorf("a lift of %g m/s²: %g m deep, want %g", accelerates, got, deep)
			}
		}
	})
}

// On a disc a mass stays where ω² R < μs g, and leaves where it is more.
func TestDiscHoldsMass(t *testing.T) {
	const mu, radius, depth, seconds = 0.5, 0.4, 1e-4, 1.5
	moved(t, func(t *testing.T, carried func(p model.Params, start, velocity model.Vec3, seconds float64) model.State) {
		for _, share := range []float64{0.98, 1.02} {
			omega := math.Sqrt(share * mu * earth / radius)
			disc := model.Contact{Shape: model.Box{Center: model.Vec3{0, 0, -0.1}, Half: model.Vec3{2, 2, 0.1}}, Stiffness: 0.5 * earth / depth, Damping: 20,
				StaticFriction: mu, KineticFriction: 0.8 * mu, Course: &model.Course{Spin: model.Vec3{0, 0, omega}}}
			s := carried(model.Params{DT: 5e-4, Contacts: []model.Contact{disc}}, model.Vec3{radius, 0, -depth}, model.Vec3{0, omega * radius, 0}, seconds)
			x := s.Position[0]
			if leaves := math.Abs(math.Hypot(x[0], x[1])/radius-1) > 1e-3; leaves != (share > 1) {
				t.Errorf("%g of the limit: at a radius of %g m, began at %g", share, math.Hypot(x[0], x[1]), radius)
			}
			if angle := omega * seconds; share < 1 && math.Hypot(x[0]-radius*math.Cos(angle), x[1]-radius*math.Sin(angle)) > 2e-3*radius {
				t.Errorf("at %v, the disc has turned by %g rad", x, angle)
			}
		}
	})
}
