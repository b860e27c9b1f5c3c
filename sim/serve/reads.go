package serve

import (
	"encoding/json"
	"slices"

	"hooke/machine/memory"
	"hooke/sim"
)

// room returns numbers of a type and shape that stay as they are until the answer is written, of which each block has its own.
func (s *session) room(a *answer, of sim.Array) (any, error) {
	for len(a.blocks) >= len(s.rooms) {
		s.rooms = append(s.rooms, room{})
	}
	return s.rooms[len(a.blocks)].of(of)
}

// blank adds a block to an answer, and returns its numbers, which the caller writes.
func (s *session) blank(a *answer, name string, of sim.Type, counts ...int) (any, error) {
	array := sim.Array{Type: of}
	for _, n := range counts {
		array.Shape = append(array.Shape, int64(n))
	}
	data, err := s.room(a, array)
	if err == nil {
		a.addBlock(name, array, data)
	}
	return data, err
}

// quantity reads a quantity of a structure for an answer.
func (s *session) quantity(a *answer, h *held, name string) (of sim.Array, data any, err error) {
	if of, err = h.Shape(name); err != nil {
		return of, nil, sim.Wrong(err)
	}
	if data, err = s.room(a, of); err != nil {
		return of, nil, err
	}
	return of, data, h.Read(name, data)
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
		return nil, sim.Wrongf("%s is %.60s; give the name of a quantity, or a list of names", field, r.field(field))
	}
	if len(list) > mostBlocks {
		return nil, sim.Wrongf("%s names %d quantities; give at most %d", field, len(list), mostBlocks)
	}
	for i, name := range list {
		if slices.Contains(list[:i], name) {
			return nil, sim.Wrongf("%s names %.40q twice", field, name)
		}
	}
	return list, nil
}

func (s *session) read(c call) error {
	names, err := c.names("what")
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return sim.Wrongf("\"what\" is missing; give the name of a quantity, such as \"positions\", or a list of names")
	}
	return s.with(c.request, func(h *held) error { return s.addBlocks(c.to, h, names) })
}

// known returns an error for a quantity that there is not.
func (h *held) known(names []string) error {
	for _, name := range names {
		if _, err := h.Shape(name); err != nil {
			return sim.Wrong(err)
		}
	}
	return nil
}

// addBlocks adds quantities to an answer.
func (s *session) addBlocks(a *answer, h *held, names []string) error {
	for _, name := range names {
		of, data, err := s.quantity(a, h, name)
		if err != nil {
			return err
		}
		a.addBlock(name, of, data)
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
func (m *room) of(a sim.Array) (any, error) {
	switch a.Type {
	case sim.Float32:
		return grown(&m.floats, a)
	case sim.Float64:
		return grown(&m.doubles, a)
	case sim.Int64:
		return grown(&m.longs, a)
	case sim.Uint32:
		return grown(&m.counts, a)
	}
	return grown(&m.bytes, a)
}

// grown returns the numbers of a slice that an array has. The slice grows to have them.
func grown[T any](s *[]T, a sim.Array) ([]T, error) {
	n := int(a.Count())
	if cap(*s) < n {
		if err := memory.Ask(a.Bytes(), "numbers of shape %v", a.Shape); err != nil {
			return nil, err
		}
		*s = make([]T, n)
	}
	return (*s)[:n], nil
}
