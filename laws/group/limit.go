package group

import (
	"math"
	"slices"

	"hooke/model"
	"hooke/model/spring"
)

// limit is the law of a limit of an angle, see model.Limit.
type limit struct {
	masses []uint32
	points [4]point
	count  int // of points
	model.Limit
}

// point is a point of a joint.
type point struct {
	at     []int // of its masses in the list of the limit
	shares []float64
}

func limitOf(m *model.Model, l model.Limit) *limit {
	out := &limit{Limit: l, count: len(l.Points)}
	for _, masses := range l.Points {
		m.Each(masses, func(i int) { out.masses = append(out.masses, uint32(i)) })
	}
	slices.Sort(out.masses)
	out.masses = slices.Compact(out.masses)
	for k, masses := range l.Points {
		m.Each(masses, func(i int) {
			at, _ := slices.BinarySearch(out.masses, uint32(i))
			out.points[k].at = append(out.points[k].at, at)
		})
		out.points[k].shares = m.Shares(masses)
	}
	return out
}

func (l *limit) Masses() []uint32 { return l.masses }

// Add adds the forces of the torque, each that times the gradient of the angle.
func (l *limit) Add(force, position, velocity []model.Vec3, _ float64) {
	var x, v, gradient [4]model.Vec3
	for k, p := range l.points[:l.count] {
		for j, at := range p.at {
			x[k] = x[k].Add(position[at].Mul(p.shares[j]))
			v[k] = v[k].Add(velocity[at].Mul(p.shares[j]))
		}
	}
	theta := angleOf(l.count, x, &gradient)
	rate := 0.0
	for k := range gradient {
		rate += gradient[k].Dot(v[k])
	}
	torque := l.torque(theta, rate)
	if torque == 0 {
		return
	}
	for k, p := range l.points[:l.count] {
		for j, at := range p.at {
			force[at] = force[at].Add(gradient[k].Mul(torque * p.shares[j]))
		}
	}
}

// angleOf returns the angle of a joint of three or four points [rad] and sets its gradient.
func angleOf(points int, x [4]model.Vec3, gradient *[4]model.Vec3) float64 {
	if points == 4 {
		theta, g := spring.Hinge([4]model.Vec3{x[1], x[2], x[0], x[3]})
		*gradient = [4]model.Vec3{g[2], g[0], g[1], g[3]}
		return theta
	}
	theta, g := spring.Corner(x[0], x[1], x[2])
	copy(gradient[:], g[:])
	return theta
}

// torque returns the torque of the limit at an angle [rad] and its rate [rad/s]. Only beyond a
// bound there is one, back to it. Of a hinge that is folded past ±π the nearer bound counts.
func (l *limit) torque(theta, rate float64) float64 {
	high, low := theta-l.Max, l.Min-theta
	if l.count == 4 && max(high, low) > 0 {
		turn := 2 * math.Pi
		if high > 0 && low+turn < high {
			high, low = 0, low+turn
		} else if low > 0 && high+turn < low {
			high, low = high+turn, 0
		}
	}
	switch {
	case high > 0:
		return min(0, -l.Stiffness*high-l.Damping*rate)
	case low > 0:
		return max(0, l.Stiffness*low-l.Damping*rate)
	}
	return 0
}
