package export

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"

	"hooke/model"
)

// Surface is what the writers of mesh files take: vertices, polygons and lines, in
// the tables of mesh.Surface, which it points into. The zero value is empty and
// cannot be written.
type Surface struct {
	Vertices  []model.Vec3 // [m]
	Corners   []uint32     // vertex indices of all polygons, one polygon after the other
	FaceStart []uint32     // polygon i is Corners[FaceStart[i]:FaceStart[i+1]]; nil or polygons + 1 long
	Lines     [][2]uint32  // vertex indices
}

func (s Surface) faceCount() int { return max(0, len(s.FaceStart)-1) }

func (s Surface) face(i int) []uint32 { return s.Corners[s.FaceStart[i]:s.FaceStart[i+1]] }

// triangles is how many triangles the polygons are cut into.
func (s Surface) triangles() int { return len(s.Corners) - 2*s.faceCount() }

// eachTriangle cuts every polygon into a fan around its first corner.
func (s Surface) eachTriangle(do func(a, b, c uint32) error) error {
	for i := range s.faceCount() {
		f := s.face(i)
		for c := 2; c < len(f); c++ {
			if err := do(f[0], f[c-1], f[c]); err != nil {
				return err
			}
		}
	}
	return nil
}

// check makes sure that what is written can be read again.
func (s Surface) check() error {
	if len(s.Vertices) == 0 {
		return errors.New("export: a surface without vertices; there is nothing to write")
	}
	for i, v := range s.Vertices {
		for _, x := range v {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("export: vertex %d is at %v, which is not finite", i, v)
			}
		}
	}
	if n := len(s.FaceStart); n > 0 && (s.FaceStart[0] != 0 || int(s.FaceStart[n-1]) != len(s.Corners)) || n == 0 && len(s.Corners) > 0 {
		return fmt.Errorf("export: the polygons do not cover the %d corners", len(s.Corners))
	}
	for i := range s.faceCount() {
		if s.FaceStart[i+1] < s.FaceStart[i]+3 || int(s.FaceStart[i+1]) > len(s.Corners) {
			return fmt.Errorf("export: polygon %d has fewer than three corners", i)
		}
	}
	count := uint32(len(s.Vertices))
	for at, v := range s.Corners {
		if v >= count {
			return fmt.Errorf("export: corner %d names vertex %d of %d", at, v, count)
		}
	}
	for i, l := range s.Lines {
		if l[0] >= count || l[1] >= count {
			return fmt.Errorf("export: line %d joins vertices %d and %d of %d", i, l[0], l[1], count)
		}
	}
	return nil
}

// single rounds a vertex to float32, for formats that have nothing better.
func single(i int, v model.Vec3) (p [3]float32, err error) {
	for axis, x := range v {
		p[axis] = float32(x)
		if math.IsInf(float64(p[axis]), 0) {
			return p, fmt.Errorf("export: vertex %d is at %v, beyond float32; scale the mesh or write PLY", i, v)
		}
	}
	return p, nil
}

// chunks writes records that append themselves to a buffer.
type chunks struct {
	w    *bufio.Writer
	data []byte // of one record, reused
}

func newChunks(w io.Writer) *chunks { return &chunks{w: bufio.NewWriterSize(w, 256<<10)} }

// put writes what add appends to an empty buffer.
func (c *chunks) put(add func(data []byte) []byte) error {
	c.data = add(c.data[:0])
	_, err := c.w.Write(c.data)
	return err
}
