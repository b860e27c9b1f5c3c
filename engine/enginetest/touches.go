package enginetest

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// touchingIntegrators are those with which masses hit each other in these tests.
var touchingIntegrators = []model.Integrator{model.SymplecticEuler, model.VelocityVerlet}

// Equal masses exchange their velocities and touch for π √(m_r/kc); with a damper they part with
// the share e of their speed, where one that pulls would give 0.729 and 0.372; a hit that slides
// changes the slip by μk (1 + e) v_n. Without collisions nothing changes.
func impact(t *testing.T, on Subject) {
	for _, integrator := range touchingIntegrators {
		hit := func(s model.Surface, kg [2]float64, steps int, v0, v1 model.Vec3, collides bool) (*model.State, float64) {
			t.Helper()
			m, p, start := modeltest.Impact(s, kg, steps, v0, v1)
			if p.Integrator = integrator; !collides {
				p.Collision = model.Collision{}
			}
			end, touched, err := modeltest.Parted(on.open(t, m, p), start, steps)
			must.Do(t, err)
			return end, float64(touched) * p.DT
		}
		s := model.Surface{Stiffness: 1e4}
		end, touched := hit(s, [2]float64{2, 2}, 200, model.Vec3{1}, model.Vec3{-0.5}, true)
		if a, b := end.Velocity[0][0], end.Velocity[1][0]; math.Abs(a+0.5) > 1e-3 || math.Abs(b-1) > 1e-3 || math.Abs(touched*100/math.Pi-1) > 0.01 {
			t.Errorf("%v: velocities %g and %g after %g s; want -0.5 and 1 after %g s", integrator, a, b, touched, math.Pi/100)
		}
		if end, _ := hit(s, [2]float64{2, 2}, 200, model.Vec3{1}, model.Vec3{-0.5}, false); end.Velocity[0][0] != 1 {
			t.Errorf("%v: without collisions the velocity is %g", integrator, end.Velocity[0][0])
		}
		for _, c := range []struct{ ratio, share float64 }{{0.1, 0.7441}, {0.3, 0.4510}} {
			s.DampingRatio = c.ratio
			end, _ := hit(s, [2]float64{1, 3}, 1000, model.Vec3{1}, model.Vec3{-1}, true)
			if e := (end.Velocity[1][0] - end.Velocity[0][0]) / 2; math.Abs(e-c.share) > 4e-3 {
				t.Errorf("%v, damping ratio %g: restitution %.4f, want %.4f", integrator, c.ratio, e, c.share)
			}
		}
		const mu = 0.1
		s = model.Surface{Stiffness: 1e7, DampingRatio: 0.1, StaticFriction: mu, KineticFriction: mu}
		end, _ = hit(s, [2]float64{1, 3}, 600, model.Vec3{1, 1}, model.Vec3{}, true)
		if fell, want := 1-(end.Velocity[0][1]-end.Velocity[1][1]), mu*1.7441; math.Abs(fell/want-1) > 0.01 {
			t.Errorf("%v: the slip fell by %.5f, want %.5f", integrator, fell, want)
		}
	}
}

// Springs that hit springs, and masses that hit triangles, part with the share e of their speed, as masses do.
func partsRebound(t *testing.T, on Subject) {
	const steps, ratio, share = 400, 0.3, 0.4510
	for _, integrator := range touchingIntegrators {
		for _, of := range []func(model.Surface) (*model.Model, model.Params, *model.State){modeltest.CrossedSprings, modeltest.OnTriangle} {
			m, p, start := of(model.Surface{DampingRatio: ratio})
			p.Integrator, p.DT = integrator, 1e-4
			end := reached(t, on, m, p, start, steps)
			last := m.MassCount() - 1
			if e := end.Velocity[last][2] - end.Velocity[0][2]; math.Abs(e-share) > 4e-3 {
				t.Errorf("%v, %s: restitution %.4f, want %.4f", integrator, m.Name, e, share)
			}
		}
	}
}

// A column of masses between guides: each touch bears the masses above it.
func column(t *testing.T, on Subject) {
	const n = 5
	m, p, start, weight := modeltest.Column(n)
	x := reached(t, on, m, p, start, 1000).Position
	for j := range n - 1 {
		want := float64(n-1-j) * weight
		if got := 1 - (x[j+1][2] - x[j][2]); math.Abs(got/want-1) > 1e-3 {
			t.Errorf("between %d and %d: %.6g m, want %.6g", j, j+1, got, want)
		}
	}
}

// A touch takes from one mass the momentum that it gives to the other, in pushes and in
// friction: momentum is kept to one rounding of the sum of sizes, and forces are not small.
func touchesKeepMomentum(t *testing.T, on Subject) {
	steps := must.Sized(24, 64)
	m, p, start := modeltest.Swarm(must.Sized(1024, 4096))
	start.RoundToFloat32()
	end := reached(t, on, m, p, start, steps)
	first, sizes := modeltest.Momentum(m, start)
	last, _ := modeltest.Momentum(m, end)
	if lost := last.Sub(first).Len(); !(lost <= math.Pow(2, -24)*sizes) {
		t.Errorf("%g kg·m/s are lost of %g", lost, sizes)
	}
	changed := 0.0
	for i, v := range end.Velocity {
		changed += m.Mass[i] * v.Sub(start.Velocity[i]).Len()
	}
	if changed < 0.05*sizes {
		t.Errorf("touches change momenta by %g kg·m/s of %g only", changed, sizes)
	}
}
