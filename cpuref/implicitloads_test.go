package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// Loads that depend on where a substep ends are those of its end, whatever h: a mass on a
// handle, in a motor, and on a muscle follows implicit Euler, and one that a motor holds
// back at its limit the constant force.
func TestImplicitLoads(t *testing.T) {
	const h, mass, steps, tolerance = 1. / 60, 0.5, 40, 1e-11
	const k, c, u = 4e4, 3e3, 2.0
	rest := modeltest.Single(mass, model.Vec3{})
	muscle := modeltest.Pair([2]float64{1, mass}, [2]model.Pin{model.PinAll}, 1, 1, k, c)
	muscle.ActuatorOf = []uint16{1}
	beat := model.Actuator{Amplitude: 0.2, Frequency: 3}
	for name, of := range map[string]struct {
		m    *model.Model
		set  func(p *model.Params)
		next func(x, v, time float64) (float64, float64) // x is from where the mass rests
	}{
		"handle": {rest, func(p *model.Params) {
			p.Handles = []model.Handle{{Mass: 0, Target: model.Vec3{0.3, 0, 0}, TargetVelocity: model.Vec3{u, 0, 0}, Stiffness: k, Damping: c}}
		}, func(x, v, _ float64) (float64, float64) {
			v = (v + h*(k*(0.3-x)+c*u)/mass) / (1 + h*c/mass + h*h*k/mass)
			return x + h*v, v
		}},
		"motor": {rest, func(p *model.Params) {
			p.Motors = []model.Motor{{Axis: model.Vec3{1, 0, 0}, Speed: u, Damping: c}}
		}, func(x, v, _ float64) (float64, float64) {
			v = (v + h*c*u/mass) / (1 + h*c/mass)
			return x + h*v, v
		}},
		"motor at its limit": {rest, func(p *model.Params) {
			p.Motors = []model.Motor{{Axis: model.Vec3{1, 0, 0}, Speed: 1000, Damping: c, Limit: 3}}
		}, func(x, v, _ float64) (float64, float64) { v += h * 3 / mass; return x + h*v, v }},
		"muscle": {muscle, func(p *model.Params) { p.Actuators = []model.Actuator{beat} }, func(x, v, time float64) (float64, float64) {
			length := 0.2 * math.Sin(2*math.Pi*3*time) // L0 − 1
			v = (v + h*k*(length-x)/mass) / (1 + h*c/mass + h*h*k/mass)
			return x + h*v, v
		}},
	} {
		p := implicitEuler(h)
		of.set(&p)
		start := of.m.Start()
		last := len(start.Position) - 1
		start.Velocity[last] = model.Vec3{1.5, 0, 0}
		e, x, v := bigSteps(t, of.m, p, start), 0.0, 1.5
		for step := range steps {
			x, v = of.next(x, v, float64(step+1)*h)
			if got := after(t, e, 1).Position[last][0] - start.Position[last][0]; math.Abs(got-x) > tolerance {
				t.Errorf("%s: after %d steps the mass is at %.12g m, want %.12g", name, step+1, got, x)
				break
			}
		}
	}
}

// Neither wind nor quadratic drag limits a step: in a storm a light cloth never gets faster
// than the air, and drag only slows. At rest both are the forces of explicit steps.
func TestImplicitAirDoesNotLimitSteps(t *testing.T) {
	const h, storm = 1. / 4, 100.0
	m := modeltest.Cloth(4)
	m.Pin = nil
	for y := range 3 {
		for x := range 3 {
			i := uint32(4*y + x)
			m.Triangles = append(m.Triangles, [3]uint32{i, i + 1, i + 4}, [3]uint32{i + 1, i + 5, i + 4})
		}
	}
	p := implicitEuler(h)
	m.Materials[1].Stiffness = 1
	p.Wind = model.Wind{Velocity: model.Vec3{0, 0, storm}, Drag: 1}
	e := bigSteps(t, m, p, m.Start())
	for range 50 {
		for i, v := range after(t, e, 1).Velocity {
			if v.Len() > 1.01*storm {
				t.Fatalf("mass %d has %.4g m/s in air of %g m/s", i, v.Len(), storm)
			}
		}
	}
	if v := e.State().Velocity[5]; v[2] < 0.7*storm {
		t.Errorf("after 12 s it has %.4g m/s in air of %g m/s", v[2], storm)
	}

	single := modeltest.Single(0.01, model.Vec3{})
	start := single.Start()
	start.Velocity[0] = model.Vec3{200, 0, 0}
	drag := implicitEuler(h)
	drag.QuadraticDrag = 0.1
	slows, last := bigSteps(t, single, drag, start), 200.0
	for range 20 {
		if v := after(t, slows, 1).Velocity[0][0]; !(v > 0 && v < last) {
			t.Fatalf("drag takes %g m/s to %g m/s", last, v)
		} else {
			last = v
		}
	}
	if last > 2 {
		t.Errorf("after 5 s drag has left %g m/s of 200", last)
	}
}
