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
type census[T Real] struct {
	all    []Class[T]
	count  []int    // springs of each class
	some   bool     // whether springs are left out, since there are too many classes
	laws   []Law[T] // at most maxNarrow+1
	kinds  []Law[T] // at most maxNarrow+1
	damped bool
	cables bool

	number []uint16 // for each class of the part, its number in the whole model
}

// classify finds the classes and laws, with that many goroutines. Past the first
// maxNarrow classes, a class must have a few springs to be worth a record.
func classify[T Real](m *model.Model, r *physics.Resolver, threads int) *Classes[T] {
	const worth = 8
	c := &Classes[T]{Of: make([]uint16, m.SpringCount())}
	lawOf := newLawFinder[T](m, r)
	parts := make([]census[T], (len(c.Of)+PartSprings-1)/PartSprings)
	InParallel(threads, len(parts), func(next func() (int, bool)) {
		table := newClassTable[T]()
		for i, ok := next(); ok; i, ok = next() {
			parts[i].take(m, lawOf, table, c.Of, i*PartSprings)
		}
	})

	whole := newClassTable[T]()
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
func (p *census[T]) take(m *model.Model, lawOf lawFinder[T], table *classTable[T], of []uint16, first int) {
	table.clear()
	var last Law[T]
	for s := first; s < min(len(of), first+PartSprings); s++ {
		own := lawOf.spring(s)
		if !Acts(m, m.Ends[s], m.MaterialOf[s]) || own.Silent() {
			of[s] = silent
			continue
		}
		of[s] = table.add(Class[T]{own, T(m.RestLength[s])}, 1)
		p.some = p.some || of[s] == noClass
		if s > first && own == last {
			continue
		}
		last = own
		p.damped, p.cables = p.damped || own.Damps(), p.cables || own.Cable
		p.laws, p.kinds = join(p.laws, []Law[T]{own}), join(p.kinds, []Law[T]{own.kind()})
	}
	p.all, p.count = slices.Clone(table.all), slices.Clone(table.count)
}

// join appends the laws that are new, until there is one more than an entry can name.
func join[T Real](laws, more []Law[T]) []Law[T] {
	for _, l := range more {
		if len(laws) <= maxNarrow && !slices.Contains(laws, l) {
			laws = append(laws, l)
		}
	}
	return laws
}

// lawFinder knows the law of each spring.
type lawFinder[T Real] struct {
	model    *model.Model
	resolver *physics.Resolver
	palette  []Law[T] // law of each material, without the actuator; nil where springs have k and c of their own
}

func newLawFinder[T Real](m *model.Model, r *physics.Resolver) lawFinder[T] {
	l := lawFinder[T]{model: m, resolver: r}
	if m.PerSpring() {
		return l
	}
	l.palette = make([]Law[T], len(m.Materials))
	for i := range l.palette {
		l.palette[i] = lawOf[T](&m.Materials[i], m.Materials[i].Coefficients(), 0)
	}
	return l
}

// spring returns the law of spring s, with k and c rounded to T.
func (l lawFinder[T]) spring(s int) Law[T] {
	if l.palette == nil {
		return LawOfSpring[T](l.model, l.resolver, s)
	}
	own := l.palette[l.model.MaterialOf[s]]
	own.Actuator = actuatorOf(l.model, s)
	return own
}

// rank numbers the classes by how many springs they have, most first. Past the first
// maxNarrow classes it drops those with fewer than worth springs. It returns the new number
// of each class, or noClass.
func (c *Classes[T]) rank(found *classTable[T], worth int) (number []uint16) {
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
type classTable[T Real] struct {
	all   []Class[T]
	count []int
	place []uint16 // index into all plus 1; 0: the slot is free
	full  bool     // whether a class found no free slot
}

func newClassTable[T Real]() *classTable[T] {
	return &classTable[T]{place: make([]uint16, 4*maxClasses)}
}

func (t *classTable[T]) clear() {
	clear(t.place)
	t.all, t.count, t.full = t.all[:0], t.count[:0], false
}

// add counts springs of a class and returns its index, or noClass when the
// table is full.
func (t *classTable[T]) add(c Class[T], springs int) uint16 {
	h := uint64(math.Float32bits(float32(c.Stiffness)))*0x9e3779b97f4a7c15 ^ uint64(math.Float32bits(float32(c.Rest)))*0xbf58476d1ce4e5b9 ^
		uint64(math.Float32bits(float32(c.Damping)))*0x94d049bb133111eb ^ uint64(c.Actuator)*0xd6e8feb86659fd93
	const shift = 50 // 4·maxClasses is 2^14 slots
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
