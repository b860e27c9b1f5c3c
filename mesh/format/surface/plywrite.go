package surface

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"hooke/mesh"
	"hooke/mesh/emit"
)

// WritePLY writes a binary PLY file, little endian, with positions as float64, polygons, and
// lines as the element edge. It returns an error for a surface that is not valid, and
// when w fails.
func WritePLY(w io.Writer, s *mesh.Surface) error {
	if err := emit.CheckSurface(s); err != nil {
		return err
	}
	// The length of a polygon takes one byte where that suffices, since every reader
	// knows that type.
	length := "uchar"
	for i := range s.FaceCount() {
		if len(s.Face(i)) > math.MaxUint8 {
			length = "uint"
			break
		}
	}
	out := emit.New(w)
	header := fmt.Sprintf("ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty double x\nproperty double y\nproperty double z\n", len(s.Vertices))
	if s.FaceCount() > 0 {
		header += fmt.Sprintf("element face %d\nproperty list %s int vertex_indices\n", s.FaceCount(), length)
	}
	if len(s.Lines) > 0 {
		header += fmt.Sprintf("element edge %d\nproperty int vertex1\nproperty int vertex2\n", len(s.Lines))
	}
	if _, err := out.WriteString(header + "end_header\n"); err != nil {
		return err
	}
	order := binary.LittleEndian
	for _, v := range s.Vertices {
		err := out.Put(func(b []byte) []byte {
			for _, x := range v {
				b = order.AppendUint64(b, math.Float64bits(x))
			}
			return b
		})
		if err != nil {
			return err
		}
	}
	for i := range s.FaceCount() {
		err := out.Put(func(b []byte) []byte {
			f := s.Face(i)
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
		if err := out.Put(func(b []byte) []byte { return order.AppendUint32(order.AppendUint32(b, l[0]), l[1]) }); err != nil {
			return err
		}
	}
	return out.Flush()
}
