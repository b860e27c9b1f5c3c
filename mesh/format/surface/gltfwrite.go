package surface

import (
	"encoding/binary"
	"io"
	"math"

	"hooke/mesh"
	"hooke/mesh/emit"
)

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
	return writeGLBFile(w, func(uri string) ([]byte, int64, error) { return describeGLTF(parts, modes, uri) },
		func(out *emit.Writer) error { return writeGLTFBuffer(out, s) })
}

// WriteGLTF writes the same mesh as WriteGLB as text: JSON that contains the buffer as
// base64. The buffer takes a third more.
func WriteGLTF(w io.Writer, s *mesh.Surface) error {
	parts, modes, err := gltfPartsOf(s)
	if err != nil {
		return err
	}
	return writeGLTFText(w, func(uri string) ([]byte, int64, error) { return describeGLTF(parts, modes, uri) },
		func(out *emit.Writer) error { return writeGLTFBuffer(out, s) })
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

// describeGLTF returns the JSON of the parts, and the size of their buffer [bytes]: positions
// first, then the indices of one primitive each. uri says where the buffer is; without a URI it
// is in the same file.
func describeGLTF(parts []gltfPart, modes []int, uri string) (text []byte, size int64, err error) {
	var primitives []gltfObject
	for i, mode := range modes {
		primitives = append(primitives, gltfObject{"attributes": gltfObject{"POSITION": 0}, "indices": i + 1, "mode": mode})
	}
	if len(modes) == 0 {
		primitives = append(primitives, gltfObject{"attributes": gltfObject{"POSITION": 0}, "mode": gltfModePoints})
	}
	return gltfText(parts, uri, gltfObject{
		"nodes":  []gltfObject{{"mesh": 0, "rotation": gltfUpright()}},
		"meshes": []gltfObject{{"primitives": primitives}},
	})
}
