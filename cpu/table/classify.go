package table

import (
	"cmp"
	"math"
	"slices"

	"hooke/model"
	"hooke/physics"
)

// PartSprings is the number of springs in a part of the census. The result does not depend
// on which goroutine counts which part.
const PartSprings = 1 << 17

// census holds the classes, laws and kinds of one part of the springs, in the order in
// which they come.
type census struct {
	all    []Class
	count  []int // springs of each class
	some   bool  // whether springs are left out, since there are too many classes
	laws   []Law // at most maxNarrow+1
	kinds  []Law // at most maxNarrow+1
	damped bool
	cables bool

	number []uint16 // for each class of the part, its number in the whole model
}

// classify finds the classes and laws, with that many goroutines. Past the first
// maxNarrow classes, a class must have a few springs to be worth a record.
func classify(m *model.Model, r *physics.Resolver, threads int) *Classes {
	const worth = 8
	c := &Classes{Of: make([]uint16, m.SpringCount())}
	lawOf := newLawFinder(m, r)
	parts := make([]census, (len(c.Of)+PartSprings-1)/PartSprings)
	InParallel(threads, len(parts), func(next func() (int, bool)) {
		table := newClassTable()
		for i, ok := next(); ok; i, ok = next() {
			parts[i].take(m, lawOf, table, c.Of, i*PartSprings)
		}
	})

	whole := newClassTable()
	for i := range parts {
		p := &parts[i]
		p.number = make([]uint16, len(p.all))
		for k, class := range p.all {
			p.number[k] = whole.add(class, p.count[k])
		}
		c.some = c.some || p.some
		c.Damped, c.Cables = c.Damped || p.damped, c.Cables || p.cables
		c.Laws, c.Kinds = join(c.Laws, p.laws), join(c.Kinds, p.kinds)
	}
	if len(c.Laws) > maxNarrow {
		c.Laws = nil
	}
	number := c.rank(whole, worth)
	InParallel(threads, len(parts), func(next func() (int, bool)) {
		for i, ok := next(); ok; i, ok = next() {
			for s := i * PartSprings; s < min(len(c.Of), (i+1)*PartSprings); s++ {
				if k := c.Of[s]; k < silent {
					c.Of[s] = noClass
					if k = parts[i].number[k]; k != noClass {
						c.Of[s] = number[k]
					}
				}
			}
		}
	})
	return c
}

// take counts the springs of a part, which begins at spring first.
func (p *census) take(m *model.Model, lawOf lawFinder, table *classTable, of []uint16, first int) {
	table.clear()
	var last Law
	for s := first; s < min(len(of), first+PartSprings); s++ {
		own := lawOf.spring(s)
		if !Acts(m, s) || own.Stiffness == 0 && own.Damping == 0 {
			of[s] = silent
			continue
		}
		of[s] = table.add(Class{own, float32(m.RestLength[s])}, 1)
		p.some = p.some || of[s] == noClass
		if s > first && own == last {
			continue
		}
		last = own
		p.damped, p.cables = p.damped || own.Damping != 0, p.cables || own.Cable
		p.laws, p.kinds = join(p.laws, []Law{own}), join(p.kinds, []Law{own.kind()})
	}
	p.all, p.count = slices.Clone(table.all), slices.Clone(table.count)
}

// join appends the laws that are new, until there is one more than an entry can name.
func join(laws, more []Law) []Law {
	for _, l := range more {
		if len(laws) <= maxNarrow && !slices.Contains(laws, l) {
			laws = append(laws, l)
		}
	}
	return laws
}

// lawFinder knows the law of each spring.
type lawFinder struct {
	model    *model.Model
	resolver *physics.Resolver
	palette  []Law // law of each material, without the actuator; nil where springs have k and c of their own
}

func newLawFinder(m *model.Model, r *physics.Resolver) lawFinder {
	l := lawFinder{model: m, resolver: r}
	if m.PerSpring() {
		return l
	}
	l.palette = make([]Law, len(m.Materials))
	for i := range l.palette {
		material := &m.Materials[i]
		l.palette[i] = Law{float32(material.Stiffness), float32(material.Damping), material.TensionOnly, 0}
	}
	return l
}

// spring is the law of spring s, with k and c rounded to float32.
func (l lawFinder) spring(s int) Law {
	if l.palette == nil {
		return LawOfSpring(l.model, l.resolver, s)
	}
	own := l.palette[l.model.MaterialOf[s]]
	own.Actuator = actuatorOf(l.model, s)
	return own
}

// rank numbers the classes by how many springs they have, most first. Past the first
// maxNarrow classes it drops those with fewer than worth springs. It returns the new number
// of each class, or noClass.
func (c *Classes) rank(found *classTable, worth int) (number []uint16) {
	order := make([]uint16, len(found.all))
	for i := range order {
		order[i] = uint16(i)
	}
	slices.SortStableFunc(order, func(a, b uint16) int { return cmp.Compare(found.count[b], found.count[a]) })
	number = make([]uint16, len(order))
	for rank, i := range order {
		number[i] = uint16(rank)
		if rank >= maxNarrow && found.count[i] < worth {
			number[i], c.some = noClass, true
			continue
		}
		c.All = append(c.All, found.all[i])
	}
	c.some = c.some || found.full
	return number
}

// classTable is a hash table of classes with open addressing, of fixed size.
type classTable struct {
	all   []Class
	count []int
	place []uint16 // index into all plus 1; 0: the place is free
	full  bool     // whether a class found no room
}

func newClassTable() *classTable { return &classTable{place: make([]uint16, 4*maxClasses)} }

func (t *classTable) clear() {
	clear(t.place)
	t.all, t.count, t.full = t.all[:0], t.count[:0], false
}

// add counts springs of a class and returns its index, or noClass when the
// table is full.
func (t *classTable) add(c Class, springs int) uint16 {
	h := uint64(math.Float32bits(c.Stiffness))*0x9e3779b97f4a7c15 ^ uint64(math.Float32bits(c.Rest))*0xbf58476d1ce4e5b9 ^
		uint64(math.Float32bits(c.Damping))*0x94d049bb133111eb ^ uint64(c.Actuator)*0xd6e8feb86659fd93
	const shift = 50 // 4·maxClasses is 2^14 places
	for at := h >> shift; ; at = (at + 1) % (4 * maxClasses) {
		i := t.place[at]
		if i == 0 {
			if len(t.all) == maxClasses {
				t.full = true
				return noClass
			}
			t.all, t.count = append(t.all, c), append(t.count, springs)
			t.place[at] = uint16(len(t.all))
			return uint16(len(t.all) - 1)
		}
		if t.all[i-1] == c {
			t.count[i-1] += springs
			return i - 1
		}
	}
}
