package emit

import (
	"errors"
	"fmt"
	"math"

	"hooke/mesh"
)

// CheckSurface returns an error unless a written surface can be read again: its vertices
// must be finite, and its polygons and lines may use only vertices that exist.
func CheckSurface(s *mesh.Surface) error {
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
	for i := range s.FaceCount() {
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

// Check returns CheckSurface for the surface of a file, and makes the same checks of its
// tetrahedra and labels.
func Check(f *mesh.File) error {
	if err := CheckSurface(f.Surface); err != nil {
		return err
	}
	for i, tet := range f.Tets {
		for _, v := range tet {
			if int(v) >= len(f.Surface.Vertices) {
				return fmt.Errorf("export: tetrahedron %d names vertex %d of %d", i, v, len(f.Surface.Vertices))
			}
		}
	}
	for _, table := range []struct {
		labels []int32
		want   int
	}{{f.VertexLabels, len(f.Surface.Vertices)}, {f.LineLabels, len(f.Surface.Lines)}, {f.FaceLabels, f.Surface.FaceCount()}, {f.TetLabels, len(f.Tets)}} {
		if table.labels != nil && len(table.labels) != table.want {
			return fmt.Errorf("export: %d labels of %d elements", len(table.labels), table.want)
		}
	}
	return nil
}
