package surface

import (
	"fmt"
	"io"
	"strconv"

	"hooke/mesh"
	"hooke/mesh/emit"
)

// WriteOFF writes an Object File Format file. Lines become faces of two vertices. Numbers
// have the digits that read back as the same float64. WriteOFF returns an error for a
// surface that is not valid, and when w fails.
func WriteOFF(w io.Writer, s *mesh.Surface) error {
	if err := emit.CheckSurface(s); err != nil {
		return err
	}
	out := emit.New(w)
	if _, err := fmt.Fprintf(out, "OFF\n%d %d 0\n", len(s.Vertices), s.FaceCount()+len(s.Lines)); err != nil {
		return err
	}
	for _, v := range s.Vertices {
		if err := out.Put(func(b []byte) []byte { return append(emit.AppendVertex(b, v), '\n') }); err != nil {
			return err
		}
	}
	face := func(corners []uint32) error {
		return out.Put(func(b []byte) []byte {
			b = strconv.AppendInt(b, int64(len(corners)), 10)
			for _, v := range corners {
				b = strconv.AppendUint(append(b, ' '), uint64(v), 10)
			}
			return append(b, '\n')
		})
	}
	for i := range s.FaceCount() {
		if err := face(s.Face(i)); err != nil {
			return err
		}
	}
	for _, l := range s.Lines {
		if err := face(l[:]); err != nil {
			return err
		}
	}
	return out.Flush()
}
