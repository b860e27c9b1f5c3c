package tune

import (
	"math"
	"sync"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
)

// flat is the side of a structure, as a part of its size, below which it counts as flat
// along that axis and has no cross-sections there.
const flat = 1e-6

// cuts is the number of cross-sections of a structure along each axis.
const cuts = 512

// sections are the cross-sections of a structure along each axis. They hold the content of
// each slice and everything that crosses its middle. They take 24 KiB.
type sections struct {
	mass   [3][cuts]float64     // mass in the slice [kg]
	change [3][cuts + 2]float64 // change of carry from the slice below to this one [N]; the last counts for nothing
}

// atOnce is the number of blocks that are cut before they are added up: 1.5 MB.
const atOnce = 64

// newSections cuts m, whose box is lo to hi, on all cores. It cuts each block of masses or
// springs on its own and adds the blocks up in their order.
func newSections(m *model.Model, lo, hi model.Vec3) *sections {
	var scale model.Vec3
	for axis := range 3 {
		if side := hi[axis] - lo[axis]; side >= flat*scene.Largest(hi.Sub(lo)) && side > 0 {
			scale[axis] = cuts / side
		}
	}
	sum, parts, rest := new(sections), make([]sections, atOnce), m.RestPositions()
	inWaves(m.MassCount(), sum, parts, func(part *sections, first, last int) {
		var room [256]model.Vec3
		for ; first < last; first += len(room) {
			places := room[:min(len(room), last-first)]
			rest.Fill(places, first)
			for i, x := range places {
				for axis := range 3 {
					b := min(cuts-1, int((x[axis]-lo[axis])*scale[axis]))
					part.mass[axis][b] += m.MassAt(first + i)
				}
			}
		}
	})
	var kinds *physics.PatternKinds
	if m.Pattern != nil {
		kinds = physics.KindsOf(m.Pattern)
	}
	if kinds != nil {
		cutKinds(m, kinds, sum, parts, lo, scale)
		return sum
	}
	m = inArrays(m)
	inWaves(m.SpringCount(), sum, parts, func(part *sections, first, last int) {
		for s := first; s < last; s++ {
			ends := m.Ends[s]
			force := stiffnessOf(m, s, m.MaterialOf[s]) * m.RestLength[s]
			part.spring(m.RestPosition[ends[0]], m.RestPosition[ends[1]], force, lo, scale)
		}
	})
	return sum
}

// inArrays returns a model in arrays that is the same.
func inArrays(m *model.Model) *model.Model {
	written := *m
	written.InArrays()
	return &written
}

// crossing is a position at which the springs of an offset change the load carried along an
// axis.
type crossing struct{ first, last []uint16 } // slices, of each index of end A; noCut: it crosses no middle

// noCut is a slice past those that count.
const noCut = cuts + 1

// crossings finds where springs cross the middles of slices.
func crossings(p *model.Pattern, axis, d int, lo, scale float64) crossing {
	size := p.Size[axis]
	c := crossing{make([]uint16, size), make([]uint16, size)}
	for place := range size {
		c.first[place], c.last[place] = noCut, noCut
		if place+d < 0 || place+d >= size || d == 0 {
			continue
		}
		if first, last := crossed(p.Coordinate(axis, place), p.Coordinate(axis, place+d), lo, scale); first <= last {
			c.first[place], c.last[place] = uint16(max(0, first)), uint16(min(cuts, last+1))
		}
	}
	return c
}

// cutKinds adds the springs of a pattern.
func cutKinds(m *model.Model, kinds *physics.PatternKinds, sum *sections, parts []sections, lo, scale model.Vec3) {
	p := m.Pattern
	at := make([][3]crossing, len(p.Stencil))
	for k, o := range p.Stencil {
		for axis, d := range [3]int{o.Dx, o.Dy, o.Dz} {
			at[k][axis] = crossings(p, axis, d, lo[axis], scale[axis])
		}
	}
	tables := sync.Pool{New: func() any {
		return physics.NewKindTable(kinds, func(o *model.Offset, from, to model.Vec3) model.Vec3 {
			return pull(to.Sub(from), stiffnessOf(m, 0, o.Material)*o.RestLength)
		})
	}}
	inWaves(m.SpringCount(), sum, parts, func(part *sections, first, last int) {
		table := tables.Get().(*physics.KindTable[model.Vec3])
		defer tables.Put(table)
		table.Rows(first, last, func(row physics.KindRow[model.Vec3]) {
			for x := row.X; x < row.End; x++ {
				for i := range row.Links {
					link := &row.Links[i]
					if uint(x+link.Dx) >= uint(row.Length) {
						continue
					}
					force, of := &link.Values[link.Kind[x]], &at[link.Number]
					for axis, place := range [3]int{x, row.Y, row.Z} {
						change := &part.change[axis]
						change[of[axis].first[place]] += force[axis]
						change[of[axis].last[place]] -= force[axis]
					}
				}
			}
		})
	})
}

// inWaves has blocks of the indices 0 to count−1 cut, some at once, and adds them to sum in
// their order.
func inWaves(count int, sum *sections, parts []sections, cut func(part *sections, first, last int)) {
	for from := 0; from < count; from += len(parts) * model.BlockSize {
		wave := min(count-from, len(parts)*model.BlockSize)
		model.InBlocks(wave, func(block, first, last int) {
			parts[block] = sections{}
			cut(&parts[block], from+first, from+last)
		})
		for i := range model.BlockCount(wave) {
			sum.add(&parts[i])
		}
	}
}

func (c *sections) add(part *sections) {
	for axis := range 3 {
		for b := range part.mass[axis] {
			c.mass[axis][b] += part.mass[axis][b]
		}
		for b := range part.change[axis] {
			c.change[axis][b] += part.change[axis][b]
		}
	}
}

// spring adds k L0 |n|³ of a spring from a to b, whose direction is n and force k L0, at the
// first slice whose middle the spring crosses, and subtracts it after the last one.
func (c *sections) spring(a, b model.Vec3, force float64, lo, scale model.Vec3) {
	forces := pull(b.Sub(a), force)
	for axis := range 3 {
		if a[axis] == b[axis] {
			continue
		}
		if first, last := crossed(a[axis], b[axis], lo[axis], scale[axis]); first <= last {
			c.change[axis][max(0, first)] += forces[axis]
			c.change[axis][min(cuts, last+1)] -= forces[axis]
		}
	}
}

// pull is k L0 |n|³ along each axis of a spring along d, with its force k L0 [N]; nothing of one
// without a length.
func pull(d model.Vec3, force float64) (forces model.Vec3) {
	squared := d.Dot(d)
	if squared == 0 {
		return forces
	}
	force /= squared * math.Sqrt(squared)
	for axis := range 3 {
		along := math.Abs(d[axis])
		forces[axis] = force * along * along * along
	}
	return forces
}

// crossed returns the first and the last slice whose middles are between two coordinates.
func crossed(a, b, lo, scale float64) (first, last int) {
	return int(math.Ceil((min(a, b)-lo)*scale - 0.5)), int(math.Floor((max(a, b)-lo)*scale - 0.5))
}

// along returns the cross-sections of an axis. weight[b] is the mass below slice b [kg],
// with one entry more than there are slices. carry[b] is the sum of k L0 |n|³ over the
// springs that cross the middle of slice b [N].
func (c *sections) along(axis int) (weight, carry []float64) {
	weight, carry = make([]float64, cuts+1), make([]float64, cuts)
	sum := 0.0
	for b := range carry {
		weight[b+1] = weight[b] + c.mass[axis][b]
		sum += c.change[axis][b]
		carry[b] = sum
	}
	// Rounding may leave a trace of force where no spring is.
	most := 0.0
	for _, force := range carry {
		most = max(most, force)
	}
	for b, force := range carry {
		if force < 1e-9*most {
			carry[b] = 0
		}
	}
	return weight, carry
}
