package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Any stiffness and any step go: with everything acting at 1/60 s no number grows out of
// bounds, from 1 mN/m to 1 GN/m.
func TestImplicitTakesAnyStiffness(t *testing.T) {
	frames := 50
	if longTests() {
		frames = 10_000
	}
	const far = 1e4 // [m]; the swarm is 1 m across, and its container 0.25 m
	for _, k := range []float64{1e-3, 1, 1e3, 1e6, 1e9} {
		m, p, start, without := modeltest.Together()
		p = without["paths"] // which lead ever farther away
		for i := range m.Materials[1:] {
			m.Materials[i+1].Stiffness, m.Materials[i+1].Damping = k, k/1000
		}
		for i := range p.Collision.Bodies {
			p.Collision.Bodies[i].Stiffness = max(1, k)
		}
		p = p.SolvedBy(model.ImplicitEuler)
		p.DT, p.Substeps = 1./60, 2
		e := bigSteps(t, m, p, start)
		s := after(t, e, frames)
		most := 0.0
		for _, x := range s.Position {
			most = max(most, x.Len())
		}
		c, err := e.Residual()
		t.Logf("k = %g N/m: after %d frames no mass is farther than %.3g m; residual %.3g", k, frames, most, c.Force)
		must.Hold(t, most < far && err == nil, "k = %g N/m: a mass is %.3g m away, %v", k, most, err)
	}
}

// The energy of a taut net that is solved to rounding never rises: implicit Euler takes
// some in each step.
func TestImplicitNeverGainsEnergy(t *testing.T) {
	const part, n = 1e-6, 5
	for _, k := range []float64{10, 1e4} {
		b := modeltest.NewBuilder("net")
		material := b.Material(k, 0)
		for i := range n * n {
			pin := model.Pin(0)
			if x, y := i%n, i/n; x == 0 || y == 0 || x == n-1 || y == n-1 {
				pin = model.PinAll
			}
			b.Mass(0.01, model.Vec3{float64(i % n), float64(i / n), 0}.Mul(0.1), pin)
			if i%n > 0 {
				b.Spring(i-1, i, 0.08, material)
			}
			if i >= n {
				b.Spring(i-n, i, 0.08, material)
			}
		}
		start := b.Model.Start()
		for i := range start.Position {
			if b.Model.Pin[i] == 0 {
				start.Position[i] = start.Position[i].Add(model.Vec3{0.02 * math.Sin(float64(i)), 0.01, 0.03 * math.Cos(float64(2*i))})
				start.Velocity[i] = model.Vec3{0, 0, 2 * math.Sin(float64(3*i))}
			}
		}
		e := bigSteps(t, &b.Model, implicitEuler(1./60), start)
		last := must.Get(e.Energy())(t)
		first := last.Total()
		for step := range 60 {
			after(t, e, 1)
			now := must.Get(e.Energy())(t)
			if now.Total() > last.Total()+part*first {
				t.Fatalf("k = %g N/m: step %d takes the energy from %.9g J to %.9g J", k, step+1, last.Total(), now.Total())
			}
			last = now
		}
		if !(last.Total() < 0.999*first) {
			t.Errorf("k = %g N/m: of %.6g J %.6g J are left; implicit Euler takes more", k, first, last.Total())
		}
	}
}

// A run of implicit Euler or of position-based dynamics that is taken up has the bits of one
// that continued.
func TestBigStepsResume(t *testing.T) {
	m, p, start, _ := modeltest.Together()
	plain := *m
	plain.ActuatorOf = nil
	for _, c := range []struct {
		m *model.Model
		p model.Params
	}{
		{m, p.SolvedBy(model.ImplicitEuler)},
		{&plain, model.Params{Integrator: model.PositionBased, Gravity: p.Gravity, Contacts: p.Contacts, Substeps: 3}},
	} {
		c.p.DT = 1. / 240
		e := bigSteps(t, c.m, c.p, start)
		after(t, e, 5)
		var saved model.Checkpoint
		must.Do(t, e.Save(&saved))
		want := after(t, e, 7).Clone()
		other := bigSteps(t, c.m, c.p, start)
		must.Do(t, other.Restore(&saved))
		got := after(t, other, 7)
		for i := range want.Position {
			if got.Position[i] != want.Position[i] || got.Velocity[i] != want.Velocity[i] {
				t.Fatalf("%v: mass %d is at %v after a resumed run, and at %v", c.p.Integrator, i, got.Position[i], want.Position[i])
			}
		}
		c.p.Iterations = 3
		other = bigSteps(t, c.m, c.p, start)
		must.Do(t, other.Restore(&saved))
		must.Hold(t, after(t, other, 7).Position[40] != want.Position[40], "%v: 3 iterations are not seen", c.p.Integrator)
	}
}

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
	must.Hold(t, last <= 2, "after 5 s drag has left %g m/s of 200", last)
}
