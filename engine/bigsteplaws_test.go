package engine

import (
	"errors"
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// dividing runs laws of impulses with the engines that compute in single precision; cpuref has them
// to more digits.
func dividing(t *testing.T, each func(t *testing.T, ends func(m *model.Model, p model.Params, start *model.State, steps int) model.State)) {
	t.Helper()
	for _, name := range []string{CPU, GPU} {
		t.Run(name, func(t *testing.T) {
			each(t, func(m *model.Model, p model.Params, start *model.State, steps int) model.State {
				t.Helper()
				p.Integrator = model.Impulses
				e := must.Get(New(name, m, p, Options{}))(t)
				defer e.Close()
				var now model.Snapshot
				must.Do(t, errors.Join(e.Reset(start), e.Step(steps), e.Finish(), e.Read(&now)))
				return *now.State()
			})
		})
	}
}

// A lone spring follows (1 + h d + h² s) z² − (2 + h d) z + 1 = 0, s = k/m_r and d = c/m_r, over 100
// substeps; without stiffness its damper works alone.
//
// Seen to fail: h² left out of the answer of a spring, in both engines.
func TestLoneSpringsOfBigSteps(t *testing.T) {
	const mA, mB, h, rate, within = 0.3, 0.7, 1. / 600, 1., 2e-5
	const reduced = mA * mB / (mA + mB)
	dividing(t, func(t *testing.T, ends func(m *model.Model, p model.Params, start *model.State, steps int) model.State) {
		for _, law := range [][2]float64{{100, 0}, {100, 0.5}, {1e4, 3}, {0, 2}} {
			s, d := law[0]/reduced, law[1]/reduced
			m := modeltest.Pair([2]float64{mA, mB}, [2]model.Pin{}, 1, 1, law[0], law[1])
			start := m.Start()
			start.Velocity[0], start.Velocity[1] = model.Vec3{-rate * mB}, model.Vec3{rate * mA}
			got := ends(m, model.Params{DT: 10 * h, Substeps: 10}, start, 10)
			v, stretch := rate, 0.0
			for range 100 {
				v = (v - h*s*stretch) / (1 + h*d + h*h*s)
				stretch += h * v
			}
			if now := got.Velocity[1].Sub(got.Velocity[0])[0]; !(math.Abs(now-v) <= within*rate) || math.Abs(v-rate) < 0.1 {
				t.Errorf("k = %g N/m, c = %g N·s/m: the rate is %g m/s, want %g", law[0], law[1], now, v)
			}
		}
	})
}

// A body in free fall follows gravity, however its springs are damped.
//
// Seen to fail: velocities that lose 1e-4 of themselves in each substep of impulses.
func TestDampersSlowNoFallOfBigSteps(t *testing.T) {
	const n, h, within = 300, 1. / 600, 2e-5
	dividing(t, func(t *testing.T, ends func(m *model.Model, p model.Params, start *model.State, steps int) model.State) {
		m := modeltest.Lattice(3, 1e5, 1e4, false)
		got := ends(m, model.Params{DT: 10 * h, Substeps: 10, Gravity: model.EarthGravity()}, m.Start(), n/10)
		for i, x := range got.Position {
			if fell, want := m.RestPosition[i][2]-x[2], model.StandardGravity*h*h*n*(n+1)/2; !(math.Abs(fell-want) <= within*want) {
				t.Fatalf("mass %d fell %g m in 0.5 s, want %g", i, fell, want)
			}
		}
	})
}

// Impulses keep momentum and angular momentum of a free body to rounding, however few sweeps there
// are; and rotors of any stiffness turn on for 5 s.
//
// Seen to fail: the force on one end greater by 1e-3, in both engines.
func TestMomentaOfBigSteps(t *testing.T) {
	dividing(t, func(t *testing.T, ends func(m *model.Model, p model.Params, start *model.State, steps int) model.State) {
		m := modeltest.Lattice(4, 1e5, 2, false)
		start, size := m.Start(), 0.0
		for i := range start.Velocity {
			start.Velocity[i] = model.Vec3{math.Sin(float64(7 * i)), math.Cos(float64(5 * i)), math.Sin(float64(3*i) + 1)}
			size += m.Mass[i] * start.Velocity[i].Len() * (1 + start.Position[i].Len())
		}
		start.RoundToFloat32()
		end := ends(m, model.Params{DT: 1. / 60, Substeps: 10}, start, 20)
		before, after := cpuref.MomentumOf(m, (*cpuref.State)(start)), cpuref.MomentumOf(m, (*cpuref.State)(&end))
		if off := after.Linear.Sub(before.Linear).Len() + after.Angular.Sub(before.Angular).Len(); !(off <= size*float64(m.MassCount())*0x1p-24) {
			t.Errorf("momenta change by %g of %g", off, size)
		}
		for _, c := range [][2]float64{{1e4, 3}, {1e4, 30}, {1e7, 3}, {1e7, 30}} {
			m := modeltest.Pair([2]float64{0.1, 0.1}, [2]model.Pin{}, 1, 1, c[0], 0)
			start := m.Start()
			middle := start.Position[0].Add(start.Position[1]).Mul(0.5)
			for i, x := range start.Position {
				start.Velocity[i] = model.Vec3{0, 0, c[1]}.Cross(x.Sub(middle))
			}
			end := ends(m, model.Params{DT: 1. / 60, Substeps: 10}, start, 300)
			was, is := cpuref.MomentumOf(m, (*cpuref.State)(start)).Angular[2], cpuref.MomentumOf(m, (*cpuref.State)(&end)).Angular[2]
			length := end.Position[1].Sub(end.Position[0]).Len()
			if math.Abs(is/was-1) > 1e-5 || c[0] == 1e7 && math.Abs(length-1) > 1.4e-3 {
				t.Errorf("k = %g N/m, %g rad/s: angular momentum changes by %g, the rotor is %g m long", c[0], c[1], is/was-1, length)
			}
		}
	})
}

// No number grows out of bounds, from 1 mN/m to 1 GN/m, with contacts, collisions, muscles and wind.
//
// Seen to fail: springs that give three times their impulse, in both engines.
func TestBigStepsTakeAnyStiffness(t *testing.T) {
	dividing(t, func(t *testing.T, ends func(m *model.Model, p model.Params, start *model.State, steps int) model.State) {
		frames, all := 5, []float64{1e-3, 1e9}
		if longTests() {
			frames, all = 300, []float64{1e-3, 1, 1e3, 1e6, 1e9} // 10⁴ frames in cpuref
		}
		far := 10 + 50*float64(frames)/60 // [m]: the swarm is 1 m across, and nothing drives a mass to 50 m/s
		for _, k := range all {
			m, _, start, without := modeltest.Together()
			p := without["paths"] // which lead ever farther away
			for i := range m.Materials[1:] {
				m.Materials[i+1].Stiffness, m.Materials[i+1].Damping = k, k/1000
			}
			for i := range p.Collision.Bodies {
				p.Collision.Bodies[i].Stiffness = max(1, k)
			}
			p.DT, p.Substeps = 1./60, 10
			for i, x := range ends(m, p, start, frames).Position {
				if !(x.Len() < far) {
					t.Fatalf("k = %g N/m: mass %d is at %v m after %d frames", k, i, x, frames)
				}
			}
		}
	})
}
