package model

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"reflect"
	"unsafe"
)

// Fingerprint is a SHA-256 over everything in a model and parameters, for
// telling whether a structure that was built again is the same to the last bit.
// It takes constant memory.
func Fingerprint(m *Model, p Params) [sha256.Size]byte {
	f := fingerprint{hash: sha256.New()}
	f.value(reflect.ValueOf(m).Elem())
	f.value(reflect.ValueOf(p))
	return [sha256.Size]byte(f.hash.Sum(nil))
}

// fingerprint hashes values with their lengths and the types behind
// interfaces, so that no two of them run into each other.
type fingerprint struct {
	hash   hash.Hash
	number [8]byte
}

func (f *fingerprint) uint(x uint64) {
	binary.LittleEndian.PutUint64(f.number[:], x)
	f.hash.Write(f.number[:])
}

func (f *fingerprint) text(s string) {
	f.uint(uint64(len(s)))
	f.hash.Write([]byte(s))
}

func (f *fingerprint) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		f.uint(map[bool]uint64{true: 1}[v.Bool()])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		f.uint(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		f.uint(v.Uint())
	case reflect.Float32, reflect.Float64:
		f.uint(math.Float64bits(v.Float()))
	case reflect.String:
		f.text(v.String())
	case reflect.Struct:
		for i := range v.NumField() {
			f.value(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			f.value(v.Index(i))
		}
	case reflect.Slice:
		f.slice(v)
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			f.text("nil")
			return
		}
		f.text(v.Elem().Type().String())
		f.value(v.Elem())
	default:
		// A new kind of field, such as a map, must be decided about here; a test
		// fingerprints every field there is.
		panic(fmt.Sprintf("model: no fingerprint of %v", v.Type()))
	}
}

// slice hashes arrays of plain numbers as they lie in memory.
func (f *fingerprint) slice(v reflect.Value) {
	f.uint(uint64(v.Len()))
	if !plain(v.Type().Elem()) {
		for i := range v.Len() {
			f.value(v.Index(i))
		}
		return
	}
	if v.Len() > 0 {
		f.hash.Write(unsafe.Slice((*byte)(v.UnsafePointer()), uintptr(v.Len())*v.Type().Elem().Size()))
	}
}

// plain says whether values of a type are nothing but numbers without gaps.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Float32, reflect.Float64:
		return true
	}
	return false
}
