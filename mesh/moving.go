package mesh

import (
	"errors"
	"fmt"
	"math"

	"hooke/model"
)

// Moving is a mesh whose vertices move: key frames place them, and lie on straight lines in
// between. Triangles and lines stay the same.
type Moving struct {
	Name      string
	Vertices  int
	Triangles [][3]uint32
	Lines     [][2]uint32

	Times  []float64  // of the key frames [s], ascending
	Origin model.Vec3 // the point of the world that positions are counted from [m]
	Width  float64    // of lines in formats that give them one [m]

	// At returns the positions of the vertices in key frame k [m]. They are valid until the next
	// call. Writers ask for a frame more than once and expect the same positions.
	At func(k int) ([][3]float32, error)
}

// Check returns an error for a mesh that cannot be written: without vertices or key frames, with
// elements of vertices that do not exist, or with times that do not ascend.
func (m *Moving) Check() error {
	if m.Vertices == 0 || len(m.Times) == 0 {
		return errors.New("export: a mesh without vertices or frames; there is nothing to write")
	}
	for i, t := range m.Triangles {
		if last := max(t[0], t[1], t[2]); int(last) >= m.Vertices {
			return fmt.Errorf("export: triangle %d names vertex %d of %d", i, last, m.Vertices)
		}
	}
	for i, l := range m.Lines {
		if last := max(l[0], l[1]); int(last) >= m.Vertices {
			return fmt.Errorf("export: line %d joins vertices %d and %d of %d", i, l[0], l[1], m.Vertices)
		}
	}
	for k, t := range m.Times {
		if t-t != 0 || k > 0 && !(t > m.Times[k-1]) {
			return fmt.Errorf("export: key frame %d is at %g s, which is not after the previous one", k, t)
		}
	}
	return nil
}

// Frame returns At(k), or an error unless it is a finite position for each vertex.
func (m *Moving) Frame(k int) ([][3]float32, error) {
	positions, err := m.At(k)
	if err != nil {
		return nil, err
	}
	if len(positions) != m.Vertices {
		return nil, fmt.Errorf("export: key frame %d has %d positions for %d vertices", k, len(positions), m.Vertices)
	}
	for v, p := range positions {
		if p[0]-p[0] != 0 || p[1]-p[1] != 0 || p[2]-p[2] != 0 {
			return nil, fmt.Errorf("export: key frame %d has vertex %d at %v, which is not finite", k, v, p)
		}
	}
	return positions, nil
}

// Normals returns the unit normals of the vertices at the given positions: the mean direction of
// the triangles at each, weighted by their areas. A vertex without a direction has z. It reuses
// dst if that is long enough.
func (m *Moving) Normals(dst [][3]float32, positions [][3]float32) [][3]float32 {
	if cap(dst) < m.Vertices {
		dst = make([][3]float32, m.Vertices)
	}
	dst = dst[:m.Vertices]
	clear(dst)
	wide := func(v uint32) model.Vec3 {
		p := positions[v]
		return model.Vec3{float64(p[0]), float64(p[1]), float64(p[2])}
	}
	for _, t := range m.Triangles {
		a := wide(t[0])
		n := wide(t[1]).Sub(a).Cross(wide(t[2]).Sub(a))
		for _, v := range t {
			for axis := range 3 {
				dst[v][axis] += float32(n[axis])
			}
		}
	}
	for v, n := range dst {
		length := math.Sqrt(float64(n[0])*float64(n[0]) + float64(n[1])*float64(n[1]) + float64(n[2])*float64(n[2]))
		if !(length > 0) || math.IsInf(length, 0) {
			dst[v] = [3]float32{0, 0, 1}
			continue
		}
		for axis := range 3 {
			dst[v][axis] = float32(float64(n[axis]) / length)
		}
	}
	return dst
}
