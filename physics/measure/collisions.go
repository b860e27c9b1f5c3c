package measure

import (
	"math"

	"hooke/laws"
	"hooke/model"
	"hooke/physics/meet"
)

// shortest is the distance [m] below which two masses have no direction.
const shortest = 1e-12

// pair is two masses that touch each other.
type pair struct {
	i, j  int
	depth float64    // δ [m]
	push  model.Vec3 // on i [N]
}

// touches returns the pairs that touch in a state, by model.Collision, with i in ascending order.
// It looks in a grid whose cells are as large as two masses that touch can be apart.
func (l *ReactionLaw) touches(s *model.State) (all []pair) {
	m, c := l.model, l.params.Collision
	edge := 2 * m.LargestRadius()
	if !c.Masses() || edge == 0 {
		return nil
	}
	cellOf := func(x model.Vec3) (cell [3]int64) {
		for axis := range 3 {
			cell[axis] = int64(math.Floor(x[axis] / edge))
		}
		return cell
	}
	cells := map[[3]int64][]int{}
	for j, r := range m.Radius {
		if r > 0 && !math.IsNaN(s.Position[j].Len()) {
			at := cellOf(s.Position[j])
			cells[at] = append(cells[at], j)
		}
	}
	for i, r := range m.Radius {
		if r == 0 {
			continue
		}
		at := cellOf(s.Position[i])
		for near := range 27 {
			cell := [3]int64{at[0] + int64(near%3) - 1, at[1] + int64(near/3%3) - 1, at[2] + int64(near/9) - 1}
			for _, j := range cells[cell] {
				if j > i {
					if one := l.touch(s, i, j); one.depth > 0 {
						all = append(all, one)
					}
				}
			}
		}
	}
	return all
}

// addMeetings adds the pushes of springs and triangles that collide to the forces on masses [N]. The
// sides from which masses came to triangles are those on which they are.
func (l *ReactionLaw) addMeetings(f []model.Vec3, s *model.State) {
	l.meets.Tear(s.Changes)
	l.meets.Each(s.Position, func(t *meet.Touch) {
		push := t.Normal.Mul(t.Push(s.Velocity))
		for k, i := range t.Masses {
			f[i] = f[i].Add(push.Mul(t.Share[k]))
		}
	})
}

// touch returns the forces of two masses on each other; its depth is at most 0 if there are
// none.
func (l *ReactionLaw) touch(s *model.State, i, j int) pair {
	m, c := l.model, l.params.Collision
	a, b := m.BodyOf(i), m.BodyOf(j)
	sum, rest := m.Radius[i]+m.Radius[j], m.RestPosition[i].Sub(m.RestPosition[j]).Len()
	if !c.Meet(a, b) || a == b && rest <= model.RestReach*sum || m.PinOf(i)&m.PinOf(j) == model.PinAll {
		return pair{}
	}
	d := s.Position[i].Sub(s.Position[j])
	length := d.Len()
	depth := min(sum, rest) - length
	if !(depth > 0) || length < shortest {
		return pair{}
	}
	n := d.Mul(1 / length)
	one, other := c.Bodies[a], c.Bodies[b]
	k := laws.PairStiffness(one.Stiffness, other.Stiffness)
	damping := laws.PairDamping(one.DampingRatio, other.DampingRatio, k, 1/(m.InverseMass(i)+m.InverseMass(j)))
	size := laws.PushOf(k, damping, depth, s.Velocity[i].Sub(s.Velocity[j]).Dot(n))
	return pair{i, j, depth, n.Mul(size)}
}
