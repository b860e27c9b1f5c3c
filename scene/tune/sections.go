package tune

import (
	"math"
	"sync"

	"hooke/model"
	"hooke/scene"
)

// flat is the side of a structure, as a part of its size, below which it counts as flat
// along that axis and has no cross-sections there.
const flat = 1e-6

// cuts is the number of cross-sections of a structure along each axis.
const cuts = 512

// sections are the cross-sections of a structure along each axis. They hold what lies in
// each slice and what crosses its middle. They take 24 KiB.
type sections struct {
	mass   [3][cuts]float64     // mass in the slice [kg]
	change [3][cuts + 1]float64 // change of carry from the slice below to this one [N]
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
	sum, parts := new(sections), make([]sections, atOnce)
	inWaves(m.MassCount(), sum, parts, func(part *sections, first, last int) {
		for i := first; i < last; i++ {
			x := m.RestAt(i)
			for axis := range 3 {
				b := min(cuts-1, int((x[axis]-lo[axis])*scale[axis]))
				part.mass[axis][b] += m.MassAt(i)
			}
		}
	})
	rooms := sync.Pool{New: func() any { return new(model.Springs) }}
	inWaves(m.SpringCount(), sum, parts, func(part *sections, first, last int) {
		room := rooms.Get().(*model.Springs)
		defer rooms.Put(room)
		some := m.SpringsOf(first, last, room)
		for k, ends := range some.Ends {
			force := stiffnessOf(m, first+k, some.MaterialOf[k]) * some.RestLength[k]
			part.spring(m.RestAt(int(ends[0])), m.RestAt(int(ends[1])), force, lo, scale)
		}
	})
	return sum
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
	d := b.Sub(a)
	squared := d.Dot(d)
	if squared == 0 {
		return
	}
	force /= squared * math.Sqrt(squared)
	for axis := range 3 {
		if d[axis] == 0 {
			continue
		}
		first := int(math.Ceil((min(a[axis], b[axis])-lo[axis])*scale[axis] - 0.5))
		last := int(math.Floor((max(a[axis], b[axis])-lo[axis])*scale[axis] - 0.5))
		if first > last {
			continue
		}
		along := math.Abs(d[axis])
		c.change[axis][max(0, first)] += force * along * along * along
		c.change[axis][min(cuts, last+1)] -= force * along * along * along
	}
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
