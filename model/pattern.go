package model

import "sync"

// Pattern describes a regular grid of masses and their springs by formula. Each mass has the
// springs of one stencil, except those whose other end is outside the grid. Masses are
// numbered in row order (x fastest, then y, then z). Springs are numbered by the mass at
// their end A, then in the order of the stencil. A model with a pattern has no array per mass
// or spring.
type Pattern struct {
	Size    [3]int   // masses along x, y and z, each at least 1
	Corner  Vec3     // position of mass 0 [m]
	Spacing float64  // distance of neighbors [m]
	Mass    float64  // mass of every mass [kg]
	Stencil []Offset // springs of a mass, each to a higher-numbered mass
}

// Offset is one spring of a stencil: the offset from end A to end B, in masses along each
// axis.
type Offset struct {
	Dx, Dy, Dz int
	RestLength float64 // [m]
	Material   uint16
}

// Springs holds some consecutive springs, in arrays of equal length.
type Springs struct {
	Ends       []Ends
	RestLength []float64
	MaterialOf []uint16
}

// MassCount returns the number of masses.
func (p *Pattern) MassCount() int { return p.Size[0] * p.Size[1] * p.Size[2] }

// SpringCount returns the number of springs, all with both ends in the grid.
func (p *Pattern) SpringCount() int {
	total := 0
	for k := range p.Stencil {
		total += p.Count(k)
	}
	return total
}

// Count returns the number of springs with one offset of the stencil.
func (p *Pattern) Count(offset int) int {
	o, n := &p.Stencil[offset], 1
	for axis, d := range [3]int{o.Dx, o.Dy, o.Dz} {
		n *= max(0, p.Size[axis]-max(d, -d))
	}
	return n
}

// Reach returns the largest extent of a spring along each axis, in masses.
func (p *Pattern) Reach() (reach [3]int) {
	for _, o := range p.Stencil {
		for axis, d := range [3]int{o.Dx, o.Dy, o.Dz} {
			reach[axis] = max(reach[axis], d, -d)
		}
	}
	return reach
}

// Ahead returns the difference of the mass numbers of the two ends of an offset.
func (p *Pattern) Ahead(o *Offset) int { return o.Dx + p.Size[0]*(o.Dy+p.Size[1]*o.Dz) }

// Place returns the grid index of a mass.
func (p *Pattern) Place(mass int) (x, y, z int) {
	row := mass / p.Size[0]
	return mass % p.Size[0], row % p.Size[1], row / p.Size[1]
}

// Position returns the rest position of a mass [m].
func (p *Pattern) Position(mass int) Vec3 {
	x, y, z := p.Place(mass)
	return p.at(x, y, z)
}

func (p *Pattern) at(x, y, z int) Vec3 {
	return Vec3{p.Coordinate(0, x), p.Coordinate(1, y), p.Coordinate(2, z)}
}

// Coordinate returns the rest coordinate of the masses at a grid index along an axis [m].
func (p *Pattern) Coordinate(axis, place int) float64 {
	return p.Corner[axis] + p.Spacing*float64(place)
}

// Inside reports whether both ends of an offset from a grid index are in the grid.
func (p *Pattern) Inside(o *Offset, x, y, z int) bool {
	x, y, z = x+o.Dx, y+o.Dy, z+o.Dz
	return uint(x) < uint(p.Size[0]) && uint(y) < uint(p.Size[1]) && uint(z) < uint(p.Size[2])
}

// SpringsBefore returns the number of springs whose end A has a lower number than the mass.
// For each offset it adds those of the layers below, of earlier rows, and of the mass's own
// row.
func (p *Pattern) SpringsBefore(mass int) (springs int) {
	x, y, z := p.Place(mass)
	// starts returns how many of the numbers below n, out of count, have a number d ahead
	// of them that is also below count and not negative.
	starts := func(n, d, count int) int { return max(0, min(n, count-d)-max(0, -d)) }
	for i := range p.Stencil {
		o := &p.Stencil[i]
		row, layer := starts(p.Size[0], o.Dx, p.Size[0]), starts(p.Size[1], o.Dy, p.Size[1])
		springs += starts(z, o.Dz, p.Size[2]) * layer * row
		if z+o.Dz >= p.Size[2] {
			continue
		}
		springs += starts(y, o.Dy, p.Size[1]) * row
		if 0 <= y+o.Dy && y+o.Dy < p.Size[1] {
			springs += starts(x, o.Dx, p.Size[0])
		}
	}
	return springs
}

// MassOf returns the mass at end A of a spring.
func (p *Pattern) MassOf(spring int) int {
	low, high := 0, p.MassCount() // SpringsBefore(low) <= spring < SpringsBefore(high)
	for high-low > 1 {
		if middle := int(uint(low+high) / 2); p.SpringsBefore(middle) <= spring {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// Row is a part of a row of masses in the grid. The mass at each x from X to before End has
// every link for which x + Dx is inside the row.
type Row struct {
	Mass   int // number of the first mass
	X, End int
	Y, Z   int
	Links  []Link // in the order of the stencil
}

// Link is an offset whose other end is in the grid for the masses of a Row.
type Link struct {
	Dx, Ahead int
	Number    int // in the stencil
	*Offset
}

// links returns the links of row (y, z), in the order of the stencil.
func (p *Pattern) links(to []Link, y, z int) []Link {
	to = to[:0]
	for i := range p.Stencil {
		o := &p.Stencil[i]
		if y+o.Dy >= 0 && y+o.Dy < p.Size[1] && z+o.Dz >= 0 && z+o.Dz < p.Size[2] {
			to = append(to, Link{o.Dx, p.Ahead(o), i, o})
		}
	}
	return to
}

// Rows calls do for the parts of rows that together hold springs first to last−1, in order.
// Each part has all springs of its masses; the first and last part may be one mass with some
// of its springs. do must not keep the links.
func (p *Pattern) Rows(first, last int, do func(row *Row)) {
	if first >= last {
		return
	}
	mass := p.MassOf(first)
	skip, left, reach := first-p.SpringsBefore(mass), last-first, p.Reach()[0]
	room, some := make([]Link, 0, 32), make([]Link, 0, 32)
	for left > 0 {
		x, y, z := p.Place(mass)
		room = p.links(room, y, z)
		row := Row{Mass: mass, X: x, End: x, Y: y, Z: z, Links: room}
		for ; row.End < p.Size[0] && skip == 0; row.End++ {
			count := p.count(room, reach, row.End)
			if count > left {
				break
			}
			left -= count
		}
		if row.End > x {
			do(&row)
			mass += row.End - x
			continue
		}
		some = some[:0]
		for _, l := range room { // the first or the last mass
			switch {
			case uint(x+l.Dx) >= uint(p.Size[0]):
			case skip > 0:
				skip--
			case left > 0:
				some, left = append(some, l), left-1
			}
		}
		row.End, row.Links = x+1, some
		do(&row)
		mass++
	}
}

// count returns the number of links of the mass at x in a row; links go by at most reach
// along the row.
func (p *Pattern) count(links []Link, reach, x int) (count int) {
	if x >= reach && x < p.Size[0]-reach {
		return len(links)
	}
	for i := range links {
		if uint(x+links[i].Dx) < uint(p.Size[0]) {
			count++
		}
	}
	return count
}

// Write writes the springs from number first on until to is full. Ends A are relative to mass
// zero. ahead[k] is the difference between ends B and A for offset k; nil: as in the model.
func (p *Pattern) Write(first int, to Springs, zero int, ahead []int) {
	at := 0
	p.Rows(first, first+len(to.Ends), func(row *Row) {
		for i := range row.Links {
			if l := &row.Links[i]; ahead != nil {
				l.Ahead = ahead[l.Number]
			}
		}
		mass := row.Mass - zero
		for x := row.X; x < row.End; x, mass = x+1, mass+1 {
			for i := range row.Links {
				l := &row.Links[i]
				if uint(x+l.Dx) >= uint(p.Size[0]) {
					continue
				}
				to.Ends[at] = Ends{uint32(mass), uint32(mass + l.Ahead)}
				to.RestLength[at], to.MaterialOf[at] = l.RestLength, l.Material
				at++
			}
		}
	})
}

// SpringsOf returns springs first to last−1: a part of the model's arrays or, for a pattern,
// a copy in the scratch array room, which grows as needed.
func (m *Model) SpringsOf(first, last int, room *Springs) Springs {
	if m.Pattern == nil {
		return Springs{m.Ends[first:last], m.RestLength[first:last], m.MaterialOf[first:last]}
	}
	if count := last - first; cap(room.Ends) < count {
		*room = Springs{make([]Ends, count), make([]float64, count), make([]uint16, count)}
	}
	out := Springs{room.Ends[:last-first], room.RestLength[:last-first], room.MaterialOf[:last-first]}
	m.Pattern.Write(first, out, 0, nil)
	return out
}

// Spring returns spring s. For a pattern it takes a search; use EachSprings or SpringsOf for
// many.
func (m *Model) Spring(s int) (ends Ends, restLength float64, material uint16) {
	var room Springs
	one := m.SpringsOf(s, s+1, &room)
	return one.Ends[0], one.RestLength[0], one.MaterialOf[0]
}

// EachSprings calls work for all springs in order; first is the number of the first of some.
// It passes arrays in one call and patterns in blocks. It stops when work returns false.
func (m *Model) EachSprings(work func(first int, some Springs) bool) {
	size := m.SpringCount()
	if m.Pattern != nil {
		size = BlockSize
	}
	var room Springs
	for first := 0; first < m.SpringCount(); first += size {
		if !work(first, m.SpringsOf(first, min(m.SpringCount(), first+size), &room)) {
			return
		}
	}
}

// InSpringBlocks is InBlocks over the springs; the block some begins at spring first.
func (m *Model) InSpringBlocks(work func(block, first int, some Springs)) {
	rooms := sync.Pool{New: func() any { return new(Springs) }}
	InBlocks(m.SpringCount(), func(block, first, last int) {
		room := rooms.Get().(*Springs)
		work(block, first, m.SpringsOf(first, last, room))
		rooms.Put(room)
	})
}

// RestAt returns the rest position of mass i [m], from the arrays or the pattern.
func (m *Model) RestAt(i int) Vec3 {
	if m.Pattern != nil {
		return m.Pattern.Position(i)
	}
	return m.RestPosition[i]
}

// MassAt returns the mass of mass i [kg], from the arrays or the pattern.
func (m *Model) MassAt(i int) float64 {
	if m.Pattern != nil {
		return m.Pattern.Mass
	}
	return m.Mass[i]
}
