package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"hooke/model"
)

// Solid is what the writers of NPZ and VTU files of one moment take beside a
// Surface: its tetrahedra. Polygons that bound them may stand in Surface.
type Solid struct {
	Surface
	Tets [][4]uint32 // vertex indices
}

// WriteStructureNPZ writes masses and springs as hooke reads them again:
// positions, masses, ends, rest_length, stiffness, damping, pinned [n, 3], and
// velocities where they are given. Springs that were removed are left out. What
// the arrays cannot say, such as tension-only springs and stiffness that depends
// on dt, is an error.
func WriteStructureNPZ(path string, m *model.Model, velocity []model.Vec3) error {
	for i := range m.Materials {
		material := &m.Materials[i]
		switch {
		case material.TensionOnly:
			return fmt.Errorf("export: %s: material %s pulls only; NPZ structures have no such springs", path, material.Name)
		case material.Vocabulary() == model.Normalized:
			return fmt.Errorf("export: %s: the stiffness of material %s depends on dt; NPZ structures have it in N/m", path, material.Name)
		}
	}
	springs := newSprings(m, 1) // of what is left, nothing depends on dt
	var ends []uint32
	var rest, stiffness, damping []float64
	for _, i := range springs.alive {
		k, c := springs.coefficients(int(i))
		ends = append(ends, m.Ends[i][0], m.Ends[i][1])
		rest, stiffness, damping = append(rest, m.RestLength[i]), append(stiffness, k), append(damping, c)
	}
	count := len(rest)
	arrays := []Array{
		vectors("positions", m.RestPosition), {"masses", []int{m.MassCount()}, m.Mass},
		{"ends", []int{count, 2}, ends}, {"rest_length", []int{count}, rest},
		{"stiffness", []int{count}, stiffness}, {"damping", []int{count}, damping},
	}
	if m.Pin != nil {
		pinned := make([]uint32, 0, 3*len(m.Pin))
		for _, pin := range m.Pin {
			for axis := range 3 {
				pinned = append(pinned, uint32(pin>>axis&1))
			}
		}
		arrays = append(arrays, Array{"pinned", []int{len(m.Pin), 3}, pinned})
	}
	if velocity != nil {
		arrays = append(arrays, vectors("velocities", velocity))
	}
	return WriteNPZ(path, arrays...)
}

// WriteSolidNPZ writes a mesh as hooke reads it again: positions and one of
// tetrahedra, triangles (polygons are cut into fans) and ends (lines). A mesh of
// several kinds is an error, but for the surface of tetrahedra.
func WriteSolidNPZ(path string, s Solid) error {
	if err := s.check(); err != nil {
		return err
	}
	arrays := []Array{vectors("positions", s.Vertices)}
	switch {
	case len(s.Tets) > 0 && len(s.Lines) == 0:
		var corners []uint32
		for _, tet := range s.Tets {
			corners = append(corners, tet[:]...)
		}
		arrays = append(arrays, Array{"tetrahedra", []int{len(s.Tets), 4}, corners})
	case s.faceCount() > 0 && len(s.Lines) == 0:
		var corners []uint32
		_ = s.eachTriangle(func(a, b, c uint32) error { corners = append(corners, a, b, c); return nil })
		arrays = append(arrays, Array{"triangles", []int{len(corners) / 3, 3}, corners})
	case s.faceCount() == 0 && len(s.Tets) == 0 && len(s.Lines) > 0:
		var ends []uint32
		for _, l := range s.Lines {
			ends = append(ends, l[:]...)
		}
		arrays = append(arrays, Array{"ends", []int{len(s.Lines), 2}, ends})
	default:
		return fmt.Errorf("export: %s: %d polygons, %d lines and %d tetrahedra; an NPZ mesh has elements of one kind: write VTU",
			path, s.faceCount(), len(s.Lines), len(s.Tets))
	}
	return WriteNPZ(path, arrays...)
}

// WriteVTU writes a mesh as an unstructured grid: lines, polygons and tetrahedra
// with positions as float64. Of tetrahedra the polygons are left out, since they
// are their surface.
func WriteVTU(w io.Writer, s Solid) error {
	if err := s.check(); err != nil {
		return err
	}
	const line, triangle, polygon, tetra = 3, 5, 7, 10 // VTK's numbers of shapes
	var connectivity []uint32
	var offsets []int64
	var types []byte
	add := func(shape byte, corners ...uint32) {
		connectivity = append(connectivity, corners...)
		offsets, types = append(offsets, int64(len(connectivity))), append(types, shape)
	}
	for _, l := range s.Lines {
		add(line, l[:]...)
	}
	for _, tet := range s.Tets {
		for _, v := range tet {
			if int(v) >= len(s.Vertices) {
				return errors.New("export: a tetrahedron names a vertex that is not there")
			}
		}
		add(tetra, tet[:]...)
	}
	for i := 0; i < s.faceCount() && len(s.Tets) == 0; i++ {
		if f := s.face(i); len(f) == 3 {
			add(triangle, f...)
		} else {
			add(polygon, f...)
		}
	}
	points := vectors("", s.Vertices).Data
	blocks := []vtuBlock{{points, 24 * int64(len(s.Vertices))}, {connectivity, 4 * int64(len(connectivity))}, {offsets, 8 * int64(len(offsets))}, {types, int64(len(types))}}
	var text bytes.Buffer
	fmt.Fprintf(&text, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"+
		"<UnstructuredGrid>\n<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n<Points>\n", len(s.Vertices), len(types))
	var at int64
	array := func(block int, dtype, name string, components int) {
		fmt.Fprintf(&text, "<DataArray type=%q Name=%q NumberOfComponents=\"%d\" format=\"appended\" offset=\"%d\"/>\n", dtype, name, components, at)
		at += 8 + blocks[block].size
	}
	array(0, "Float64", "Points", 3)
	text.WriteString("</Points>\n<Cells>\n")
	array(1, "Int32", "connectivity", 1)
	array(2, "Int64", "offsets", 1)
	array(3, "UInt8", "types", 1)
	text.WriteString("</Cells>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_")
	if _, err := w.Write(text.Bytes()); err != nil {
		return err
	}
	for _, b := range blocks {
		if err := b.write(w); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n</AppendedData>\n</VTKFile>\n")
	return err
}

// vectors is an array of float64 vectors, shape [n, 3].
func vectors(name string, v []model.Vec3) Array {
	flat := make([]float64, 0, 3*len(v))
	for _, x := range v {
		flat = append(flat, x[:]...)
	}
	return Array{name, []int{len(v), 3}, flat}
}
