package cli

import (
	"fmt"
	"slices"
	"strings"

	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/run/export/grid"
)

// convertedExtensions returns the extensions of the formats that writeConverted writes.
func convertedExtensions() (extensions []string) {
	for _, f := range format.Written() {
		extensions = append(extensions, f.Written...)
	}
	return extensions
}

// convertNote reports the parts that a format cannot hold, in the manner of fmt.Printf.
type convertNote func(format string, args ...any)

// writeConverted writes the content of a mesh file to out, in the format of an extension, one of
// convertedExtensions, and returns a sentence about the written content. It reports parts that the
// format cannot hold to note. If nothing sensible is left, it returns an error and writes nothing.
func writeConverted(file *mesh.File, out, extension string, note convertNote) (wrote string, err error) {
	if m := file.Structure; m != nil && m.Attachments > 0 {
		whole := *file
		whole.Structure = m.WithoutAttachments()
		file = &whole
		note("note: %d attachments are left out; they belong to a run, and a scene file makes them again ([attachment])", m.Attachments)
	}
	to, ok := format.WrittenAs(extension)
	switch {
	case !ok:
		return "", fmt.Errorf("%s: formats that are written: %s", out, strings.Join(convertedExtensions(), ", "))
	case file.Structure != nil && to.Holds.Structures:
		return writeStructure(to, file, out, note)
	case to.Holds.NoMesh:
		return "", fmt.Errorf("%s: %s, and %s is a mesh: %s", out, to.Structures.Who, file.Name, to.Structures.Instead)
	}
	s := meshOf(file)
	if to.Holds.Up && file.Structure == nil && !file.UpNamed {
		if lo, hi := file.Surface.Bounds(); hi[1]-lo[1] > 0.95*(hi[2]-lo[2]) {
			note("note: hooke takes z as up and turns it to glTF's y; if y is up in %s, give --up y", file.Name)
		}
	}
	var surface *mesh.Surface
	has := false
	if file.Structure != nil {
		surface, has = grid.SurfaceOf(file.Structure)
	}
	switch {
	case has && to.Holds.Mixed():
		s.Surface = withSurface(s.Surface, file.Structure, surface)
		note("note: only positions, springs as lines and the surface are written; %s holds no masses, rest lengths, materials or velocities (.npz does); give --as lines to make springs of its lines again", extension)
	case has:
		s.Surface = surface
		note("note: only the surface is written; %s holds no springs (.npz holds springs and their coefficients, .vtu springs as lines)", extension)
	case file.Structure != nil:
		note("note: only positions and springs as lines are written; %s holds no masses, rest lengths, materials or velocities (.npz does)", extension)
	case len(file.Tets) > 0 && !to.Holds.Tets:
		note("note: only the surface of the %d tetrahedra is written; %s hold them", len(file.Tets), thatHold(func(h mesh.Holds) bool { return h.Tets }))
		s.Tets = nil
	}
	if to.Holds.Tets && !to.Holds.Lines && len(s.Surface.Lines) > 0 && (len(s.Tets) > 0 || s.Surface.FaceCount() > 0) {
		note("note: %d lines are left out; %s hold them", len(s.Surface.Lines), thatHold(mesh.Holds.Mixed))
		s.Surface.Lines, s.LineLabels = nil, nil
	}
	if m := file.Structure; m != nil && m.Pin != nil && to.Holds.Mixed() {
		labelPins(s, m, to, note)
	}
	noteLabels(file, to, note)
	files, err := to.Write(out, s)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("wrote %s: %d vertices, %d polygons, %d lines, %d tetrahedra\n", strings.Join(files, ", "), len(s.Surface.Vertices), s.Surface.FaceCount(), len(s.Surface.Lines), len(s.Tets)), nil
}

// writeStructure writes masses and springs, in a format that holds them.
func writeStructure(to mesh.Format, file *mesh.File, out string, note convertNote) (wrote string, err error) {
	for _, lost := range to.Structures.Left(file) {
		note("note: %s", lost)
	}
	if _, err := to.Write(out, file); err != nil {
		return "", err
	}
	m := file.Structure
	if to.Structures.Springs == "" {
		return fmt.Sprintf("wrote %s: %d %s\n", out, m.MassCount(), to.Structures.Masses), nil
	}
	return fmt.Sprintf("wrote %s: %d %s, %d %s\n", out, m.MassCount(), to.Structures.Masses, m.SpringCount(), to.Structures.Springs), nil
}

// thatHold returns the extensions of the formats that hold something, as words of a
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
func labelPins(s *mesh.File, m *model.Model, to mesh.Format, note convertNote) {
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
	note("note: pinned masses have a label: --pin %s holds those again that are pinned on all axes", group)
}

// meshOf returns the mesh of a file for writers of meshes: springs of a structure become
// lines.
func meshOf(file *mesh.File) *mesh.File {
	m := file.Structure
	if m == nil {
		copied, surface := *file, *file.Surface // parts that are left out are removed from these copies
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

// noteLabels says which labels a format does not hold.
func noteLabels(file *mesh.File, to mesh.Format, note convertNote) {
	labels := file.TetLabels != nil || file.FaceLabels != nil || file.LineLabels != nil || file.VertexLabels != nil
	if labels && !to.Holds.Labels {
		note("note: labels are left out")
	}
	if to.Holds.Labels && !to.Holds.LabelNames && len(file.LabelNames) > 0 {
		note("note: names of labels are left out, their numbers stay; .msh holds both")
	}
}
