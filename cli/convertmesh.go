package cli

import (
	"fmt"
	"slices"
	"strings"

	"hooke/export"
	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/scene"
)

// convertFile writes what a file holds, in the format of an extension.
func (a App) convertFile(file *mesh.File, out, extension string) error {
	to, ok := format.WrittenAs(extension)
	switch {
	case !ok:
		return usagef("%s: formats that are written: %s", out, strings.Join(convertTo(), ", "))
	case file.Structure != nil && to.Holds.Structures:
		return a.convertStructure(to, file, out)
	case to.Holds.NoMesh:
		return fmt.Errorf("%s: %s, and %s is a mesh: %s", out, to.Structures.Who, file.Name, to.Structures.Instead)
	}
	s := meshOf(file)
	if to.Holds.Up && file.Structure == nil && !strings.HasPrefix(file.Format, "glTF") {
		if lo, hi := file.Surface.Bounds(); hi[1]-lo[1] > 0.95*(hi[2]-lo[2]) {
			a.note("note: z is taken as up, and turned to glTF's y up; where y is up in %s, give --up y", file.Name)
		}
	}
	var surface *mesh.Surface
	has := false
	if file.Structure != nil {
		surface, has = export.SurfaceOf(file.Structure)
	}
	switch {
	case has && to.Holds.Mixed():
		s.Surface = withSurface(s.Surface, file.Structure, surface)
		a.note("note: only positions, springs as lines and the surface are written; %s holds no masses, rest lengths, materials or velocities (.npz does); give --as lines to make springs of its lines again", extension)
	case has:
		s.Surface = surface
		a.note("note: only the surface is written; %s holds no springs and what belongs to them (.npz does, .vtu has springs as lines)", extension)
	case file.Structure != nil:
		a.note("note: only positions and springs as lines are written; %s holds no masses, rest lengths, materials or velocities (.npz does)", extension)
	case len(file.Tets) > 0 && !to.Holds.Tets:
		a.note("note: only the surface of the %d tetrahedra is written; %s hold them", len(file.Tets), thatHold(func(h mesh.Holds) bool { return h.Tets }))
		s.Tets = nil
	}
	if to.Holds.Tets && !to.Holds.Lines && len(s.Surface.Lines) > 0 && (len(s.Tets) > 0 || s.Surface.FaceCount() > 0) {
		a.note("note: %d lines are left out; %s hold them", len(s.Surface.Lines), thatHold(mesh.Holds.Mixed))
		s.Surface.Lines, s.LineLabels = nil, nil
	}
	if m := file.Structure; m != nil && m.Pin != nil && to.Holds.Mixed() {
		a.labelPins(s, m, to)
	}
	a.noteLabels(file, to)
	wrote, err := to.Write(out, s)
	if err != nil {
		return err
	}
	return a.printf("wrote %s: %d vertices, %d polygons, %d lines, %d tetrahedra\n", strings.Join(wrote, ", "), len(s.Surface.Vertices), s.Surface.FaceCount(), len(s.Surface.Lines), len(s.Tets))
}

// convertStructure writes masses and springs, in a format that holds them.
func (a App) convertStructure(to mesh.Format, file *mesh.File, out string) error {
	for _, lost := range to.Structures.Left(file) {
		a.note("note: %s", lost)
	}
	if _, err := to.Write(out, file); err != nil {
		return err
	}
	m := file.Structure
	if to.Structures.Springs == "" {
		return a.printf("wrote %s: %d %s\n", out, m.MassCount(), to.Structures.Masses)
	}
	return a.printf("wrote %s: %d %s, %d %s\n", out, m.MassCount(), to.Structures.Masses, m.SpringCount(), to.Structures.Springs)
}

// thatHold are the extensions of the formats that hold something, as words of a
// sentence.
func thatHold(what func(mesh.Holds) bool) string {
	var list []string
	for _, f := range format.Written() {
		if what(f.Holds) {
			list = append(list, f.Written[0])
		}
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}

// withSurface is masses and springs together with the surface: the triangles between
// masses, or a skin whose own vertices come after the masses.
func withSurface(s *mesh.Surface, m *model.Model, surface *mesh.Surface) *mesh.Surface {
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
func (a App) labelPins(s *mesh.File, m *model.Model, to mesh.Format) {
	s.VertexLabels = make([]int32, len(s.Surface.Vertices)) // vertices of a skin, which come after the masses, have labels too
	for i, pin := range m.Pin {
		s.VertexLabels[i] = int32(pin)
	}
	group := fmt.Sprintf("vertices/%d", model.PinAll)
	if to.Holds.LabelNames {
		group = model.PinAll.Words()
		for pin := model.PinX; pin <= model.PinAll; pin++ {
			s.LabelNames = append(s.LabelNames, mesh.LabelName{Dim: 0, Label: int32(pin), Name: pin.Words()})
		}
	}
	a.note("note: pinned masses have a label: --pin %s holds those again that are pinned on all axes", group)
}

// meshOf is the mesh of a file for writers of meshes: springs of a structure become
// lines.
func meshOf(file *mesh.File) *mesh.File {
	m := file.Structure
	if m == nil {
		copied, surface := *file, *file.Surface // what is left out is removed from these copies
		copied.Surface = &surface
		return &copied
	}
	s := &mesh.Surface{Vertices: m.RestPosition}
	for i, ends := range m.Ends {
		if m.MaterialOf[i] != model.Removed {
			s.Lines = append(s.Lines, ends)
		}
	}
	return &mesh.File{Surface: s}
}

// onlyTurned says whether a mesh is only to be turned and written as a surface, so that
// no springs are made of it.
func onlyTurned(o scene.Options, extension string) bool {
	to, ok := format.WrittenAs(extension)
	return o.Up != "" && o == scene.Options{Up: o.Up} && ok && !to.Holds.Tets && !to.Holds.Structures
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

// noteLabels says which labels a format does not hold.
func (a App) noteLabels(file *mesh.File, to mesh.Format) {
	labels := file.TetLabels != nil || file.FaceLabels != nil || file.LineLabels != nil || file.VertexLabels != nil
	if labels && !to.Holds.Labels {
		a.note("note: labels are left out")
	}
	if to.Holds.Labels && !to.Holds.LabelNames && len(file.LabelNames) > 0 {
		a.note("note: names of labels are left out, their numbers stay; .msh holds both")
	}
}
