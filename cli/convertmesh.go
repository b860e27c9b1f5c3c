package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"hooke/export"
	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/safefile"
	"hooke/scene"
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
	if isGLTF(extension) && file.Structure == nil && !strings.HasPrefix(file.Format, "glTF") {
		if lo, hi := file.Surface.Bounds(); hi[1]-lo[1] > 0.95*(hi[2]-lo[2]) {
			a.note("note: z is taken as up, and turned to glTF's y up; where y is up in %s, give --up y", file.Name)
		}
	}
	surface, has := export.Surface{}, false
	if file.Structure != nil {
		surface, has = export.SurfaceOf(file.Structure)
	}
	switch {
	case has && holdsLines(extension):
		s.Surface = withSurface(s.Surface, file.Structure, surface)
		a.note("note: only positions, springs as lines and the surface are written; %s holds no masses, rest lengths, materials or velocities (.npz does); give --as lines to make springs of its lines again", extension)
	case has:
		s.Surface = surface
		a.note("note: only the surface is written; %s holds no springs and what belongs to them (.npz does, .vtu has springs as lines)", extension)
	case file.Structure != nil:
		a.note("note: only positions and springs as lines are written; %s holds no masses, rest lengths, materials or velocities (.npz does)", extension)
	case len(file.Tets) > 0 && !holdsTets(extension) && extension != ".npz":
		a.note("note: only the surface of the %d tetrahedra is written; .vtu, .vtk, .msh, .mesh, .node and .npz hold them", len(file.Tets))
		s.Tets = nil
	}
	if isTetGen(extension) && len(s.Lines) > 0 && (len(s.Tets) > 0 || len(s.FaceStart) > 1) {
		a.note("note: %d lines are left out; .vtu, .vtk, .msh and .mesh hold them", len(s.Lines))
		s.Lines, s.Labels.Lines = nil, nil
	}
	if m := file.Structure; m != nil && m.Pin != nil && holdsLines(extension) {
		a.labelPins(&s, m, extension)
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
	return []string{out}, safefile.WriteFile(out, func(w io.Writer) error { return write(w, s) })
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

// labelPins gives the vertices of pinned masses a label: the sum of 1, 2 and 4 for x, y and z.
func (a App) labelPins(s *export.Solid, m *model.Model, extension string) {
	s.Labels.Vertices = make([]int32, len(s.Vertices)) // of a skin behind the masses, too
	for i, pin := range m.Pin {
		s.Labels.Vertices[i] = int32(pin)
	}
	group := fmt.Sprintf("vertices/%d", model.PinAll)
	if extension == ".msh" {
		group = model.PinAll.Words()
		for pin := model.PinX; pin <= model.PinAll; pin++ {
			s.Labels.Names = append(s.Labels.Names, export.LabelName{Dim: 0, Label: int32(pin), Name: pin.Words()})
		}
	}
	a.note("note: pinned masses have a label: --pin %s holds those again that are pinned on all axes", group)
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

// isGLTF says whether an extension is of the one format that says what is up.
func isGLTF(extension string) bool { return extension == ".glb" || extension == ".gltf" }

// onlyTurned says whether all that is asked of a mesh is to be turned, and to be written as
// a surface: no springs are made of it then.
func onlyTurned(o scene.Options, extension string) bool {
	return o.Up != "" && o == scene.Options{Up: o.Up} && slices.Contains([]string{".obj", ".off", ".ply", ".stl", ".glb", ".gltf"}, extension)
}

// readTurned reads a mesh and turns its axis up to z.
func readTurned(path string, up byte) (*mesh.File, error) {
	file, err := format.ReadOptions{KeepUp: true}.Read(path)
	if err != nil {
		return nil, err
	}
	if file.Structure != nil {
		return nil, &scene.OptionError{Option: "up", Reason: fmt.Sprintf("%s has its own masses and springs (%s); leave it out", file.Name, file.Format)}
	}
	file.Surface.TurnUp(up)
	return file, nil
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
	vertices := holdsTets(extension) // have labels there
	switch {
	case cells && !holdsTets(extension) || file.VertexLabels != nil && !vertices && !cells:
		a.note("note: labels are left out")
	case file.VertexLabels != nil && !vertices:
		a.note("note: labels of vertices are left out; .vtu, .vtk, .msh, .mesh and .node hold them")
	}
	if holdsTets(extension) && extension != ".msh" && len(file.LabelNames) > 0 {
		a.note("note: names of labels are left out, their numbers stay; .msh holds both")
	}
}
