package cpuref

import "hooke/model"

// Integrate is the pass "integrate". From the force of every spring it sums
// the force on every mass and advances position [m] and velocity [m/s] by one
// step of symplectic Euler, in place:
//
//	F = Σ ± spring forces (ascending spring index) + F_N n + m g
//	v ← (v + dt F/m) · 2^(−dt/h),  zero on pinned axes
//	x ← x + dt v
//
// A mass that is pinned on all axes is not touched. total is scratch, length
// MassCount. p.DT is used as it is: zero moves nothing. It reports whether
// every new position is a finite number; a velocity that is not finite makes
// its position so.
func Integrate(position, velocity []model.Vec3, m *model.Model, p model.Params, springForce, total []model.Vec3) (finite bool) {
	SumForces(total, m, springForce)

	dt, drag, ground := p.DT, p.DragFactor(), p.Ground
	nonFinite := 0.0 // a sum of x − x, which is 0 for a number and NaN for anything else
	for i := range position {
		pin := m.PinOf(i)
		if pin == model.PinAll {
			continue
		}
		x, v, f := &position[i], &velocity[i], &total[i]
		if ground.Active() {
			addContact(f, &ground, x, v)
		}
		perMass := 1 / m.Mass[i]
		for axis := range 3 {
			v[axis] = (v[axis] + dt*(f[axis]*perMass+p.Gravity[axis])) * drag
			if pin&(model.PinX<<axis) != 0 {
				v[axis] = 0
			}
			x[axis] += dt * v[axis]
			nonFinite += x[axis] - x[axis]
		}
	}
	return nonFinite == 0
}

// addContact adds the push of the ground to f [N]: below the plane,
// F_N = max(0, kc δ − bc (v·n)) along the normal n, and never a pull.
func addContact(f *model.Vec3, ground *model.Plane, x, v *model.Vec3) {
	n := ground.UnitNormal()
	depth := ground.Offset - (x[0]*n[0] + x[1]*n[1] + x[2]*n[2])
	if depth <= 0 {
		return
	}
	speed := v[0]*n[0] + v[1]*n[1] + v[2]*n[2]
	push := max(0, ground.Stiffness*depth-ground.Damping*speed)
	for axis := range 3 {
		f[axis] += push * n[axis]
	}
}
