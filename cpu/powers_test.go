package cpu

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// knownRuns are runs whose powers are a task of each step, in symplectic Euler at least.
func knownRuns() map[string]accounted {
	// jelly returns a jelly that falls onto the contacts with 3 m/s, slides, and shakes.
	jelly := func(change func(m *model.Model, p *model.Params)) accounted {
		m := modeltest.Lattice(5, 400, 0.5, false)
		p := model.Params{DT: 1e-4, Gravity: model.EarthGravity()}
		change(m, &p)
		s, random := m.Start(), rand.New(rand.NewPCG(1, 2))
		for i := range s.Velocity {
			s.Velocity[i] = model.Vec3{2, 1, -3}.Add(model.Vec3{random.Float64() - 0.5, random.Float64() - 0.5, random.Float64() - 0.5}.Mul(2))
		}
		s.RoundToFloat32()
		return accounted{m, p, s}
	}
	low := modeltest.Lattice(5, 1, 0, false).RestPosition[0]
	ground := func(n model.Vec3, friction, kinetic float64) model.Contact {
		n = n.Normalize()
		return model.Contact{Shape: model.Plane{Normal: n, Offset: n.Dot(low) + 0.002}, Stiffness: 500, Damping: 0.3}.WithFriction(friction, kinetic)
	}
	ball := model.Contact{Shape: model.Sphere{Center: low.Add(model.Vec3{0.1, 0.1, -0.29}), Radius: 0.3}, Stiffness: 500, Damping: 0.2}.WithFriction(0.5, 0.4)
	up := model.Vec3{0, 0, 1}
	return map[string]accounted{
		"dampers": jelly(func(*model.Model, *model.Params) {}),
		"drag":    jelly(func(_ *model.Model, p *model.Params) { p.DragHalfLife = 0.05 }),
		"undamped": jelly(func(m *model.Model, p *model.Params) {
			m.Materials = slices.Clone(m.Materials)
			m.Materials[1].Damping, p.DragHalfLife = 0, 0.05
		}),
		"ground":   jelly(func(_ *model.Model, p *model.Params) { p.Contacts = []model.Contact{ground(up, 0, 0)} }),
		"sliding":  jelly(func(_ *model.Model, p *model.Params) { p.Contacts = []model.Contact{ground(up, 0.3, 0.3)} }),
		"sticking": jelly(func(_ *model.Model, p *model.Params) { p.Contacts = []model.Contact{ground(up, 20, 15)} }),
		"slope": jelly(func(_ *model.Model, p *model.Params) {
			p.Contacts = []model.Contact{ground(model.Vec3{1, -2, 9}, 2, 1)}
			p.DragHalfLife = 0.1
		}),
		"corner": jelly(func(_ *model.Model, p *model.Params) {
			p.Contacts = []model.Contact{ground(up, 0.5, 0.4), ground(model.Vec3{1, 0, 0.2}, 0.2, 0.1)}
		}),
		"ball": jelly(func(_ *model.Model, p *model.Params) { p.Contacts = []model.Contact{ball} }),
		"moving ground": jelly(func(_ *model.Model, p *model.Params) {
			c := ground(up, 0.6, 0.5)
			c.Trajectory = &model.Trajectory{Path: model.Path{Velocity: model.Vec3{1, -0.5, 0.2}}}
			p.Contacts = []model.Contact{c}
		}),
		"per mass": jelly(func(_ *model.Model, p *model.Params) {
			c := ground(up, 0.6, 0.5)
			c.PerMass, c.Stiffness, c.Damping = true, 0, 0
			c.Normalized.Stiffness, c.Normalized.Damping = 0.02, 0.03
			p.Contacts = []model.Contact{c}
		}),
		"pinned": jelly(func(m *model.Model, p *model.Params) {
			m.Pin = make([]model.Pin, m.MassCount())
			for i := range m.Pin {
				m.Pin[i] = []model.Pin{0, 0, model.PinX, model.PinAll, model.PinZ}[i%5]
			}
			p.Contacts, p.DragHalfLife = []model.Contact{ground(up, 0.6, 0.5)}, 0.2
		}),
		"loads": jelly(func(m *model.Model, p *model.Params) {
			p.Contacts, p.QuadraticDrag = []model.Contact{ground(up, 20, 0.5)}, 0.02
			p.Forces = []model.Force{{Force: model.Vec3{0.1, 0.2, 0}}, {Masses: []uint32{3, 8}, Force: model.Vec3{0, 1, 1}}}
			p.Motors = []model.Motor{{Axis: model.Vec3{0, 1, 0}, Speed: 5, Damping: 0.05, Limit: 0.1}}
			p.Handles = []model.Handle{{Mass: 20, Target: low, TargetVelocity: model.Vec3{0, 2, 0}, Stiffness: 5, Damping: 0.1}}
		}),
		"wind": jelly(func(m *model.Model, p *model.Params) {
			for i := range m.MassCount() - 6 {
				m.Triangles = append(m.Triangles, [3]uint32{uint32(i), uint32(i + 1), uint32(i + 5)})
			}
			p.Wind = model.Wind{Velocity: model.Vec3{3, 4, 0}, Drag: 1, Lift: 0.5}
		}),
		"muscles": jelly(func(m *model.Model, p *model.Params) {
			m.ActuatorOf, m.Pin = actuatedBy(m, 3).ActuatorOf, pinnedHere(m).Pin
			p.Actuators = []model.Actuator{{Amplitude: 0.2, Frequency: 3}, {Amplitude: 0.1, Frequency: 7, HalfLife: 0.03}, {Amplitude: 0.1, Frequency: 1, Phase: 2}}
			p.Contacts = []model.Contact{ground(up, 0.6, 0.5)}
		}),
		"undamped muscles": jelly(func(m *model.Model, p *model.Params) {
			m.Materials = slices.Clone(m.Materials)
			m.Materials[1].Damping, m.ActuatorOf = 0, actuatedBy(m, 2).ActuatorOf
			p.Actuators = []model.Actuator{{Amplitude: 0.2, Frequency: 3}, {Amplitude: 0.1, Frequency: 7, HalfLife: 0.03}}
		}),
		"cables": jelly(func(m *model.Model, p *model.Params) {
			m.Materials = slices.Clone(m.Materials)
			m.Materials[1].TensionOnly, m.Materials[1].Damping = true, 3
			for i := range m.RestLength { // not where rounding decides which are slack
				m.RestLength[i] *= []float64{0.97, 1.02}[i%2]
			}
		}),
	}
}

// Powers in the order of lanes give the flows of the reference, in each run that they know.
func TestPowersMatchReference(t *testing.T) {
	const steps, tolerance = 60, 5e-6
	runs := knownRuns()
	for turn, name := range slices.Sorted(maps.Keys(runs)) {
		r := runs[name]
		for n, integrator := range model.Integrators() {
			if integrator != model.SymplecticEuler && !must.Long() && (turn+n)%3 > 0 {
				continue
			}
			r.params.Integrator = integrator
			p := r.params
			p.Ledger = true
			e := must.Get(makeEngine[float32](r.model, p, Options{Threads: 2}))(t)
			if integrator == model.SymplecticEuler && !e.accounts() {
				t.Errorf("%s: no task for powers", name)
			}
			ref := must.Get(cpuref.New(r.model, p))(t)
			got, want := book(t, e, r.state, steps), book(t, ref, r.state, steps)
			got.Start, got.Now = want.Start, want.Now // they follow from the state
			most, number := ledgersApart(got, want)
			t.Logf("%s, %v, %v: number %d is %.2g of what is exchanged apart", name, integrator, e.accounts(), number, most)
			if !(most < tolerance) {
				t.Errorf("%s, %v: number %d is %.2g of what is exchanged apart: %+v, want %+v", name, integrator, number, most, got, want)
			}
			e.Close()
			if integrator != model.SymplecticEuler {
				continue
			}
			for _, precision := range []model.Precision{model.Double} {
				e := must.Get(New(r.model, p, Options{Threads: 2, Precision: precision}))(t)
				got := book(t, e, r.state, steps)
				got.Start, got.Now = want.Start, want.Now
				if most, number := ledgersApart(got, want); !(most < tolerance) {
					t.Errorf("%s, %v: number %d is %.2g of what is exchanged apart", name, precision, number, most)
				}
				e.Close()
			}
		}
	}
}

// Powers change no bit of a state, whether they begin or end on the way, nor do threads change
// one of the ledger, nor do reads of it.
func TestPowersChangeNoBit(t *testing.T) {
	for name, r := range knownRuns() {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
			r.params.Integrator = integrator
			var states [4]model.Snapshot
			var kept [4]model.Ledger
			for k, threads := range []int{2, 2, 1, 2} {
				p := r.params
				p.Ledger = k == 1 || k == 2
				e, err := makeEngine[float32](r.model, p, Options{Threads: threads})
				must.Do(t, err)
				err = errors.Join(e.Reset(r.state), e.Step(13))
				if k == 2 {
					must.Do(t, must.Err(e.Ledger()))
				}
				err = errors.Join(err, e.Step(14))
				kept[k], _ = e.Ledger()
				p.Ledger = k == 3 // on or off after an odd number of steps
				err = errors.Join(err, e.SetParams(p), e.Step(4))
				if err = errors.Join(err, e.Read(&states[k])); err != nil {
					t.Fatal(err)
				}
				e.Close()
			}
			for k := range states {
				if !slices.Equal(states[k].Position, states[0].Position) || !slices.Equal(states[k].Velocity, states[0].Velocity) {
					t.Errorf("%s, %v: the state of run %d differs from that without a ledger", name, integrator, k)
				}
			}
			if kept[1] != kept[2] {
				t.Errorf("%s, %v: with two threads %+v, with one %+v", name, integrator, kept[1], kept[2])
			}
		}
	}
}
