package table

import (
	"cmp"
	"slices"

	"hooke/model"
)

// formula gives the springs of a model by a pattern mass by mass, so that a table is made
// without an array for each spring. An entry is here the number of an offset of the stencil
// times 2, plus 1 at end B; entries come in the order of their springs, as in incidences.
type formula struct {
	*model.Pattern
	back   []int    // the offsets by the springs' order at end B: the lowest-numbered end A first
	ahead  []uint32 // distance in the numbering to end B, of each offset
	class  []uint16 // of each offset: the class of its springs, or silent
	inside []uint32 // all entries of a mass that has all neighbors
	least  [3]int   // the coordinates of such masses, from least
	most   [3]int   // to before most
	count  int      // number of all entries

	unpinned bool
	pins     [2]int // the first and the last mass with a pin

	member []int  // index in the pairs of a slice of each offset, or −1; nil before there are pairs
	pairs  []Pair // of all slices
	of     int    // pairs of a slice
}

// mostOffsets bounds the stencils that have a table by formula: each offset is a class at
// worst.
const mostOffsets = maxNarrow

// formulaOf returns the formula of a model with its classes; nil where it has no pattern, or one
// with a stencil that is too large.
func formulaOf[T Real](m *model.Model, lawOf lawFinder[T]) (*formula, *Classes[T]) {
	p := m.Pattern
	if p == nil || len(p.Stencil) > mostOffsets {
		return nil, nil
	}
	f := &formula{Pattern: p, least: p.Reach(), unpinned: m.Pin == nil}
	if !f.unpinned {
		f.pins = pinned(m.Pin)
	}
	for axis, d := range f.least {
		f.most[axis] = p.Size[axis] - d
	}
	for k := range p.Stencil {
		f.back, f.ahead = append(f.back, k), append(f.ahead, uint32(p.Ahead(&p.Stencil[k])))
	}
	slices.SortStableFunc(f.back, func(a, b int) int { return cmp.Compare(f.ahead[b], f.ahead[a]) })
	c := classifyOffsets(f, m, lawOf)
	for _, k := range f.back {
		if f.class[k] != silent {
			f.inside = append(f.inside, uint32(2*k+1))
		}
	}
	for k := range p.Stencil {
		if f.class[k] != silent {
			f.inside = append(f.inside, uint32(2*k))
		}
	}
	return f, c
}

// pinned returns the first and the last mass with a pin; past all masses without pins.
func pinned(pins []model.Pin) (ends [2]int) {
	ends = [2]int{len(pins), len(pins)}
	for i, pin := range pins {
		if pin != 0 {
			if ends[0] == len(pins) {
				ends[0] = i
			}
			ends[1] = i
		}
	}
	return ends
}

// classifyOffsets finds the classes of the offsets, numbered as those of springs in arrays.
func classifyOffsets[T Real](f *formula, m *model.Model, lawOf lawFinder[T]) *Classes[T] {
	c := &Classes[T]{}
	first, springs := f.census(m)
	sequence := slices.Clone(f.back)
	slices.SortFunc(sequence, func(a, b int) int { return cmp.Compare(first[a], first[b]) })
	found := newClassTable[T]()
	f.class = make([]uint16, len(f.Stencil))
	for _, k := range sequence {
		own := lawOf.palette[f.Stencil[k].Material]
		if f.class[k] = silent; springs[k] == 0 || f.Stencil[k].Material == model.Removed || own.Silent() {
			continue
		}
		f.class[k] = found.add(Class[T]{own, T(f.Stencil[k].RestLength)}, springs[k])
		c.Damped, c.Cables = c.Damped || own.Damps(), c.Cables || own.Cable
		c.Laws, c.Kinds = join(c.Laws, []Law[T]{own}), join(c.Kinds, []Law[T]{own.kind()})
	}
	number := c.rank(found, 0)
	for k := range f.class {
		if f.class[k] != silent {
			f.class[k] = number[f.class[k]]
		}
	}
	f.countEntries(m)
	return c
}

// census returns the first spring of each offset that acts on a mass, and how many act.
// Without pins formulas say both.
func (f *formula) census(m *model.Model) (first, springs []int) {
	first, springs = make([]int, len(f.Stencil)), make([]int, len(f.Stencil))
	for k := range f.Stencil {
		springs[k] = f.Count(k)
		if springs[k] == 0 {
			continue
		}
		o := &f.Stencil[k]
		x, y, z := max(0, -o.Dx), max(0, -o.Dy), max(0, -o.Dz)
		first[k] = f.SpringsBefore(x + f.Size[0]*(y+f.Size[1]*z))
		for before := range k {
			if f.Inside(&f.Stencil[before], x, y, z) {
				first[k]++
			}
		}
	}
	if m.Pin == nil {
		return first, springs
	}
	clear(springs)
	f.eachMass(m, func(mass, at, x, y, z int) {
		spring := at
		for k := range f.Stencil {
			if !f.Inside(&f.Stencil[k], x, y, z) {
				continue
			}
			if m.PinOf(mass)&m.PinOf(mass+int(f.ahead[k])) != model.PinAll {
				if springs[k]++; springs[k] == 1 {
					first[k] = spring
				}
			}
			spring++
		}
	})
	return first, springs
}

// eachMass calls do for every mass, with the number of its first spring and its grid coordinates.
func (f *formula) eachMass(m *model.Model, do func(mass, spring, x, y, z int)) {
	spring := 0
	for mass := range m.MassCount() {
		x, y, z := f.Place(mass)
		do(mass, spring, x, y, z)
		for k := range f.Stencil {
			if f.Inside(&f.Stencil[k], x, y, z) {
				spring++
			}
		}
	}
}

// countEntries counts the entries of all masses that are not pinned on all axes.
func (f *formula) countEntries(m *model.Model) {
	for k := range f.Stencil {
		if f.class[k] != silent {
			f.count += 2 * f.Count(k)
		}
	}
	if m.Pin == nil {
		return
	}
	var room []uint32
	for mass, pin := range m.Pin {
		if pin == model.PinAll {
			room = f.at(uint32(mass), room)
			f.count -= len(room)
		}
	}
}

// at writes the entries of a mass into the array room.
func (f *formula) at(mass uint32, room []uint32) []uint32 {
	x, y, z := f.Place(int(mass))
	room = room[:0]
	if f.within(x, y, z) {
		return append(room, f.inside...)
	}
	for _, k := range f.back {
		o := &f.Stencil[k]
		if f.class[k] != silent && uint(x-o.Dx) < uint(f.Size[0]) && uint(y-o.Dy) < uint(f.Size[1]) && uint(z-o.Dz) < uint(f.Size[2]) {
			room = append(room, uint32(2*k+1))
		}
	}
	for k := range f.Stencil {
		if f.class[k] != silent && f.Inside(&f.Stencil[k], x, y, z) {
			room = append(room, uint32(2*k))
		}
	}
	return room
}

// within reports whether a grid point has all neighbors.
func (f *formula) within(x, y, z int) bool {
	return x >= f.least[0] && y >= f.least[1] && z >= f.least[2] && x < f.most[0] && y < f.most[1] && z < f.most[2]
}

// middle reports whether all masses of a slice have all neighbors, none of which is pinned. Such
// slices differ from each other by their position alone. Lanes are in the order of masses.
func (f *formula) middle(s int) bool {
	first := s * Width
	x, y, z := f.Place(first)
	if !f.within(x, y, z) || x+Width > f.most[0] {
		return false
	}
	far := int(f.ahead[f.back[0]])
	return f.unpinned || first+Width+far <= f.pins[0] || first-far > f.pins[1]
}

// neighbor returns the mass at the other end of an entry of a mass.
func (f *formula) neighbor(mass, entry uint32) uint32 {
	if ahead := f.ahead[entry>>1]; entry&1 == 0 {
		return mass + ahead
	} else {
		return mass - ahead
	}
}

// pairUp notes which offsets are members of the pattern of a table whose pairs are made. Lanes
// are in the order of masses.
func (f *formula) pairUp(p Pattern, pairs []Pair) {
	at := p.memberAt()
	f.member = make([]int, len(f.ahead))
	for k, ahead := range f.ahead {
		f.member[k] = -1
		if int(ahead) < len(at) {
			f.member[k] = int(at[ahead])
		}
	}
	f.pairs, f.of = pairs, p.Members
}

// paired reports whether the spring of an entry is in a pair. No two springs join the same
// masses, so that the lane of end A says it.
func (f *formula) paired(mass, entry uint32) bool {
	k := entry >> 1
	if f.member == nil || f.member[k] < 0 {
		return false
	}
	if entry&1 != 0 {
		mass -= f.ahead[k]
	}
	return f.pairs[int(mass/Width)*f.of+f.member[k]].Lanes>>(mass%Width)&1 != 0
}
