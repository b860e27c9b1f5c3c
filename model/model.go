package model

import (
	"errors"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model/rod"
)

// Vec3 is a vector of three float64. It takes 24 bytes.
type Vec3 = mgl64.Vec3

// Ends holds the indices of the two masses that a spring joins. It takes 8 bytes and is a
// uvec2 on the GPU, where an array of Ends serves as the index buffer of lines.
type Ends [2]uint32

// Pin is a set of axes along which a mass cannot move. The zero value lets the mass move
// freely. It takes 1 byte.
type Pin uint8

// These are the axes of a pin. PinAll holds a mass in place.
const (
	PinX   Pin = 1 << iota // holds x
	PinY                   // holds y
	PinZ                   // holds z
	PinAll = PinX | PinY | PinZ
)

// Words returns "pinned" for all axes, "pinned xy" for some, and "" for none.
func (p Pin) Words() string {
	axes := ""
	for axis, letter := range []string{"x", "y", "z"} {
		if p&(PinX<<axis) != 0 {
			axes += letter
		}
	}
	switch p & PinAll {
	case 0:
		return ""
	case PinAll:
		return "pinned"
	}
	return "pinned " + axes
}

// ParsePin returns the pin that [Pin.Words] writes as text; ok is false for any other text.
func ParsePin(text string) (p Pin, ok bool) {
	for p := PinX; p <= PinAll; p++ {
		if p.Words() == text {
			return p, true
		}
	}
	return 0, false
}

// Model is a mass-spring structure: masses, springs, and the materials of the springs. It is
// frozen once it is built: engines keep a reference to it and never write to it. The zero
// value is a structure without masses.
//
// Arrays are indexed by mass or by spring. They take 33 bytes per mass (24 position, 8 mass,
// 1 pin) and 18 bytes per spring (8 ends, 8 rest length, 2 material). Optional arrays add 2
// bytes per spring for actuators, 16 for own coefficients and 56 for rods, 12 bytes per
// triangle, and 10 bytes per mass for collisions. A cubic lattice with 13 springs per mass
// therefore takes 267 bytes per mass: 2.1 GB for 100 million springs. A model with a Pattern
// lacks these arrays.
type Model struct {
	Name string // for messages: the name of a preset or file

	RestPosition []Vec3    // [m], length MassCount: the start of each mass unless a state says otherwise
	Mass         []float64 // [kg], length MassCount, each > 0; a mass pinned on all axes may have 0
	Pin          []Pin     // length MassCount; nil: no mass is pinned
	Radius       []float64 // collision radius r [m], each >= 0, length MassCount; 0: the mass does not collide; nil: no mass collides
	Body         []uint16  // body that each mass belongs to, for collisions, length MassCount; nil: all belong to body 0

	Ends       []Ends    // length SpringCount
	RestLength []float64 // [m], length SpringCount, each >= 0
	MaterialOf []uint16  // index into Materials, length SpringCount; Removed: the spring exerts no force

	Pattern *Pattern // replaces the five arrays above that every model has, which are then nil, see InArrays; nil: the arrays hold them

	Materials []Material     // the palette; entry 0 is Removed
	Own       []Coefficients // k and c that each spring adds to those of its material, length SpringCount; nil: no spring adds any
	Groups    []Group        // named subsets of masses, for users and scene files

	// Attachments is the number of attachments, which are the last springs: cables from a
	// mass (end 0) to a pinned mass (end 1) that limit how far the first can go. See
	// StructuralCount.
	Attachments int

	ActuatorOf []uint16      // index into Params.Actuators plus 1, or 0 for none, length SpringCount; nil: no spring is actuated
	Segments   []rod.Segment // initial orientation of each spring whose material is a rod, length SpringCount; nil: the model has no rods, see SegmentCount
	Triangles  [][3]uint32   // corner masses of the cloth on which wind acts, or nil
	Skin       *Skin         // the surface to draw instead of springs, or nil
}

// Removed is the index of the material of springs that do not exist: cut, torn or never
// alive. Every model reserves this entry of its palette. Removed springs exert no force.
const Removed uint16 = 0

// MassCount returns the number of masses.
func (m *Model) MassCount() int {
	if m.Pattern != nil {
		return m.Pattern.MassCount()
	}
	return len(m.RestPosition)
}

// SpringCount returns the number of springs, removed ones included.
func (m *Model) SpringCount() int {
	if m.Pattern != nil {
		return m.Pattern.SpringCount()
	}
	return len(m.Ends)
}

// PinOf returns the pin of mass i; 0 in a model without an array of pins.
func (m *Model) PinOf(i int) Pin {
	if m.Pin == nil {
		return 0
	}
	return m.Pin[i]
}

// InverseMass returns 1/m of mass i [1/kg]; 0 where the mass is pinned on all axes.
func (m *Model) InverseMass(i int) float64 {
	if m.PinOf(i) == PinAll {
		return 0
	}
	return 1 / m.MassAt(i)
}

// Bounds returns the corners of the axis-aligned box around the rest positions [m]. For a
// model without masses both are the origin.
func (m *Model) Bounds() (lo, hi Vec3) {
	if p := m.Pattern; p != nil {
		return p.Position(0), p.Position(p.MassCount() - 1)
	}
	return bounds(m.RestPosition)
}

// BoundsOf returns the corners of the axis-aligned box around the positions of a state of the
// model [m].
func (m *Model) BoundsOf(s *State) (lo, hi Vec3) {
	if s.Position == nil {
		return m.Bounds()
	}
	return s.Bounds()
}

// RestPositions returns the rest positions of all masses [m], from the arrays or the pattern.
func (m *Model) RestPositions() Vectors { return Vectors{Wide: m.RestPosition, Pattern: m.Pattern} }

// Positions returns the positions of a state of the model [m]. For a state without arrays they
// are those of the pattern.
func (m *Model) Positions(s *State) Vectors { return Vectors{Wide: s.Position, Pattern: m.Pattern} }

// Velocities returns the velocities of a state of the model [m/s]; all are zero for a state
// without arrays.
func (m *Model) Velocities(s *State) Vectors { return Vectors{Wide: s.Velocity} }

// From returns the model with its rest positions relative to origin, a point of the world
// [m]. It returns m itself for the zero vector. A copy shares all other data with m.
func (m *Model) From(origin Vec3) *Model {
	if origin == (Vec3{}) {
		return m
	}
	out := *m
	out.InArrays()
	out.RestPosition = countedFrom(origin, m.RestPosition)
	return &out
}

// countedFrom returns positions minus the origin.
func countedFrom(origin Vec3, position []Vec3) []Vec3 {
	out := make([]Vec3, len(position))
	InBlocks(len(position), func(_, first, last int) {
		for i := first; i < last; i++ {
			out[i] = position[i].Sub(origin)
		}
	})
	return out
}

// HostBytes returns the size of the model's arrays [bytes].
func (m *Model) HostBytes() int64 {
	total := int64(len(m.Triangles))*12 + m.Skin.HostBytes()
	for _, c := range columns {
		switch {
		case c.length(m) < 0:
		case c.ofSprings:
			total += int64(m.SpringCount()) * c.bytes
		default:
			total += int64(m.MassCount()) * c.bytes
		}
	}
	return total
}

func bounds(points []Vec3) (lo, hi Vec3) {
	if len(points) == 0 {
		return lo, hi
	}
	type box struct{ lo, hi Vec3 }
	boxes := make([]box, BlockCount(len(points)))
	InBlocks(len(points), func(block, first, last int) {
		lo, hi := points[first], points[first]
		for _, p := range points[first+1 : last] {
			for axis := range 3 {
				lo[axis] = min(lo[axis], p[axis])
				hi[axis] = max(hi[axis], p[axis])
			}
		}
		boxes[block] = box{lo, hi}
	})
	lo, hi = boxes[0].lo, boxes[0].hi
	for _, b := range boxes[1:] {
		for axis := range 3 {
			lo[axis] = min(lo[axis], b.lo[axis])
			hi[axis] = max(hi[axis], b.hi[axis])
		}
	}
	return lo, hi
}

// ErrUnsupported is wrapped by the error of an engine that does not support something in a model
// or its parameters although another engine does.
var ErrUnsupported = errors.New("unsupported")

// Engine steps a model: on the GPU, on all cores of the CPU, or in the float64 reference. It
// keeps the model and the parameters that it is made with, and it owns its state. The
// maker of an engine closes it. Engines are not safe for concurrent use; a GPU engine stays on
// the thread of its OpenGL context.
type Engine interface {
	// Describe returns the name, pipeline and precision of the engine, to be printed with
	// every rate.
	Describe() Description
	// Step advances the state by n steps. It may queue the work and return at once. n = 0
	// does nothing.
	Step(n int) error
	// Finish waits for all queued steps. It returns a physics.StateError for a state that
	// cannot be stepped further: a value is not finite, a spring is far too long, or
	// collisions cannot be found.
	Finish() error
	// Read waits and copies the state into dst, in the model's order of masses.
	Read(dst *Snapshot) error
	// Reset replaces the state. The engine keeps no reference to s.
	Reset(s *State) error
	// Energy waits and returns the energy of the current state [J].
	Energy() (Energy, error)
	// Close releases the resources of the engine. A second call does nothing.
	Close()
}

// Description identifies an engine, its precision and its hardware. Every printed rate comes
// with one.
type Description struct {
	Engine    string // gpu, cpu or cpuref
	Pipeline  string // list of passes by name, such as two-pass; serial for the reference
	Renderer  string // GL_RENDERER, or the CPU's name
	Precision string // single, compensated or double
	WorkGroup int    // invocations per work group of a GPU's passes; 0 for other engines
}

// AddSpring appends a spring with a material and a rest length [m]. Its entries in optional
// arrays are zero.
func (m *Model) AddSpring(ends Ends, restLength float64, material uint16) {
	for _, c := range columns {
		if c.ofSprings && (c.called == "" || c.length(m) >= 0) {
			c.extend(m)
		}
	}
	s := m.SpringCount() - 1
	m.Ends[s], m.RestLength[s], m.MaterialOf[s] = ends, restLength, material
	if m.Attachments > 0 {
		m.AttachLast(func(k int) bool { return k != s && k >= s-m.Attachments })
	}
}
