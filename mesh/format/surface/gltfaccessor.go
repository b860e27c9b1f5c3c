package surface

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"hooke/mesh/scan"
	"hooke/model"
)

// gltfColumn is count rows of numbers of one type, somewhere in a buffer.
type gltfColumn struct {
	data   []byte
	stride int64
	kind   int // component type, such as gltfFloat
	count  int64
}

// column checks that count rows of the given number of components lie in a view, and returns them.
func (d *gltfData) column(view int, offset int64, kind, components int, count int64, interleaved bool) (gltfColumn, error) {
	var size int64
	switch kind {
	case gltfByte, gltfUbyte:
		size = 1
	case gltfShort, gltfUshort:
		size = 2
	case gltfUint, gltfFloat:
		size = 4
	default:
		return gltfColumn{}, fmt.Errorf("unknown componentType %d", kind)
	}
	data, stride, err := d.view(view, offset)
	if err != nil {
		return gltfColumn{}, err
	}
	width := size * int64(components)
	if stride == 0 || !interleaved {
		stride = width
	}
	if stride < width {
		return gltfColumn{}, fmt.Errorf("bufferView %d: a stride of %d bytes for rows of %d", view, stride, width)
	}
	// The data bound count first, so that the product cannot overflow.
	have := int64(len(data))
	if count < 0 || count > have || count > 0 && (count-1)*stride+width > have {
		return gltfColumn{}, fmt.Errorf("%d rows of %d bytes, %d apart, do not fit into the %d bytes left of bufferView %d", count, width, stride, have, view)
	}
	return gltfColumn{data, stride, kind, count}, nil
}

// integer returns row i as an index.
func (c gltfColumn) integer(i int64) uint32 {
	at := c.data[i*c.stride:]
	switch c.kind {
	case gltfUbyte:
		return uint32(at[0])
	case gltfUshort:
		return uint32(binary.LittleEndian.Uint16(at))
	default:
		return binary.LittleEndian.Uint32(at)
	}
}

// position returns row i as three numbers, as real does.
func (c gltfColumn) position(i int64, normalized bool) (p model.Vec3) {
	for axis := range p {
		p[axis] = c.real(i, axis, normalized)
	}
	return p
}

// real returns a component of row i. It divides normalized integers by the largest number
// of their type.
func (c gltfColumn) real(i int64, component int, normalized bool) float64 {
	at := c.data[i*c.stride:]
	var x, scale float64
	switch c.kind {
	case gltfByte:
		x, scale = float64(int8(at[component])), math.MaxInt8
	case gltfUbyte:
		x, scale = float64(at[component]), math.MaxUint8
	case gltfShort:
		x, scale = float64(int16(binary.LittleEndian.Uint16(at[2*component:]))), math.MaxInt16
	case gltfUshort:
		x, scale = float64(binary.LittleEndian.Uint16(at[2*component:])), math.MaxUint16
	default:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(at[4*component:])))
	}
	if normalized {
		return max(-1, x/scale)
	}
	return x
}

func (d *gltfData) accessor(index int) (gltfAccessor, error) {
	if index < 0 || index >= len(d.document.Accessors) {
		return gltfAccessor{}, fmt.Errorf("accessor %d does not exist; there are %d", index, len(d.document.Accessors))
	}
	return d.document.Accessors[index], nil
}

// indices returns the numbers of an index accessor, with the sparse ones put in.
func (d *gltfData) indices(index int) ([]uint32, error) {
	a, err := d.accessor(index)
	if err != nil {
		return nil, err
	}
	if a.Type != "SCALAR" || !gltfUnsigned(a.ComponentType) {
		err = fmt.Errorf("type %s of component type %d cannot be indices; they are unsigned scalars", scan.Quoted([]byte(a.Type)), a.ComponentType)
	}
	if err == nil {
		err = d.work(a.Count)
	}
	var dense, where, what gltfColumn
	if err == nil {
		dense, where, what, err = d.columns(a, 1, false)
	}
	if err != nil {
		return nil, fmt.Errorf("accessor %d: %w", index, err)
	}
	list := make([]uint32, a.Count)
	for i := range dense.count {
		list[i] = dense.integer(i)
	}
	for i := range where.count {
		at := int64(where.integer(i))
		if at >= a.Count {
			return nil, fmt.Errorf("accessor %d: sparse index %d is out of range", index, at)
		}
		list[at] = what.integer(i)
	}
	return list, nil
}

func gltfUnsigned(kind int) bool { return kind == gltfUbyte || kind == gltfUshort || kind == gltfUint }

// columns finds the data of an accessor: the dense rows (dense), and for a sparse
// accessor the numbers of the rows to replace (where) and the rows that replace them
// (the result what).
func (d *gltfData) columns(a gltfAccessor, components int, interleaved bool) (dense, where, what gltfColumn, err error) {
	switch {
	case a.Count < 0:
		err = fmt.Errorf("count is %d", a.Count)
	case a.BufferView == nil && a.Sparse == nil:
		err = errNoGLTFView
	case a.BufferView == nil && a.Count > d.bytes:
		err = fmt.Errorf("%d rows out of a file of %d bytes", a.Count, d.bytes)
	case a.BufferView != nil:
		dense, err = d.column(*a.BufferView, a.ByteOffset, a.ComponentType, components, a.Count, interleaved)
	}
	s := a.Sparse
	if err != nil || s == nil {
		return dense, where, what, err
	}
	if !gltfUnsigned(s.Indices.ComponentType) {
		return dense, where, what, fmt.Errorf("sparse indices of component type %d; they are unsigned", s.Indices.ComponentType)
	}
	where, err = d.column(s.Indices.BufferView, s.Indices.ByteOffset, s.Indices.ComponentType, 1, s.Count, false)
	if err != nil {
		return dense, where, what, fmt.Errorf("sparse indices: %w", err)
	}
	what, err = d.column(s.Values.BufferView, s.Values.ByteOffset, a.ComponentType, components, s.Count, false)
	if err != nil {
		return dense, where, what, fmt.Errorf("sparse values: %w", err)
	}
	return dense, where, what, nil
}

// work counts the rows that are read, so that a small file cannot make the reader read
// the same data for ever. It returns an error beyond the limit.
func (d *gltfData) work(rows int64) error {
	limit := gltfFreeRows + gltfRowsAByte*d.bytes
	if rows < 0 || rows > limit-d.rows {
		return fmt.Errorf("the file uses its %d bytes for more than %d vertices and indices; merge the copies of its meshes into fewer", d.bytes, limit)
	}
	d.rows += rows
	return nil
}

// These limit how often data may be used: a file may use a million rows, and beyond those
// as many as fill memory with a small multiple of the file.
const (
	gltfFreeRows  = 1_000_000
	gltfRowsAByte = 2
)

// errNoGLTFView is the error of an accessor without data. The specification says that such
// data are zeros; experience says that the mesh is compressed.
var errNoGLTFView = errors.New("no bufferView, so no data (compressed with an extension?); export without compression")

// positions calls each for every row of a position accessor, with the sparse rows
// put in, and returns their number.
func (d *gltfData) positions(index int, each func(p model.Vec3) error) (int64, error) {
	a, err := d.accessor(index)
	if err != nil {
		return 0, err
	}
	if err := d.eachPosition(a, each); err != nil {
		return 0, fmt.Errorf("accessor %d: %w", index, err)
	}
	return a.Count, nil
}

func (d *gltfData) eachPosition(a gltfAccessor, each func(p model.Vec3) error) error {
	if a.Type != "VEC3" || a.ComponentType == gltfUint {
		return fmt.Errorf("type %s of component type %d cannot be positions; they are VEC3 of float, byte or short", scan.Quoted([]byte(a.Type)), a.ComponentType)
	}
	if err := d.work(a.Count); err != nil {
		return err
	}
	dense, where, what, err := d.columns(a, 3, true)
	if err != nil {
		return err
	}
	next := int64(0) // number of the next substitute; they come in rising order
	for i := range a.Count {
		var p model.Vec3
		if next < where.count && int64(where.integer(next)) == i {
			p = what.position(next, a.Normalized)
			next++
		} else if i < dense.count {
			p = dense.position(i, a.Normalized)
		}
		if err := each(p); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
	}
	if next < where.count {
		return fmt.Errorf("sparse index %d is out of range or not larger than the one before it", where.integer(next))
	}
	return nil
}
