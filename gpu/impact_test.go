package gpu

import (
	"math"
	"testing"
	"testing/fstest"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// impactWays are ways of stepping with which masses hit each other.
var impactWays = []struct {
	integrator model.Integrator
	pipeline   string
}{{model.SymplecticEuler, options.TwoPass}, {model.VelocityVerlet, options.Fused}}

// Equal masses exchange their velocities and touch for π √(m_r/kc); with a damper they part with
// the share e of their speed; a hit that slides changes the slip by μk (1 + e) v_n. Without
// collisions nothing changes, and a damper that pulls gives another share.
func TestImpact(t *testing.T) {
	ctx := gltest.New(t)
	for _, way := range impactWays {
		o := Options{Pipeline: way.pipeline}
		hit := func(s model.Surface, kg [2]float64, steps int, v0, v1 model.Vec3, o Options, collides bool) (*model.State, float64) {
			t.Helper()
			m, p, start := modeltest.Impact(s, kg, steps, v0, v1)
			if p.Integrator = way.integrator; !collides {
				p.Collision = model.Collision{}
			}
			e, err := New(ctx, m, p, o)
			must.Do(t, err)
			defer e.Close()
			end, touched, err := modeltest.Parted(e, start, steps)
			must.Do(t, err)
			return end, float64(touched) * p.DT
		}
		s := model.Surface{Stiffness: 1e4}
		end, touched := hit(s, [2]float64{2, 2}, 200, model.Vec3{1}, model.Vec3{-0.5}, o, true)
		if a, b := end.Velocity[0][0], end.Velocity[1][0]; math.Abs(a+0.5) > 1e-3 || math.Abs(b-1) > 1e-3 || math.Abs(touched*100/math.Pi-1) > 0.01 {
			t.Errorf("%v: velocities %g and %g after %g s; want -0.5 and 1 after %g s", way, a, b, touched, math.Pi/100)
		}
		if end, _ := hit(s, [2]float64{2, 2}, 200, model.Vec3{1}, model.Vec3{-0.5}, o, false); end.Velocity[0][0] != 1 {
			t.Errorf("%v: without collisions the velocity is %g", way, end.Velocity[0][0])
		}
		pulling := mutated(t, "pair.glsl", "t.push = max(0.0, t.stiffness * t.depth - t.damping * dot(parting, t.normal));", "t.push = t.stiffness * t.depth - t.damping * dot(parting, t.normal);").(fstest.MapFS)
		pulling["pair_force.comp"] = mutated(t, "pair_force.comp", "if (t.push > 0.0) {", "if (t.depth > 0.0) {").(fstest.MapFS)["pair_force.comp"]
		pulls := Options{Pipeline: way.pipeline, Shaders: pulling}
		for _, c := range []struct {
			ratio, share float64
			o            Options
		}{{0.1, 0.7441, o}, {0.3, 0.4510, o}, {0.3, 0.372, pulls}} {
			s.DampingRatio = c.ratio
			end, _ := hit(s, [2]float64{1, 3}, 1000, model.Vec3{1}, model.Vec3{-1}, c.o, true)
			if e := (end.Velocity[1][0] - end.Velocity[0][0]) / 2; math.Abs(e-c.share) > 4e-3 {
				t.Errorf("%v, damping ratio %g: restitution %.4f, want %.4f", way, c.ratio, e, c.share)
			}
		}
		const mu = 0.1
		s = model.Surface{Stiffness: 1e7, DampingRatio: 0.1, StaticFriction: mu, KineticFriction: mu}
		end, _ = hit(s, [2]float64{1, 3}, 600, model.Vec3{1, 1}, model.Vec3{}, o, true)
		if fell, want := 1-(end.Velocity[0][1]-end.Velocity[1][1]), mu*1.7441; math.Abs(fell/want-1) > 0.01 {
			t.Errorf("%v: the slip fell by %.5f, want %.5f", way, fell, want)
		}
	}
}

// All that can act on masses acts at once as in the reference, which is elsewhere without any of it.
func TestTogether(t *testing.T) {
	ctx := gltest.New(t)
	m, p, s, without := modeltest.Together()
	const steps, tolerance = 20, 2e-6 // roundings of 0.6 m
	for _, way := range impactWays {
		p.Integrator = way.integrator
		run := func(p model.Params) *cpuref.State {
			p.Integrator = way.integrator
			ref, err := cpuref.New(m, p)
			must.Do(t, err)
			must.Do(t, ref.Reset(s))
			must.Do(t, ref.Step(steps))
			return ref.State()
		}
		want := run(p)
		off := func(x []model.Vec3) (most float64) {
			for i := range x {
				most = max(most, x[i].Sub(want.Position[i]).Len())
			}
			return most
		}
		for _, pipeline := range []string{options.TwoPass, options.Fused} {
			e, err := New(ctx, m, p, Options{Pipeline: pipeline})
			must.Do(t, err)
			must.Do(t, e.Reset(s))
			if d := off(after(t, e, steps).Position); !(d < tolerance) {
				t.Errorf("%v, %s: %g m from the reference", way.integrator, pipeline, d)
			}
			e.Close()
		}
		for name, q := range without {
			if d := off(run(q).Position); d < 4*tolerance {
				t.Errorf("%v: without %s masses are %g m elsewhere only", way.integrator, name, d)
			}
		}
	}
}
