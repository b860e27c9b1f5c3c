package grid

import (
	"encoding/binary"

	"hooke/files/safefile"
	"hooke/mesh"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/run/export"
)

// surfaceOf is the surface of a structure: its skin, or else the triangles between its
// masses, without masses that have no triangle.
type surfaceOf struct {
	corners []uint32    // three vertices for each triangle
	mass    []uint32    // the mass of each vertex; nil with a skin
	skin    *model.Skin // nil: none

	model  *model.Model
	number []uint32 // vertex of each mass, plus 1; nil with a skin
	tears  model.Tears
}

// newSurface returns the surface of a model; nil without one.
func newSurface(m *model.Model) *surfaceOf {
	s := &surfaceOf{model: m}
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
	s.number = make([]uint32, m.MassCount())
	for _, corners := range m.Triangles {
		for _, i := range corners {
			if s.number[i] == 0 {
				s.mass = append(s.mass, i)
				s.number[i] = uint32(len(s.mass))
			}
			s.corners = append(s.corners, s.number[i]-1)
		}
	}
	return s
}

// follow leaves out the triangles that the torn springs of a frame have cut. Vertices keep their numbers. A skin stays.
func (s *surfaceOf) follow(changes []inelastic.Change) {
	if s.skin != nil || len(changes) == 0 || !s.tears.Follow(s.model, changes) {
		return
	}
	s.corners = nil
	for _, masses := range s.model.Aired(changes).Triangles {
		for _, i := range masses {
			s.corners = append(s.corners, s.number[i]-1)
		}
	}
}

// SurfaceOf returns the surface of a structure at rest, its skin or the triangles between
// masses; false without one.
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

// faceStart returns the index in corners at which each triangle begins, and then the end of
// the last one.
func (s *surfaceOf) faceStart() (out []uint32) {
	for corner := 0; corner <= len(s.corners); corner += 3 {
		out = append(out, uint32(corner))
	}
	return out
}

// triangles are the three vertices of each triangle, as uint32.
func (s *surfaceOf) triangles() safefile.Rows {
	return safefile.Rows{Count: len(s.corners) / 3, Bytes: 12, Append: func(to []byte, first, last int) []byte {
		for _, v := range s.corners[3*first : 3*last] {
			to = binary.LittleEndian.AppendUint32(to, v)
		}
		return to
	}}
}

// vectors returns the vectors of the vertices, from those of the masses.
func (s *surfaceOf) vectors(of export.Vectors) export.Vectors {
	out := export.Vectors{Double: of.Double, Origin: of.Origin} // weights add up to 1 but for rounding
	switch {
	case s.skin != nil && of.Wide != nil: // velocities follow masses as positions do
		out.Wide = s.skin.Positions(nil, of.Wide)
	case s.skin != nil && of.Double:
		all := make([]model.Vec3, len(of.Narrow))
		for i, v := range of.Narrow {
			all[i] = model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
		}
		out.Wide = s.skin.Positions(nil, all)
	case s.skin != nil:
		out.Narrow = s.skin.PositionsOf(nil, of.Narrow)
	case of.Wide != nil:
		for _, i := range s.mass {
			out.Wide = append(out.Wide, of.Wide[i])
		}
	default:
		for _, i := range s.mass {
			out.Narrow = append(out.Narrow, of.Narrow[i])
		}
	}
	return out
}

// numbers returns the numbers of the vertices, from those of the masses.
func (s *surfaceOf) numbers(of column) column {
	if s.skin == nil {
		out := newColumn(len(s.mass), of.wide != nil)
		for v, i := range s.mass {
			out.set(v, of.at(int(i)))
		}
		return out
	}
	out := newColumn(s.skin.VertexCount(), of.wide != nil)
	for v, masses := range s.skin.Masses {
		sum := 0.0
		for j, weight := range s.skin.Weights[v] {
			if weight != 0 {
				sum += float64(weight) * of.at(int(masses[j]))
			}
		}
		out.set(v, sum)
	}
	return out
}
