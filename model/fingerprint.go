package model

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"reflect"
	"slices"
	"sync"
	"unsafe"
)

// Fingerprint returns a SHA-256 of all data of a model and parameters. Structures with equal
// fingerprints are equal to the last bit, whether in arrays or by a pattern. It takes 32
// bytes of memory per block (see InBlocks).
func Fingerprint(m *Model, p Params) [sha256.Size]byte {
	f := newFingerprint()
	f.model(m)
	f.value(reflect.ValueOf(p))
	return f.end()
}

// Fingerprint returns a SHA-256 of all data of the parameters.
func (p Params) Fingerprint() [sha256.Size]byte {
	f := newFingerprint()
	f.value(reflect.ValueOf(p))
	return f.end()
}

// fingerprints is a pool of unused fingerprints.
var fingerprints = sync.Pool{New: func() any { return &fingerprint{hash: sha256.New(), wait: make([]byte, 0, 1024)} }}

func newFingerprint() *fingerprint {
	return fingerprints.Get().(*fingerprint)
}

// end returns the sum of all that was hashed. The fingerprint cannot be used after it.
func (f *fingerprint) end() (sum [sha256.Size]byte) {
	f.hash.Write(f.wait)
	f.hash.Sum(sum[:0])
	f.hash.Reset()
	f.wait = f.wait[:0]
	fingerprints.Put(f)
	return sum
}

// fingerprint hashes values together with their lengths and the types behind
// interfaces, so that different values do not give the same bytes.
type fingerprint struct {
	hash hash.Hash
	wait []byte // bytes that are not hashed yet
}

// room writes out pending bytes if count more would not fit.
func (f *fingerprint) room(count int) {
	if len(f.wait)+count > cap(f.wait) {
		f.hash.Write(f.wait)
		f.wait = f.wait[:0]
	}
}

func (f *fingerprint) uint(x uint64) {
	f.room(8)
	f.wait = binary.LittleEndian.AppendUint64(f.wait, x)
}

func (f *fingerprint) text(s string) {
	f.uint(uint64(len(s)))
	for part := range slices.Chunk([]byte(s), cap(f.wait)) {
		f.room(len(part))
		f.wait = append(f.wait, part...)
	}
}

func (f *fingerprint) sum(sum [sha256.Size]byte) {
	f.room(len(sum))
	f.wait = append(f.wait, sum[:]...)
}

func (f *fingerprint) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		x := uint64(0)
		if v.Bool() {
			x = 1
		}
		f.uint(x)
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
			if field := v.Type().Field(i); later(field) {
				if unset(v.Field(i)) {
					continue
				}
				f.text(field.Name)
			}
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
		f.text(nameOf(v.Elem().Type()))
		f.value(v.Elem())
	default:
		// A new kind of field, such as a map, needs a rule here; a test fingerprints
		// every field there is.
		panic(fmt.Sprintf("model: no fingerprint of %v", v.Type()))
	}
}

// later reports whether earlier programs did not have a field: its tag is fingerprint:"set". Such
// a field counts only where it is set, so that checkpoints of earlier programs still belong to
// their structures.
func later(f reflect.StructField) bool { return f.Tag.Get("fingerprint") == "set" }

// unset reports whether a field has its zero value, or nothing in its list.
func unset(v reflect.Value) bool { return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 }

// nameOf returns the name of a type in fingerprints. A type that is renamed keeps its first name there, so that
// checkpoints of earlier programs still belong to their structures.
func nameOf(t reflect.Type) string {
	if t == reflect.TypeFor[Trajectory]() {
		return "model.Course"
	}
	return t.String()
}

// model hashes the fields of a model. A pattern is hashed as its arrays would be.
func (f *fingerprint) model(m *Model) {
	written := written{model: m}
	v := reflect.ValueOf(m).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		switch column := written.column(name); {
		case name == "Pattern":
		case m.Pattern != nil && column != nil:
			f.uint(uint64(column.count))
			for _, sum := range column.sums {
				f.sum(sum)
			}
		default:
			f.value(v.Field(i))
		}
	}
}

// written holds the arrays that a pattern replaces.
type written struct {
	model   *Model
	springs [3][][sha256.Size]byte // of the blocks of Ends, RestLength and MaterialOf, once they are known
}

// writtenColumn is one of these arrays.
type writtenColumn struct {
	count int
	sums  [][sha256.Size]byte // of its blocks, as they would lie in memory
}

// column returns the array of the field with that name; nil if the pattern does not replace
// it.
func (w *written) column(field string) *writtenColumn {
	m := w.model
	if m.Pattern == nil {
		return nil
	}
	switch field {
	case "RestPosition":
		rooms := sync.Pool{New: func() any { return new([BlockSize]Vec3) }}
		return &writtenColumn{m.MassCount(), blockSums(m.MassCount(), func(first, last int) [sha256.Size]byte {
			room := rooms.Get().(*[BlockSize]Vec3)
			defer rooms.Put(room)
			m.Pattern.fill(room[:last-first], first)
			return hashOf(room[:last-first])
		})}
	case "Mass":
		return &writtenColumn{m.MassCount(), equalSums(m.MassCount(), m.Pattern.Mass)}
	case "Ends", "RestLength", "MaterialOf":
		if w.springs[0] == nil {
			w.sumSprings()
		}
		return &writtenColumn{m.SpringCount(), w.springs[map[string]int{"Ends": 0, "RestLength": 1, "MaterialOf": 2}[field]]}
	}
	return nil
}

// sumSprings hashes the blocks of the three arrays of springs, which are written together.
func (w *written) sumSprings() {
	m := w.model
	for i := range w.springs {
		w.springs[i] = make([][sha256.Size]byte, BlockCount(m.SpringCount()))
	}
	material, one := m.Pattern.material()
	if one {
		w.springs[2] = equalSums(m.SpringCount(), material)
	}
	m.InSpringBlocks(func(block, _ int, some Springs) {
		w.springs[0][block], w.springs[1][block] = hashOf(some.Ends), hashOf(some.RestLength)
		if !one {
			w.springs[2][block] = hashOf(some.MaterialOf)
		}
	})
}

// material returns the material of all springs; false if they have several.
func (p *Pattern) material() (material uint16, one bool) {
	for i, o := range p.Stencil {
		if i > 0 && o.Material != material {
			return 0, false
		}
		material = o.Material
	}
	return material, true
}

// equalSums returns the sums of blocks of an array whose entries are all equal.
func equalSums[T any](count int, entry T) [][sha256.Size]byte {
	if count == 0 {
		return nil
	}
	block := slices.Repeat([]T{entry}, min(count, BlockSize))
	whole := hashOf(block)
	sums := slices.Repeat([][sha256.Size]byte{whole}, BlockCount(count))
	sums[len(sums)-1] = hashOf(block[:count-(len(sums)-1)*BlockSize])
	return sums
}

// hashOf hashes numbers as stored in memory.
func hashOf[T any](numbers []T) [sha256.Size]byte {
	return sha256.Sum256(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(numbers))), uintptr(len(numbers))*unsafe.Sizeof(numbers[0])))
}

// slice hashes an array of plain numbers as stored in memory: blocks on all cores, then their
// sums.
func (f *fingerprint) slice(v reflect.Value) {
	if f.uint(uint64(v.Len())); v.Len() == 0 {
		return
	}
	if !plain(v.Type().Elem()) {
		for i := range v.Len() {
			f.value(v.Index(i))
		}
		return
	}
	size := int(v.Type().Elem().Size())
	bytes := unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*size)
	for _, sum := range blockSums(v.Len(), func(first, last int) [sha256.Size]byte { return sha256.Sum256(bytes[first*size : last*size]) }) {
		f.sum(sum)
	}
}

// blockSums returns the sums of all blocks.
func blockSums(count int, block func(first, last int) [sha256.Size]byte) [][sha256.Size]byte {
	sums := make([][sha256.Size]byte, BlockCount(count))
	InBlocks(count, func(number, first, last int) { sums[number] = block(first, last) })
	return sums
}

// plain reports whether values of a type are only numbers, without gaps between them.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Struct:
		size := uintptr(0)
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
			size += t.Field(i).Type.Size()
		}
		return size == t.Size()
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Float32, reflect.Float64:
		return true
	}
	return false
}
