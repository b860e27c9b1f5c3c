package serve

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"hooke/files/npy"
	"hooke/machine/memory"
	"hooke/sim"
)

// block is an array of numbers that follows a line.
type block struct {
	Name  string   `json:"name"`
	Type  sim.Type `json:"type"`
	Shape []int64  `json:"shape"`
	Bytes int64    `json:"bytes"`
	data  []byte   // of a request, once it has come
}

// mostAxes and mostBlocks bound the blocks of a request.
const mostAxes, mostBlocks = 4, 100

// types are the types of numbers.
var types = []sim.Type{sim.Float32, sim.Float64, sim.Int64, sim.Uint32, sim.Uint8}

// blocksOf reads a list of blocks.
func blocksOf(text json.RawMessage) (list []block, err error) {
	var raw []json.RawMessage
	if json.Unmarshal(text, &raw) != nil {
		return nil, errors.New(`give a list such as [{"name": "positions", "type": "float64", "shape": [2, 3]}]`)
	}
	if len(raw) > mostBlocks {
		return nil, fmt.Errorf("there are %d; give at most %d", len(raw), mostBlocks)
	}
	for i, text := range raw {
		b, err := blockOf(text)
		if err != nil {
			return nil, fmt.Errorf("%d: %w", i, err)
		}
		if slices.ContainsFunc(list, func(other block) bool { return other.Name == b.Name }) {
			return nil, fmt.Errorf("%d: %q is there twice", i, b.Name)
		}
		list = append(list, b)
	}
	return list, nil
}

// blockOf reads a block. Its number of bytes follows from type and shape; where it is given, it is that one.
func blockOf(text json.RawMessage) (b block, err error) {
	b.Bytes = -1
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&b); err != nil {
		return b, fmt.Errorf("%.60s: give name, type and shape", text)
	}
	switch {
	case b.Name == "":
		return b, errors.New("name is missing")
	case !slices.Contains(types, b.Type):
		return b, fmt.Errorf("%s: type is %.20q; known are %v", b.Name, b.Type, types)
	case len(b.Shape) > mostAxes:
		return b, fmt.Errorf("%s: %d axes; give at most %d", b.Name, len(b.Shape), mostAxes)
	}
	total := b.Type.Bytes()
	for _, n := range b.Shape {
		if n < 0 || n > 0 && total > math.MaxInt64/n {
			return b, fmt.Errorf("%s: shape is %v", b.Name, b.Shape)
		}
		total *= n
	}
	if b.Bytes != -1 && b.Bytes != total {
		return b, fmt.Errorf("%s: %d bytes, but %s of shape %v has %d", b.Name, b.Bytes, b.Type, b.Shape, total)
	}
	b.Bytes = total
	return b, nil
}

// receive reads the bytes of a request, which its verb must want. Without "blocks" they are float64 numbers, the block
// "values". The error leaves the rest of the bytes to skip.
func (s *session) receive(r *request, v *verb) error {
	if r.bytes == 0 && r.blocks == nil {
		return nil
	}
	if v.most == nil {
		return sim.Wrongf("%s takes no bytes; %d follow", v.name, r.bytes)
	}
	if r.blocks == nil {
		if r.bytes%8 != 0 {
			return sim.Wrongf("%d bytes are no float64 numbers; give \"blocks\" for others", r.bytes)
		}
		r.blocks = []block{{Name: "values", Type: sim.Float64, Shape: []int64{r.bytes / 8}, Bytes: r.bytes}}
	}
	sum := int64(0)
	for _, b := range r.blocks {
		if sum += min(b.Bytes, math.MaxInt64-sum); !slices.Contains(v.blocks, b.Name) && v.blocks != nil {
			return sim.Wrongf("blocks: %s takes %v, not %.40q", v.name, v.blocks, b.Name)
		}
	}
	if sum != r.bytes {
		return sim.Wrongf("blocks have %d bytes, and \"bytes\" says %d", sum, r.bytes)
	}
	if most, err := v.most(s, r); err != nil {
		return err
	} else if r.bytes > most {
		return sim.Wrongf("%d bytes follow; %s takes at most %d here", r.bytes, v.name, most)
	}
	for i := range r.blocks {
		b := &r.blocks[i]
		var data bytes.Buffer // it grows with what has come
		n, err := io.CopyN(&data, s.in, b.Bytes)
		if r.bytes -= n; err != nil {
			return err
		}
		b.data = data.Bytes()
	}
	return nil
}

// skip reads the bytes of a request that nobody wants.
func (s *session) skip(r *request) error {
	n, err := io.CopyN(io.Discard, s.in, r.bytes)
	if err != nil {
		return lostf("the input ended %d bytes before the end of a block", r.bytes-n)
	}
	return nil
}

// floats returns the numbers of a block of float32 or float64.
func (b block) floats() ([]float64, error) {
	width, order := int(b.Type.Bytes()), binary.LittleEndian
	if b.Type != sim.Float32 && b.Type != sim.Float64 {
		return nil, sim.Wrongf("%s: type is %s; give float64 or float32", b.Name, b.Type)
	}
	return npy.Header{Kind: 'f', Width: width, Order: order}.Decode(make([]float64, len(b.data)/width), b.data), nil
}

// array returns a block as sim.OpenArrays takes it.
func (b block) array() npy.Array {
	a := npy.Array{Name: b.Name}
	for _, n := range b.Shape {
		a.Shape = append(a.Shape, int(n))
	}
	switch b.Type {
	case sim.Float32:
		a.Data = decoded(b.data, 4, func(p []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(p)) })
	case sim.Float64:
		a.Data = decoded(b.data, 8, func(p []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(p)) })
	case sim.Int64:
		a.Data = decoded(b.data, 8, func(p []byte) int64 { return int64(binary.LittleEndian.Uint64(p)) })
	case sim.Uint32:
		a.Data = decoded(b.data, 4, binary.LittleEndian.Uint32)
	default:
		a.Data = decoded(b.data, 1, func(p []byte) uint32 { return uint32(p[0]) }) // archives have no bytes
	}
	return a
}

func decoded[T any](data []byte, width int, number func([]byte) T) []T {
	out := make([]T, len(data)/width)
	for i := range out {
		out[i] = number(data[i*width:])
	}
	return out
}

// roomFor returns an error where the machine lacks the memory for arrays: as they come, as numbers, and as a structure.
func roomFor(bytes int64) error {
	needed := int64(-1) // too many to count
	if bytes < math.MaxInt64/4 {
		needed = 4 * bytes
	}
	return memory.Ask(needed, "arrays of %s", memory.Text(bytes))
}
