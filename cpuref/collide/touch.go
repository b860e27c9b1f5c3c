package collide

import (
	"math"

	"hooke/model"
)

// noDirection is the distance of two masses [m] below which they have no direction from
// one to the other, and so no force.
const noDirection = 1e-12

// Touch is a pair of masses that are nearer to each other than D. I < J.
type Touch struct {
	I, J      int
	Normal    model.Vec3 // n, from J to I, of length 1
	Depth     float64    // δ [m], > 0
	Stiffness float64    // kc of the pair [N/m]
	Damping   float64    // bc of the pair [N·s/m]
	Push      float64    // F_N [N], >= 0; it acts along Normal on I, and against it on J
	Reduced   float64    // m_r [kg]
}

// Touches returns all pairs with δ > 0 at a state, ordered by I and then by J. There are none
// without collisions of masses, and none of two masses that are pinned on all axes.
func Touches(m *model.Model, p model.Params, position, velocity []model.Vec3) []Touch {
	if !p.Collision.Masses() {
		return nil
	}
	var out []Touch
	apart := 2 * m.LargestRadius() // masses farther apart than this touch under no law
	part := taking(m)
	for at, i := range part {
		xi := position[i]
		for _, j := range part[at+1:] {
			if math.Abs(xi[0]-position[j][0]) > apart {
				continue
			}
			if t, touches := touch(m, p, i, j, position, velocity); touches {
				out = append(out, t)
			}
		}
	}
	return out
}

// taking returns the masses that take part, those with a radius, in ascending order.
func taking(m *model.Model) []int {
	var out []int
	for i, r := range m.Radius {
		if r > 0 {
			out = append(out, i)
		}
	}
	return out
}

// touch returns the pair of masses i < j at a state, and whether they touch.
func touch(m *model.Model, p model.Params, i, j int, position, velocity []model.Vec3) (Touch, bool) {
	d := position[i].Sub(position[j])
	distance, sum := d.Len(), m.Radius[i]+m.Radius[j]
	if !(distance < sum) || distance < noDirection {
		return Touch{}, false
	}
	reach, meet := Reach(m, p.Collision, i, j)
	if !meet || distance >= reach {
		return Touch{}, false
	}
	wi, wj := PerMass(m, i), PerMass(m, j)
	if wi+wj == 0 {
		return Touch{}, false
	}
	a, b := p.Collision.Bodies[m.BodyOf(i)], p.Collision.Bodies[m.BodyOf(j)]
	t := Touch{
		I: i, J: j, Normal: d.Mul(1 / distance), Depth: reach - distance, Reduced: 1 / (wi + wj),
		Stiffness: 2 / (1/a.Stiffness + 1/b.Stiffness),
	}
	damping := (a.DampingRatio + b.DampingRatio) * math.Sqrt(t.Stiffness*t.Reduced)
	t.Damping = damping
	parting := velocity[i].Sub(velocity[j]).Dot(t.Normal)
	t.Push = max(0, t.Stiffness*t.Depth-damping*parting)
	return t, true
}

// Reach returns D, the distance below which two masses with radii touch [m]; meet is false for
// two that never do.
func Reach(m *model.Model, c model.Collision, i, j int) (reach float64, meet bool) {
	rest, sum := m.RestPosition[i].Sub(m.RestPosition[j]).Len(), m.Radius[i]+m.Radius[j]
	a, b := m.BodyOf(i), m.BodyOf(j)
	if !c.Meet(a, b) || a == b && rest <= model.RestReach*sum {
		return 0, false
	}
	return min(sum, rest), true
}

// PerMass returns 1/m of a mass [1/kg]: 0 where it is pinned on all axes.
func PerMass(m *model.Model, i int) float64 {
	if m.PinOf(i) == model.PinAll {
		return 0
	}
	return 1 / m.Mass[i]
}

// AddPushes adds the pushes of pairs to the force on every mass [N], length MassCount, pinned
// ones included.
func AddPushes(force []model.Vec3, touches []Touch) {
	for _, t := range touches {
		f := t.Normal.Mul(t.Push)
		force[t.I] = force[t.I].Add(f)
		force[t.J] = force[t.J].Sub(f)
	}
}

// Energy returns ½ kc δ² of every pair, once [J].
func Energy(touches []Touch) (sum float64) {
	for _, t := range touches {
		sum += 0.5 * t.Stiffness * t.Depth * t.Depth
	}
	return sum
}

// Counts returns the touches of every mass: its pairs that push, F_N > 0.
func Counts(m *model.Model, touches []Touch) []int {
	count := make([]int, m.MassCount())
	for _, t := range touches {
		if t.Push > 0 {
			count[t.I]++
			count[t.J]++
		}
	}
	return count
}
