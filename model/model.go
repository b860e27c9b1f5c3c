// Package model holds the nouns of hooke: the frozen structure (Model), what moves
// (State), the numbers of a run (Params), a float32 copy of a state (Snapshot),
// energies, and the interface of everything that steps a model (Engine).
//
// A model is data, not behavior: engines, file formats and graphics live elsewhere. All
// units are SI (meters, kilograms, seconds, newtons), and z points up. Arrays are one
// per quantity (a structure of arrays), so that an engine can pass them on without
// repacking them. Goroutines may share a finished model; they may not share states and
// snapshots.
package model

import (
	"errors"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model/rod"
)

// Vec3 is a 3-vector in float64. 24 bytes.
type Vec3 = mgl64.Vec3

// Ends are the two masses that a spring joins, as indices into the masses of
// its model. 8 bytes; on the GPU it is a uvec2, and an array of them is a line
// index buffer.
type Ends [2]uint32

// Pin says which axes of a mass do not move. Zero moves freely. 1 byte.
type Pin uint8

// The axes of a pin; PinAll is a mass that does not move at all.
const (
	PinX   Pin = 1 << iota // holds x
	PinY                   // holds y
	PinZ                   // holds z
	PinAll = PinX | PinY | PinZ
)

// Words are "pinned" for all axes, "pinned xy" for some, and "" for none.
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

// ParsePin returns the inverse of Words; false for other words.
func ParsePin(text string) (p Pin, ok bool) {
	for p := PinX; p <= PinAll; p++ {
		if p.Words() == text {
			return p, true
		}
	}
	return 0, false
}

// Model is a mass-spring structure: what is joined to what, and how. It is
// frozen once built: engines keep it and never write to it.
//
// Arrays are indexed by mass or by spring. Memory on the host: 33 bytes per
// mass (24 position, 8 mass, 1 pin) and 18 bytes per spring (8 ends, 8 rest
// length, 2 material; 2 more with actuators, 16 with coefficients of their own, 56 with rods),
// 12 per triangle; 10 per mass with collisions. A cubic lattice with 13 springs per mass therefore needs 267
// bytes per mass, 2.1 GB for 100 million springs. By a pattern none of these is there.
type Model struct {
	Name string // for people: a preset's or a file's name

	RestPosition []Vec3    // [m], length MassCount: where masses start unless a state says otherwise
	Mass         []float64 // [kg], length MassCount, each > 0; 0 is allowed where all axes are pinned
	Pin          []Pin     // length MassCount, or nil: nothing is pinned
	Radius       []float64 // r of collisions [m], each >= 0; 0: the mass collides with none. Length MassCount, or nil: none collides
	Body         []uint16  // which body a mass is of, for collisions; length MassCount, or nil: all are of body 0

	Ends       []Ends    // length SpringCount
	RestLength []float64 // [m], length SpringCount, each >= 0
	MaterialOf []uint16  // index into Materials, length SpringCount; Removed: the spring does not exist

	Pattern *Pattern // says what is in the five arrays above that every model has; then they are nil, see InArrays. Nil: it is in them

	Materials []Material     // the palette; entry 0 is Removed
	Own       []Coefficients // k and c that each spring adds to those of its material, length SpringCount; nil: none
	Groups    []Group        // named subsets, for people and scene files

	// Attachments is how many of the springs, the last ones, are attachments: cables from a
	// mass, end 0, to a pinned one, end 1, which keep it within reach. See StructuralCount.
	Attachments int

	ActuatorOf []uint16      // index into Params.Actuators plus 1, 0: none; length SpringCount, or nil: no spring is actuated
	Segments   []rod.Segment // of springs whose material is a rod: how they start, length SpringCount; nil: there are no rods, see SegmentCount
	Triangles  [][3]uint32   // masses at the corners of the cloth that wind blows on, or nil
	Skin       *Skin         // the surface that is drawn instead of springs, or nil
}

// Removed is the index of the palette entry that every model reserves for springs that
// do not exist: cut, torn or never alive. It exerts no force.
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

// PinOf returns the pin of mass i; 0 in a model without a pin array.
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

// Bounds returns the axis-aligned box around the rest positions [m]; a model
// without masses has a box of zero size at the origin.
func (m *Model) Bounds() (lo, hi Vec3) {
	if p := m.Pattern; p != nil {
		return p.Position(0), p.Position(p.MassCount() - 1)
	}
	return bounds(m.RestPosition)
}

// BoundsOf returns the box of a state of the model, which may have no arrays [m].
func (m *Model) BoundsOf(s *State) (lo, hi Vec3) {
	if s.Position == nil {
		return m.Bounds()
	}
	return s.Bounds()
}

// RestPositions returns RestPosition of all masses [m].
func (m *Model) RestPositions() Vectors { return Vectors{Wide: m.RestPosition, Pattern: m.Pattern} }

// Positions and Velocities are those of a state of the model, which may have no arrays [m], [m/s].
func (m *Model) Positions(s *State) Vectors  { return Vectors{Wide: s.Position, Pattern: m.Pattern} }
func (m *Model) Velocities(s *State) Vectors { return Vectors{Wide: s.Velocity} }

// From returns the model with its rest positions counted from a point of the world [m]; m itself for
// the zero vector. A copy shares all else with m.
func (m *Model) From(origin Vec3) *Model {
	if origin == (Vec3{}) {
		return m
	}
	out := *m
	out.InArrays()
	out.RestPosition = countedFrom(origin, m.RestPosition)
	return &out
}

// countedFrom are positions less the origin.
func countedFrom(origin Vec3, position []Vec3) []Vec3 {
	out := make([]Vec3, len(position))
	InBlocks(len(position), func(_, first, last int) {
		for i := first; i < last; i++ {
			out[i] = position[i].Sub(origin)
		}
	})
	return out
}

// HostBytes returns the memory of the model's arrays [bytes].
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

// ErrRefused is what an engine wraps when it cannot do what a model or its parameters
// ask for although another engine can.
var ErrRefused = errors.New("not a part")

// Engine is something that steps a model: the GPU, the fast CPU engine, the float64
// reference. An engine keeps the model and the parameters that it is made with, and
// owns its state. The creator of an engine closes it. Engines are not safe for
// concurrent use; a GPU engine lives on the thread of its context.
type Engine interface {
	// Describe says which engine this is; every printed rate comes with it.
	Describe() Description
	// Step advances by n steps. It may only queue the work; n = 0 does nothing.
	Step(n int) error
	// Finish waits for all queued steps. It reports a state that has no next step as a
	// physics.StateError: a value that is not finite, a spring that ran away, or masses whose
	// collisions cannot be found.
	Finish() error
	// Read waits and copies the state into dst, in the model's numbering.
	Read(dst *Snapshot) error
	// Reset replaces the state; the engine keeps no reference to s.
	Reset(s *State) error
	// Energy waits and sums the energy of the current state.
	Energy() (Energy, error)
	// Close releases what the engine holds. A second call does nothing.
	Close()
}

// Description names an engine as every printed rate must.
type Description struct {
	Engine    string // gpu, cpu or cpuref
	Pipeline  string // the named list of passes, such as two-pass; serial for the reference
	Renderer  string // GL_RENDERER, or the CPU's name
	Precision string // single, compensated or double
	WorkGroup int    // invocations per work group of a GPU's passes; 0 for other engines
}

// AddSpring adds a spring of a material at the end, with a rest length [m]. What the
// model has for springs besides is zero in it.
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
