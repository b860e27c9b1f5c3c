package cpuref

import (
	"math"

	"hooke/model"
)

// joint is the angle of a limit in a state.
type joint struct {
	theta  float64
	slope  []model.Vec3 // of the angle by each point [1/m]
	shares [][]float64  // of each mass of each point
}

// jointOf returns the angle of a limit at positions.
func jointOf(m *model.Model, l model.Limit, position []model.Vec3) (j joint) {
	x := make([]model.Vec3, len(l.Points))
	j.shares = make([][]float64, len(l.Points))
	for k, masses := range l.Points {
		j.shares[k] = sharesOf(m, masses)
		x[k] = meanOf(m, masses, j.shares[k], position)
	}
	if len(x) == 4 {
		j.theta, j.slope = fold(x[1], x[2], x[0], x[3])
		j.slope = []model.Vec3{j.slope[2], j.slope[0], j.slope[1], j.slope[3]}
	} else {
		j.theta, j.slope = corner(x[0], x[1], x[2])
	}
	return j
}

// meanOf returns the mean of values of masses by their shares.
func meanOf(m *model.Model, masses []uint32, shares []float64, values []model.Vec3) (sum model.Vec3) {
	at := 0
	OnEach(m, masses, func(i int) {
		sum = sum.Add(values[i].Mul(shares[at]))
		at++
	})
	return sum
}

// excess returns how far an angle is above the upper bound of a limit, and below the lower one.
func excess(l model.Limit, theta float64) (above, below float64) {
	above, below = theta-l.Max, l.Min-theta
	if len(l.Points) == 4 { // the nearer bound counts: behind a hinge they meet
		if above > 0 && below+2*math.Pi < above {
			above, below = 0, below+2*math.Pi
		} else if below > 0 && above+2*math.Pi < below {
			above, below = above+2*math.Pi, 0
		}
	}
	return max(0, above), max(0, below)
}

// limit adds the forces of a limit of an angle.
func limit(load []model.Vec3, m *model.Model, l model.Limit, position, velocity []model.Vec3) {
	j := jointOf(m, l, position)
	rate := 0.0
	for k, masses := range l.Points {
		rate += j.slope[k].Dot(meanOf(m, masses, j.shares[k], velocity))
	}
	above, below := excess(l, j.theta)
	torque := 0.0
	switch {
	case above > 0:
		torque = -max(0, l.Stiffness*above+l.Damping*rate)
	case below > 0:
		torque = max(0, l.Stiffness*below-l.Damping*rate)
	}
	for k, masses := range l.Points {
		at := 0
		OnEach(m, masses, func(i int) {
			if m.PinOf(i) != model.PinAll {
				load[i] = load[i].Add(j.slope[k].Mul(torque * j.shares[k][at]))
			}
			at++
		})
	}
}

// limitEnergy returns ½ k (θ − Max)² beyond the upper bound of a limit, and likewise beyond the
// lower one [J].
func limitEnergy(m *model.Model, l model.Limit, position []model.Vec3) float64 {
	above, below := excess(l, jointOf(m, l, position).theta)
	return l.Stiffness * (above*above + below*below) / 2
}

// sharesOf returns the share of each mass of a list in their sum; equal ones if the sum is 0.
func sharesOf(m *model.Model, masses []uint32) (out []float64) {
	total := 0.0
	OnEach(m, masses, func(i int) { total += m.MassAt(i); out = append(out, m.MassAt(i)) })
	for k := range out {
		if total == 0 {
			out[k] = 1 / float64(len(out))
		} else {
			out[k] /= total
		}
	}
	return out
}

// bend adds the forces of all hinges of a structure that bends.
func bend(load []model.Vec3, m *model.Model, b model.Bend, position, velocity []model.Vec3) {
	for k := range b.Hinges {
		h := &b.Hinges[k]
		away, slope := turnOf(h, position)
		at, rate := h.Corners(), 0.0
		for c := range slope {
			rate += slope[c].Dot(velocity[at[c]])
		}
		for c, i := range at {
			if m.PinOf(int(i)) != model.PinAll {
				load[i] = load[i].Sub(slope[c].Mul(h.Stiffness*away + h.Damping*rate))
			}
		}
	}
}

// bendEnergy returns Σ ½ k (θ − θ0)² of the hinges of a structure that bends [J].
func bendEnergy(b model.Bend, position []model.Vec3) (sum float64) {
	for k := range b.Hinges {
		away, _ := turnOf(&b.Hinges[k], position)
		sum += b.Hinges[k].Stiffness * away * away / 2
	}
	return sum
}

// turnOf returns the angle of a hinge from that at rest, from −π to π, and how it grows as each of
// its masses moves.
func turnOf(h *model.Hinge, position []model.Vec3) (away float64, slope []model.Vec3) {
	var x [4]model.Vec3
	for c, i := range h.Corners() {
		x[c] = position[i]
	}
	var theta float64
	if h.OfChain() { // the turn is π less the angle of the corner
		theta, slope = corner(x[0], x[1], x[2])
		theta = math.Pi - theta
		for c := range slope {
			slope[c] = slope[c].Mul(-1)
		}
	} else {
		theta, slope = fold(x[0], x[1], x[2], x[3])
	}
	away = math.Mod(theta-h.Rest, 2*math.Pi)
	if away > math.Pi {
		away -= 2 * math.Pi
	} else if away < -math.Pi {
		away += 2 * math.Pi
	}
	return away, slope
}

// corner returns the angle at b of the triangle a b c, and how it grows as each corner moves:
// fastest where an end moves away from the other arm, by one over its own.
func corner(a, b, c model.Vec3) (theta float64, slope []model.Vec3) {
	p, q := a.Sub(b), c.Sub(b)
	theta = math.Atan2(p.Cross(q).Len(), p.Dot(q))
	if p.Cross(q).Len() == 0 {
		return theta, make([]model.Vec3, 3)
	}
	away := func(arm, other model.Vec3) model.Vec3 {
		along := arm.Mul(arm.Dot(other) / arm.Dot(arm))
		return along.Sub(other).Normalize().Mul(1 / arm.Len())
	}
	onA, onC := away(p, q), away(q, p)
	return theta, []model.Vec3{onA, onA.Add(onC).Mul(-1), onC}
}

// fold returns the angle between the triangles a b c and b a d about their edge from a to b, and
// how it grows as each of the four moves. The far corners turn about the edge, at their heights
// over it; the ends of the edge balance them as a beam does its loads.
func fold(a, b, c, d model.Vec3) (theta float64, slope []model.Vec3) {
	edge := b.Sub(a)
	length := edge.Len()
	n1, n2 := c.Sub(a).Cross(c.Sub(b)), d.Sub(b).Cross(d.Sub(a))
	if length == 0 || n1.Len() < 1e-12 || n2.Len() < 1e-12 {
		return 0, make([]model.Vec3, 4)
	}
	overC, overD := n1.Len()/length, n2.Len()/length
	n1, n2 = n1.Normalize(), n2.Normalize()
	theta = math.Atan2(n1.Cross(n2).Dot(edge)/length, n1.Dot(n2))
	onC, onD := n1.Mul(-1/overC), n2.Mul(-1/overD)
	footC, footD := c.Sub(a).Dot(edge)/(length*length), d.Sub(a).Dot(edge)/(length*length)
	onA := onC.Mul(1 - footC).Add(onD.Mul(1 - footD)).Mul(-1)
	onB := onC.Mul(footC).Add(onD.Mul(footD)).Mul(-1)
	return theta, []model.Vec3{onA, onB, onC, onD}
}
