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
		if !(most < far) || err != nil {
			t.Errorf("k = %g N/m: a mass is %.3g m away, %v", k, most, err)
		}
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
// that went on.
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
		if after(t, other, 7).Position[40] == want.Position[40] {
			t.Errorf("%v: 3 iterations are not seen", c.p.Integrator)
		}
	}
}
