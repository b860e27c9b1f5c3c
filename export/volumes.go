package export

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// Labels are the numbers of groups of a Solid, each nil where there are none. 0 is
// no group. The zero value has none. 4 bytes a label.
type Labels struct {
	Vertices []int32 // per vertex
	Lines    []int32 // per line
	Faces    []int32 // per polygon
	Tets     []int32 // per tetrahedron
	Names    []LabelName
}

// LabelName is what a label is called.
type LabelName struct {
	Dim   int // of what it labels: 0 vertices, 1 lines, 2 polygons, 3 tetrahedra
	Label int32
	Name  string
}

// any says whether anything has labels.
func (l Labels) any() bool {
	return l.Vertices != nil || l.Lines != nil || l.Faces != nil || l.Tets != nil
}

// labelAt is the label of an element, 0 where there are none.
func labelAt(labels []int32, i int) int32 {
	if i < len(labels) {
		return labels[i]
	}
	return 0
}

// check makes sure that what is written can be read again.
func (s Solid) check() error {
	if err := s.Surface.check(); err != nil {
		return err
	}
	for i, tet := range s.Tets {
		for _, v := range tet {
			if int(v) >= len(s.Vertices) {
				return fmt.Errorf("export: tetrahedron %d names vertex %d of %d", i, v, len(s.Vertices))
			}
		}
	}
	l := s.Labels
	for _, table := range []struct {
		labels []int32
		want   int
	}{{l.Vertices, len(s.Vertices)}, {l.Lines, len(s.Lines)}, {l.Faces, s.faceCount()}, {l.Tets, len(s.Tets)}} {
		if table.labels != nil && len(table.labels) != table.want {
			return fmt.Errorf("export: %d labels of %d elements", len(table.labels), table.want)
		}
	}
	return nil
}

// eachCell visits vertices with a label, lines, polygons and tetrahedra. Polygons beside tetrahedra are
// their surface, which readers find again: only those with a label are visited.
func (s Solid) eachCell(do func(dim int, corners []uint32, label int32) error) error {
	for i, label := range s.Labels.Vertices {
		if label == 0 {
			continue
		}
		if err := do(0, []uint32{uint32(i)}, label); err != nil {
			return err
		}
	}
	for i := range s.Lines {
		if err := do(1, s.Lines[i][:], labelAt(s.Labels.Lines, i)); err != nil {
			return err
		}
	}
	for i := range s.faceCount() {
		label := labelAt(s.Labels.Faces, i)
		if len(s.Tets) > 0 && label == 0 {
			continue
		}
		if err := do(2, s.face(i), label); err != nil {
			return err
		}
	}
	for i := range s.Tets {
		if err := do(3, s.Tets[i][:], labelAt(s.Labels.Tets, i)); err != nil {
			return err
		}
	}
	return nil
}

// eachSimple is eachCell with polygons of more than four corners cut into fans.
func (s Solid) eachSimple(do func(dim int, corners []uint32, label int32) error) error {
	return s.eachCell(func(dim int, corners []uint32, label int32) error {
		if dim != 2 || len(corners) <= 4 {
			return do(dim, corners, label)
		}
		for c := 2; c < len(corners); c++ {
			if err := do(dim, []uint32{corners[0], corners[c-1], corners[c]}, label); err != nil {
				return err
			}
		}
		return nil
	})
}

// vtkShape is VTK's number of a cell.
func vtkShape(dim, corners int) byte {
	switch {
	case dim == 0:
		return vtkVertex
	case dim == 1:
		return vtkLine
	case dim == 3:
		return vtkTetra
	case corners == 3:
		return vtkTriangle
	}
	return vtkPolygon
}

// WriteVTK writes a legacy VTK file in text, version 3.0, an unstructured grid of
// lines, polygons and tetrahedra, with their labels as the array label; a vertex with a
// label is a cell, too. Numbers have
// the digits that read back as the same float64.
func WriteVTK(w io.Writer, s Solid) error {
	if err := s.check(); err != nil {
		return err
	}
	out := newChunks(w)
	if err := out.vertices(fmt.Sprintf("# vtk DataFile Version 3.0\nhooke\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS %d double\n", len(s.Vertices)), s, nil, ""); err != nil {
		return err
	}
	var cells, numbers int
	var shapes []byte
	var labels []int32
	_ = s.eachCell(func(dim int, corners []uint32, label int32) error {
		cells, numbers = cells+1, numbers+1+len(corners)
		shapes, labels = append(shapes, vtkShape(dim, len(corners))), append(labels, label)
		return nil
	})
	out.text("CELLS %d %d\n", cells, numbers)
	_ = s.eachCell(func(_ int, corners []uint32, _ int32) error {
		return out.put(func(b []byte) []byte {
			b = strconv.AppendInt(b, int64(len(corners)), 10)
			for _, v := range corners {
				b = strconv.AppendUint(append(b, ' '), uint64(v), 10)
			}
			return append(b, '\n')
		})
	})
	out.text("CELL_TYPES %d\n", cells)
	for _, shape := range shapes {
		out.text("%d\n", shape)
	}
	if s.Labels.any() {
		out.text("CELL_DATA %d\nSCALARS label int 1\nLOOKUP_TABLE default\n", cells)
		for _, label := range labels {
			out.text("%d\n", label)
		}
	}
	return out.w.Flush() // an earlier error of the writer stays in it
}

// WriteMEDIT writes a MEDIT .mesh file in text, version 2, with labels as references.
// Polygons of more than four corners are cut into fans.
func WriteMEDIT(w io.Writer, s Solid) error {
	if err := s.check(); err != nil {
		return err
	}
	out := newChunks(w)
	head := fmt.Sprintf("MeshVersionFormatted 2\nDimension 3\nVertices\n%d\n", len(s.Vertices))
	if err := out.vertices(head, s, s.Labels.Vertices, " 0"); err != nil {
		return err
	}
	for _, section := range []struct {
		name         string
		dim, corners int
	}{{"Edges", 1, 2}, {"Triangles", 2, 3}, {"Quadrilaterals", 2, 4}, {"Tetrahedra", 3, 4}} {
		count := 0
		_ = s.eachSimple(func(dim int, corners []uint32, _ int32) error {
			if dim == section.dim && len(corners) == section.corners {
				count++
			}
			return nil
		})
		if count == 0 {
			continue
		}
		out.text("%s\n%d\n", section.name, count)
		_ = s.eachSimple(func(dim int, corners []uint32, label int32) error {
			if dim != section.dim || len(corners) != section.corners {
				return nil
			}
			return out.put(func(b []byte) []byte {
				for _, v := range corners {
					b = append(strconv.AppendUint(b, uint64(v)+1, 10), ' ')
				}
				return append(strconv.AppendInt(b, int64(label), 10), '\n')
			})
		})
	}
	out.text("End\n")
	return out.w.Flush()
}

// WriteGmsh writes a Gmsh .msh file in text, version 2.2, with labels as physical
// groups and their names. Polygons of more than four corners are cut into fans.
func WriteGmsh(w io.Writer, s Solid) error {
	if err := s.check(); err != nil {
		return err
	}
	for _, n := range s.Labels.Names {
		if slices.ContainsFunc([]rune(n.Name), func(r rune) bool { return r < ' ' || r == '"' }) {
			return fmt.Errorf("export: the label name %q has a quote or a line end, which Gmsh files cannot hold", n.Name)
		}
	}
	out := newChunks(w)
	out.text("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n")
	if names := s.Labels.Names; len(names) > 0 {
		out.text("$PhysicalNames\n%d\n", len(names))
		for _, n := range names {
			out.text("%d %d \"%s\"\n", n.Dim, n.Label, n.Name)
		}
		out.text("$EndPhysicalNames\n")
	}
	out.text("$Nodes\n%d\n", len(s.Vertices))
	for i, v := range s.Vertices {
		if err := out.put(func(b []byte) []byte {
			return append(appendVertex(append(strconv.AppendInt(b, int64(i)+1, 10), ' '), v), '\n')
		}); err != nil {
			return err
		}
	}
	count := 0
	_ = s.eachSimple(func(int, []uint32, int32) error { count++; return nil })
	out.text("$EndNodes\n$Elements\n%d\n", count)
	number := 0
	_ = s.eachSimple(func(dim int, corners []uint32, label int32) error {
		number++
		shape := [...]int{15, 1, len(corners) - 1, 4}[dim] // Gmsh's: 15 point, 1 line, 2 triangle, 3 quadrangle, 4 tetrahedron
		return out.put(func(b []byte) []byte {
			b = fmt.Appendf(b, "%d %d 2 %d %d", number, shape, label, max(1, label))
			for _, v := range corners {
				b = strconv.AppendUint(append(b, ' '), uint64(v)+1, 10)
			}
			return append(b, '\n')
		})
	})
	out.text("$EndElements\n")
	return out.w.Flush()
}

// vertices writes a head and a line for each vertex: its coordinates and, where
// without is not empty, its label or that.
func (c *chunks) vertices(head string, s Solid, labels []int32, without string) error {
	_, err := io.WriteString(c.w, head)
	for i, v := range s.Vertices {
		err = errors.Join(err, c.put(func(b []byte) []byte {
			b = appendVertex(b, v)
			switch {
			case without == "":
			case labels == nil:
				b = append(b, without...)
			default:
				b = strconv.AppendInt(append(b, ' '), int64(labels[i]), 10)
			}
			return append(b, '\n')
		}))
		if err != nil {
			return err
		}
	}
	return nil
}

// text writes text; an error stays in the writer until it is flushed.
func (c *chunks) text(format string, args ...any) { _, _ = fmt.Fprintf(c.w, format, args...) }
