package export

import "hooke/model"

// surfaceOf is the surface of a structure: the triangles between its masses, of
// which those at no triangle are left out.
type surfaceOf struct {
	corners []uint32 // three vertices each
	mass    []uint32 // of each vertex
}

// newSurface finds the surface of a model; nil: it has none.
func newSurface(m *model.Model) *surfaceOf {
	if len(m.Triangles) == 0 {
		return nil
	}
	s := &surfaceOf{}
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

// vectors are those of the vertices, from those of the masses.
func (s *surfaceOf) vectors(of [][3]float32) [][3]float32 {
	out := make([][3]float32, len(s.mass))
	for v, i := range s.mass {
		out[v] = of[i]
	}
	return out
}

// numbers are those of the vertices, from those of the masses.
func (s *surfaceOf) numbers(of []float32) []float32 {
	out := make([]float32, len(s.mass))
	for v, i := range s.mass {
		out[v] = of[i]
	}
	return out
}
