package npy

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"hooke/files/safefile"
)

// RowsOf are numbers in little-endian order, to be written by all cores. data has one of
// the types of Array.Data, or is an []int32 or []byte; false: it has another.
func RowsOf(data any) (safefile.Rows, bool) {
	switch d := data.(type) {
	case []float32:
		return encoded(d, 4, func(to []byte, x float32) { binary.LittleEndian.PutUint32(to, math.Float32bits(x)) }), true
	case []float64:
		return encoded(d, 8, func(to []byte, x float64) { binary.LittleEndian.PutUint64(to, math.Float64bits(x)) }), true
	case []int64:
		return encoded(d, 8, func(to []byte, x int64) { binary.LittleEndian.PutUint64(to, uint64(x)) }), true
	case []uint32:
		return encoded(d, 4, binary.LittleEndian.PutUint32), true
	case []int32:
		return encoded(d, 4, func(to []byte, x int32) { binary.LittleEndian.PutUint32(to, uint32(x)) }), true
	case []byte:
		return safefile.Rows{Count: len(d), Bytes: 1, Append: func(to []byte, first, last int) []byte { return append(to, d[first:last]...) }}, true
	case string:
		return RowsOf(charactersOf(d))
	case [][3]float32:
		return encoded(d, 12, putVector), true
	case Encoded:
		return d.Rows, true
	case Blocks:
		rooms := sync.Pool{New: func() any { return new([][3]float32) }}
		return safefile.Rows{Count: d.Count, Bytes: 12, Append: func(to []byte, first, last int) []byte {
			room := rooms.Get().(*[][3]float32)
			defer rooms.Put(room)
			some := slices.Grow((*room)[:0], last-first)[:last-first]
			*room = some
			d.Read(some, first)
			return encoded(some, 12, putVector).Append(to, 0, len(some))
		}}, true
	}
	return safefile.Rows{}, false
}

func putVector(to []byte, v [3]float32) {
	for axis, x := range v {
		binary.LittleEndian.PutUint32(to[4*axis:], math.Float32bits(x))
	}
}

// encoded are rows of a fixed number of bytes, of which put writes one.
func encoded[T any](values []T, bytes int, put func(to []byte, value T)) safefile.Rows {
	return safefile.Rows{Count: len(values), Bytes: bytes, Append: func(to []byte, first, last int) []byte {
		begin := len(to)
		to = append(to, make([]byte, bytes*(last-first))...)
		out := to[begin:]
		for i, value := range values[first:last] {
			put(out[bytes*i:], value)
		}
		return to
	}}
}
