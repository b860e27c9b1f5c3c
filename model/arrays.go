package model

import (
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"

	"hooke/machine/panics"
	"hooke/model/rod"
)

// column is an array of a model with an entry for each mass or each spring. Code that copies
// masses and springs between models goes over the table of columns and names none of them, so
// that a new array needs one line there.
type column struct {
	field     string // of Model
	ofSprings bool   // else of masses
	called    string // for messages; empty: every model has it. Another may be nil, which means zeros
	arrayed
}

// arrayed is the set of operations on a column.
type arrayed struct {
	length func(m *Model) int // -1: it is nil
	bytes  int64              // of an entry
	room   func(m *Model, count int)
	extend func(m *Model)                         // by an entry of zero
	put    func(m *Model, at int, part *Model)    // copies the part's entries to at and on
	pick   func(m, from *Model, numbers []uint32) // makes the column one of these entries of from's
	equal  func(a, b *Model) bool                 // whether both have the same entries; nil and empty are the same
}

// columns lists all columns, in the order of their fields.
var columns = []column{
	{field: "RestPosition", arrayed: arrayOf(func(m *Model) *[]Vec3 { return &m.RestPosition })},
	{field: "Mass", arrayed: arrayOf(func(m *Model) *[]float64 { return &m.Mass })},
	{field: "Pin", called: "pins", arrayed: arrayOf(func(m *Model) *[]Pin { return &m.Pin })},
	{field: "Radius", called: "radii", arrayed: arrayOf(func(m *Model) *[]float64 { return &m.Radius })},
	{field: "Body", called: "numbers of bodies", arrayed: arrayOf(func(m *Model) *[]uint16 { return &m.Body })},
	{field: "Ends", ofSprings: true, arrayed: arrayOf(func(m *Model) *[]Ends { return &m.Ends })},
	{field: "RestLength", ofSprings: true, arrayed: arrayOf(func(m *Model) *[]float64 { return &m.RestLength })},
	{field: "MaterialOf", ofSprings: true, arrayed: arrayOf(func(m *Model) *[]uint16 { return &m.MaterialOf })},
	{field: "ActuatorOf", ofSprings: true, called: "actuator indices", arrayed: arrayOf(func(m *Model) *[]uint16 { return &m.ActuatorOf })},
	{field: "Own", ofSprings: true, called: "coefficients of springs of their own", arrayed: arrayOf(func(m *Model) *[]Coefficients { return &m.Own })},
	{field: "Segments", ofSprings: true, called: "segments of rods", arrayed: arrayOf(func(m *Model) *[]rod.Segment { return &m.Segments })},
}

// arrayOf returns the operations on a field of a model.
func arrayOf[T comparable](field func(m *Model) *[]T) arrayed {
	var entry T
	return arrayed{
		bytes: int64(unsafe.Sizeof(entry)),
		length: func(m *Model) int {
			if *field(m) == nil {
				return -1
			}
			return len(*field(m))
		},
		room:   func(m *Model, count int) { *field(m) = make([]T, count) },
		extend: func(m *Model) { *field(m) = append(*field(m), entry) },
		put: func(m *Model, at int, part *Model) {
			to, from := (*field(m))[at:], *field(part)
			InBlocks(len(from), func(_, first, last int) { copy(to[first:last], from[first:last]) })
		},
		pick: func(m, from *Model, numbers []uint32) {
			values := *field(from)
			if values == nil || len(numbers) == 0 {
				*field(m) = nil
				return
			}
			out := make([]T, len(numbers))
			InBlocks(len(numbers), func(_, first, last int) {
				for k := first; k < last; k++ {
					out[k] = values[numbers[k]]
				}
			})
			*field(m) = out
		},
		equal: func(a, b *Model) bool { return slices.Equal(*field(a), *field(b)) },
	}
}

// PickMasses replaces the masses of m by those of another model with the given numbers, in
// that order, including every array per mass. It leaves the springs, triangles, groups and
// skin of m, which refer to masses, unchanged.
func (m *Model) PickMasses(from *Model, numbers []uint32) { m.pick(false, from, numbers) }

// PickSprings replaces the springs of m by those of another model with the given numbers, in
// that order, including every array per spring. Their ends, materials and actuators remain
// those of from.
func (m *Model) PickSprings(from *Model, numbers []uint32) {
	m.pick(true, from, numbers)
	m.countAttachments(from, numbers)
}

func (m *Model) pick(springs bool, from *Model, numbers []uint32) {
	for _, c := range columns {
		if c.ofSprings == springs {
			c.pick(m, from, numbers)
		}
	}
}

// SideBySide returns a model with the masses and springs of all parts, one part after the
// other. Ends, materials and actuators keep the numbers of their part; materials, triangles,
// groups and skin are empty. An array that only some parts have is zero for the others.
func SideBySide(name string, parts ...*Model) *Model {
	out := &Model{Name: name}
	masses, springs := 0, 0
	for _, p := range parts {
		masses, springs = masses+p.MassCount(), springs+p.SpringCount()
	}
	for _, c := range columns {
		there := c.called == ""
		for _, p := range parts {
			there = there || c.length(p) >= 0
		}
		if !there {
			continue
		}
		at, count := 0, masses
		if c.ofSprings {
			count = springs
		}
		c.room(out, count)
		for _, p := range parts {
			c.put(out, at, p)
			if at += p.MassCount(); c.ofSprings {
				at += p.SpringCount() - p.MassCount()
			}
		}
	}
	return out
}

// Part returns the part of a model with the given masses, in ascending order, and the springs
// and triangles between them. It shares the model's materials and has no groups and no skin.
// number holds for each mass of the model its number in part plus 1; 0 if it is not in part.
func (m *Model) Part(masses []uint32) (part *Model, number []uint32) {
	number = make([]uint32, m.MassCount())
	for at, i := range masses {
		number[i] = uint32(at) + 1
	}
	part = &Model{Name: m.Name, Materials: m.Materials}
	part.PickMasses(m, masses)
	var springs []uint32
	for s, ends := range m.Ends {
		if number[ends[0]] != 0 && number[ends[1]] != 0 {
			springs = append(springs, uint32(s))
		}
	}
	part.PickSprings(m, springs)
	for s, ends := range part.Ends {
		part.Ends[s] = Ends{number[ends[0]] - 1, number[ends[1]] - 1}
	}
	for _, t := range m.Triangles {
		if a, b, c := number[t[0]], number[t[1]], number[t[2]]; a != 0 && b != 0 && c != 0 {
			part.Triangles = append(part.Triangles, [3]uint32{a - 1, b - 1, c - 1})
		}
	}
	return part, number
}

// InArrays replaces the pattern of the model, if it has one, by the equivalent arrays. Call
// it before reading the arrays of a model that may have a pattern, while no other goroutine
// uses the model.
func (m *Model) InArrays() {
	p := m.Pattern
	if p == nil {
		return
	}
	masses, springs := p.MassCount(), p.SpringCount()
	m.RestPosition, m.Mass = make([]Vec3, masses), make([]float64, masses)
	all := Springs{make([]Ends, springs), make([]float64, springs), make([]uint16, springs)}
	InBlocks(masses, func(_, first, last int) {
		p.fill(m.RestPosition[first:last], first)
		for i := first; i < last; i++ {
			m.Mass[i] = p.Mass
		}
		from, to := p.SpringsBefore(first), p.SpringsBefore(last)
		p.Write(from, Springs{all.Ends[from:to], all.RestLength[from:to], all.MaterialOf[from:to]}, 0, nil)
	})
	m.Ends, m.RestLength, m.MaterialOf = all.Ends, all.RestLength, all.MaterialOf
	m.Pattern = nil
}

// StateInArrays gives a state of the model arrays if it lacks them.
func (m *Model) StateInArrays(s *State) {
	if s.Position != nil || m.MassCount() == 0 {
		return
	}
	s.Position, s.Velocity = make([]Vec3, m.MassCount()), make([]Vec3, m.MassCount())
	rest := m.RestPositions()
	InBlocks(len(s.Position), func(_, first, last int) { rest.Fill(s.Position[first:last], first) })
}

// fill writes the rest positions of the masses from number first on [m], row by row.
func (p *Pattern) fill(to []Vec3, first int) {
	x, y, z := p.Place(first)
	for len(to) > 0 {
		place := p.at(0, y, z)
		count := min(len(to), p.Size[0]-x)
		for i := range to[:count] {
			place[0] = p.Coordinate(0, x+i)
			to[i] = place
		}
		to, x = to[count:], 0
		if y++; y == p.Size[1] {
			y, z = 0, z+1
		}
	}
}

// BlockSize is the number of masses or springs per block of InBlocks: large enough to make
// the scheduling cost negligible, and small enough to occupy all cores.
const BlockSize = 1 << 15

// BlockCount returns the number of blocks of count masses or springs.
func BlockCount(count int) int { return (count + BlockSize - 1) / BlockSize }

// InBlocks calls work for blocks that cover the indices 0 to count−1, each from first to
// last−1, and returns after all calls. Every block has BlockSize indices; the last may have
// fewer. It uses up to GOMAXPROCS cores, in no fixed order. Work that writes only data of its
// own block has the same result on any number of cores; for a sum, keep one per block and add
// these in the order of blocks. InBlocks allocates memory and is for setup; engines use their
// own threads for steps.
func InBlocks(count int, work func(block, first, last int)) {
	blocks := BlockCount(count)
	do := func(block int) { work(block, block*BlockSize, min(count, (block+1)*BlockSize)) }
	threads := min(runtime.GOMAXPROCS(0), blocks)
	if threads <= 1 {
		for block := range blocks {
			do(block)
		}
		return
	}
	var next atomic.Int64
	var group panics.Group
	for range threads {
		group.Go(func() {
			for block := int(next.Add(1)) - 1; block < blocks; block = int(next.Add(1)) - 1 {
				do(block)
			}
		})
	}
	group.Wait()
}

// SameShape reports whether two models in arrays are equal except for their names, masses,
// and the numbers of their materials.
func SameShape(a, b *Model) bool {
	for _, c := range columns {
		if c.field != "Mass" && !c.equal(a, b) {
			return false
		}
	}
	sameGroup := func(a, b Group) bool { return a.Name == b.Name && slices.Equal(a.Masses, b.Masses) }
	return a.Pattern == nil && b.Pattern == nil && len(a.Mass) == len(b.Mass) && len(a.Materials) == len(b.Materials) && a.Attachments == b.Attachments &&
		slices.EqualFunc(a.Groups, b.Groups, sameGroup) && slices.Equal(a.Triangles, b.Triangles) && (a.Skin == b.Skin || reflect.DeepEqual(a.Skin, b.Skin))
}
