package cpuref

import (
	"hooke/model"
	"hooke/physics"
)

// External adds the forces of wind, and then those of loads, to the external force on
// every mass [N], of length MassCount; see Wind and Load.
func External(load []model.Vec3, m *model.Model, p model.Params, now *physics.Signals, position, velocity []model.Vec3) {
	Wind(load, m, p.Wind, now.Wind, position, velocity)
	Load(load, m, p, now, position, velocity)
}

// Load is the pass "load". It adds what loads do to a mass at its position [m] and
// velocity [m/s] to the external force on it [N]; arrays have the length MassCount. now
// has the factors of forces and the speeds of motors:
//
//	force   F factor
//	motor   c (u − v·a) a, of a size up to its limit
//	handle  k (X − x) + c (V − v)
//	drag    −q |v| v
//
// No load acts on a mass that is pinned on all axes.
func Load(load []model.Vec3, m *model.Model, p model.Params, now *physics.Signals, position, velocity []model.Vec3) {
	pull := func(i int, f model.Vec3) {
		if m.PinOf(i) != model.PinAll {
			load[i] = load[i].Add(f)
		}
	}
	for k, force := range p.Forces {
		f := force.Force.Mul(now.ForceFactor[k])
		OnEach(m, force.Masses, func(i int) { pull(i, f) })
	}
	for k, motor := range p.Motors {
		axis := motor.Axis.Normalize()
		OnEach(m, motor.Masses, func(i int) {
			size := motor.Damping * (now.MotorSpeed[k] - velocity[i].Dot(axis))
			if motor.Limit > 0 {
				size = min(motor.Limit, max(-motor.Limit, size))
			}
			pull(i, axis.Mul(size))
		})
	}
	for _, h := range p.Handles {
		x, v := position[h.Mass], velocity[h.Mass]
		pull(int(h.Mass), h.Target.Sub(x).Mul(h.Stiffness).Add(h.TargetVelocity.Sub(v).Mul(h.Damping)))
	}
	if p.QuadraticDrag > 0 {
		for i, v := range velocity {
			pull(i, v.Mul(-p.QuadraticDrag*v.Len()))
		}
	}
}

// OnEach calls do for every mass of a list; a nil list stands for all masses.
func OnEach(m *model.Model, masses []uint32, do func(i int)) {
	if masses == nil {
		for i := range m.MassCount() {
			do(i)
		}
		return
	}
	for _, i := range masses {
		do(int(i))
	}
}
