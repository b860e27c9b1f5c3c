package cpu

import (
	"cmp"
	"math"
	"slices"

	"hooke/model"
)

const (
	// maxClasses bounds the classes of a model; a record's place in eights of
	// bytes must fit a slot's 16 bits.
	maxClasses = 4096
	// maxNarrow is how many classes or laws fit the four bits of an entry.
	maxNarrow = 16
	// noClass marks a spring without a class: it goes with numbers of its own.
	noClass = math.MaxUint16
	// silent marks a spring that never exerts a force and has no entry.
	silent = math.MaxUint16 - 1
)

// law is how a spring resists, its rest length apart.
type law struct {
	stiffness float32 // k [N/m]
	damping   float32 // c [N·s/m]
	cable     bool    // tension-only
	actuator  uint16  // that changes the rest length, as model.Model.ActuatorOf
}

// class is a law with a rest length: all that a spring's force depends on
// beside its ends.
type class struct {
	law
	rest float32 // L0 [m]
}

// record is a class as kernels read it. 32 bytes.
type record struct {
	stiffness float32 // k [N/m]
	pull      float32 // k L0 [N]
	damping   float32 // c [N·s/m]
	least     float32 // no force unless L² is greater: (1e-12 m)², or L0² for a cable [m²]
	floor     float32 // least force by length: 0 for a cable, else −Inf [N/m]
	_         [3]float32
}

// recordPlaces is the size of a record in places of 8 bytes, the unit of a
// slot's class.
const recordPlaces = 4

// leastSquare is just below (1e-12 m)², so that "greater" admits that length
// itself [m²].
func leastSquare() float32 { return math.Nextafter32(1e-24, 0) }

func (l law) floor() float32 {
	if l.cable {
		return 0
	}
	return float32(math.Inf(-1))
}

// record is the class as kernels read it, its rest length scaled.
func (c class) record(scale float32) record {
	c.rest *= scale
	r := record{stiffness: c.stiffness, pull: c.stiffness * c.rest, damping: c.damping, least: leastSquare(), floor: c.floor()}
	if c.cable {
		r.least = max(r.least, c.rest*c.rest)
	}
	return r
}

// classes sorts the springs of a model by what their force depends on.
type classes struct {
	all   []class  // by how many springs have them, most first; at most maxClasses
	of    []uint16 // class of each spring, or noClass or silent. 2 bytes per spring, for set-up only
	some  bool     // springs without a class exist
	laws  []law    // distinct laws; nil when there are more than maxNarrow
	lawOf []uint8  // law of each spring, 1 byte per spring, for set-up only; nil with laws
	kinds []law    // the laws without k and c: tension-only or not, and the actuator

	damped bool // any spring has a damper
	cables bool // any spring is tension-only
}

// lawOfSpring is k, c and kind of spring s, rounded.
func lawOfSpring(m *model.Model, r *model.Resolver, s int) law {
	own := r.Spring(s)
	return law{float32(own.Stiffness), float32(own.Damping), m.Materials[m.MaterialOf[s]].TensionOnly, actuatorOf(m, s)}
}

// actuatorOf is the actuator of spring s, counted from 1; 0 is none.
func actuatorOf(m *model.Model, s int) uint16 {
	if m.ActuatorOf == nil {
		return 0
	}
	return m.ActuatorOf[s]
}

// kind is the law without k and c.
func (l law) kind() law { return law{cable: l.cable, actuator: l.actuator} }

// acts says whether spring s can exert a force on a mass that moves.
func acts(m *model.Model, s int) bool {
	ends := m.Ends[s]
	return m.MaterialOf[s] != model.Removed &&
		m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) != model.PinAll
}

// classify finds the classes and laws. A class must have a few springs to be
// worth a record.
func classify(m *model.Model, r *model.Resolver) *classes {
	const worth = 8
	c := &classes{of: make([]uint16, m.SpringCount()), lawOf: make([]uint8, m.SpringCount())}
	found := newClassTable()
	perSpring := m.PerSpring()
	laws := make([]law, len(m.Materials)) // of the palette, where it says everything
	for i := range laws {
		material := &m.Materials[i]
		laws[i] = law{float32(material.Stiffness), float32(material.Damping), material.TensionOnly, 0}
	}
	for s := range c.of {
		own := laws[m.MaterialOf[s]]
		own.actuator = actuatorOf(m, s)
		if perSpring {
			own = lawOfSpring(m, r, s)
		}
		if !acts(m, s) || own.stiffness == 0 && own.damping == 0 {
			c.of[s] = silent
			continue
		}
		c.damped = c.damped || own.damping != 0
		c.cables = c.cables || own.cable
		c.of[s] = found.add(class{own, float32(m.RestLength[s])})
		c.addLaw(own, s)
		if len(c.kinds) == 0 || c.kinds[0] != own.kind() && !slices.Contains(c.kinds, own.kind()) {
			c.kinds = append(c.kinds, own.kind())
		}
	}
	c.rank(found, worth)
	return c
}

// addLaw gives spring s its law.
func (c *classes) addLaw(own law, s int) {
	if c.lawOf == nil {
		return
	}
	i := slices.Index(c.laws, own)
	if i < 0 {
		if i = len(c.laws); i == maxNarrow {
			c.laws, c.lawOf = nil, nil
			return
		}
		c.laws = append(c.laws, own)
	}
	c.lawOf[s] = uint8(i)
}

// rank numbers the classes by their springs, most first, and drops those with
// too few when there are many.
func (c *classes) rank(found *classTable, worth int) {
	order := make([]uint16, len(found.all))
	for i := range order {
		order[i] = uint16(i)
	}
	slices.SortStableFunc(order, func(a, b uint16) int { return cmp.Compare(found.count[b], found.count[a]) })
	number := make([]uint16, len(order))
	for rank, i := range order {
		number[i] = uint16(rank)
		if rank >= maxNarrow && found.count[i] < worth {
			number[i] = noClass
			continue
		}
		c.all = append(c.all, found.all[i])
	}
	for s, i := range c.of {
		if i < silent {
			c.of[s] = number[i]
		}
		c.some = c.some || c.of[s] == noClass
	}
}

// classTable is a hash table of classes with open addressing, of fixed size.
type classTable struct {
	all   []class
	count []int
	place []uint16 // index into all plus 1; 0 is free
}

func newClassTable() *classTable { return &classTable{place: make([]uint16, 4*maxClasses)} }

// add counts a spring of the class and returns its index, or noClass when the
// table is full.
func (t *classTable) add(c class) uint16 {
	h := uint64(math.Float32bits(c.stiffness))*0x9e3779b97f4a7c15 ^ uint64(math.Float32bits(c.rest))*0xbf58476d1ce4e5b9 ^
		uint64(math.Float32bits(c.damping))*0x94d049bb133111eb ^ uint64(c.actuator)*0xd6e8feb86659fd93
	for at := (h >> 32) % uint64(len(t.place)); ; at = (at + 1) % uint64(len(t.place)) {
		i := t.place[at]
		if i == 0 {
			if len(t.all) == maxClasses {
				return noClass
			}
			t.all, t.count = append(t.all, c), append(t.count, 1)
			t.place[at] = uint16(len(t.all))
			return uint16(len(t.all) - 1)
		}
		if t.all[i-1] == c {
			t.count[i-1]++
			return i - 1
		}
	}
}
