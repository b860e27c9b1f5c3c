package cli

import (
	"io"
	"slices"
	"strings"

	"hooke/export"
	"hooke/mesh"
	"hooke/model"
)

// convertFile writes what a file holds.
func (a App) convertFile(file *mesh.File, out, extension string) error {
	switch {
	case file.Structure != nil && extension == ".npz":
		return a.convertStructure(file, out)
	case extension == ".data":
		return a.convertLAMMPS(file, out)
	case extension == ".vxa":
		return a.convertVoxels(file, out)
	}
	s := solidOf(file)
	surface, has := export.Surface{}, false
	if file.Structure != nil {
		surface, has = export.SurfaceOf(file.Structure)
	}
	switch {
	case has && holdsLines(extension):
		s.Surface = withSurface(s.Surface, file.Structure, surface)
		a.note("note: only positions, springs as lines and the surface are written; %s holds no masses, rest lengths, materials, pins or velocities (.npz does); give --as lines to make springs of its lines again", extension)
	case has:
		s.Surface = surface
		a.note("note: only the surface is written; %s holds no springs and what belongs to them (.npz does, .vtu has springs as lines)", extension)
	case file.Structure != nil:
		a.note("note: only positions and springs as lines are written; %s holds no masses, rest lengths, materials, pins or velocities (.npz does)", extension)
	case len(file.Tets) > 0 && !holdsTets(extension) && extension != ".npz":
		a.note("note: only the surface of the %d tetrahedra is written; .vtu, .vtk, .msh, .mesh, .node and .npz hold them", len(file.Tets))
		s.Tets = nil
	}
	if isTetGen(extension) && len(s.Lines) > 0 && (len(s.Tets) > 0 || len(s.FaceStart) > 1) {
		a.note("note: %d lines are left out; .vtu, .vtk, .msh and .mesh hold them", len(s.Lines))
		s.Lines, s.Labels.Lines = nil, nil
	}
	a.noteLabels(file, extension)
	wrote, err := writeSolid(out, extension, s)
	if err != nil {
		return err
	}
	return a.printf("wrote %s: %d vertices, %d polygons, %d lines, %d tetrahedra\n", strings.Join(wrote, ", "), len(s.Vertices), max(0, len(s.FaceStart)-1), len(s.Lines), len(s.Tets))
}

// writeSolid writes a mesh; wrote are the files.
func writeSolid(out, extension string, s export.Solid) (wrote []string, err error) {
	switch {
	case extension == ".npz":
		return []string{out}, export.WriteSolidNPZ(out, s)
	case isTetGen(extension):
		return export.WriteTetGen(out, s)
	}
	surface := func(write func(io.Writer, export.Surface) error) func(io.Writer, export.Solid) error {
		return func(w io.Writer, s export.Solid) error { return write(w, s.Surface) }
	}
	write := map[string]func(io.Writer, export.Solid) error{
		".obj": surface(export.WriteOBJ), ".off": surface(export.WriteOFF), ".ply": surface(export.WritePLY), ".stl": surface(export.WriteSTL),
		".glb": surface(export.WriteGLB), ".gltf": surface(export.WriteGLTF),
		".vtu": export.WriteVTU, ".vtk": export.WriteVTK, ".msh": export.WriteGmsh, ".mesh": export.WriteMEDIT,
	}[extension]
	return []string{out}, export.WriteFile(out, func(w io.Writer) error { return write(w, s) })
}

// withSurface is masses and springs with the surface beside them: the triangles
// between masses, or a skin with vertices of its own behind those of the masses.
func withSurface(s export.Surface, m *model.Model, surface export.Surface) export.Surface {
	s.FaceStart = surface.FaceStart
	if m.Skin == nil || len(m.Skin.Triangles) == 0 {
		for _, corners := range m.Triangles {
			s.Corners = append(s.Corners, corners[:]...)
		}
		return s
	}
	s.Vertices = slices.Concat(s.Vertices, surface.Vertices)
	for _, v := range surface.Corners {
		s.Corners = append(s.Corners, v+uint32(m.MassCount()))
	}
	return s
}

// solidOf is what the writers of meshes take; springs become lines.
func solidOf(file *mesh.File) export.Solid {
	if m := file.Structure; m != nil {
		s := export.Solid{Surface: export.Surface{Vertices: m.RestPosition}}
		for i, ends := range m.Ends {
			if m.MaterialOf[i] != model.Removed {
				s.Lines = append(s.Lines, ends)
			}
		}
		return s
	}
	f := file.Surface
	labels := export.Labels{Vertices: file.VertexLabels, Lines: file.LineLabels, Faces: file.FaceLabels, Tets: file.TetLabels}
	for _, n := range file.LabelNames {
		labels.Names = append(labels.Names, export.LabelName(n))
	}
	return export.Solid{
		Surface: export.Surface{Vertices: f.Vertices, Corners: f.Corners, FaceStart: f.FaceStart, Lines: f.Lines}, Tets: file.Tets, Labels: labels,
	}
}

// holdsLines says whether a format of meshes has tetrahedra and lines, with labels.
func holdsLines(extension string) bool {
	return slices.Contains([]string{".vtu", ".vtk", ".msh", ".mesh"}, extension)
}

// isTetGen says whether an extension is of TetGen's files, which go together.
func isTetGen(extension string) bool {
	return slices.Contains([]string{".node", ".ele", ".face"}, extension)
}

// holdsTets says whether a format of meshes has tetrahedra, and labels of cells.
func holdsTets(extension string) bool { return holdsLines(extension) || isTetGen(extension) }

// noteLabels says which labels a format does not hold.
func (a App) noteLabels(file *mesh.File, extension string) {
	cells := file.TetLabels != nil || file.FaceLabels != nil || file.LineLabels != nil
	vertices := extension == ".mesh" || isTetGen(extension) // have labels there
	switch {
	case cells && !holdsTets(extension) || file.VertexLabels != nil && !vertices && !cells:
		a.note("note: labels are left out")
	case file.VertexLabels != nil && !vertices:
		a.note("note: labels of vertices are left out; .mesh and .node hold them")
	}
	if holdsTets(extension) && extension != ".msh" && len(file.LabelNames) > 0 {
		a.note("note: names of labels are left out, their numbers stay; .msh holds both")
	}
}
