package export

import (
	"fmt"
	"io"
	"strconv"

	"hooke/model"
)

// WriteOBJ writes a Wavefront OBJ file: v, f and l. Numbers have the digits that
// read back as the same float64.
func WriteOBJ(w io.Writer, s Surface) error {
	if err := s.check(); err != nil {
		return err
	}
	out := newChunks(w)
	for _, v := range s.Vertices {
		if err := out.put(func(b []byte) []byte { return append(appendVertex(append(b, "v "...), v), '\n') }); err != nil {
			return err
		}
	}
	statement := func(keyword byte, corners []uint32) error {
		return out.put(func(b []byte) []byte {
			b = append(b, keyword)
			for _, v := range corners {
				b = strconv.AppendUint(append(b, ' '), uint64(v)+1, 10)
			}
			return append(b, '\n')
		})
	}
	for i := range s.faceCount() {
		if err := statement('f', s.face(i)); err != nil {
			return err
		}
	}
	for _, l := range s.Lines {
		if err := statement('l', l[:]); err != nil {
			return err
		}
	}
	return out.w.Flush()
}

// WriteOFF writes an Object File Format file; lines are faces of two vertices.
// Numbers have the digits that read back as the same float64.
func WriteOFF(w io.Writer, s Surface) error {
	if err := s.check(); err != nil {
		return err
	}
	out := newChunks(w)
	if _, err := fmt.Fprintf(out.w, "OFF\n%d %d 0\n", len(s.Vertices), s.faceCount()+len(s.Lines)); err != nil {
		return err
	}
	for _, v := range s.Vertices {
		if err := out.put(func(b []byte) []byte { return append(appendVertex(b, v), '\n') }); err != nil {
			return err
		}
	}
	face := func(corners []uint32) error {
		return out.put(func(b []byte) []byte {
			b = strconv.AppendInt(b, int64(len(corners)), 10)
			for _, v := range corners {
				b = strconv.AppendUint(append(b, ' '), uint64(v), 10)
			}
			return append(b, '\n')
		})
	}
	for i := range s.faceCount() {
		if err := face(s.face(i)); err != nil {
			return err
		}
	}
	for _, l := range s.Lines {
		if err := face(l[:]); err != nil {
			return err
		}
	}
	return out.w.Flush()
}

func appendVertex(b []byte, v model.Vec3) []byte {
	for axis, x := range v {
		if axis > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendFloat(b, x, 'g', -1, 64)
	}
	return b
}
