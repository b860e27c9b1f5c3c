package surface

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"hooke/mesh"
	"hooke/mesh/emit"
)

// WriteSTL writes a binary STL file of float32 numbers: triangles without shared vertices,
// polygons cut into fans, and normals by the right-hand rule (zero for triangles without
// area). STL has no lines, so a surface with lines is an error.
func WriteSTL(w io.Writer, s *mesh.Surface) error {
	if err := emit.CheckSurface(s); err != nil {
		return err
	}
	if len(s.Lines) > 0 {
		return fmt.Errorf("export: STL has no lines, the surface has %d; write PLY, OBJ, OFF or GLB", len(s.Lines))
	}
	if int64(s.TriangleCount()) > math.MaxUint32 {
		return fmt.Errorf("export: %d triangles are more than STL can count", s.TriangleCount())
	}
	out := emit.New(w)
	order := binary.LittleEndian
	header := make([]byte, 80, 84)
	copy(header, "hooke") // the header must not begin with the word solid
	if _, err := out.Write(order.AppendUint32(header, uint32(s.TriangleCount()))); err != nil {
		return err
	}
	err := emit.EachTriangle(s, func(a, b, c uint32) error {
		pa, pb, pc := s.Vertices[a], s.Vertices[b], s.Vertices[c]
		normal := pb.Sub(pa).Cross(pc.Sub(pa))
		if size := normal.Len(); size > 0 && !math.IsInf(size, 0) {
			normal = normal.Mul(1 / size)
		} else {
			normal = [3]float64{}
		}
		record := [4][3]float32{{float32(normal[0]), float32(normal[1]), float32(normal[2])}}
		for i, v := range [3]uint32{a, b, c} {
			var err error
			if record[i+1], err = emit.Single(int(v), s.Vertices[v]); err != nil {
				return err
			}
		}
		return out.Put(func(data []byte) []byte {
			for _, p := range record {
				for _, x := range p {
					data = order.AppendUint32(data, math.Float32bits(x))
				}
			}
			return append(data, 0, 0)
		})
	})
	return errors.Join(err, out.Flush())
}
