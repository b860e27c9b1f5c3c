package serve

import (
	"encoding/json"

	"hooke/sim"
)

// reading is a quantity that was read.
type reading struct {
	sim.Array
	data any // a slice of its type
}

// quantity reads a quantity of a structure into a room.
func (s *session) quantity(h *held, name string, at int) (reading, error) {
	a, err := h.Shape(name)
	if err != nil {
		return reading{}, wrongError{err}
	}
	for at >= len(s.rooms) {
		s.rooms = append(s.rooms, room{})
	}
	out := reading{a, s.rooms[at].of(a)}
	return out, h.Read(name, out.data)
}

// names returns a field that is a name or a list of names.
func (r *request) names(field string) (list []string, err error) {
	text := r.field(field)
	if len(text) > 0 && text[0] == '"' {
		text = append(append(json.RawMessage("["), text...), ']')
	}
	if text == nil {
		return nil, nil
	}
	if json.Unmarshal(text, &list) != nil {
		return nil, wrongf("%s is %.60s; give the name of a quantity, or a list of names", field, r.field(field))
	}
	if len(list) > mostBlocks {
		return nil, wrongf("%s names %d quantities; give at most %d", field, len(list), mostBlocks)
	}
	return list, nil
}

func (s *session) read(c call) error {
	names, err := c.names("what")
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return wrongf("\"what\" is missing; give the name of a quantity, such as \"positions\", or a list of names")
	}
	return s.with(c.request, func(h *held) error { return s.addBlocks(c.to, h, names) })
}

// addBlocks adds quantities to an answer.
func (s *session) addBlocks(a *answer, h *held, names []string) error {
	for i, name := range names {
		read, err := s.quantity(h, name, i)
		if err != nil {
			return err
		}
		a.addBlock(name, read.Array, read.data)
	}
	return nil
}

// room holds numbers from one request to the next, a slice of each type.
type room struct {
	floats  []float32
	doubles []float64
	longs   []int64
	counts  []uint32
	bytes   []byte
}

// of returns a slice for an array. Each one overwrites the previous one of its type.
func (m *room) of(a sim.Array) any {
	n := int(a.Count())
	switch a.Type {
	case sim.Float32:
		return grown(&m.floats, n)
	case sim.Float64:
		return grown(&m.doubles, n)
	case sim.Int64:
		return grown(&m.longs, n)
	case sim.Uint32:
		return grown(&m.counts, n)
	}
	return grown(&m.bytes, n)
}

// grown returns the first n numbers of a slice, which grows to have them.
func grown[T any](s *[]T, n int) []T {
	if cap(*s) < n {
		*s = make([]T, n)
	}
	return (*s)[:n]
}
