package cpu

import (
	"math"

	"hooke/model"
	"hooke/physics"
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
	// paired marks a spring that is in a pair, see pattern.
	paired = math.MaxUint16 - 2
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
	halfPull  float32 // k L0/2 [N]
	quarter   float32 // c/4 [N·s/m]
	_         float32
}

const recordBytes = 32

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
	r := record{stiffness: c.stiffness, pull: c.stiffness * c.rest, halfPull: c.stiffness * c.rest / 2, damping: c.damping, quarter: c.damping / 4, least: leastSquare(), floor: c.floor()}
	if c.cable {
		r.least = max(r.least, c.rest*c.rest)
	}
	return r
}

// classes sorts the springs of a model by what their force depends on.
type classes struct {
	all   []class  // by how many springs have them, most first; at most maxClasses
	of    []uint16 // class of each spring, or noClass, silent or paired. 2 bytes per spring, for set-up only
	some  bool     // springs without a class exist
	laws  []law    // distinct laws; nil when there are more than maxNarrow
	kinds []law    // the laws without k and c: tension-only or not, and the actuator; at most maxNarrow+1

	damped bool // any spring has a damper
	cables bool // any spring is tension-only
}

// lawOfSpring is k, c and kind of spring s, rounded.
func lawOfSpring(m *model.Model, r *physics.Resolver, s int) law {
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
