package cpuref

import (
	"math"

	"hooke/model"
)

// ZeroLength is the length [m] below which a spring has no direction and so
// exerts no force.
const ZeroLength = 1e-12

// SpringForces runs the pass "spring-force". It writes the force on end A of
// every spring [N] into force, length SpringCount; end B feels the opposite.
// With d = xB − xA, L = |d| and n = d/L,
//
//	f = k (L − L0) + c ((vB − vA)·n),  force on A = +f n,
//	f = max(0, f) while L > L0, else 0, where the material is tension-only.
//
// k and c of spring s are own[s], as physics.Resolver gives them; own is nil when
// the palette's Stiffness and Damping are meant. L0 is m.RestLength times
// restScale of the spring's actuator, as physics.Signals gives it; restScale is
// nil when nothing is actuated.
//
// The force is zero for a spring shorter than 1e-12 m, for one between two
// masses that are pinned on all axes, and for a removed one, even where a
// position is not a finite number: removed springs exert no force.
//
// It reads the positions [m] and velocities [m/s], length MassCount each, and
// returns the longest length of a spring that it looked at [m].
func SpringForces(force []model.Vec3, m *model.Model, own []model.Coefficients, restScale []float64, position, velocity []model.Vec3) (longest float64) {
	// Local slices and components let the loop run in registers.
	ends, material, pin := m.Ends, m.Materials, m.Pin
	restLength, materialOf, force := m.RestLength[:len(ends)], m.MaterialOf[:len(ends)], force[:len(ends)]
	for s := range ends {
		a, b := ends[s][0], ends[s][1]
		kind := materialOf[s]
		if kind == model.Removed || pin != nil && pin[a]&pin[b] == model.PinAll {
			force[s] = model.Vec3{}
			continue
		}

		// d = xB − xA, L = |d|
		xa, xb := &position[a], &position[b]
		dx, dy, dz := xb[0]-xa[0], xb[1]-xa[1], xb[2]-xa[2]
		length := math.Sqrt(dx*dx + dy*dy + dz*dz)
		if length > longest {
			longest = length
		}
		if length < ZeroLength {
			force[s] = model.Vec3{}
			continue
		}

		// n = d/L
		perLength := 1 / length
		nx, ny, nz := dx*perLength, dy*perLength, dz*perLength

		rest := restLength[s]
		if restScale != nil {
			rest = RestLengthNow(m, s, restScale)
		}

		// f = k (L − L0) + c ((vB − vA)·n)
		va, vb := &velocity[a], &velocity[b]
		rate := (vb[0]-va[0])*nx + (vb[1]-va[1])*ny + (vb[2]-va[2])*nz
		law := &material[kind]
		f := law.Stiffness*(length-rest) + law.Damping*rate
		if own != nil { // the spring has k and c of its own
			f = own[s].Stiffness*(length-rest) + own[s].Damping*rate
		}
		if law.TensionOnly {
			f = tension(f, length > rest)
		}
		force[s] = model.Vec3{f * nx, f * ny, f * nz}
	}
	return longest
}

// RestLengthNow returns L0(t) of spring s [m]. restScale is L0(t)/L0 of each actuator's
// springs; nil when nothing is actuated.
func RestLengthNow(m *model.Model, s int, restScale []float64) float64 {
	if restScale == nil || m.ActuatorOf == nil || m.ActuatorOf[s] == 0 {
		return m.RestLength[s]
	}
	return m.RestLength[s] * restScale[m.ActuatorOf[s]-1]
}

// tension returns the force of a cable whose law gives f [N]: 0 when it is slack, and never
// negative when it is taut.
func tension(f float64, taut bool) float64 {
	if !taut {
		return 0
	}
	return max(0, f)
}

// SumForces overwrites total, of length MassCount, with the sum of the forces on every mass
// [N]. It begins with the external forces, load (nil without any), and adds spring
// forces in ascending order of springs: springForce[s] at end A of spring s, and the opposite
// at end B.
func SumForces(total []model.Vec3, m *model.Model, springForce, load []model.Vec3) {
	clear(total)
	copy(total, load)
	ends := m.Ends
	springForce = springForce[:len(ends)]
	for s := range ends {
		f, onA, onB := &springForce[s], &total[ends[s][0]], &total[ends[s][1]]
		fx, fy, fz := f[0], f[1], f[2]
		onA[0] += fx
		onA[1] += fy
		onA[2] += fz
		onB[0] -= fx
		onB[1] -= fy
		onB[2] -= fz
	}
}
