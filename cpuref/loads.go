package cpuref

import (
	"hooke/model"
	"hooke/physics"
)

// External adds the forces of wind, then those of loads and those on groups, to the external force on
// every mass [N], of length MassCount; see Wind, Load and Groups.
func External(load []model.Vec3, m *model.Model, p model.Params, g *Groups, now *physics.Signals, position, velocity []model.Vec3) {
	Wind(load, m, p.Wind, now.Wind, position, velocity)
	Load(load, m, p, now, position, velocity)
	g.Add(load, now, position, velocity)
}

// Load is the pass "load". It adds the force of loads on a mass at its position [m] and
// velocity [m/s] to the external force on it [N]; arrays have the length MassCount. now has
// the factors of forces and the speeds of motors:
//
//	force   F factor
//	motor   c (u − v·a) a, of a size up to its limit
//	handle  k (X − x) + c (V − v)
//	drag    −q |v| v
//
// No load acts on a mass pinned on all axes.
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

// Wind is the pass "wind". It adds to the external force on every mass [N], length MassCount,
// the force of the air on the triangles at it: a third of
//
//	F = ½ ρ A (n·u) [(CD − CL s) u + CL |u| n],  s = n·u/|u|
//
// each, where u is the velocity of the air [m/s] minus the mean of a triangle's corners and n
// the normal on the side to which it blows. There is no force on a triangle without area or
// without relative motion of the air, nor on a mass pinned on all axes.
func Wind(load []model.Vec3, m *model.Model, w model.Wind, air model.Vec3, position, velocity []model.Vec3) {
	if !w.Blows() {
		return
	}
	for _, t := range m.Triangles {
		a, b, c := t[0], t[1], t[2]
		f := plateForce(w, position[b].Sub(position[a]), position[c].Sub(position[a]),
			against(air, velocity[a], velocity[b], velocity[c]))
		for _, corner := range t {
			if m.PinOf(int(corner)) != model.PinAll {
				load[corner] = load[corner].Add(f.Mul(1. / 3))
			}
		}
	}
}

// against returns the velocity of the air less the mean of those of three corners: a sum of
// differences, which is exactly 0 for a plate that moves with the air.
func against(air, a, b, c model.Vec3) model.Vec3 {
	return air.Sub(a).Add(air.Sub(b)).Add(air.Sub(c)).Mul(1. / 3)
}

// plateForce returns the force of air of relative velocity u on the triangle between
// two edges [N].
func plateForce(w model.Wind, edge, other, u model.Vec3) model.Vec3 {
	normal := edge.Cross(other)
	area, speed := normal.Len()/2, u.Len()
	if area == 0 || speed == 0 {
		return model.Vec3{}
	}
	n := normal.Normalize()
	if n.Dot(u) < 0 {
		n = n.Mul(-1)
	}
	sine := n.Dot(u) / speed
	pressure := w.Density() / 2 * speed * speed
	along := u.Mul((w.Drag - w.Lift*sine) / speed)
	return along.Add(n.Mul(w.Lift)).Mul(pressure * area * sine)
}

// ExternalForces returns the external forces of the last step on every mass [N], length
// MassCount; nil in a run without them. They belong to the engine: do not write to them,
// and do not read them after the next step.
func (e *Engine) ExternalForces() []model.Vec3 { return e.load }
