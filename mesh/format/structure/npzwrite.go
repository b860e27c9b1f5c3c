package structure

import (
	"fmt"

	"hooke/files/npy"
	"hooke/mesh"
	"hooke/mesh/emit"
	"hooke/model"
)

// WriteNPZ writes the structure of a file, or else its mesh, as arrays that
// ReadNPZ reads. It returns the paths of the files that it wrote.
func WriteNPZ(path string, f *mesh.File) ([]string, error) {
	if f.Structure != nil {
		return []string{path}, writeNPZStructure(path, f.Structure, f.Velocity)
	}
	return []string{path}, writeNPZMesh(path, f)
}

// writeNPZStructure writes masses and springs in the form that hooke reads: positions, masses,
// ends, rest_length, stiffness, damping, pinned [n, 3], and velocities if given. It leaves
// out removed springs. It returns an error for features that the arrays cannot hold, such as
// tension-only springs and stiffness that depends on dt.
func writeNPZStructure(path string, m *model.Model, velocity []model.Vec3) error {
	for i := range m.Materials {
		if material := &m.Materials[i]; material.Beyond() != "" {
			return fmt.Errorf("export: %s: material %s %s; NPZ structures have springs of a stiffness in N/m and a damping", path, material.Name, material.Beyond())
		}
	}
	springs := emit.SpringsOf(m)
	var ends []uint32
	var rest, stiffness, damping []float64
	for _, i := range springs.Alive {
		own := springs.Coefficients(i)
		ends = append(ends, m.Ends[i][0], m.Ends[i][1])
		rest, stiffness, damping = append(rest, m.RestLength[i]), append(stiffness, own.Stiffness), append(damping, own.Damping)
	}
	count := len(rest)
	arrays := []npy.Array{
		npzVectors("positions", m.RestPosition), npy.Numbers("masses", m.Mass, m.MassCount()),
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
		arrays = append(arrays, npzVectors("velocities", velocity))
	}
	return npy.WriteNamedArchive(path, arrays...)
}

// writeNPZMesh writes a mesh in the form that hooke reads again: positions and one of
// tetrahedra, triangles (it cuts polygons into fans) and ends (lines). A mesh with
// several of these is an error, except for tetrahedra with their surface.
func writeNPZMesh(path string, f *mesh.File) error {
	if err := emit.Check(f); err != nil {
		return err
	}
	arrays := []npy.Array{npzVectors("positions", f.Surface.Vertices)}
	switch {
	case len(f.Tets) > 0 && len(f.Surface.Lines) == 0:
		var corners []uint32
		for _, tet := range f.Tets {
			corners = append(corners, tet[:]...)
		}
		arrays = append(arrays, npy.Numbers("tetrahedra", corners, len(f.Tets), 4))
	case f.Surface.FaceCount() > 0 && len(f.Surface.Lines) == 0:
		var corners []uint32
		_ = emit.EachTriangle(f.Surface, func(a, b, c uint32) error { corners = append(corners, a, b, c); return nil })
		arrays = append(arrays, npy.Numbers("triangles", corners, len(corners)/3, 3))
	case f.Surface.FaceCount() == 0 && len(f.Tets) == 0 && len(f.Surface.Lines) > 0:
		var ends []uint32
		for _, l := range f.Surface.Lines {
			ends = append(ends, l[:]...)
		}
		arrays = append(arrays, npy.Numbers("ends", ends, len(f.Surface.Lines), 2))
	default:
		return fmt.Errorf("export: %s: %d polygons, %d lines and %d tetrahedra; an NPZ mesh has elements of one kind: write VTU, or make springs of the lines (--as lines)",
			path, f.Surface.FaceCount(), len(f.Surface.Lines), len(f.Tets))
	}
	return npy.WriteNamedArchive(path, arrays...)
}

// npzVectors returns an array of float64 npzVectors, shape [n, 3].
func npzVectors(name string, v []model.Vec3) npy.Array {
	flat := make([]float64, 0, 3*len(v))
	for _, x := range v {
		flat = append(flat, x[:]...)
	}
	return npy.Numbers(name, flat, len(v), 3)
}
