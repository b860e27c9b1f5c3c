package surface

import (
	"io"
	"strconv"

	"hooke/mesh"
	"hooke/mesh/emit"
)

// WriteOBJ writes a Wavefront OBJ file with v, f and l. Numbers have the digits that read
// back as the same float64. WriteOBJ returns an error for a surface that is not valid, and
// when w fails.
func WriteOBJ(w io.Writer, s *mesh.Surface) error {
	if err := emit.CheckSurface(s); err != nil {
		return err
	}
	out := emit.New(w)
	for _, v := range s.Vertices {
		if err := out.Put(func(b []byte) []byte { return append(emit.AppendVertex(append(b, "v "...), v), '\n') }); err != nil {
			return err
		}
	}
	statement := func(keyword byte, corners []uint32) error {
		return out.Put(func(b []byte) []byte {
			b = append(b, keyword)
			for _, v := range corners {
				b = strconv.AppendUint(append(b, ' '), uint64(v)+1, 10)
			}
			return append(b, '\n')
		})
	}
	for i := range s.FaceCount() {
		if err := statement('f', s.Face(i)); err != nil {
			return err
		}
	}
	for _, l := range s.Lines {
		if err := statement('l', l[:]); err != nil {
			return err
		}
	}
	return out.Flush()
}
