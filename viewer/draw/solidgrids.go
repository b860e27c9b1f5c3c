package draw

import (
	"math"

	"hooke/model"
)

// endless reports whether a shape does not count for the size of a view: a plane has no end, and
// a terrain is a ground for bodies much smaller than it.
func endless(shape model.Shape) bool {
	switch shape.(type) {
	case model.Plane, model.Terrain:
		return true
	}
	return false
}

// mostCells is the largest number of cells along a side of a drawn terrain, of which a picture shows no
// more; drawnReach is how far around the subject a terrain is drawn at least, in sizes of the subject.
const (
	mostCells  = 512
	drawnReach = 8
)

// terrain appends the triangles of a terrain around a box, with smooth normals, and returns the size
// of a cell [m]. Beyond its rectangle there is nothing to see.
func (m *shapeMesh) terrain(s model.Terrain, around Bounds) (size float64) {
	columns, rows := s.Heights.Counts()
	spacing, origin := s.Heights.Spacing(), s.Origin()
	reach := drawnReach * around.Diagonal()
	var first, last [2]int
	for axis, count := range [2]int{columns, rows} {
		from, to := around.Lo[axis]-reach-origin[axis], around.Hi[axis]+reach-origin[axis]
		first[axis] = int(math.Min(math.Max(math.Floor(from/spacing[axis]), 0), float64(count-1)))
		last[axis] = int(math.Min(math.Max(math.Ceil(to/spacing[axis]), 0), float64(count-1)))
	}
	apart := max(1, (last[0]-first[0]+mostCells-1)/mostCells, (last[1]-first[1]+mostCells-1)/mostCells)
	corner := func(i, j int) (p, n model.Vec3) {
		i, j = min(i, last[0]), min(j, last[1])
		p = origin.Add(model.Vec3{float64(i) * spacing[0], float64(j) * spacing[1], s.Heights.Height(i, j)})
		left, right, low, high := max(i-apart, 0), min(i+apart, columns-1), max(j-apart, 0), min(j+apart, rows-1)
		dx := (s.Heights.Height(right, j) - s.Heights.Height(left, j)) / (float64(right-left) * spacing[0])
		dy := (s.Heights.Height(i, high) - s.Heights.Height(i, low)) / (float64(high-low) * spacing[1])
		return p, model.Vec3{-dx, -dy, 1}.Normalize()
	}
	for j := first[1]; j < last[1]; j += apart {
		for i := first[0]; i < last[0]; i += apart {
			p0, n0 := corner(i, j)
			p1, n1 := corner(i+apart, j)
			p2, n2 := corner(i+apart, j+apart)
			p3, n3 := corner(i, j+apart)
			m.quad([4]model.Vec3{p0, p1, p2, p3}, [4]model.Vec3{n0, n1, n2, n3})
		}
	}
	return min(spacing[0], spacing[1]) * float64(apart)
}

// field appends the surface of a field where its distances change sign, and returns the size of its
// grid [m]. Each cell that the surface goes through has a corner in the middle of its crossings with the
// edges of the cell, and each edge of the grid that it crosses a quad between the four cells around it
// (S. F. F. Gibson, Constrained elastic surface nets, 1998).
func (m *shapeMesh) field(s model.Field) (size float64) {
	counts, cell := s.Distances.Counts(), s.Distances.Cell()
	low, high := s.Distances.Box()
	turn := s.Rotation()
	cells := [3]int{counts[0] - 1, counts[1] - 1, counts[2] - 1}
	index := func(at [3]int) int { return at[0] + cells[0]*(at[1]+cells[1]*at[2]) }
	value := func(at [3]int) float64 { return s.Distances.Value(at[0], at[1], at[2]) }
	corners := map[int][2]model.Vec3{} // position and normal of each cell that the surface goes through
	eachNode(cells, func(at [3]int) {
		var sum model.Vec3
		crossings := 0.0
		for from := range 8 {
			for axis := range 3 {
				if from>>axis&1 == 1 {
					continue
				}
				a := [3]int{at[0] + from&1, at[1] + from>>1&1, at[2] + from>>2}
				b := a
				b[axis]++
				if va, vb := value(a), value(b); (va < 0) != (vb < 0) {
					x := model.Vec3{float64(a[0]), float64(a[1]), float64(a[2])}
					x[axis] += va / (va - vb)
					sum, crossings = sum.Add(x), crossings+1
				}
			}
		}
		if crossings > 0 {
			x := low.Add(sum.Mul(cell / crossings))
			_, n := s.Distances.At(x)
			corners[index(at)] = [2]model.Vec3{s.Center.Add(turn.Rotate(x)), turn.Rotate(n)}
		}
	})
	eachNode(counts, func(at [3]int) {
		for axis := range 3 {
			one, two := (axis+1)%3, (axis+2)%3
			end := at
			end[axis]++
			inner := at[one] > 0 && at[two] > 0 && at[one] < cells[one] && at[two] < cells[two] && at[axis] < cells[axis]
			if !inner || (value(at) < 0) == (value(end) < 0) {
				continue
			}
			var p, n [4]model.Vec3
			for k, back := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
				around := at
				around[one], around[two] = around[one]-back[0], around[two]-back[1]
				corner := corners[index(around)]
				p[k], n[k] = corner[0], corner[1]
			}
			m.quad(p, n)
		}
	})
	return high.Sub(low).Len()
}

// eachNode calls do with each node of a grid.
func eachNode(counts [3]int, do func(at [3]int)) {
	for z := range counts[2] {
		for y := range counts[1] {
			for x := range counts[0] {
				do([3]int{x, y, z})
			}
		}
	}
}

// stripes is the number of stripes of a belt, or squares of a moving plane, along half of the
// drawn size.
const stripes = 8

// stripe cuts the way from −half to half into stripes of a length, which have run on by a
// distance [m]. A path that has not run is not cut.
func stripe(half, run, length float64) (ends []float64) {
	ends = append(ends, -half)
	if run != 0 {
		phase := math.Mod(run, length)
		for x := math.Ceil((-half-phase)/length)*length + phase; x < half; x += length {
			if x > -half {
				ends = append(ends, x)
			}
		}
	}
	return append(ends, half)
}

// plateReach is the drawn extent of a plane, relative to the size of the view's subject.
const plateReach = 1.1

// squares appends the part of a plane that moves about a point, as a board of squares that
// moves and turns with it.
func (m *shapeMesh) squares(n, about model.Vec3, reach float64) {
	u := m.turn.Rotate(model.Capsule{B: n}.Side())
	w, size := n.Cross(u), reach/stripes
	anchor := m.anchor.Add(m.turn.Rotate(m.run))
	anchor = anchor.Add(n.Mul(about.Sub(anchor).Dot(n)))
	at := about.Sub(anchor)
	row, column := int(math.Floor(at.Dot(u)/size)), int(math.Floor(at.Dot(w)/size))
	corner := func(i, j int) model.Vec3 { return anchor.Add(u.Mul(float64(i) * size)).Add(w.Mul(float64(j) * size)) }
	for i := row - stripes; i <= row+stripes; i++ {
		for j := column - stripes; j <= column+stripes; j++ {
			m.part = (i + j) & 1
			m.quad([4]model.Vec3{corner(i, j), corner(i+1, j), corner(i+1, j+1), corner(i, j+1)}, [4]model.Vec3{n, n, n, n})
		}
	}
	m.part = 0
}

// plate appends the part of a plane about a box, as a disc.
func (m *shapeMesh) plate(s model.Plane, around Bounds) {
	n := s.UnitNormal()
	depth, _ := s.Depth(around.Center())
	center := around.Center().Add(n.Mul(depth))
	u := model.Capsule{B: n}.Side()
	w := n.Cross(u)
	reach := plateReach * around.Diagonal()
	if m.moves {
		m.squares(n, center, reach)
		return
	}
	rim := func(k int) model.Vec3 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / facetsAround)
		return center.Add(u.Mul(reach * cos)).Add(w.Mul(reach * sin))
	}
	for k := range facetsAround {
		m.triangle([3]model.Vec3{center, rim(k), rim(k + 1)}, [3]model.Vec3{n, n, n})
	}
}
