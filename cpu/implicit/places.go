package implicit

import (
	"cmp"
	"fmt"
	"hash/crc32"
	"slices"

	"hooke/coloring"
	"hooke/cpu/table"
	"hooke/model"
)

// nobody stands for the mass of a place without a mass.
const nobody = -1

// places say where masses are in the arrays of a solver, and who their neighbors are: first
// the masses that can move, color by color in groups of 16, then those that are pinned on all
// axes.
type places struct {
	mass   []int32 // of each place, or nobody
	of     []int32 // place of each mass
	colors []int   // first group of each color, and behind the last one
	first  []int32 // first column of each group, and behind the last one
	column []column
	others []int32  // of columns that are no rows: 16 neighbors
	laws   []uint32 // and their laws
}

// column is one neighbor of some masses of a group. 20 bytes.
type column struct {
	base  int32  // place of the neighbor of the first mass; those of the others follow it
	law   uint32 // of these springs
	own   int32  // place in others and laws, in sixteens; -1: it is a row
	lanes uint16 // which masses have a neighbor, as bits
}

// leastRow is the number of masses on average that rows of a color must have so that each
// begins a group of its own, and leastOfRow that of masses of a group for a column by row.
const (
	leastRow   = 8
	leastOfRow = 4
)

// spring is one as a mass has it.
type springAt struct {
	lane       int32
	other, law int32
}

// placesOf lays a model out, with the law of each spring; those without are left out.
func placesOf(m *model.Model, lawOf []int32) *places {
	p := &places{of: make([]int32, m.MassCount())}
	colors := coloring.OfMasses(m)
	for c := range colors.Count() {
		p.colors = append(p.colors, len(p.mass)/table.Width)
		p.addColor(m, colors.Color(c))
	}
	if last := colors.First; len(last) > 0 { // masses without a color move one by one
		for _, i := range colors.Order[last[len(last)-1]:] {
			p.colors = append(p.colors, len(p.mass)/table.Width)
			p.addColor(m, []uint32{i})
		}
	}
	p.colors = append(p.colors, len(p.mass)/table.Width)
	for i := range p.of {
		if m.PinOf(i) == model.PinAll {
			p.of[i] = int32(len(p.mass))
			p.mass = append(p.mass, int32(i))
		}
	}
	p.fillUp()
	p.findNeighbors(m, lawOf)
	return p
}

// groups is the number of groups of masses that can move.
func (p *places) groups() int { return p.colors[len(p.colors)-1] }

// fillUp ends a group.
func (p *places) fillUp() {
	for len(p.mass)%table.Width != 0 {
		p.mass = append(p.mass, nobody)
	}
}

// addColor gives places to the masses of a color that can move.
func (p *places) addColor(m *model.Model, color []uint32) {
	var free []uint32
	apart := map[uint32]int{} // how often numbers are so far apart
	for _, i := range color {
		if m.PinOf(int(i)) != model.PinAll {
			if len(free) > 0 {
				apart[i-free[len(free)-1]]++
			}
			free = append(free, i)
		}
	}
	step, most := uint32(0), 0
	for d, count := range apart {
		if count > most || count == most && d < step {
			step, most = d, count
		}
	}
	rows := most < len(free) && len(free) >= leastRow*(len(free)-most)
	for k, i := range free {
		if rows && k > 0 && i-free[k-1] != step {
			p.fillUp()
		}
		p.of[i] = int32(len(p.mass))
		p.mass = append(p.mass, int32(i))
	}
	p.fillUp()
}

// findNeighbors makes the columns of all groups.
func (p *places) findNeighbors(m *model.Model, lawOf []int32) {
	free := p.groups() * table.Width
	begin := make([]int32, free+1)
	each := func(do func(place int32, other, law int32)) {
		for s, ends := range m.Ends {
			if lawOf[s] < 0 {
				continue
			}
			a, b := p.of[ends[0]], p.of[ends[1]]
			if int(a) < free {
				do(a, b, lawOf[s])
			}
			if int(b) < free {
				do(b, a, lawOf[s])
			}
		}
	}
	each(func(place, _, _ int32) { begin[place+1]++ })
	for i := range free {
		begin[i+1] += begin[i]
	}
	list := make([]springAt, begin[free])
	next := slices.Clone(begin)
	each(func(place, other, law int32) {
		list[next[place]] = springAt{place % table.Width, other, law}
		next[place]++
	})
	p.first = append(p.first, 0)
	for g := range p.groups() {
		p.addGroup(int32(g*table.Width), list[begin[g*table.Width]:begin[(g+1)*table.Width]])
		p.first = append(p.first, int32(len(p.column)))
	}
}

// addGroup makes the columns of the group that begins at a place: first those by rows, then
// the rest of the springs of each mass in the order of their numbers.
func (p *places) addGroup(at int32, springs []springAt) {
	sorted := slices.Clone(springs)
	slices.SortStableFunc(sorted, func(a, b springAt) int {
		return cmp.Or(cmp.Compare(a.other-a.lane, b.other-b.lane), cmp.Compare(a.law, b.law), cmp.Compare(a.lane, b.lane))
	})
	var rest []springAt
	for len(sorted) > 0 {
		first, lanes, count := sorted[0], uint16(0), 0
		for _, s := range sorted {
			if s.other-s.lane != first.other-first.lane || s.law != first.law || lanes>>s.lane&1 != 0 {
				break
			}
			lanes |= 1 << s.lane
			count++
		}
		if count >= leastOfRow {
			p.column = append(p.column, column{base: first.other - first.lane, law: uint32(first.law), own: -1, lanes: lanes})
		} else {
			rest = append(rest, sorted[:count]...)
		}
		sorted = sorted[count:]
	}
	slices.SortStableFunc(rest, func(a, b springAt) int { return cmp.Compare(a.lane, b.lane) })
	begun := len(p.column)
	used, lane := 0, int32(-1)
	for _, s := range rest {
		if s.lane != lane {
			used, lane = 0, s.lane
		}
		if begun+used == len(p.column) {
			p.column = append(p.column, column{own: int32(len(p.others) / table.Width)})
			for i := range int32(table.Width) {
				p.others, p.laws = append(p.others, at+i), append(p.laws, 0)
			}
		}
		c := &p.column[begun+used]
		c.lanes |= 1 << s.lane
		p.others[int(c.own)*table.Width+int(s.lane)], p.laws[int(c.own)*table.Width+int(s.lane)] = s.other, uint32(s.law)
		used++
	}
}

// sum is a number that two layouts share only if forces are summed in the same order, for all
// that is likely.
func (p *places) sum() uint32 {
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	for _, part := range []any{p.mass, p.others, p.column} {
		fmt.Fprint(sum, part)
	}
	return sum.Sum32()
}

// bytes is the memory of the places.
func (p *places) bytes() int64 {
	return 4*int64(len(p.mass)+len(p.of)+len(p.first)+len(p.others)+len(p.laws)) + 16*int64(len(p.column))
}
