// Package blocks divides sweeps over springs, color by color, into blocks that groups of
// invocations visit by themselves, many colors in a row, in memory that a group shares.
//
// A block owns some masses. The effect of visits on their velocities depends on the masses around: on the
// ends of their springs of the last color, on the ends of the springs of all these of the color
// before, and so on. So a block has a rim of masses of others, and visits all springs of which its
// own masses get to know. Neighbors visit the springs in their rims, too, with the same numbers, and
// each keeps the results of its own masses and springs alone. Nothing is visited in another
// order than color by color, so that results are those of it.
package blocks

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/order"
)

// Device holds the properties of a device that determine the speed of blocks. Visits to springs are the unit of time, as many at once as the
// device makes.
type Device struct {
	Masses   int   // the most masses that a block may have, those of its rim included
	Groups   int64 // groups that it needs side by side to be as fast as it is
	Dispatch int64 // visits in whose time a dispatch begins and ends
}

// Plan divides a sweep there and back into phases. A phase follows when all blocks of the one before
// have ended.
type Plan struct {
	Phases []Phase // as many there as back
	Most   int     // masses of the largest block
	Visits int64   // to springs in a sweep, those in rims included
}

// Phase is some colors in a row, there or back.
type Phase struct {
	Back   bool
	Colors []int // in their order
	Blocks []Block
}

// Block holds the work of one group in a phase.
type Block struct {
	Masses []uint32  // its own ones come first
	Own    int       // how many those are
	Visits [][]Visit // of each color
}

// Visit is one to a spring.
type Visit struct {
	Place uint32    // of the spring in the order of colors
	Ends  [2]uint16 // numbers of its ends among the masses of the block
	Owns  bool      // whether the block keeps the impulse of the spring: it owns end A
}

// Of divides the sweeps over the springs of a model in colors. It takes the number of phases and the size of blocks of
// which a device should be the fastest. An error wraps model.ErrUnsupported and says why color by color is better.
func Of(m *model.Model, c *order.SpringColors, d Device) (*Plan, error) {
	switch {
	case len(c.Rest()) > 0:
		return nil, fmt.Errorf("a mass with more than %d springs has some without a color: %w", order.MaxColors, model.ErrUnsupported)
	case c.Structural() < 2:
		return nil, fmt.Errorf("springs of one color are visited at once: %w", model.ErrUnsupported)
	}
	b := newBuilder(m, c, d)
	n := b.notes()
	best, cost := form{}, int64(2*c.Structural()-1)*d.Dispatch+2*int64(m.SpringCount())
	for runs := 1; runs < c.Structural() && 2*int64(runs)*d.Dispatch < cost; runs++ {
		for own := leastOwn; own < 2*m.MassCount(); own *= 2 {
			one := form{runs, own}
			if takes := b.cost(one, n); takes < cost {
				best, cost = one, takes
			}
		}
	}
	for ; best.runs > 0 && best.own >= leastOwn; best.own /= 2 {
		if p := b.plan(best); p != nil {
			return p, nil
		}
	}
	return nil, fmt.Errorf("blocks of at most %d masses would not be faster than colors by themselves: %w", d.Masses, model.ErrUnsupported)
}

// form is into how many phases each way is divided, and how many masses a block owns.
type form struct{ runs, own int }

// leastOwn is the least number of masses that a block owns, and samples how many blocks of a phase tell the
// cost of a form.
const leastOwn, samples = 32, 24

// builder makes blocks.
type builder struct {
	device Device
	colors int
	order  []uint32 // masses along a curve, so that those in a row are near each other
	first  []uint32 // where the links of each mass begin
	links  []link   // of each mass in the order of colors
}

// notes are marks of masses while blocks are made.
type notes struct {
	block, local []int32 // of each mass: the block that knows it, and its number there
	now          int32   // number of the block that is made
}

func (b *builder) notes() *notes {
	return &notes{block: make([]int32, len(b.order)), local: make([]int32, len(b.order))}
}

// link is a spring at a mass.
type link struct {
	place, other uint32
	color        uint8
	atB          bool // the mass is its end B
}

func newBuilder(m *model.Model, c *order.SpringColors, d Device) *builder {
	d.Masses = min(d.Masses, math.MaxUint16)
	b := &builder{device: d, colors: c.Structural(), order: order.Sort(order.CurveKeys(m)), first: make([]uint32, m.MassCount()+2)}
	last := c.First[c.Structural()]
	ends := make([]model.Ends, m.SpringCount())
	m.EachSprings(func(first int, some model.Springs) bool {
		copy(ends[first:], some.Ends)
		return true
	})
	for _, spring := range c.Order[:last] {
		for _, i := range ends[spring] {
			b.first[i+2]++
		}
	}
	for i := 2; i < len(b.first); i++ {
		b.first[i] += b.first[i-1]
	}
	b.links = make([]link, 2*last)
	for color := range b.colors {
		for place := c.First[color]; place < c.First[color+1]; place++ {
			e := ends[c.Order[place]]
			for side, i := range e {
				at := &b.first[i+1]
				b.links[*at] = link{uint32(place), e[1-side], uint8(color), side == 1}
				*at++
			}
		}
	}
	return b
}

// phases are those of a form, without blocks. On the way back the last color is not visited again.
func (b *builder) phases(f form) (out []Phase) {
	there, back := make([]int, b.colors), make([]int, b.colors-1)
	for c := range there {
		there[c] = c
	}
	for k := range back {
		back[k] = b.colors - 2 - k
	}
	for way, colors := range [][]int{there, back} {
		for r := range f.runs {
			out = append(out, Phase{Back: way == 1, Colors: colors[len(colors)*r/f.runs : len(colors)*(r+1)/f.runs]})
		}
	}
	return out
}

// owned are the masses of block k.
func (b *builder) owned(f form, k int) []uint32 {
	return b.order[k*f.own : min((k+1)*f.own, len(b.order))]
}

func (b *builder) count(f form) int { return (len(b.order) + f.own - 1) / f.own }

// cost is about the time of a sweep in a form, from some of its blocks; the largest number where blocks are too large.
func (b *builder) cost(f form, n *notes) (visits int64) {
	count := b.count(f)
	for _, p := range b.phases(f) {
		sum, most, asked := int64(0), int64(0), min(count, samples)
		for k := range asked {
			one, ok := b.grow(b.owned(f, k*count/asked), p.Colors, n)
			if !ok {
				return math.MaxInt64
			}
			of := one.visits()
			sum, most = sum+of, max(most, of)
		}
		visits += b.device.Dispatch + max(sum*int64(count)/int64(asked), most*b.device.Groups)
	}
	return visits
}

// plan makes all blocks of a form; nil: one is too large.
func (b *builder) plan(f form) *Plan {
	p := &Plan{Phases: b.phases(f)}
	for k := range p.Phases {
		phase := &p.Phases[k]
		phase.Blocks = make([]Block, b.count(f))
		order.InParallel(len(phase.Blocks), 1, func(first, end int) {
			n, ok := b.notes(), true
			for at := first; ok && at < end; at++ {
				phase.Blocks[at], ok = b.grow(b.owned(f, at), phase.Colors, n)
			}
		})
		for at := range phase.Blocks {
			one := &phase.Blocks[at]
			if len(one.Masses) == 0 || len(one.Masses) > b.device.Masses { // the first one that is too large ends its part
				return nil
			}
			p.Most, p.Visits = max(p.Most, len(one.Masses)), p.Visits+one.visits()
		}
	}
	return p
}

// grow is the block of some masses that visits some colors; false where it gets too large. From the last color back, it
// takes in the springs of all masses that it has, and their other ends.
func (b *builder) grow(own []uint32, colors []int, n *notes) (one Block, ok bool) {
	n.now++
	one = Block{Own: len(own), Visits: make([][]Visit, len(colors))}
	add := func(i uint32) {
		n.block[i], n.local[i] = n.now, int32(len(one.Masses))
		one.Masses = append(one.Masses, i)
	}
	for _, i := range own {
		add(i)
	}
	for k := len(colors) - 1; k >= 0; k-- {
		for at, i := range one.Masses { // those that it has before this color
			l := b.linkOf(i, colors[k])
			if l == nil || n.block[l.other] == n.now && int(n.local[l.other]) < at {
				continue // the spring came with its other end
			}
			if n.block[l.other] != n.now {
				add(l.other)
			}
			v := Visit{Place: l.place, Ends: [2]uint16{uint16(at), uint16(n.local[l.other])}}
			if l.atB {
				v.Ends[0], v.Ends[1] = v.Ends[1], v.Ends[0]
			}
			v.Owns = int(v.Ends[0]) < one.Own
			one.Visits[k] = append(one.Visits[k], v)
		}
		if len(one.Masses) > b.device.Masses {
			return one, false
		}
		slices.SortFunc(one.Visits[k], func(a, z Visit) int { return cmp.Compare(a.Place, z.Place) })
	}
	return one, true
}

// linkOf is the spring of a color at a mass; nil: none.
func (b *builder) linkOf(i uint32, color int) *link {
	for at := b.first[i]; at < b.first[i+1]; at++ {
		if int(b.links[at].color) == color {
			return &b.links[at]
		}
	}
	return nil
}

// visits is how many visits a block makes.
func (one *Block) visits() (count int64) {
	for _, of := range one.Visits {
		count += int64(len(of))
	}
	return count
}
