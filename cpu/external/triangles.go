package external

import (
	"cmp"
	"slices"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// grouped is the triangles of a model in groups of 16, as kernels.WindCall reads them. Where
// triangles of one shape begin near each other in the order of masses, as in cloths and on
// lattices, a group is a row of lanes, of which some may have no triangle; all others are put
// together as they come.
type grouped struct {
	groups  []kernels.WindGroup
	corners []int32
	has     []uint16 // a bit for each triangle of a group
}

// cornered is a triangle in lanes, from its lowest lane on.
type cornered [3]int32

// shape returns where the other corners are from the first one.
func (c cornered) shape() [2]int32 { return [2]int32{c[1] - c[0], c[2] - c[0]} }

// leastOfRow is the least number of triangles of a row: 16 gathers take as long as some rows.
const leastOfRow = 5

// groupTriangles groups the triangles of a model by ascending lanes.
func groupTriangles(m *model.Model, o table.LaneOrder) *grouped {
	all := make([]cornered, len(m.Triangles))
	model.InBlocks(len(all), func(_, first, last int) {
		for k := first; k < last; k++ {
			t := m.Triangles[k]
			c := cornered{int32(o.LaneOf[t[0]]), int32(o.LaneOf[t[1]]), int32(o.LaneOf[t[2]])}
			for c[0] > c[1] || c[0] > c[2] { // which turns it, and keeps its face
				c[0], c[1], c[2] = c[1], c[2], c[0]
			}
			all[k] = c
		}
	})
	slices.SortFunc(all, func(a, b cornered) int {
		p, q := a.shape(), b.shape()
		return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]), cmp.Compare(a[0], b[0]))
	})
	g := &grouped{}
	var rest []cornered
	for len(all) > 0 {
		first, count, lanes := all[0], 0, uint16(0)
		for _, c := range all { // until it is of another shape, too far, or there already
			i := c[0] - first[0]
			if c.shape() != first.shape() || i >= table.Width || lanes>>i&1 != 0 {
				break
			}
			count, lanes = count+1, lanes|1<<i
		}
		if count >= leastOfRow {
			g.groups, g.has = append(g.groups, kernels.WindGroup{Base: first, Own: -1}), append(g.has, lanes)
			all = all[count:]
		} else {
			rest, all = append(rest, first), all[1:]
		}
	}
	g.sort()
	slices.SortFunc(rest, func(a, b cornered) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
	})
	for own := int32(0); len(rest) > 0; own++ {
		count := min(table.Width, len(rest))
		g.corners = append(g.corners, make([]int32, 3*table.Width)...)
		for i, c := range rest[:count] {
			for j, lane := range c {
				g.corners[(3*int(own)+j)*table.Width+i] = lane
			}
		}
		g.groups, g.has = append(g.groups, kernels.WindGroup{Own: own}), append(g.has, 1<<count-1)
		rest = rest[count:]
	}
	return g
}

// sort orders rows by their lanes, so that neighbors in memory are near in time.
func (g *grouped) sort() {
	order := make([]int, len(g.groups))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.groups[a].Base[0], g.groups[b].Base[0]) })
	groups, has := make([]kernels.WindGroup, len(order)), make([]uint16, len(order))
	for to, from := range order {
		groups[to], has[to] = g.groups[from], g.has[from]
	}
	g.groups, g.has = groups, has
}

// each goes through all triangles: the place of its force, and the lanes of its corners.
func (g *grouped) each(do func(place int32, corners [3]int32)) {
	for k, group := range g.groups {
		for i := range table.Width {
			if g.has[k]>>i&1 == 0 {
				continue
			}
			var c [3]int32
			for j := range c {
				c[j] = group.Base[j] + int32(i)
				if group.Own >= 0 {
					c[j] = g.corners[(3*int(group.Own)+j)*table.Width+i]
				}
			}
			do(int32(k*kernels.WindFloats+kernels.WindPlace(i)), c)
		}
	}
}
