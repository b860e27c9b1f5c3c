package cpu

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
)

// impactWays are ways of stepping with which masses hit each other.
var impactWays = []model.Integrator{model.SymplecticEuler, model.VelocityVerlet}

// Equal masses exchange their velocities and touch for π √(m_r/kc); with a damper they part with
// the share e of their speed; a hit that slides changes the slip by μk (1 + e) v_n. Without
// collisions nothing changes. A damper that pulls would give 0.729 and 0.372.
func TestImpact(t *testing.T) {
	for _, way := range impactWays {
		hit := func(s model.Surface, kg [2]float64, steps int, v0, v1 model.Vec3, collides bool) (*model.State, float64) {
			t.Helper()
			m, p, start := modeltest.Impact(s, kg, steps, v0, v1)
			if p.Integrator = way; !collides {
				p.Collision = model.Collision{}
			}
			e, err := makeEngine[float32](m, p, Options{Threads: 1})
			mustDo(t, err)
			defer e.Close()
			end, touched, err := modeltest.Parted(e, start, steps)
			mustDo(t, err)
			return end, float64(touched) * p.DT
		}
		s := model.Surface{Stiffness: 1e4}
		end, touched := hit(s, [2]float64{2, 2}, 200, model.Vec3{1}, model.Vec3{-0.5}, true)
		if a, b := end.Velocity[0][0], end.Velocity[1][0]; math.Abs(a+0.5) > 1e-3 || math.Abs(b-1) > 1e-3 || math.Abs(touched*100/math.Pi-1) > 0.01 {
			t.Errorf("%v: velocities %g and %g after %g s; want -0.5 and 1 after %g s", way, a, b, touched, math.Pi/100)
		}
		if end, _ := hit(s, [2]float64{2, 2}, 200, model.Vec3{1}, model.Vec3{-0.5}, false); end.Velocity[0][0] != 1 {
			t.Errorf("%v: without collisions the velocity is %g", way, end.Velocity[0][0])
		}
		for _, c := range []struct{ ratio, share float64 }{{0.1, 0.7441}, {0.3, 0.4510}} {
			s.DampingRatio = c.ratio
			end, _ := hit(s, [2]float64{1, 3}, 1000, model.Vec3{1}, model.Vec3{-1}, true)
			if e := (end.Velocity[1][0] - end.Velocity[0][0]) / 2; math.Abs(e-c.share) > 4e-3 {
				t.Errorf("%v, damping ratio %g: restitution %.4f, want %.4f", way, c.ratio, e, c.share)
			}
		}
		const mu = 0.1
		s = model.Surface{Stiffness: 1e7, DampingRatio: 0.1, StaticFriction: mu, KineticFriction: mu}
		end, _ = hit(s, [2]float64{1, 3}, 600, model.Vec3{1, 1}, model.Vec3{}, true)
		if fell, want := 1-(end.Velocity[0][1]-end.Velocity[1][1]), mu*1.7441; math.Abs(fell/want-1) > 0.01 {
			t.Errorf("%v: the slip fell by %.5f, want %.5f", way, fell, want)
		}
	}
}

// A column of masses between guides: each touch bears what is above it.
func TestColumn(t *testing.T) {
	const n = 5
	m, p, start, weight := modeltest.Column(n)
	e, err := makeEngine[float32](m, p, Options{Threads: 1})
	mustDo(t, err)
	defer e.Close()
	mustDo(t, e.Reset(start))
	mustDo(t, e.Step(1000))
	end := snapshot(t, e)
	x := end.State().Position
	for j := range n - 1 {
		want := float64(n-1-j) * weight
		if got := 1 - (x[j+1][2] - x[j][2]); math.Abs(got/want-1) > 1e-3 {
			t.Errorf("between %d and %d: %.6g m, want %.6g", j, j+1, got, want)
		}
	}
}

// All that can act on masses acts at once as in the reference, which is elsewhere without any of it.
func TestTogether(t *testing.T) {
	m, p, s, without := modeltest.Together()
	const steps, tolerance = 20, 2e-6 // roundings of 0.6 m
	for _, way := range impactWays {
		p.Integrator = way
		run := func(p model.Params) *cpuref.State {
			p.Integrator = way
			ref, err := cpuref.New(m, p)
			mustDo(t, err)
			mustDo(t, ref.Reset(s))
			mustDo(t, ref.Step(steps))
			return ref.State()
		}
		want := run(p)
		off := func(x []model.Vec3) (most float64) {
			for i := range x {
				most = max(most, x[i].Sub(want.Position[i]).Len())
			}
			return most
		}
		for _, kernel := range Kernels(model.Single) {
			e, err := makeEngine[float32](m, p, Options{Threads: 2, Kernel: kernel})
			mustDo(t, err)
			mustDo(t, e.Reset(s))
			mustDo(t, e.Step(steps))
			end := snapshot(t, e)
			if d := off(end.State().Position); !(d < tolerance) {
				t.Errorf("%v, %s: %g m from the reference", way, kernel, d)
			}
			e.Close()
		}
		for name, q := range without {
			if d := off(run(q).Position); d < 4*tolerance {
				t.Errorf("%v: without %s masses are %g m elsewhere only", way, name, d)
			}
		}
	}
}
