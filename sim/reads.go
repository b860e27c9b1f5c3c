package sim

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"hooke/model"
	"hooke/scene/words"
)

// Type is the type of the numbers of a quantity.
type Type string

// The types, by the names that NumPy has for them.
const (
	Float32 Type = "float32"
	Float64 Type = "float64"
	Int64   Type = "int64"
	Uint32  Type = "uint32"
	Uint8   Type = "uint8"
)

// Bytes is the size of one number.
func (t Type) Bytes() int64 {
	switch t {
	case Float64, Int64:
		return 8
	case Uint8:
		return 1
	}
	return 4
}

// Array describes a quantity: numbers in row-major order.
type Array struct {
	Type  Type
	Shape []int64 // empty: one number
}

// Count is how many numbers there are.
func (a Array) Count() int64 {
	count := int64(1)
	for _, n := range a.Shape {
		count *= n
	}
	return count
}

// Bytes is the size of all numbers.
func (a Array) Bytes() int64 { return a.Count() * a.Type.Bytes() }

// Quantity is an array of a Sim that is read by its name.
type Quantity struct {
	Name    string
	Meaning string // with its unit
	Fixed   bool   // whether it stays as it is while the run goes
	shape   func(s *Sim) Array
	read    func(s *Sim, dst any) error // dst is a slice of the type of the shape
}

// GroupPrefix is before the name of a group in the name of a quantity, the numbers of its masses.
const GroupPrefix = "group:"

// Shape says of which type and shape a quantity is.
func (s *Sim) Shape(name string) (Array, error) {
	q, err := s.quantity(name)
	if err != nil {
		return Array{}, err
	}
	return q.shape(s), nil
}

// Read waits for all steps and copies a quantity into dst, a slice of its type that has exactly its length.
func (s *Sim) Read(name string, dst any) error {
	q, err := s.quantity(name)
	if err != nil {
		return err
	}
	if err := q.shape(s).Fits(name, dst); err != nil {
		return err
	}
	return q.read(s, dst)
}

// Fits says why a quantity of that name does not fit into dst; nil: it does.
func (a Array) Fits(name string, dst any) error {
	have, ok := lengthOf(a.Type, dst)
	switch {
	case !ok:
		return fmt.Errorf("%s is of %s; a %T cannot take it", name, a.Type, dst)
	case int64(have) != a.Count():
		return fmt.Errorf("%s has %d numbers; there is room for %d", name, a.Count(), have)
	}
	return nil
}

// lengthOf is the length of a slice of a type; false: it is of another.
func lengthOf(t Type, dst any) (int, bool) {
	switch dst := dst.(type) {
	case []float32:
		return len(dst), t == Float32
	case []float64:
		return len(dst), t == Float64
	case []int64:
		return len(dst), t == Int64
	case []uint32:
		return len(dst), t == Uint32
	case []uint8:
		return len(dst), t == Uint8
	}
	return 0, false
}

// quantity is the quantity of that name.
func (s *Sim) quantity(name string) (Quantity, error) {
	if s.engine == nil {
		return Quantity{}, ErrClosed
	}
	if group, ok := strings.CutPrefix(name, GroupPrefix); ok {
		return s.groupQuantity(group)
	}
	var known []string
	for _, q := range Quantities() {
		if q.Name == name {
			return q, nil
		}
		known = append(known, q.Name)
	}
	return Quantity{}, Unknown(name, append(known, GroupPrefix+"NAME"))
}

// Unknown is the error for a quantity that is none of the known ones.
func Unknown(name string, known []string) error {
	return fmt.Errorf("there is no %q to read%s; there are %s", name, words.Guess(name, known), strings.Join(known, ", "))
}

// groupQuantity is the numbers of a group's masses.
func (s *Sim) groupQuantity(name string) (Quantity, error) {
	g, ok := s.scene.Model.Group(name)
	if !ok {
		known := words.Groups(s.scene.Model)
		return Quantity{}, fmt.Errorf("%s has no group %q%s; it has %s", s.scene.Name, name, words.Guess(name, known), words.Listed(known))
	}
	return Quantity{Name: GroupPrefix + name, Fixed: true,
		shape: func(*Sim) Array { return Array{Uint32, []int64{int64(len(g.Masses))}} },
		read:  func(_ *Sim, dst any) error { copy(dst.([]uint32), g.Masses); return nil }}, nil
}

// look reads the state, once between two steps.
func (s *Sim) look() error {
	if s.isSeen {
		return nil
	}
	if err := s.engine.Read(&s.seen); err != nil {
		return err
	}
	s.isSeen = true
	return nil
}

// readVectors reads positions or velocities straight into dst, whichever of both it is.
func (s *Sim) readVectors(dst []float32, velocities bool) error {
	count := s.Masses()
	into := unsafe.Slice((*[3]float32)(unsafe.Pointer(unsafe.SliceData(dst))), count) // three numbers in a row are a vector
	if s.isSeen {
		from := s.seen.Position
		if velocities {
			from = s.seen.Velocity
		}
		copy(into, from)
		return nil
	}
	s.seen.Resize(count)
	some := s.seen
	if some.Position = into; velocities {
		some.Position, some.Velocity = s.seen.Position, into
	}
	return s.engine.Read(&some)
}

// state is the state in the engine's own precision.
func (s *Sim) state() (*model.State, error) {
	reader, ok := model.As[model.StateReader](s.engine)
	if !ok {
		return nil, errors.New("this engine has no more than float32; read positions and velocities")
	}
	full := &model.State{}
	if err := s.look(); err != nil {
		return nil, err
	}
	*full = *s.seen.State()
	return full, reader.ReadState(full)
}
