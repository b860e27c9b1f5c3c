package main

// #include <stdlib.h>
// #include <string.h>
// #include "hooke.h"
import "C"

import (
	"fmt"
	"math"
	"unsafe"

	"hooke/files/npy"
	"hooke/sim"
)

// most bounds counts from C, so that no product of a count and a width overflows.
const most = int64(1) << 40

// sliceOf is memory of C as a slice; its length has been judged by the caller.
func sliceOf[T any](data unsafe.Pointer, count int64) []T {
	if count == 0 {
		return []T{}
	}
	return unsafe.Slice((*T)(data), int(count))
}

// given is memory of C that a caller gives, count numbers long.
func given[T any](what string, data unsafe.Pointer, count C.int64_t) ([]T, error) {
	if n := int64(count); n < 0 || n > most || n > 0 && data == nil {
		return nil, sim.Wrongf("%s: %d numbers at %v; give memory that holds them", what, n, data)
	}
	return sliceOf[T](data, int64(count)), nil
}

// textOf is a text of C; NULL is empty.
func textOf(text *C.char) string {
	if text == nil {
		return ""
	}
	return C.GoString(text)
}

// named is a text of C that must be there.
func named(what string, text *C.char) (string, error) {
	if text == nil || *text == 0 {
		return "", sim.Wrongf("%s is missing", what)
	}
	return C.GoString(text), nil
}

// typed is the memory of a quantity as a slice of its type.
func typed(a sim.Array, data unsafe.Pointer) any {
	switch a.Type {
	case sim.Float32:
		return sliceOf[float32](data, a.Count())
	case sim.Float64:
		return sliceOf[float64](data, a.Count())
	case sim.Int64:
		return sliceOf[int64](data, a.Count())
	case sim.Uint32:
		return sliceOf[uint32](data, a.Count())
	}
	return sliceOf[uint8](data, a.Count())
}

// types are the numbers of types in hooke.h.
var types = map[sim.Type]C.int32_t{sim.Float32: C.HK_FLOAT32, sim.Float64: C.HK_FLOAT64, sim.Int64: C.HK_INT64, sim.Uint32: C.HK_UINT32, sim.Uint8: C.HK_UINT8}

// describe writes the meaning and the address of a quantity into an hk_array.
func describe(a sim.Array, data unsafe.Pointer, to *C.hk_array) error {
	if to == nil {
		return sim.Wrongf("there is no hk_array to write to")
	}
	*to = C.hk_array{data: data, _type: types[a.Type], ndim: C.int32_t(len(a.Shape))}
	stride := a.Type.Bytes()
	for axis := len(a.Shape) - 1; axis >= 0; axis-- {
		to.shape[axis], to.strides[axis] = C.int64_t(a.Shape[axis]), C.int64_t(stride)
		stride *= a.Shape[axis]
	}
	return nil
}

// arraysOf are arrays of C, whose numbers stay in memory of C where they lie one behind another: until the call ends.
func arraysOf(arrays *C.hk_array, count C.int64_t) (out []npy.Array, err error) {
	if count < 1 || count > 100 || arrays == nil {
		return nil, sim.Wrongf("%d arrays; give 1 to 100", int64(count))
	}
	for i := range unsafe.Slice(arrays, int(count)) {
		a := &unsafe.Slice(arrays, int(count))[i]
		name, err := named("the name of an array", a.name)
		if err != nil {
			return nil, err
		}
		one, err := arrayOf(name, a)
		if err != nil {
			return nil, sim.Wrongf("array %q: %w", name, err)
		}
		out = append(out, one)
	}
	return out, nil
}

// arrayOf is an array of C, row-major.
func arrayOf(name string, a *C.hk_array) (npy.Array, error) {
	if a.ndim < 0 || a.ndim > 4 {
		return npy.Array{}, fmt.Errorf("%d axes; it can have 0 to 4", int32(a.ndim))
	}
	shape, total := make([]int, a.ndim), int64(1)
	for axis := range shape {
		n := int64(a.shape[axis])
		if n < 0 || n > most || total > 0 && n > most/max(total, 1) {
			return npy.Array{}, fmt.Errorf("%d numbers along axis %d", n, axis)
		}
		shape[axis], total = int(n), total*n
	}
	if total > 0 && a.data == nil {
		return npy.Array{}, fmt.Errorf("it has no data")
	}
	out := npy.Array{Name: name, Shape: shape}
	switch a._type {
	case C.HK_FLOAT32:
		out.Data = gathered[float32](a, shape, total)
	case C.HK_FLOAT64:
		out.Data = gathered[float64](a, shape, total)
	case C.HK_INT64:
		out.Data = gathered[int64](a, shape, total)
	case C.HK_UINT32:
		out.Data = gathered[uint32](a, shape, total)
	case C.HK_UINT8:
		out.Data = widened(gathered[uint8](a, shape, total))
	default:
		return npy.Array{}, fmt.Errorf("type %d is none; see hk_type", int32(a._type))
	}
	return out, nil
}

// gathered are numbers of C in row-major order: where they lie, if that is their order, else copied.
func gathered[T any](a *C.hk_array, shape []int, total int64) []T {
	strides := [4]int64{}
	plain, ordered, stride := true, true, int64(unsafe.Sizeof(*new(T)))
	for axis := len(shape) - 1; axis >= 0; axis-- {
		strides[axis] = int64(a.strides[axis])
		plain = plain && strides[axis] == 0
		ordered = ordered && (strides[axis] == stride || shape[axis] == 1)
		stride *= int64(shape[axis])
	}
	if plain || ordered {
		return sliceOf[T](a.data, total)
	}
	out := make([]T, 0, total)
	at := make([]int, len(shape))
	for range total {
		offset := int64(0)
		for axis, i := range at {
			offset += int64(i) * strides[axis]
		}
		out = append(out, *(*T)(unsafe.Add(a.data, offset)))
		for axis := len(at) - 1; axis >= 0; axis-- {
			if at[axis]++; at[axis] < shape[axis] {
				break
			}
			at[axis] = 0
		}
	}
	return out
}

// widened are bytes as numbers that archives have.
func widened(bytes []uint8) []uint32 {
	out := make([]uint32, len(bytes))
	for i, b := range bytes {
		out[i] = uint32(b)
	}
	return out
}

// copyOut writes a text and a 0 into memory of C, as much as fits, and how many bytes it has.
func copyOut(text []byte, dst *C.char, bytes C.int64_t, needed *C.int64_t) error {
	if needed != nil {
		*needed = C.int64_t(len(text) + 1)
	}
	if bytes < 0 || int64(bytes) > math.MaxInt32 || bytes > 0 && dst == nil {
		return sim.Wrongf("room for %d bytes at %v", int64(bytes), dst)
	}
	if bytes == 0 {
		return nil
	}
	room := sliceOf[byte](unsafe.Pointer(dst), int64(bytes))
	room[copy(room[:len(room)-1], text)] = 0
	return nil
}

// view is the memory of a quantity, which is made where it is not there.
func (h *handle) view(name string) (*viewed, error) {
	a, err := h.object.Shape(name)
	if err != nil {
		return nil, err
	}
	v := h.views[name]
	if v == nil {
		data := C.calloc(C.size_t(max(a.Bytes(), 1)), 1)
		if data == nil {
			return nil, fmt.Errorf("%s: there is no memory for %d bytes", name, a.Bytes())
		}
		v = &viewed{a, data}
		h.views[name] = v
	}
	return v, h.object.Read(name, typed(v.array, v.data))
}

// free releases the memory of all views.
func (h *handle) free() {
	for _, v := range h.views {
		C.free(v.data)
	}
	h.views = nil
}
