package ensemble

import (
	"cmp"
	"fmt"
	"slices"

	"hooke/model"
)

// shape describes where the masses and springs of a kind are in members that are stepped by themselves. Masses lie in blocks of
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
	plan    *roundPlan // with offsets in bytes, as kernels read them
	own     []float32  // of each round, k and c beside the laws [N/m], [N·s/m]; empty in the plain form
	others  []uint32   // of each round, the offsets of positions and velocities of the other ends [bytes]
	tables  [][]uint32 // of each law, the number of its table and its index there
	pulled  []int      // laws that have a muscle
	muscled []uint32   // all springs of these, in the order of the model
	apart   bool       // the kernel has the other ends one by one
	measure *measures  // nil: nothing is measured
	sampled []springGroup
}

// memberSpring is a spring of a kind.
type memberSpring struct {
	number int // in the model
	law    int
	own    model.Coefficients // beside those of its law
	acts   bool               // whether an end moves
}

// newShape lays out a kind for a kernel. It takes the order of masses that costs least: that of the model or, where kernels read
// blocks, those along x, y and z, else that by the number of springs. The longest axis is not always the best one.
func newShape(t *table, o *measures, code *kernel) *shape {
	best := arranged(t, o, code, nil)
	if len(best.list) > 1 {
		orders := alongAxes(t.kind.Model)
		if best.apart {
			orders = [][]float64{t.degrees()}
		}
		for _, by := range orders {
			if other := arranged(t, o, code, by); other.plan.Cost < best.plan.Cost {
				best = other
			}
		}
	}
	best.addRows()
	return best
}

// arranged lays out a kind with masses in the order of some numbers; nil: in that of the model.
func arranged(t *table, o *measures, code *kernel, by []float64) *shape {
	s := &shape{table: t, measure: o, apart: len(code.limits.Reads) == 0, slot: make([]uint32, t.kind.Model.MassCount())}
	s.addBlocks(by)
	s.addLoose()
	s.plan = newPlan(s.springsOf(), code.limits)
	return s
}

// degrees returns how many springs each mass has.
func (t *table) degrees() []float64 {
	m := t.kind.Model
	count := make([]float64, m.MassCount())
	for i, ends := range m.Ends {
		if m.MaterialOf[i] != model.Removed {
			count[ends[0]]++
			count[ends[1]]++
		}
	}
	return count
}

// alongAxes are where masses are along each axis [m].
func alongAxes(m *model.Model) [][]float64 {
	by := make([][]float64, 3)
	for axis := range by {
		by[axis] = make([]float64, m.MassCount())
		for i, x := range m.RestPosition {
			by[axis][i] = x[axis]
		}
	}
	return by
}

// sort is the common property of the masses of a block.
type sort struct {
	moves [3]uint32
	body  uint32
}

// addBlocks puts masses into blocks.
func (s *shape) addBlocks(by []float64) {
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
	for _, masses := range in {
		if by != nil {
			slices.SortStableFunc(masses, func(a, b uint32) int { return cmp.Compare(by[a], by[b]) })
		}
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

// springsOf lists the springs of each slot in the order of the model: for masses that move those that act, for others those that
// are only measured.
func (s *shape) springsOf() [][]roundSpring {
	of := make([][]roundSpring, s.blocks*lanes)
	moving := uint32(len(s.list) * lanes)
	for i := range s.springs {
		spring := &s.springs[i]
		ends := s.kind.Model.Ends[spring.number]
		for end, mass := range ends {
			if slot := s.slot[mass]; slot < moving == spring.acts {
				of[slot] = append(of[slot], roundSpring{Number: i, Other: s.slot[ends[1-end]], Law: uint32(spring.law)})
			}
		}
	}
	return of
}

// place sets the slots of the masses of a block.
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

// layout describes how members lie in memory. States depend on it in no bit.
type layout int

const (
	byCount layout = iota
	interleaved
	packed
	alone
)

// Layouts returns the names of layouts: "interleaved" puts 16 members of a kind into a pack, full or not; "packed" steps
// each member by itself, which is faster where a kind has few members; "lone" gives each an engine cpu of its own, as kinds with
// features that packs lack have in all layouts.
func Layouts() []string { return []string{"interleaved", "packed", "lone"} }

// layoutOf returns the layout of a name; an empty name is that by the number of members.
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
const fewest = 6

// alone returns how many of the members of a kind, the last ones, are stepped by themselves.
func (l layout) alone(count int) int {
	switch rest := count % lanes; {
	case l == packed:
		return count
	case l == byCount && rest < fewest:
		return rest
	}
	return 0
}
