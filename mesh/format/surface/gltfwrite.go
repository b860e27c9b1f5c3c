package surface

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"hooke/mesh"
	"hooke/mesh/emit"
)

// These are glTF's numbers for the arrays that this file writes, besides the component types.
const (
	gltfTargetVertices = 34962 // target of a buffer view: vertex attributes
	gltfTargetIndices  = 34963
	gltfModePoints     = 0
	gltfModeLines      = 1
	gltfModeTriangles  = 4
)

// gltfPart is a range of the buffer, and its meaning.
type gltfPart struct {
	components string // VEC3 or SCALAR
	component  int
	target     int
	count      int64
	bytes      int64 // a multiple of 4
	lo, hi     []float32
}

// WriteGLB writes a binary glTF 2.0 file with one mesh: positions as float32, polygons
// cut into fans, lines as lines, and vertices without elements as points. Coordinates are
// written as they are, with z up. The node turns them so that y is up, as the
// specification demands, and programs that follow it show the mesh upright. WriteGLB
// returns an error for a surface that is not valid, for one that needs more bytes than a
// GLB file can have, and when w fails.
func WriteGLB(w io.Writer, s *mesh.Surface) error {
	parts, modes, err := gltfPartsOf(s)
	if err != nil {
		return err
	}
	text, size, err := describeGLTF(parts, modes, "")
	if err != nil {
		return err
	}
	total := 12 + 8 + int64(len(text)) + 8 + size
	if total > math.MaxUint32 {
		return fmt.Errorf("export: the mesh needs %d bytes, GLB files have at most %d; write PLY", total, uint32(math.MaxUint32))
	}
	out := emit.New(w)
	order := binary.LittleEndian
	head := order.AppendUint32([]byte("glTF\x02\x00\x00\x00"), uint32(total))
	head = append(order.AppendUint32(head, uint32(len(text))), "JSON"...)
	head = append(head, text...)
	head = append(order.AppendUint32(head, uint32(size)), "BIN\x00"...)
	if _, err := out.Write(head); err != nil {
		return err
	}
	if err := writeGLTFBuffer(out, s); err != nil {
		return err
	}
	return out.Flush()
}

// gltfBufferMark stands in the JSON of a text file where its buffer belongs.
const gltfBufferMark = "*buffer*"

// WriteGLTF writes the same mesh as WriteGLB as text: JSON that contains the buffer as
// base64. The buffer takes a third more.
func WriteGLTF(w io.Writer, s *mesh.Surface) error {
	parts, modes, err := gltfPartsOf(s)
	if err != nil {
		return err
	}
	text, _, err := describeGLTF(parts, modes, "data:application/octet-stream;base64,"+gltfBufferMark)
	if err != nil {
		return err
	}
	before, after, _ := bytes.Cut(text, []byte(gltfBufferMark))
	if _, err := w.Write(before); err != nil {
		return err
	}
	encoder := base64.NewEncoder(base64.StdEncoding, w)
	out := emit.New(encoder)
	if err := writeGLTFBuffer(out, s); err != nil {
		return err
	}
	if err := errors.Join(out.Flush(), encoder.Close()); err != nil {
		return err
	}
	_, err = w.Write(append(bytes.TrimRight(after, " "), '\n'))
	return err
}

// gltfPartsOf returns the runs of the buffer, and the modes of its primitives.
func gltfPartsOf(s *mesh.Surface) (parts []gltfPart, modes []int, err error) {
	if err := emit.CheckSurface(s); err != nil {
		return nil, nil, err
	}
	lo, hi, err := gltfBounds(s)
	if err != nil {
		return nil, nil, err
	}
	parts = append(parts, gltfPart{components: "VEC3", component: gltfFloat, target: gltfTargetVertices,
		count: int64(len(s.Vertices)), bytes: 12 * int64(len(s.Vertices)), lo: lo, hi: hi})
	if n := int64(s.TriangleCount()); n > 0 {
		parts = append(parts, gltfPart{components: "SCALAR", component: gltfUint, target: gltfTargetIndices, count: 3 * n, bytes: 12 * n})
		modes = append(modes, gltfModeTriangles)
	}
	if n := int64(len(s.Lines)); n > 0 {
		parts = append(parts, gltfPart{components: "SCALAR", component: gltfUint, target: gltfTargetIndices, count: 2 * n, bytes: 8 * n})
		modes = append(modes, gltfModeLines)
	}
	return parts, modes, nil
}

// writeGLTFBuffer writes the parts: positions, triangles, lines.
func writeGLTFBuffer(out *emit.Writer, s *mesh.Surface) error {
	order := binary.LittleEndian
	for i, v := range s.Vertices {
		p, err := emit.Single(i, v)
		if err != nil {
			return err
		}
		err = out.Put(func(b []byte) []byte {
			for _, x := range p {
				b = order.AppendUint32(b, math.Float32bits(x))
			}
			return b
		})
		if err != nil {
			return err
		}
	}
	err := emit.EachTriangle(s, func(a, b, c uint32) error {
		return out.Put(func(data []byte) []byte {
			return order.AppendUint32(order.AppendUint32(order.AppendUint32(data, a), b), c)
		})
	})
	if err != nil {
		return err
	}
	for _, l := range s.Lines {
		if err := out.Put(func(b []byte) []byte { return order.AppendUint32(order.AppendUint32(b, l[0]), l[1]) }); err != nil {
			return err
		}
	}
	return nil
}

// gltfBounds returns the box around the vertices as they are written, in float32.
func gltfBounds(s *mesh.Surface) (lo, hi []float32, err error) {
	for i, v := range s.Vertices {
		p, err := emit.Single(i, v)
		if err != nil {
			return nil, nil, err
		}
		if i == 0 {
			lo, hi = append(lo, p[:]...), append(hi, p[:]...)
		}
		for axis, x := range p {
			lo[axis], hi[axis] = min(lo[axis], x), max(hi[axis], x)
		}
	}
	return lo, hi, nil
}

// gltfUpright returns the rotation of a node, as a quaternion x, y, z, w, that turns z up
// into y up: by −90° about x.
func gltfUpright() [4]float64 { return [4]float64{-math.Sqrt2 / 2, 0, 0, math.Sqrt2 / 2} }

// describeGLTF returns the JSON of the parts, and the size of their buffer [bytes]. The parts
// follow each other in the one buffer: positions first, then the indices of one primitive
// each. uri says where the buffer is; without a URI it is in the same file.
func describeGLTF(parts []gltfPart, modes []int, uri string) (text []byte, size int64, err error) {
	type object = map[string]any
	var views, accessors, primitives []object
	for i, p := range parts {
		views = append(views, object{"buffer": 0, "byteOffset": size, "byteLength": p.bytes, "target": p.target})
		accessor := object{"bufferView": i, "componentType": p.component, "count": p.count, "type": p.components}
		if p.lo != nil {
			accessor["min"], accessor["max"] = p.lo, p.hi
		}
		accessors = append(accessors, accessor)
		size += p.bytes
	}
	for i, mode := range modes {
		primitives = append(primitives, object{"attributes": object{"POSITION": 0}, "indices": i + 1, "mode": mode})
	}
	if len(modes) == 0 {
		primitives = append(primitives, object{"attributes": object{"POSITION": 0}, "mode": gltfModePoints})
	}
	buffer := object{"byteLength": size}
	if uri != "" {
		buffer["uri"] = uri
	}
	text, err = json.Marshal(object{
		"asset": object{"version": "2.0", "generator": "hooke"},
		"scene": 0, "scenes": []object{{"nodes": []int{0}}}, "nodes": []object{{"mesh": 0, "rotation": gltfUpright()}},
		"meshes": []object{{"primitives": primitives}}, "accessors": accessors, "bufferViews": views,
		"buffers": []object{buffer},
	})
	if err != nil {
		return nil, 0, errors.Join(errors.New("export: cannot describe the mesh"), err)
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	return text, size, nil
}
