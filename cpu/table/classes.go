package table

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

// Law is how a spring resists, its rest length apart.
type Law struct {
	Stiffness float32 // k [N/m]
	Damping   float32 // c [N·s/m]
	Cable     bool    // tension-only
	Actuator  uint16  // that changes the rest length, as model.Model.ActuatorOf
}

// Class is a law with a rest length: all that a spring's force depends on
// beside its ends.
type Class struct {
	Law
	Rest float32 // L0 [m]
}

// Record is a class as kernels read it. 32 bytes.
type Record struct {
	Stiffness float32 // k [N/m]
	Pull      float32 // k L0 [N]
	Damping   float32 // c [N·s/m]
	Least     float32 // no force unless L² is greater: (1e-12 m)², or L0² for a cable [m²]
	Floor     float32 // least force by length: 0 for a cable, else −Inf [N/m]
	HalfPull  float32 // k L0/2 [N]
	Quarter   float32 // c/4 [N·s/m]
	_         float32
}

const RecordBytes = 32

// RecordPlaces is the size of a record in places of 8 bytes, the unit of a
// slot's class.
const RecordPlaces = 4

// leastSquare is just below (1e-12 m)², so that "greater" admits that length
// itself [m²].
func leastSquare() float32 { return math.Nextafter32(1e-24, 0) }

func (l Law) floor() float32 {
	if l.Cable {
		return 0
	}
	return float32(math.Inf(-1))
}

// record is the class as kernels read it, its rest length scaled.
func (c Class) record(scale float32) Record {
	c.Rest *= scale
	r := Record{Stiffness: c.Stiffness, Pull: c.Stiffness * c.Rest, HalfPull: c.Stiffness * c.Rest / 2, Damping: c.Damping, Quarter: c.Damping / 4, Least: leastSquare(), Floor: c.floor()}
	if c.Cable {
		r.Least = max(r.Least, c.Rest*c.Rest)
	}
	return r
}

// Classes sorts the springs of a model by what their force depends on.
type Classes struct {
	All   []Class  // by how many springs have them, most first; at most maxClasses
	Of    []uint16 // class of each spring, or noClass, silent or paired. 2 bytes per spring, for set-up only
	some  bool     // springs without a class exist
	Laws  []Law    // distinct laws; nil when there are more than maxNarrow
	Kinds []Law    // the laws without k and c: tension-only or not, and the actuator; at most maxNarrow+1

	Damped bool // any spring has a damper
	Cables bool // any spring is tension-only
}

// LawOfSpring is k, c and kind of spring s, rounded.
func LawOfSpring(m *model.Model, r *physics.Resolver, s int) Law {
	own := r.Spring(s)
	return Law{float32(own.Stiffness), float32(own.Damping), m.Materials[m.MaterialOf[s]].TensionOnly, actuatorOf(m, s)}
}

// actuatorOf is the actuator of spring s, counted from 1; 0 is none.
func actuatorOf(m *model.Model, s int) uint16 {
	if m.ActuatorOf == nil {
		return 0
	}
	return m.ActuatorOf[s]
}

// kind is the law without k and c.
func (l Law) kind() Law { return Law{Cable: l.Cable, Actuator: l.Actuator} }

// Acts says whether spring s can exert a force on a mass that moves.
func Acts(m *model.Model, s int) bool {
	ends := m.Ends[s]
	return m.MaterialOf[s] != model.Removed &&
		m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) != model.PinAll
}
