package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// massCase is masses in and out of a plane before and after a step: slow and fast ones, some at rest,
// some that a step stops, some pinned.
type massCase struct {
	integration kernels.Integration[float32]
	from, to    kernels.Motions[float32]
}

func newMassCase(slices int, plane model.Contact) (c massCase) {
	random, lanes := rand.New(rand.NewPCG(4, 4)), slices*table.Width
	before, after := kernels.NewMotion[float32](lanes, kernels.Arrays, 0), kernels.NewMotion[float32](lanes, kernels.Arrays, 1)
	draw := func(size float32) [3]float32 {
		return [3]float32{size * (random.Float32() - 0.5), size * (random.Float32() - 0.5), size * (random.Float32() - 0.5)}
	}
	c.integration.Planes, _ = kernels.PlanesOf[float32]([]model.Contact{plane})
	c.integration.Masses = kernels.Masses[float32]{PerMass: make([]float32, lanes), Movable: make([]kernels.Movable, slices)}
	_, normal := plane.Depth(model.Vec3{})
	for lane := range lanes {
		before.Set(kernels.ArrayX, lane, draw(0.02))
		u, w := draw(1), draw(1)
		switch lane % 7 {
		case 1: // it stops
			w = kernels.Narrow[float32](normal.Mul(0.1))
		case 2: // it stays
			u, w = kernels.Narrow[float32](normal.Mul(0.2)), kernels.Narrow[float32](normal.Mul(-0.1))
		case 3:
			u, w = [3]float32{}, [3]float32{}
		}
		before.Set(kernels.ArrayVX, lane, u)
		after.Set(kernels.ArrayVX, lane, w)
		if lane%5 > 0 {
			c.integration.Masses.PerMass[lane] = 1 + random.Float32()
			for axis := range 3 {
				if random.IntN(9) > 0 {
					c.integration.Masses.Movable[lane/table.Width][axis] |= 1 << (lane % table.Width)
				}
			}
		}
	}
	c.from, c.to = kernels.Motions[float32]{Position: before, Velocity: before}, kernels.Motions[float32]{Position: after, Velocity: after}
	return c
}

// Every kernel sums the dissipation of a plane by the formulas, of masses that surely slide or stick, and
// leaves others.
func TestSlideKernels(t *testing.T) {
	const slices, tolerance = 40, 5e-6
	for _, friction := range []float64{0, 0.7} {
		plane := model.Contact{Shape: model.Plane{Normal: model.Vec3{2. / 7, -3. / 7, 6. / 7}, Offset: 0.001}, Stiffness: 300, Damping: 2}.WithFriction(friction, 0.6*friction)
		c := newMassCase(slices, plane)
		touching, left := make([]uint16, slices), make([]uint16, slices)
		damping, frictionPower, size := 0.0, 0.0, 0.0
		for lane := range slices * table.Width {
			x, u, w := kernels.Widen(c.from.Position.Get(kernels.ArrayX, lane)), kernels.Widen(c.from.Velocity.Get(kernels.ArrayVX, lane)), kernels.Widen(c.to.Velocity.Get(kernels.ArrayVX, lane))
			depth, n := plane.Depth(x)
			bit := uint16(1) << (lane % table.Width)
			if lane/table.Width%4 == 1 || depth <= 1e-4 { // not where rounding decides
				continue
			}
			touching[lane/table.Width] |= bit
			m := c.integration.Masses.Movable[lane/table.Width]
			taken := min(plane.Stiffness*depth, plane.Damping*u.Dot(n))
			slip, after := u.Sub(n.Mul(u.Dot(n))).Len(), w.Sub(n.Mul(w.Dot(n)))
			if hasFriction := friction > 0 && plane.Stiffness*depth > taken; m[0]&m[1]&m[2]&bit == 0 || hasFriction && slip > 1e-3 && after.Len() < 1e-3 {
				left[lane/table.Width] |= bit
				continue
			} else if hasFriction && after.Len() > 1e-3 {
				frictionPower += plane.KineticFriction * (plane.Stiffness*depth - taken) * after.Dot(u.Add(w)) / after.Len() / 2
			}
			damping += taken * u.Add(w).Dot(n) / 2
			size += math.Abs(taken) + plane.Stiffness*depth
		}
		if friction > 0 != (frictionPower != 0) || damping == 0 {
			t.Fatal("the case proves nothing")
		}
		for _, k := range kernels.ForThisMachine[float32]() {
			var call kernels.SlideCall[float32]
			some := append([]uint16(nil), touching...)
			gotDamping, gotFriction := 0.0, 0.0
			for _, part := range [][2]int{{0, slices / 3}, {slices / 3, slices}} {
				call.Aim(&c.integration, c.from, c.to, part[0], some[part[0]:part[1]])
				k.Slide(&call)
				gotDamping, gotFriction = gotDamping+call.Damping(), gotFriction+call.Friction()
			}
			if !(math.Abs(gotDamping-damping) <= tolerance*size) || !(math.Abs(gotFriction-frictionPower) <= tolerance*size) {
				t.Errorf("%s: the damper takes %.9g W and friction %.9g, want %.9g and %.9g", k.Name, gotDamping, gotFriction, damping, frictionPower)
			}
			for s := range some {
				if some[s] != left[s] {
					t.Errorf("%s, slice %d: %016b are left, want %016b", k.Name, s, some[s], left[s])
				}
			}
		}
	}
}

// Every kernel sums the work of external forces, and quadratic drag.
func TestPullKernels(t *testing.T) {
	const slices, tolerance = 11, 3e-7
	c := newMassCase(slices, model.Ground(0, 1, 1))
	random := rand.New(rand.NewPCG(6, 4))
	force := kernels.AlignedFloats[float32](slices * 3 * table.Width)
	for i := range force {
		force[i] = random.Float32() - 0.5
	}
	for _, beta := range []float64{0, 1} {
		sum, slowed, size := 0.0, 0.0, 0.0
		for lane := range slices * table.Width {
			if c.integration.Masses.PerMass[lane] == 0 {
				continue
			}
			u, w := kernels.Widen(c.from.Velocity.Get(kernels.ArrayVX, lane)), kernels.Widen(c.to.Velocity.Get(kernels.ArrayVX, lane))
			at := lane + lane/table.Width*2*table.Width
			f := kernels.Widen([3]float32{force[at], force[at+table.Width], force[at+2*table.Width]})
			w = w.Add(u.Mul(beta))
			sum, slowed, size = sum+f.Dot(w), slowed+u.Len()*u.Dot(w), size+f.Len()*w.Len()+u.Dot(u)*w.Len()
		}
		for _, k := range kernels.ForThisMachine[float32]() {
			for _, slows := range []bool{false, true} {
				var call kernels.PullCall[float32]
				gotSum, gotSlowed := 0.0, 0.0
				for _, part := range [][2]int{{0, slices / 3}, {slices / 3, slices}} {
					call.Aim(&c.integration.Masses, c.from, c.to, float32(beta), part[0], force[part[0]*3*table.Width:part[1]*3*table.Width], slows)
					k.Pull(&call)
					gotSum, gotSlowed = gotSum+call.Sum(), gotSlowed+call.Slowed()
				}
				want := 0.0
				if slows {
					want = slowed
				}
				if !(math.Abs(gotSum-sum) <= tolerance*size) || !(math.Abs(gotSlowed-want) <= tolerance*size) {
					t.Errorf("%s, β = %g, drag %v: %.9g and %.9g, want %.9g and %.9g", k.Name, beta, slows, gotSum, gotSlowed, sum, want)
				}
			}
		}
	}
}

// A mass with very many springs and friction on another one: its springs see at once where
// friction has moved it.
func TestHubWithFriction(t *testing.T) {
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		m := cputest.Star(700)
		hub := m.RestPosition[0]
		m.RestPosition = append(m.RestPosition, hub.Add(model.Vec3{0, 0, 1}))
		m.Mass[0] = 0.05
		m.Mass = append(m.Mass, 0.01)
		m.Radius = make([]float64, m.MassCount())
		m.Radius[0], m.Radius[m.MassCount()-1] = 0.01, 0.01
		start := m.Start()
		start.Position[m.MassCount()-1] = hub.Add(model.Vec3{0, 0, 0.0195})
		start.Velocity[m.MassCount()-1] = model.Vec3{2, 0, 0}
		p := model.Params{DT: 1e-4, Integrator: integrator}
		p.Collision = model.Collision{Bodies: []model.Surface{{Stiffness: 1e5, StaticFriction: 2, KineticFriction: 2}}, Self: true, Others: true, Skin: 0.01, CheckEvery: 8}
		want := reference(t, m, p, start, 3)
		e := newEngine(t, m, p, start)
		if len(e.table.Hubs) == 0 {
			t.Fatal("no hub")
		}
		e.Close()
		smooth := p
		smooth.Collision.Bodies = []model.Surface{{Stiffness: 1e5}}
		if d := velocityApart(ran(t, m, smooth, start, Options{Threads: 2}, 3), want); d < 1e-2 {
			t.Errorf("%v: without friction velocities differ by %g m/s only", integrator, d)
		}
		if d := velocityApart(ran(t, m, p, start, Options{Threads: 2}, 3), want); !(d < 1e-5) {
			t.Errorf("%v: velocities differ by %g m/s", integrator, d)
		}
	}
}
