package impulses

import (
	"cmp"
	"slices"

	"hooke/coloring"
	"hooke/cpu/divided"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// group is up to 16 springs of one color. The numbers of spring i of a group are at 16 times the
// place of the group plus i. 12 bytes.
type group struct {
	base   int32  // lane of end A of spring 0; where the table has the ends, their place in it
	offset int32  // from end A to end B [lanes]; 0: the table has the ends
	lanes  uint16 // a bit for each spring that is there
}

// springs are those of a model in groups, color by color. They take 16 numbers for each group and
// law, and 8 bytes for each spring whose ends are in the table.
type springs[T table.Real] struct {
	colors coloring.Springs
	groups []group
	first  []int       // where each color begins in groups; behind the last one those without a color
	ends   [2][]uint32 // lanes of ends, 16 for each group with a table
	number []uint32    // of the spring in the model; table.Nobody where there is none

	rest    []T // L0, as it is now [m]
	push    []T // of C in the law [N·s/m], see law
	answer  []T // of u, a [kg]
	impulse []T // λ [N·s]
	// These are nil where no spring is rigid or a cable, and no mass is pinned on some axes alone.
	slack []T // a of a cable that is slack [kg]
	keeps []T // of λ: 1 where a spring is soft, 0 where it is rigid
	most  []T // that λ may be [N·s]: 0 for cables, else +Inf

	damping []T // h c [kg], where a ledger is kept; else nil
	driven  []driven

	visitor func(s *springs[T], m *motion[T], first, last int, fresh bool) // of groups by rows, as visit; nil: there is none
}

// driven is a spring with an actuator.
type driven struct {
	place, actuator int32
	rest            float64 // L0 without it [m]
}

// newSprings puts the springs of a model in groups.
func newSprings[T table.Real](g *divided.Given[T]) springs[T] {
	s := springs[T]{colors: coloring.OfSprings(g.Model)}
	b := grouper{order: g.Order, colors: &s.colors, lanes: make([][2]uint32, g.Model.SpringCount())}
	g.Model.EachSprings(func(first int, some model.Springs) bool {
		for k, ends := range some.Ends {
			if table.Acts(g.Model, ends, some.MaterialOf[k]) {
				a, z := g.Order.LaneOf[ends[0]], g.Order.LaneOf[ends[1]]
				b.lanes[first+k] = [2]uint32{min(a, z), max(a, z)}
			}
		}
		return true
	})
	for c := range s.colors.Count() {
		s.first = append(s.first, len(b.groups))
		b.add(s.colors.Color(c))
	}
	s.first = append(s.first, len(b.groups))
	b.tabled(s.colors.Rest())
	s.first = append(s.first, len(b.groups))
	s.groups, s.ends, s.number = b.groups, b.ends, b.number
	s.visitor, _ = any(visitorOf(g.Kernel.Name)).(func(*springs[T], *motion[T], int, int, bool))
	size := len(s.number)
	s.rest, s.push, s.answer, s.impulse = make([]T, size), make([]T, size), make([]T, size), make([]T, size)
	return s
}

// bytes is the memory of the springs.
func (s *springs[T]) bytes() int64 {
	numbers := 4 * len(s.number)
	if s.most != nil {
		numbers += 3 * len(s.number)
	}
	numbers += len(s.damping)
	return table.SizeOf[T]()*int64(numbers) + 4*int64(len(s.number)+2*len(s.ends[0])+len(s.colors.Order)) + 12*int64(len(s.groups)) + 16*int64(len(s.driven))
}

// grouper makes the groups.
type grouper struct {
	order  table.LaneOrder
	colors *coloring.Springs
	lanes  [][2]uint32 // of the ends of each spring, the lower one first; equal: it does not act
	groups []group
	ends   [2][]uint32
	number []uint32
}

// add makes the groups of a color.
func (b *grouper) add(color []uint32) {
	var acting []uint32
	for _, k := range color {
		if b.lanes[k][0] != b.lanes[k][1] {
			acting = append(acting, k)
		}
	}
	slices.SortFunc(acting, func(x, y uint32) int { return cmp.Compare(b.lanes[x][0], b.lanes[y][0]) })
	if !b.inRows(acting) {
		b.tabled(acting)
	}
}

// leastFull is the least part of the places of groups in rows that must have springs.
const leastFull = 1. / 4

// inRows makes groups of springs of a color by rows; false where they are in none. Both ends of
// springs that are shorter than a group are among its own 16 lanes.
func (b *grouper) inRows(springs []uint32) bool {
	if len(springs) == 0 {
		return true
	}
	from, shift := len(b.groups), 0
	offset := int(b.lanes[springs[0]][1] - b.lanes[springs[0]][0])
	if offset < table.Width {
		shift = int(b.lanes[springs[0]][0]) / offset % 2 * offset
	}
	for _, k := range springs {
		lane, last := int(b.lanes[k][0]), len(b.groups)-1
		if int(b.lanes[k][1])-lane != offset {
			return b.back(from)
		}
		if last < from || lane >= int(b.groups[last].base)+table.Width {
			base := lane
			if offset < table.Width {
				base -= (lane - shift) % table.Width
			}
			b.groups = append(b.groups, group{base: int32(base), offset: int32(offset)})
			b.room()
			last++
		}
		i := lane - int(b.groups[last].base)
		if offset < table.Width && i+offset >= table.Width || i < 0 {
			return b.back(from)
		}
		b.groups[last].lanes |= 1 << i
		b.number[last*table.Width+i] = k
	}
	return float64(len(springs)) >= leastFull*float64(table.Width*(len(b.groups)-from)) || b.back(from)
}

// back takes groups from one on away.
func (b *grouper) back(from int) bool {
	b.groups, b.number = b.groups[:from], b.number[:from*table.Width]
	return false
}

// tabled makes groups of springs with a table of their ends.
func (b *grouper) tabled(springs []uint32) {
	for some := range slices.Chunk(springs, table.Width) {
		b.groups = append(b.groups, group{base: int32(len(b.ends[0])), lanes: uint16(1<<len(some) - 1)})
		b.room()
		for i := range table.Width {
			k := some[min(i, len(some)-1)]
			b.ends[0], b.ends[1] = append(b.ends[0], b.lanes[k][0]), append(b.ends[1], b.lanes[k][1])
			if i < len(some) {
				b.number[(len(b.groups)-1)*table.Width+i] = k
			}
		}
	}
}

// room makes room for the numbers of a group.
func (b *grouper) room() {
	for range table.Width {
		b.number = append(b.number, table.Nobody)
	}
}

// tune takes k and c of springs at substeps of h [s]:
//
//	Δ = −(push C + answer u + keeps λ)/(keeps + answer W),   λ + Δ ≤ most
//
// where push = h k and answer = a = h² k + h c of a soft spring, and push = 1/h, answer = 1 of a
// rigid one. axes says that some masses are pinned on some axes alone.
func (s *springs[T]) tune(m *model.Model, p model.Params, axes bool) {
	own, h := physics.ResolverOf(m, p).All(nil), p.Substep().DT
	if (axes || slices.ContainsFunc(m.Materials, func(m model.Material) bool { return m.Rigid || m.TensionOnly })) && s.most == nil {
		s.slack, s.keeps, s.most = make([]T, len(s.number)), make([]T, len(s.number)), make([]T, len(s.number))
	}
	if s.damping = nil; p.Ledger {
		s.damping = make([]T, len(s.number))
	}
	s.driven = s.driven[:0]
	place := make([]int32, m.SpringCount())
	for at, k := range s.number {
		if k != table.Nobody {
			place[k] = int32(at) + 1
		}
	}
	m.EachSprings(func(first int, some model.Springs) bool {
		for i, of := range some.MaterialOf {
			k, at := first+i, int(place[first+i])-1
			if at < 0 {
				continue
			}
			material := &m.Materials[of]
			c := model.Coefficients{Stiffness: material.Stiffness, Damping: material.Damping}
			if own != nil {
				c = own[k]
			}
			s.rest[at] = T(some.RestLength[i])
			s.set(at, material, c, h)
			if len(p.Actuators) > 0 && m.ActuatorOf != nil && m.ActuatorOf[k] != 0 {
				s.driven = append(s.driven, driven{int32(at), int32(m.ActuatorOf[k] - 1), some.RestLength[i]})
			}
		}
		return true
	})
}

// set sets the law of one spring.
func (s *springs[T]) set(at int, material *model.Material, c model.Coefficients, h float64) {
	s.push[at], s.answer[at] = T(h*c.Stiffness), T(h*h*c.Stiffness+h*c.Damping)
	if s.damping != nil {
		s.damping[at] = T(h * c.Damping)
	}
	if s.most == nil {
		return
	}
	s.slack[at], s.keeps[at], s.most[at] = T(h*h*c.Stiffness), 1, infinite[T]()
	if material.Rigid {
		s.push[at], s.answer[at], s.slack[at], s.keeps[at] = T(1/h), 1, 1, 0
	}
	if material.TensionOnly {
		s.most[at] = 0
	} else {
		s.slack[at] = s.answer[at]
	}
}

// actuate sets the rest lengths of springs with actuators.
func (s *springs[T]) actuate(scale []float64) {
	for _, d := range s.driven {
		factor := 1.0
		if scale != nil {
			factor = scale[d.actuator]
		}
		s.rest[d.place] = T(d.rest * factor)
	}
}

// impulses are λ of all springs in the model's numbering.
func (s *springs[T]) impulses(count int) []T {
	out := make([]T, count)
	for at, k := range s.number {
		if k != table.Nobody {
			out[k] = s.impulse[at]
		}
	}
	return out
}

// setImpulses is the inverse of impulses.
func (s *springs[T]) setImpulses(from []T) {
	for at, k := range s.number {
		if k != table.Nobody {
			s.impulse[at] = from[k]
		}
	}
}
