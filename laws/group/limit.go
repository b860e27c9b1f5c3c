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

// Energy returns ½ k times the square of the angle beyond the bound.
func (l *limit) Energy(position []model.Vec3) float64 {
	var gradient [4]model.Vec3
	over := l.beyond(angleOf(l.count, l.means(position), &gradient))
	return 0.5 * l.Stiffness * over * over
}

// means returns the values of the points, given those of masses.
func (l *limit) means(of []model.Vec3) (out [4]model.Vec3) {
	for k, p := range l.points[:l.count] {
		for j, at := range p.at {
			out[k] = out[k].Add(of[at].Mul(p.shares[j]))
		}
	}
	return out
}

func (l *limit) Add(force, position, velocity []model.Vec3, _ float64) {
	l.Split(force, nil, position, velocity)
}

// Split adds the forces of the torque, each that times the gradient of the angle.
func (l *limit) Split(force, still, position, velocity []model.Vec3) {
	var gradient [4]model.Vec3
	x, v := l.means(position), l.means(velocity)
	theta := angleOf(l.count, x, &gradient)
	rate := 0.0
	for k := range gradient {
		rate += gradient[k].Dot(v[k])
	}
	torque, ofStill := l.torque(theta, rate), l.torque(theta, 0)
	if torque == 0 && ofStill == 0 {
		return
	}
	for k, p := range l.points[:l.count] {
		for j, at := range p.at {
			force[at] = force[at].Add(gradient[k].Mul(torque * p.shares[j]))
			if still != nil {
				still[at] = still[at].Add(gradient[k].Mul(ofStill * p.shares[j]))
			}
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
// bound there is one, back to it.
func (l *limit) torque(theta, rate float64) float64 {
	switch over := l.beyond(theta); {
	case over > 0:
		return min(0, -l.Stiffness*over-l.Damping*rate)
	case over < 0:
		return max(0, -l.Stiffness*over-l.Damping*rate)
	}
	return 0
}

// beyond returns how far an angle is above the upper bound, or below the lower one as a negative
// number [rad]; 0 between the two. Of a hinge that is folded past ±π the nearer bound counts.
func (l *limit) beyond(theta float64) float64 {
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
		return high
	case low > 0:
		return -low
	}
	return 0
}
