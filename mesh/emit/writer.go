package emit

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"hooke/files/safefile"
	"hooke/mesh"
	"hooke/model"
)

// Writer writes records and text through a buffer. It keeps an error until Flush returns
// it.
type Writer struct {
	*bufio.Writer
	record []byte // memory that every record reuses
}

// New makes a Writer to w.
func New(w io.Writer) *Writer { return &Writer{Writer: bufio.NewWriterSize(w, 256<<10)} }

// Put writes the bytes that add appends to an empty record.
func (w *Writer) Put(add func(record []byte) []byte) error {
	w.record = add(w.record[:0])
	_, err := w.Write(w.record)
	return err
}

// Text writes formatted text; Flush returns its error.
func (w *Writer) Text(format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) }

// Vertices writes a head and a line for each vertex: its coordinates and, where without
// is not empty, its label, or without for a mesh that has no labels.
func (w *Writer) Vertices(head string, vertices []model.Vec3, labels []int32, without string) error {
	_, err := io.WriteString(w, head)
	for i, v := range vertices {
		err = errors.Join(err, w.Put(func(b []byte) []byte {
			b = AppendVertex(b, v)
			switch {
			case without == "":
			case labels == nil:
				b = append(b, without...)
			default:
				b = strconv.AppendInt(append(b, ' '), int64(labels[i]), 10)
			}
			return append(b, '\n')
		}))
		if err != nil {
			return err
		}
	}
	return nil
}

// AppendVertex appends three coordinates with blanks between them, in the digits that read
// back as the same float64.
func AppendVertex(b []byte, v model.Vec3) []byte {
	for axis, x := range v {
		if axis > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendFloat(b, x, 'g', -1, 64)
	}
	return b
}

// Single rounds vertex i to float32, for formats that have no wider numbers. A value
// beyond float32 is an error.
func Single(i int, v model.Vec3) (p [3]float32, err error) {
	for axis, x := range v {
		p[axis] = float32(x)
		if math.IsInf(float64(p[axis]), 0) {
			return p, fmt.Errorf("export: vertex %d is at %v, beyond float32; scale the mesh or write PLY", i, v)
		}
	}
	return p, nil
}

// ToFile makes the Write of a mesh.Format whose files stand alone. The file appears when
// it is whole; after an error the earlier file is still there.
func ToFile(write func(io.Writer, *mesh.File) error) func(string, *mesh.File) ([]string, error) {
	return func(path string, f *mesh.File) ([]string, error) {
		return []string{path}, safefile.WriteNamed(path, func(w io.Writer) error { return write(w, f) })
	}
}

// SurfaceToFile returns ToFile for formats that hold only surfaces.
func SurfaceToFile(write func(io.Writer, *mesh.Surface) error) func(string, *mesh.File) ([]string, error) {
	return ToFile(func(w io.Writer, f *mesh.File) error { return write(w, f.Surface) })
}
