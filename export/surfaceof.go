package export

import (
	"hooke/mesh"
	"hooke/model"
)

// surfaceOf is the surface of a structure: its skin, or else the triangles between its
// masses, without masses that have no triangle.
type surfaceOf struct {
	corners []uint32    // three vertices for each triangle
	mass    []uint32    // the mass of each vertex; nil where there is a skin
	skin    *model.Skin // nil: none
}

// newSurface is the surface of a model; nil when it has none.
func newSurface(m *model.Model) *surfaceOf {
	s := &surfaceOf{}
	if m.Skin != nil && len(m.Skin.Triangles) > 0 {
		s.skin = m.Skin
		for _, corners := range m.Skin.Triangles {
			s.corners = append(s.corners, corners[:]...)
		}
		return s
	}
	if len(m.Triangles) == 0 {
		return nil
	}
	number := make([]uint32, m.MassCount()) // plus 1
	for _, corners := range m.Triangles {
		for _, i := range corners {
			if number[i] == 0 {
				s.mass = append(s.mass, i)
				number[i] = uint32(len(s.mass))
			}
			s.corners = append(s.corners, number[i]-1)
		}
	}
	return s
}

// SurfaceOf is the surface of a structure at rest, its skin or the triangles between
// masses; false when it has none.
func SurfaceOf(m *model.Model) (*mesh.Surface, bool) {
	of := newSurface(m)
	if of == nil {
		return nil, false
	}
	s := &mesh.Surface{Corners: of.corners, FaceStart: of.faceStart()}
	if of.skin != nil {
		s.Vertices = of.skin.Positions(nil, m.RestPosition)
	}
	for _, i := range of.mass {
		s.Vertices = append(s.Vertices, m.RestPosition[i])
	}
	return s, true
}

// faceStart is the index in corners at which each triangle begins, and then the end of
// the last one.
func (s *surfaceOf) faceStart() (out []uint32) {
	for corner := 0; corner <= len(s.corners); corner += 3 {
		out = append(out, uint32(corner))
	}
	return out
}

// vectors are the vectors of the vertices, from those of the masses.
func (s *surfaceOf) vectors(of [][3]float32) [][3]float32 {
	if s.skin != nil {
		return s.skin.PositionsOf(nil, of) // velocities follow masses as positions do
	}
	out := make([][3]float32, len(s.mass))
	for v, i := range s.mass {
		out[v] = of[i]
	}
	return out
}

// numbers are the numbers of the vertices, from those of the masses.
func (s *surfaceOf) numbers(of []float32) []float32 {
	if s.skin == nil {
		out := make([]float32, len(s.mass))
		for v, i := range s.mass {
			out[v] = of[i]
		}
		return out
	}
	out := make([]float32, s.skin.VertexCount())
	for v, masses := range s.skin.Masses {
		sum := 0.0
		for j, weight := range s.skin.Weights[v] {
			if weight != 0 {
				sum += float64(weight) * float64(of[masses[j]])
			}
		}
		out[v] = float32(sum)
	}
	return out
}
