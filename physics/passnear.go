package physics

import (
	"cmp"
	"math"
	"slices"

	"hooke/model"
)

// fastMass is a mass that is fast enough to pass between others.
type fastMass struct {
	mass         int
	speed, limit float64 // [m/s]
}

// nearest returns the fastest of some masses that can have met another one since the last
// look, which is since before s [s]; false: none can. Masses that are far from all others
// pass between none.
func (w *PassWatch) nearest(s *model.Snapshot, fast []fastMass, since float64) (fastMass, bool) {
	slices.SortStableFunc(fast, func(a, b fastMass) int { return cmp.Compare(b.speed, a.speed) })
	m := w.model
	near, ok := newNearby(m, s, since, w.long)
	if !ok {
		return fast[0], true // non-finite positions tell nothing
	}
	budget := pairsAtALook
	for _, f := range fast {
		met := false
		near.around(s.Position[f.mass], func(j int) bool {
			if budget--; budget < 0 {
				met = true
			} else if limit, can := w.canHaveMet(s, f.mass, j, since); can && (!met || limit < f.limit) {
				f.limit, met = limit, true
			}
			return budget >= 0
		})
		if met {
			return f, true
		}
	}
	return fastMass{}, false
}

// pairsAtALook bounds the time of a look: a mass that is not compared with all others counts
// as near.
const pairsAtALook = 20_000_000

// canHaveMet reports whether two masses that may touch can have touched since the last look, as
// fast as they now move against each other, and whether that is fast enough for one of them to pass
// through the cell of masses at the other: faster than limit [m/s].
func (w *PassWatch) canHaveMet(s *model.Snapshot, i, j int, since float64) (limit float64, can bool) {
	m, a, b := w.model, w.model.BodyOf(i), w.model.BodyOf(j)
	sum := m.Radius[i] + m.Radius[j]
	if i == j || !w.params.Collision.Meet(a, b) || a == b && m.RestAt(i).Sub(m.RestAt(j)).Len() <= model.RestReach*sum {
		return 0, false
	}
	speed := wide(s.Velocity[i]).Sub(wide(s.Velocity[j])).Len()
	if speed <= w.limit || wide(s.Position[i]).Sub(wide(s.Position[j])).Len() > sum+w.long+speed*since {
		return 0, false
	}
	limit = w.limitBetween(i, j)
	return limit, speed > limit
}

// limitBetween returns the speed [m/s] above which one of two masses may pass through the cell of masses
// at the other, through a spring or triangle of it, or over it within a step; see PassSpeed, which is the least of all.
func (w *PassWatch) limitBetween(i, j int) float64 {
	if !w.params.Collision.Masses() {
		return w.limit
	}
	if w.shortest == nil {
		w.shortest = shortestRests(w.model)
	}
	m, bodies := w.model, w.params.Collision.Bodies
	limit := min(w.leap, w.span)
	stiffness := 2 / (1/bodies[m.BodyOf(i)].Stiffness + 1/bodies[m.BodyOf(j)].Stiffness)
	for _, pair := range [][2]int{{i, j}, {j, i}} {
		if a, b := pair[0], pair[1]; m.PinOf(a) != model.PinAll {
			depth := m.Radius[a] + m.Radius[b] - halfDiagonal(m.Radius[b], w.shortest[b])
			limit = min(limit, passing(stiffness, depth, m.Mass[a]))
		}
	}
	return limit
}

// nearby finds masses that collide by where they are in a state.
type nearby struct {
	edge  float64 // of a cell, as far as two masses can have come from each other [m]
	cells map[[3]int32][]int32
}

// newNearby puts the masses of a state into cells; false where a position or velocity is no
// number, or too far away for a cell. long is how much farther they can be from each other [m].
func newNearby(m *model.Model, s *model.Snapshot, since, long float64) (*nearby, bool) {
	low, high := [3]float32{}, [3]float32{}
	radius, first := 0.0, true
	for i, r := range m.Radius {
		if r == 0 {
			continue
		}
		radius = max(radius, r)
		for axis, v := range s.Velocity[i] {
			if first {
				low[axis], high[axis] = v, v
			}
			low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
		}
		first = false
	}
	n := &nearby{edge: 2*radius + long + wide(high).Sub(wide(low)).Len()*since, cells: make(map[[3]int32][]int32)}
	for i, r := range m.Radius {
		if r == 0 {
			continue
		}
		cell, ok := n.cell(s.Position[i])
		if !ok {
			return nil, false
		}
		n.cells[cell] = append(n.cells[cell], int32(i))
	}
	return n, true
}

// cell returns the cell of a position.
func (n *nearby) cell(x [3]float32) (c [3]int32, ok bool) {
	for axis, coordinate := range x {
		at := math.Floor(float64(coordinate) / n.edge)
		if !(math.Abs(at) < math.MaxInt32-1) {
			return c, false
		}
		c[axis] = int32(at)
	}
	return c, true
}

// around calls each with the masses of the cell of a position and of those around it, until
// it returns false.
func (n *nearby) around(x [3]float32, each func(j int) bool) {
	at, ok := n.cell(x)
	for k := range int32(27) {
		if !ok {
			return
		}
		for _, j := range n.cells[[3]int32{at[0] + k%3 - 1, at[1] + k/3%3 - 1, at[2] + k/9 - 1}] {
			if !each(int(j)) {
				return
			}
		}
	}
}
