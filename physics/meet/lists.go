package meet

import (
	"slices"

	"hooke/model"
)

// listPart is the number of springs, or masses, of which threads look at the lists at once.
const listPart = 256

// lists holds pairs that are near. Those of spring e are springs of greater numbers, and those of
// a mass triangles, in their order.
type lists struct {
	springs, triangles pairs
	from               []model.Vec3 // positions when they were made; nil: they were not
}

// pairs holds the others that are near to each item, with D [m].
type pairs struct {
	first  []int32 // where those of each item begin, and the end
	others []int32
	reach  []float64
}

// of returns those of an item.
func (p *pairs) of(item int) (others []int32, reach []float64) {
	return p.others[p.first[item]:p.first[item+1]], p.reach[p.first[item]:p.first[item+1]]
}

// late reports whether masses have moved against each other by the skin since lists were made.
func (s *Set) late(position []model.Vec3) bool {
	from := s.lists.from
	if from == nil {
		return true
	}
	var low, high model.Vec3
	first := true
	for i, r := range s.radius {
		if r == 0 {
			continue
		}
		way := position[i].Sub(from[i])
		if first {
			low, high, first = way, way, false
		}
		for axis, d := range way {
			if d < low[axis] {
				low[axis] = d
			} else if !(d <= high[axis]) { // NaN also ends here
				high[axis] = d
			}
		}
	}
	return !(high.Sub(low).Len() <= s.rules.Skin)
}

// update brings lists up to date with a state.
func (s *Set) update(position []model.Vec3) {
	if !s.late(position) {
		return
	}
	s.lists.from = append(s.lists.from[:0], position...)
	if len(s.edges) > 0 {
		s.listSprings(position)
	}
	if len(s.triangles) > 0 {
		s.listTriangles(position)
	}
}

// found is a pair that is near.
type found struct {
	a, b  int32
	reach float64
}

// listSprings lists springs near springs. Their boxes have half of the skin as a margin.
func (s *Set) listSprings(position []model.Vec3) {
	boxes, out := make([]box, len(s.edges)), make([]bool, len(s.edges))
	for e, ends := range s.edges {
		b, ok := boxOf(s.radiusOfEdge(e)+s.rules.Skin/2, position[ends[0]], position[ends[1]])
		boxes[e], out[e] = b, !ok
	}
	g := newGrid(boxes, out)
	s.lists.springs.fill(len(s.edges), func(e int, near func(f int, reach float64)) {
		g.around(e, func(f int) {
			a, b := s.edges[e], s.edges[f]
			_, _, way := betweenSegments(position[a[0]], position[a[1]], position[b[0]], position[b[1]])
			if way.Len() >= s.radiusOfEdge(e)+s.radiusOfEdge(f)+s.rules.Skin {
				return
			}
			if reach := s.reachOfEdges(e, f); reach > 0 {
				near(f, reach)
			}
		})
	})
}

// listTriangles lists triangles near masses.
func (s *Set) listTriangles(position []model.Vec3) {
	masses := len(s.masses)
	boxes, out := make([]box, masses+len(s.triangles)), make([]bool, masses+len(s.triangles))
	for k := range boxes {
		var ok bool
		if k < masses {
			boxes[k], ok = boxOf(s.radius[s.masses[k]]+s.rules.Skin/2, position[s.masses[k]])
		} else {
			c := s.triangles[k-masses]
			boxes[k], ok = boxOf(s.radiusOfTriangle(k-masses)+s.rules.Skin/2, position[c[0]], position[c[1]], position[c[2]])
		}
		out[k] = !ok
	}
	g := newGrid(boxes, out)
	s.lists.triangles.fill(masses, func(k int, near func(t int, reach float64)) {
		g.around(k, func(j int) {
			t := j - masses
			if t < 0 {
				return
			}
			c := s.triangles[t]
			_, way := onTriangle(position[s.masses[k]], [3]model.Vec3{position[c[0]], position[c[1]], position[c[2]]})
			if way.Len() >= s.radius[s.masses[k]]+s.radiusOfTriangle(t)+s.rules.Skin {
				return
			}
			if reach := s.reachOfTriangle(s.masses[k], t); reach > 0 {
				near(t, reach)
			}
		})
	})
}

// fill makes the lists of some items, from the items near each.
func (p *pairs) fill(items int, of func(item int, near func(other int, reach float64))) {
	blocks := make([][]found, model.BlockCount(items))
	model.InBlocks(items, func(block, first, last int) {
		var all []found
		for item := first; item < last; item++ {
			begin := len(all)
			of(item, func(other int, reach float64) { all = append(all, found{int32(item), int32(other), reach}) })
			slices.SortFunc(all[begin:], func(a, b found) int { return int(a.b - b.b) })
		}
		blocks[block] = all
	})
	p.first, p.others, p.reach = p.first[:0], p.others[:0], p.reach[:0]
	for _, block := range blocks {
		for _, f := range block {
			for len(p.first) <= int(f.a) {
				p.first = append(p.first, int32(len(p.others)))
			}
			p.others, p.reach = append(p.others, f.b), append(p.reach, f.reach)
		}
	}
	for len(p.first) <= items {
		p.first = append(p.first, int32(len(p.others)))
	}
}
