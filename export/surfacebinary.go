package export

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// WritePLY writes a binary PLY file, little endian, with positions as float64,
// polygons and lines (element edge).
func WritePLY(w io.Writer, s Surface) error {
	if err := s.check(); err != nil {
		return err
	}
	// The length of a polygon takes one byte, which every reader knows, if it can.
	length := "uchar"
	for i := range s.faceCount() {
		if len(s.face(i)) > math.MaxUint8 {
			length = "uint"
			break
		}
	}
	out := newChunks(w)
	header := fmt.Sprintf("ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty double x\nproperty double y\nproperty double z\n", len(s.Vertices))
	if s.faceCount() > 0 {
		header += fmt.Sprintf("element face %d\nproperty list %s int vertex_indices\n", s.faceCount(), length)
	}
	if len(s.Lines) > 0 {
		header += fmt.Sprintf("element edge %d\nproperty int vertex1\nproperty int vertex2\n", len(s.Lines))
	}
	if _, err := out.w.WriteString(header + "end_header\n"); err != nil {
		return err
	}
	order := binary.LittleEndian
	for _, v := range s.Vertices {
		err := out.put(func(b []byte) []byte {
			for _, x := range v {
				b = order.AppendUint64(b, math.Float64bits(x))
			}
			return b
		})
		if err != nil {
			return err
		}
	}
	for i := range s.faceCount() {
		err := out.put(func(b []byte) []byte {
			f := s.face(i)
			if length == "uchar" {
				b = append(b, byte(len(f)))
			} else {
				b = order.AppendUint32(b, uint32(len(f)))
			}
			for _, v := range f {
				b = order.AppendUint32(b, v)
			}
			return b
		})
		if err != nil {
			return err
		}
	}
	for _, l := range s.Lines {
		if err := out.put(func(b []byte) []byte { return order.AppendUint32(order.AppendUint32(b, l[0]), l[1]) }); err != nil {
			return err
		}
	}
	return out.w.Flush()
}

// WriteSTL writes a binary STL file: float32, triangles without shared vertices,
// polygons cut into fans, normals by the right-hand rule (zero for triangles without
// area). STL has no lines: a surface with lines is an error.
func WriteSTL(w io.Writer, s Surface) error {
	if err := s.check(); err != nil {
		return err
	}
	if len(s.Lines) > 0 {
		return fmt.Errorf("export: STL has no lines, the surface has %d; write PLY, OBJ, OFF or GLB", len(s.Lines))
	}
	if int64(s.triangles()) > math.MaxUint32 {
		return fmt.Errorf("export: %d triangles are more than STL can count", s.triangles())
	}
	out := newChunks(w)
	order := binary.LittleEndian
	header := make([]byte, 80, 84)
	copy(header, "hooke") // it must not begin with the word solid
	if _, err := out.w.Write(order.AppendUint32(header, uint32(s.triangles()))); err != nil {
		return err
	}
	err := s.eachTriangle(func(a, b, c uint32) error {
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
			if record[i+1], err = single(int(v), s.Vertices[v]); err != nil {
				return err
			}
		}
		return out.put(func(data []byte) []byte {
			for _, p := range record {
				for _, x := range p {
					data = order.AppendUint32(data, math.Float32bits(x))
				}
			}
			return append(data, 0, 0)
		})
	})
	return errors.Join(err, out.w.Flush())
}
