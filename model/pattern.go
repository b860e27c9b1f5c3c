package model

import "sync"

// Pattern says by formula where the masses of a grid start and which springs join them: each
// mass has the springs of one stencil, as far as their other ends are in the grid. Masses are
// numbered in row order (x fastest, then y, then z), and springs by the mass at their end A,
// then as the stencil lists them. A model by a pattern has no array for each mass or spring.
type Pattern struct {
	Size    [3]int   // masses along x, y and z, each at least 1
	Corner  Vec3     // where mass 0 is [m]
	Spacing float64  // of neighbors [m]
	Mass    float64  // of every mass [kg]
	Stencil []Offset // springs of a mass, each to a higher-numbered one
}

// Offset is one spring of a stencil: the way from end A to end B, counted in masses.
type Offset struct {
	Dx, Dy, Dz int
	RestLength float64 // [m]
	Material   uint16
}

// Springs are some springs in a row: arrays of one length.
type Springs struct {
	Ends       []Ends
	RestLength []float64
	MaterialOf []uint16
}

// MassCount returns the number of masses.
func (p *Pattern) MassCount() int { return p.Size[0] * p.Size[1] * p.Size[2] }

// SpringCount returns the number of springs. Each offset gives one for every place where both ends
// are in the grid.
func (p *Pattern) SpringCount() int {
	total := 0
	for k := range p.Stencil {
		total += p.Count(k)
	}
	return total
}

// Count returns the number of springs of one offset of the stencil.
func (p *Pattern) Count(offset int) int {
	o, n := &p.Stencil[offset], 1
	for axis, d := range [3]int{o.Dx, o.Dy, o.Dz} {
		n *= max(0, p.Size[axis]-max(d, -d))
	}
	return n
}

// Reach returns how far the springs of a mass go along each axis, in masses.
func (p *Pattern) Reach() (reach [3]int) {
	for _, o := range p.Stencil {
		for axis, d := range [3]int{o.Dx, o.Dy, o.Dz} {
			reach[axis] = max(reach[axis], d, -d)
		}
	}
	return reach
}

// Ahead returns the difference of the numbers of the two ends of an offset.
func (p *Pattern) Ahead(o *Offset) int { return o.Dx + p.Size[0]*(o.Dy+p.Size[1]*o.Dz) }

// Place returns the place of a mass in the grid.
func (p *Pattern) Place(mass int) (x, y, z int) {
	row := mass / p.Size[0]
	return mass % p.Size[0], row % p.Size[1], row / p.Size[1]
}

// Position returns where a mass starts [m].
func (p *Pattern) Position(mass int) Vec3 {
	x, y, z := p.Place(mass)
	return p.at(x, y, z)
}

func (p *Pattern) at(x, y, z int) Vec3 {
	return Vec3{p.Coordinate(0, x), p.Coordinate(1, y), p.Coordinate(2, z)}
}

// Coordinate returns where the masses of a place along an axis start [m].
func (p *Pattern) Coordinate(axis, place int) float64 {
	return p.Corner[axis] + p.Spacing*float64(place)
}

// Inside reports whether both ends of an offset are in the grid, for a mass at a place.
func (p *Pattern) Inside(o *Offset, x, y, z int) bool {
	x, y, z = x+o.Dx, y+o.Dy, z+o.Dz
	return uint(x) < uint(p.Size[0]) && uint(y) < uint(p.Size[1]) && uint(z) < uint(p.Size[2])
}

// SpringsBefore returns the number of springs whose end A is before a mass. For each offset it adds
// the springs of the layers below, of the rows before the mass's own, and of the masses before
// it in its row.
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

// Row is a part of a row of masses in the grid with their springs: for each place from X to
// before End, each of the links whose other end, at the place x + Dx, is in the row's length.
type Row struct {
	Mass   int // number of the first mass
	X, End int
	Y, Z   int
	Links  []Link // in the order of the stencil
}

// Link is an offset whose other end is in the grid for a row of masses.
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

// Rows calls do for the parts of rows that make up springs first to last−1, in their order. A
// part has all springs of its masses; at the ends it may be one mass with some of its springs.
// do may not keep the links.
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

// count returns how many links a place of a row has; those go by at most reach along the row.
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

// Write writes springs from number first on, as many as there is room for. Their ends A are
// counted from mass zero, and ends B are as far ahead as ahead says of each offset; nil: as in
// the model.
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

// SpringsOf are springs first to last−1: a part of the model's arrays, or, by a pattern,
// written into room, which grows as it must.
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

// Spring is spring s alone. By a pattern it takes a search: who needs many asks for blocks.
func (m *Model) Spring(s int) (ends Ends, restLength float64, material uint16) {
	var room Springs
	one := m.SpringsOf(s, s+1, &room)
	return one.Ends[0], one.RestLength[0], one.MaterialOf[0]
}

// EachSprings calls work for all springs in their order, first is the number of the first of
// some: all at once where they are in arrays, else block by block. It ends early when work
// returns false.
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

// InSpringBlocks is InBlocks over the springs, whose block begins at spring first.
func (m *Model) InSpringBlocks(work func(block, first int, some Springs)) {
	rooms := sync.Pool{New: func() any { return new(Springs) }}
	InBlocks(m.SpringCount(), func(block, first, last int) {
		room := rooms.Get().(*Springs)
		work(block, first, m.SpringsOf(first, last, room))
		rooms.Put(room)
	})
}

// RestAt returns RestPosition of mass i, by a pattern, too [m].
func (m *Model) RestAt(i int) Vec3 {
	if m.Pattern != nil {
		return m.Pattern.Position(i)
	}
	return m.RestPosition[i]
}

// MassAt returns Mass of mass i, by a pattern, too [kg].
func (m *Model) MassAt(i int) float64 {
	if m.Pattern != nil {
		return m.Pattern.Mass
	}
	return m.Mass[i]
}
