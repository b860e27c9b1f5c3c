package export

import (
	"fmt"
	"io"

	"hooke/model"
	"hooke/npy"
)

// Solid is what the writers of volumes take beside a Surface: its tetrahedra and
// labels. Polygons that bound the tetrahedra may stand in Surface.
type Solid struct {
	Surface
	Tets   [][4]uint32 // vertex indices
	Labels Labels
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
	arrays := []npy.Array{
		vectors("positions", m.RestPosition), npy.Numbers("masses", m.Mass, m.MassCount()),
		npy.Numbers("ends", ends, count, 2), npy.Numbers("rest_length", rest, count),
		npy.Numbers("stiffness", stiffness, count), npy.Numbers("damping", damping, count),
	}
	if m.Pin != nil {
		pinned := make([]uint32, 0, 3*len(m.Pin))
		for _, pin := range m.Pin {
			for axis := range 3 {
				pinned = append(pinned, uint32(pin>>axis&1))
			}
		}
		arrays = append(arrays, npy.Numbers("pinned", pinned, len(m.Pin), 3))
	}
	if velocity != nil {
		arrays = append(arrays, vectors("velocities", velocity))
	}
	return npy.WriteArchive(path, arrays...)
}

// WriteSolidNPZ writes a mesh as hooke reads it again: positions and one of
// tetrahedra, triangles (polygons are cut into fans) and ends (lines). A mesh of
// several kinds is an error, but for the surface of tetrahedra.
func WriteSolidNPZ(path string, s Solid) error {
	if err := s.check(); err != nil {
		return err
	}
	arrays := []npy.Array{vectors("positions", s.Vertices)}
	switch {
	case len(s.Tets) > 0 && len(s.Lines) == 0:
		var corners []uint32
		for _, tet := range s.Tets {
			corners = append(corners, tet[:]...)
		}
		arrays = append(arrays, npy.Numbers("tetrahedra", corners, len(s.Tets), 4))
	case s.faceCount() > 0 && len(s.Lines) == 0:
		var corners []uint32
		_ = s.eachTriangle(func(a, b, c uint32) error { corners = append(corners, a, b, c); return nil })
		arrays = append(arrays, npy.Numbers("triangles", corners, len(corners)/3, 3))
	case s.faceCount() == 0 && len(s.Tets) == 0 && len(s.Lines) > 0:
		var ends []uint32
		for _, l := range s.Lines {
			ends = append(ends, l[:]...)
		}
		arrays = append(arrays, npy.Numbers("ends", ends, len(s.Lines), 2))
	default:
		return fmt.Errorf("export: %s: %d polygons, %d lines and %d tetrahedra; an NPZ mesh has elements of one kind: write VTU, or make springs of the lines (--as lines)",
			path, s.faceCount(), len(s.Lines), len(s.Tets))
	}
	return npy.WriteArchive(path, arrays...)
}

// WriteVTU writes a mesh as an unstructured grid: lines, polygons and tetrahedra
// with positions as float64, and their labels as the array label. Of tetrahedra the
// polygons without a label are left out, since they are their surface.
func WriteVTU(w io.Writer, s Solid) error {
	if err := s.check(); err != nil {
		return err
	}
	g := vtuGrid{count: len(s.Vertices), points: vtuArray{"Float64", "Points", 3, vectors("", s.Vertices).Data, 24 * int64(len(s.Vertices))}}
	var labels []int32
	_ = s.eachCell(func(dim int, corners []uint32, label int32) error {
		g.connectivity = append(g.connectivity, corners...)
		g.offsets, g.shapes = append(g.offsets, int64(len(g.connectivity))), append(g.shapes, vtkShape(dim, len(corners)))
		labels = append(labels, label)
		return nil
	})
	if s.Labels.any() {
		g.cellData = append(g.cellData, vtuArray{"Int32", "label", 1, labels, 4 * int64(len(labels))})
	}
	return g.write(w)
}

// vectors is an array of float64 vectors, shape [n, 3].
func vectors(name string, v []model.Vec3) npy.Array {
	flat := make([]float64, 0, 3*len(v))
	for _, x := range v {
		flat = append(flat, x[:]...)
	}
	return npy.Numbers(name, flat, len(v), 3)
}
