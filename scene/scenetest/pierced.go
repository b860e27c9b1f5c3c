package scenetest

import (
	"math"

	"hooke/model"
)

// Pierced returns the number of pairs of a triangle and an edge of another triangle that passes
// through it, of the cloth of a model at these positions [m]. Edges that share a mass with
// the triangle do not count. It is how often a cloth passes through itself or another one,
// in float64 and by the triangles that are drawn.
func Pierced(m *model.Model, x []model.Vec3) int {
	longest := 0.0
	edges := map[model.Ends]bool{}
	for _, t := range m.Triangles {
		for k := range t {
			a, b := t[k], t[(k+1)%3]
			edges[model.Ends{min(a, b), max(a, b)}] = true
			longest = max(longest, x[a].Sub(x[b]).Len())
		}
	}
	// Triangles are found by the cell of their center: a spring that pierces one has its middle no
	// farther away than half of the longest edge and the longest way from center to corner.
	cell := func(p model.Vec3) (c [3]int) {
		for axis := range c {
			c[axis] = int(math.Floor(p[axis] / (1.5 * longest)))
		}
		return c
	}
	at := map[[3]int][]int{}
	for i, t := range m.Triangles {
		c := cell(x[t[0]].Add(x[t[1]]).Add(x[t[2]]).Mul(1. / 3))
		at[c] = append(at[c], i)
	}
	count := 0
	for e := range edges {
		p, q := x[e[0]], x[e[1]]
		c := cell(p.Add(q).Mul(0.5))
		for k := range 27 {
			for _, i := range at[[3]int{c[0] + k%3 - 1, c[1] + k/3%3 - 1, c[2] + k/9 - 1}] {
				t := m.Triangles[i]
				if e[0] != t[0] && e[0] != t[1] && e[0] != t[2] && e[1] != t[0] && e[1] != t[1] && e[1] != t[2] && pierces(p, q, x[t[0]], x[t[1]], x[t[2]]) {
					count++
				}
			}
		}
	}
	return count
}

// pierces reports whether the line from p to q passes through the triangle a, b, c: whether
// its ends are on different sides of the plane, and all edges go around it the same way.
func pierces(p, q, a, b, c model.Vec3) bool {
	volume := func(u, v, w, z model.Vec3) float64 { return u.Sub(z).Dot(v.Sub(z).Cross(w.Sub(z))) }
	if (volume(a, b, c, p) > 0) == (volume(a, b, c, q) > 0) {
		return false
	}
	first := volume(p, q, a, b) > 0
	return (volume(p, q, b, c) > 0) == first && (volume(p, q, c, a) > 0) == first
}
