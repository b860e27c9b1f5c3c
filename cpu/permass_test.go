package cpu

import (
	"errors"
	"math"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/spring"
)

// Contacts per mass are those of the reference, with every kernel and integrator, and with what
// they hold. An engine with other values of a contact, or without its share, is seen.
func TestContactsPerMass(t *testing.T) {
	const steps = 12
	off := func(integrator model.Integrator, kernel string, change func(*model.Params)) (way float64) {
		m, p, s := modeltest.OnNormalizedGround()
		p.Integrator = integrator
		if integrator == model.VelocityVerlet {
			p.DT /= 2
		}
		ref, err := cpuref.New(m, p)
		must.Do(t, err)
		must.Do(t, ref.Reset((*model.State)(s)))
		must.Do(t, ref.Step(steps))
		change(&p)
		e, err := makeEngine[float32](m, p, Options{Kernel: kernel, Threads: 2})
		must.Do(t, err)
		defer e.Close()
		must.Do(t, e.Reset(s))
		must.Do(t, e.Step(steps))
		var got model.Snapshot
		must.Do(t, e.Read(&got))
		far := 0.0
		for i, x := range ref.State().Position {
			far, way = max(far, x.Sub(s.Position[i]).Len()), max(way, got.State().Position[i].Sub(x).Len())
		}
		held, err := e.Energy()
		must.Do(t, err)
		want, err := ref.Energy()
		must.Do(t, err)
		return max(way/far, math.Abs(held.Contact-want.Contact)/want.Contact)
	}
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		for _, kernel := range Kernels(model.Single) {
			if got := off(integrator, kernel, func(*model.Params) {}); !(got < 2e-5) { // a few hundred roundings of float32
				t.Errorf("%v, %s: %g off", integrator, kernel, got)
			}
		}
		for name, change := range map[string]func(*model.Params){
			"one more to share with": func(p *model.Params) { p.Contacts = append(p.Contacts, model.Ground(1, 1e-9, 0)) },
			"values of its own": func(p *model.Params) {
				p.Contacts[0].Normalized = spring.Normalized{Stiffness: 0.11}
			},
		} {
			if got := off(integrator, "", change); got < 1e-3 {
				t.Errorf("control, %v, %s: not seen, %g off", integrator, name, got)
			}
		}
	}
}

// Friction of pairs judges the velocities that contacts per mass leave, in the Euler methods as
// in the others.
func TestPairsRubOnNormalizedGround(t *testing.T) {
	for _, integrator := range model.Integrators() {
		s := cputest.Touching(t, "folded", 200)
		p := s.Params
		p.Integrator = integrator
		p.Collision.Bodies[0].StaticFriction, p.Collision.Bodies[0].KineticFriction = 0.5, 0.5
		ground := model.Contact{Shape: p.Contacts[0].Shape, PerMass: true, Normalized: spring.Normalized{Stiffness: 0.1, Damping: 0.1}}
		p.Contacts = []model.Contact{ground.WithFriction(0.4, 0.4)}
		start := s.Start.Clone()
		for i := range start.Velocity {
			start.Velocity[i] = model.Vec3{0.01 * float64(i%3), 0.01 * float64(i%2), -0.02}
		}
		start.RoundToFloat32()
		ref, err := cpuref.New(s.Model, p)
		must.Do(t, err)
		e := newEngine(t, s.Model, p, start)
		must.Do(t, errors.Join(ref.Reset(start), ref.Step(1), e.Step(1)))
		got, change, apart := snapshot(t, e), 0.0, 0.0
		for i, v := range ref.State().Velocity {
			change, apart = max(change, v.Sub(start.Velocity[i]).Len()), max(apart, v.Sub(kernels.Widen(got.Velocity[i])).Len())
		}
		if !(apart < 1e-4*change) {
			t.Errorf("%v: velocities differ by %.2g of their change", integrator, apart/change)
		}
		e.Close()
	}
}
