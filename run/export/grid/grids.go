package grid

import (
	"hooke/files/safefile"
	"hooke/mesh/format/vtk"
	"hooke/model"
	"hooke/run/export"
)

// gridsOf makes of frames the grids that VTK's formats hold.
type gridsOf struct {
	fields  export.Fields
	how     export.Numbers
	springs *springsOf
	surface *surfaceOf // nil: the structure has no surface

	worlds bool // points are float64 in any frame: one array holds those of all
}

// newGrids resolves normalized materials as a run with p does.
func newGrids(m *model.Model, p model.Params, fields export.Fields, how export.Numbers) *gridsOf {
	return &gridsOf{fields: fields, how: how, springs: newSprings(m, p, how.Float64), surface: newSurface(m)}
}

// evaluate evaluates the springs of a frame, before the grids of that are made.
func (s *gridsOf) evaluate(f *export.Frame) error {
	if err := f.Check(s.springs.model); err != nil {
		return err
	}
	s.springs.evaluate(f)
	return nil
}

// places returns the positions of the points of a frame [m], in the world.
func (s *gridsOf) places(f *export.Frame) export.Vectors {
	v := f.Places(s.how.Float64)
	v.Double = v.Double || s.worlds
	return v
}

// structure returns the structure: masses as points, springs as lines.
func (s *gridsOf) structure(f *export.Frame) *vtk.Grid {
	g := &vtk.Grid{Count: s.springs.model.MassCount(), Points: vectorsOf("Points", s.places(f))}
	g.Lines(s.springs.ends())
	if s.fields.Have("velocity") {
		g.PointData = append(g.PointData, vectorsOf("velocity", f.Velocities(s.how.Float64)))
	}
	g.PointData = append(g.PointData, s.springs.masses(s.how.Float64))
	g.CellData = append(s.scalars(s.springs.strain, s.springs.force, s.springs.stress),
		vtk.GridArray{Kind: "UInt32", Name: "material", Components: 1, Rows: s.springs.materials(), Constant: true})
	if s.springs.model.Changing() {
		g.CellData = append(g.CellData, s.springs.rest.array("rest_length"), s.springs.damage.array("damage"))
	}
	if s.springs.model.Tearing() {
		g.CellData = append(g.CellData, hidden(s.springs.count(), s.springs.torn))
	}
	if rods := s.springs.rods; rods != nil {
		orientation, spin := rods.turned(f, s.how.Float64)
		if g.CellData = append(g.CellData, orientation); s.fields.Have("velocity") {
			g.CellData = append(g.CellData, spin)
		}
		if s.fields.Have("force") {
			g.CellData = append(g.CellData, rods.moments()...)
		}
	}
	return g
}

// surfaceAt returns the surface, with the means over the springs of the masses that it
// follows.
func (s *gridsOf) surfaceAt(f *export.Frame) *vtk.Grid {
	points := s.surface.vectors(s.places(f))
	g := &vtk.Grid{Count: points.Count(), Points: vectorsOf("Points", points)}
	g.Triangles(s.surface.triangles())
	if s.fields.Have("velocity") {
		g.PointData = append(g.PointData, vectorsOf("velocity", s.surface.vectors(f.Velocities(s.how.Float64))))
	}
	strain, force, stress := s.springs.means()
	g.PointData = append(g.PointData, s.scalars(s.surface.numbers(strain), s.surface.numbers(force), s.surface.numbers(stress))...)
	if s.worlds && s.surface.skin == nil && s.surface.model.Tearing() { // the file has all triangles in all frames
		s.surface.tears.Follow(s.surface.model, f.Changes)
		g.CellData = []vtk.GridArray{hidden(len(s.surface.model.Triangles), func(at int) bool { return s.surface.tears.Through(s.surface.model.Triangles[at]) })}
	}
	return g
}

// hidden returns the array by which VTK hides cells, its vtkDataSetAttributes::HIDDENCELL.
func hidden(cells int, is func(at int) bool) vtk.GridArray {
	const hiddenCell = 32
	return vtk.GridArray{Kind: "UInt8", Name: "vtkGhostType", Components: 1, Rows: safefile.Rows{Count: cells, Bytes: 1, Append: func(to []byte, first, last int) []byte {
		for at := first; at < last; at++ {
			if is(at) {
				to = append(to, hiddenCell)
			} else {
				to = append(to, 0)
			}
		}
		return to
	}}}
}

// scalars returns the arrays of those quantities that are wanted.
func (s *gridsOf) scalars(strain, force, stress column) (out []vtk.GridArray) {
	if s.fields.Have("strain") {
		out = append(out, strain.array("strain"))
	}
	if s.fields.Have("force") {
		out = append(out, force.array("force"), stress.array("stress"))
	}
	return out
}
