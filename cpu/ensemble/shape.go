package ensemble

import (
	"fmt"
	"slices"

	"hooke/model"
)

// shape says where the masses and springs of a kind are in members that are stepped by themselves. Masses lie in blocks of
// 16, with the rows of a mass of a pack. Masses of a block are held along the same axes and are all measured in the same
// way. Full blocks come first, then those with fewer masses, then those whose masses do not move.
type shape struct {
	*table
	slot    []uint32 // of each mass: 16 times its block, and its lane
	blocks  int      // with those that do not move
	list    []mass   // blocks that move
	whole   int      // how many of these are full
	valid   []uint16 // of each block that moves, the lanes that have a mass
	body    []uint32 // of each block that moves, whether its clearance counts
	springs []memberSpring
	shares  []share // see gatherCall
	depths  []uint32
	pulled  []int      // laws that have a muscle
	driven  [][]uint32 // of each of them, its springs
	muscled []uint32   // all of these springs, in the order of the model
	measure *measures  // nil: nothing is measured
}

// memberSpring is a spring of a kind.
type memberSpring struct {
	number int // in the model
	law    int
	own    model.Coefficients // beside those of its law
	acts   bool               // whether an end moves
}

// newShape lays out a kind.
func newShape(t *table, o *measures) *shape {
	s := &shape{table: t, measure: o, slot: make([]uint32, t.kind.Model.MassCount())}
	s.addBlocks()
	s.addLoose()
	s.addShares()
	for i, l := range t.laws {
		if l.actuator == 0 {
			continue
		}
		of := []uint32{}
		for k := range s.springs {
			if s.springs[k].law == i {
				of = append(of, uint32(k))
			}
		}
		s.pulled, s.driven, s.muscled = append(s.pulled, i), append(s.driven, of), append(s.muscled, of...)
	}
	slices.SortFunc(s.muscled, func(a, b uint32) int { return s.springs[a].number - s.springs[b].number })
	return s
}

// sort is what masses of a block have in common.
type sort struct {
	moves [3]uint32
	body  uint32
}

// addBlocks puts masses into blocks.
func (s *shape) addBlocks() {
	m := s.kind.Model
	var known []sort
	var in [][]uint32 // masses of each sort
	for i := range s.table.masses {
		of := sort{moves: s.table.masses[i].moves}
		if s.measure != nil {
			of.body = s.measure.body[i]
		}
		k := slices.Index(known, of)
		if k < 0 {
			k, known, in = len(known), append(known, of), append(in, nil)
		}
		in[k] = append(in[k], s.table.masses[i].number)
	}
	put := func(k int, some []uint32) {
		b := len(s.list)
		s.list = append(s.list, mass{at: uint32(b * massSize), perMass: 1, scale: uint32(b * lanes), moves: known[k].moves, number: uint32(b)})
		s.valid, s.body = append(s.valid, uint16(1<<len(some)-1)), append(s.body, known[k].body)
		s.place(b, some)
	}
	count := s.springsOf()
	for _, masses := range in { // so that those beside each other have as many springs
		slices.SortStableFunc(masses, func(a, b uint32) int { return count[a] - count[b] })
	}
	for _, whole := range []bool{true, false} {
		for k, masses := range in {
			for some := range slices.Chunk(masses, lanes) {
				if len(some) == lanes == whole {
					put(k, some)
				}
			}
		}
		if whole {
			s.whole = len(s.list)
		}
	}
	var held []uint32
	for i := range m.MassCount() {
		if m.PinOf(i) == model.PinAll {
			held = append(held, uint32(i))
		}
	}
	s.blocks = len(s.list)
	for some := range slices.Chunk(held, lanes) {
		s.place(s.blocks, some)
		s.blocks++
	}
}

// springsOf is how many springs each mass has.
func (s *shape) springsOf() []int {
	m := s.kind.Model
	count := make([]int, m.MassCount())
	for i, ends := range m.Ends {
		if m.MaterialOf[i] != model.Removed {
			count[ends[0]]++
			count[ends[1]]++
		}
	}
	return count
}

// addShares lists the springs of each mass that moves, for all 8 masses of half a block as many: those that lack are no spring, the
// first beyond the last group.
func (s *shape) addShares() {
	type part struct{ spring, end int }
	of := make([][]part, 2*width*len(s.list))
	for k := range s.springs {
		if !s.springs[k].acts {
			break
		}
		for end, mass := range s.kind.Model.Ends[s.springs[k].number] {
			if slot := int(s.slot[mass]); slot < len(of) {
				of[slot] = append(of[slot], part{k, end})
			}
		}
	}
	none := (len(s.springs) + width - 1) / width * width
	for some := range slices.Chunk(of, width) {
		depth := 0
		for _, parts := range some {
			depth = max(depth, len(parts))
		}
		s.depths = append(s.depths, uint32(depth))
		for k := range depth {
			var sh share
			for i, parts := range some {
				p := part{spring: none}
				if k < len(parts) {
					p = parts[k]
				}
				sh.apart[i] = uint32(4 * forceSize * p.spring)
				sh.pulls[i] = uint32(4 * (p.spring/width*2*width + (1-p.end)*width + p.spring%width))
			}
			s.shares = append(s.shares, sh)
		}
	}
	s.shares = append(s.shares, share{}) // so that there is one
}

// place says that some masses are in a block.
func (s *shape) place(block int, masses []uint32) {
	for lane, i := range masses {
		s.slot[i] = uint32(block*lanes + lane)
	}
}

// addLoose lists the springs in the order of the model; those that exert no force come last, and are there only to be measured.
func (s *shape) addLoose() {
	m := s.kind.Model
	for _, acts := range []bool{true, false} {
		for i, ends := range m.Ends {
			held := m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) == model.PinAll
			if m.MaterialOf[i] == model.Removed || held == acts || held && s.measure == nil {
				continue
			}
			s.springs = append(s.springs, memberSpring{number: i, law: int(s.lawOf(i) / lawSize), own: s.ownOf(i), acts: acts})
		}
	}
}

// layout says how members lie in memory. States depend on it in no bit.
type layout int

const (
	byCount layout = iota
	interleaved
	packed
	alone
)

// Layouts are the names of layouts: "interleaved" puts 16 members of a kind into a pack, full or not; "packed" steps
// each member by itself, which is faster where a kind has few members; "lone" gives each an engine cpu of its own, as kinds with
// features that packs lack have in all layouts.
func Layouts() []string { return []string{"interleaved", "packed", "lone"} }

// layoutOf is the layout of a name; an empty name is that by the number of members.
func layoutOf(name string) (layout, error) {
	for i, known := range Layouts() {
		if name == known {
			return interleaved + layout(i), nil
		}
	}
	if name != "" {
		return 0, fmt.Errorf("ensemble: there is no layout %q; there are %v", name, Layouts())
	}
	return byCount, nil
}

// fewest is the number of members from which on a pack is faster than each by itself.
const fewest = 4

// alone is how many of the members of a kind, the last ones, are stepped by themselves.
func (l layout) alone(count int) int {
	switch rest := count % lanes; {
	case l == packed:
		return count
	case l == byCount && rest < fewest:
		return rest
	}
	return 0
}
