package physics

import (
	"errors"
	"math"

	"hooke/model"
)

// partless returns an error where springs or triangles are to collide and no such part has masses
// with a radius alone.
func partless(m *model.Model, c model.Collision) error {
	if c.Springs() && len(CollidingEdges(m)) == 0 {
		return errors.New("touches: no spring can touch another: of the masses that take part no spring belongs to a rope, a net, a line or a cloth; leave springs out")
	}
	if c.Triangles() && len(CollidingTriangles(m)) == 0 {
		return errors.New("touches: no triangle can be touched: the masses that take part are corners of none; use a cloth, or leave triangles out")
	}
	return nil
}

// CollidingEdges returns the edges (Edges) both of whose ends have a radius.
func CollidingEdges(m *model.Model) (out [][2]uint32) {
	for _, e := range Edges(m) {
		if min(m.Radius[e[0]], m.Radius[e[1]]) > 0 {
			out = append(out, e)
		}
	}
	return out
}

// CollidingTriangles returns the triangles all of whose corners have a radius.
func CollidingTriangles(m *model.Model) (out [][3]uint32) {
	for _, t := range m.Triangles {
		if min(m.Radius[t[0]], m.Radius[t[1]], m.Radius[t[2]]) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// spanSpeed returns the speed [m/s] above which springs that collide may tunnel through springs, and
// masses through triangles, if the other part holds still. The energy of a touch at its deepest is
//
//	½ (m_A + m_B) v² = ½ kc D²          a spring, D twice its radius
//	½ m v²           = ½ kc (2 D)²      a mass, which is pushed back from beyond the triangle, too
//
// It is the least of all; +Inf without them.
func spanSpeed(m *model.Model, c model.Collision) float64 {
	if !c.Spans() {
		return math.Inf(1)
	}
	var edges [][2]uint32
	var triangles [][3]uint32
	if c.Springs() {
		edges = CollidingEdges(m)
	}
	if c.Triangles() {
		triangles = CollidingTriangles(m)
	}
	thin := [2]float64{math.Inf(1), math.Inf(1)} // least radii of springs and triangles
	for _, e := range edges {
		thin[0] = min(thin[0], m.Radius[e[0]], m.Radius[e[1]])
	}
	for _, t := range triangles {
		thin[1] = min(thin[1], m.Radius[t[0]], m.Radius[t[1]], m.Radius[t[2]])
	}
	speed := math.Inf(1)
	for _, e := range edges {
		reach := min(m.Radius[e[0]], m.Radius[e[1]]) + thin[0]
		speed = min(speed, stopping(c, m, reach, e[:]...))
	}
	if len(triangles) == 0 {
		return speed
	}
	for i, r := range m.Radius {
		if r > 0 {
			speed = min(speed, stopping(c, m, 2*(r+thin[1]), uint32(i)))
		}
	}
	least := math.Inf(1)
	for _, r := range m.Radius {
		if r > 0 {
			least = min(least, r)
		}
	}
	for _, t := range triangles { // which may fly at a mass that holds still
		speed = min(speed, stopping(c, m, 2*(least+min(m.Radius[t[0]], m.Radius[t[1]], m.Radius[t[2]])), t[:]...))
	}
	return speed
}

// stopping returns the speed [m/s] of some masses that a touch stops at a depth [m]: that with the
// softest body that they may meet. Masses that are held do not count; +Inf where all are.
func stopping(c model.Collision, m *model.Model, depth float64, masses ...uint32) float64 {
	sum, own := 0.0, c.Bodies[m.BodyOf(int(masses[0]))].Stiffness
	for _, i := range masses {
		if m.PinOf(int(i)) != model.PinAll {
			sum += m.Mass[i]
		}
	}
	stiffness := own
	if c.Others {
		for _, b := range c.Bodies {
			stiffness = min(stiffness, 2/(1/own+1/b.Stiffness))
		}
	}
	return depth * math.Sqrt(stiffness/sum)
}

// longestPart returns the longest of the springs that collide and of the edges of triangles, at
// rest, with a margin for those that are stretched [m]; 0 without them.
func longestPart(m *model.Model, c model.Collision) (most float64) {
	const margin = 1.5
	apart := func(i, j uint32) { most = max(most, margin*m.RestPosition[i].Sub(m.RestPosition[j]).Len()) }
	if c.Springs() {
		for _, e := range CollidingEdges(m) {
			apart(e[0], e[1])
		}
	}
	if c.Triangles() {
		for _, t := range CollidingTriangles(m) {
			apart(t[0], t[1])
			apart(t[1], t[2])
			apart(t[2], t[0])
		}
	}
	return most
}
