package table

import (
	"math"

	"hooke/model"
	"hooke/physics"
)

const (
	// maxClasses is the largest number of classes of a model: the offset of a record, in
	// units of 8 bytes, must fit the 16 bits of a slot.
	maxClasses = 4096
	// maxNarrow is the number of classes or laws that fit the four bits of an entry.
	maxNarrow = 16
	// noClass marks a spring without a class, whose entries carry numbers of its own.
	noClass = math.MaxUint16
	// silent marks a spring that never exerts a force and has no entry.
	silent = math.MaxUint16 - 1
	// paired marks a spring that is in a pair, see Pattern.
	paired = math.MaxUint16 - 2
)

// Law describes how a spring resists, without its rest length.
type Law[T Real] struct {
	Stiffness T      // k [N/m]
	Damping   T      // c [N·s/m]
	Cable     bool   // whether the spring is tension-only
	Actuator  uint16 // the actuator that changes the rest length, as in model.Model.ActuatorOf; 0: none
}

// Class is a law with a rest length: all on which the force of a spring depends, except
// its ends.
type Class[T Real] struct {
	Law[T]
	Rest T // L0 [m]
}

// Record is a class as kernels read it: eight numbers.
type Record[T Real] struct {
	Stiffness T // k [N/m]
	Pull      T // k L0 [N]
	Damping   T // c [N·s/m]
	Least     T // there is no force unless L² is greater: (1e-12 m)², or L0² for a cable [m²]
	Floor     T // the least force by length: 0 for a cable, −Inf for others [N/m]
	HalfPull  T // k L0/2, with float64 k L0/16, see forceByLength of generate [N]
	Quarter   T // c/4, with float64 c/256 [N·s/m]
	_         T
}

// RecordPlaces is the size of a record in units of two numbers, which are the unit of the
// class of a slot.
const RecordPlaces = 4

// LeastSquare is just below (1e-12 m)² [m²], so that the length 1e-12 m itself is greater.
func LeastSquare[T Real]() T {
	if SizeOf[T]() == 4 {
		return T(leastSingle)
	}
	return T(leastDouble)
}

// These are numbers of LeastSquare, which actuators ask for at each step.
var (
	leastSingle = math.Nextafter32(1e-24, 0)
	leastDouble = math.Nextafter(1e-24, 0)
)

func (l Law[T]) floor() T {
	if l.Cable {
		return 0
	}
	return T(math.Inf(-1))
}

// record returns the class as kernels read it, with its rest length times scale.
func (c Class[T]) record(scale T) Record[T] {
	c.Rest *= scale
	r := Record[T]{Stiffness: c.Stiffness, Pull: c.Stiffness * c.Rest, HalfPull: c.Stiffness * c.Rest / 2, Damping: c.Damping, Quarter: c.Damping / 4, Least: LeastSquare[T](), Floor: c.floor()}
	if SizeOf[T]() == 8 {
		r.HalfPull, r.Quarter = r.HalfPull/8, r.Quarter/64
	}
	if c.Cable {
		r.Least = max(r.Least, c.Rest*c.Rest)
	}
	return r
}

// Classes sort the springs of a model by all on which their force depends.
type Classes[T Real] struct {
	All   []Class[T] // the classes, those of most springs first; at most maxClasses
	Of    []uint16   // class of each spring, or noClass, silent or paired; it takes 2 bytes per spring, for set-up only; nil of a table by formula
	some  bool       // whether there are springs without a class
	Laws  []Law[T]   // distinct laws; nil when there are more than maxNarrow
	Kinds []Law[T]   // distinct laws without k and c: tension-only or not, and the actuator; plainKinds where entries cannot name them all

	Damped bool // whether any spring has a damper
	Cables bool // whether any spring is tension-only
}

// LawOfSpring returns the law of spring s, with k and c rounded to T.
func LawOfSpring[T Real](m *model.Model, r *physics.Resolver, s int) Law[T] {
	return lawOf[T](&m.Materials[m.MaterialOf[s]], r.Spring(s), actuatorOf(m, s))
}

// lawOf returns the law of a spring of a material with k and c. It exerts no force if springs of the
// material change: package external evaluates those.
func lawOf[T Real](of *model.Material, c model.Coefficients, actuator uint16) Law[T] {
	if of.Inelastic.There() {
		return Law[T]{}
	}
	return Law[T]{T(c.Stiffness), T(c.Damping), of.TensionOnly, actuator}
}

// Silent reports whether a spring of the law exerts no force.
func (l Law[T]) Silent() bool { return l.Stiffness == 0 && !l.Damps() }

// Damps reports whether such a spring has a damper.
func (l Law[T]) Damps() bool { return l.Damping != 0 }

// actuatorOf returns the actuator of spring s, counted from 1; 0 without one.
func actuatorOf(m *model.Model, s int) uint16 {
	if m.ActuatorOf == nil {
		return 0
	}
	return m.ActuatorOf[s]
}

// kind returns the law without k and c.
func (l Law[T]) kind() Law[T] { return Law[T]{Cable: l.Cable, Actuator: l.Actuator} }

// Acts reports whether a spring of these ends and this material can exert a force on a mass that
// moves.
func Acts(m *model.Model, ends model.Ends, material uint16) bool {
	return material != model.Removed &&
		m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) != model.PinAll
}
