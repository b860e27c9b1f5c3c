package vtk

import (
	"fmt"
	"io"
	"strconv"

	"hooke/mesh"
	"hooke/mesh/emit"
)

// shapeOf returns VTK's number of a cell.
func shapeOf(dim, corners int) byte {
	switch {
	case dim == 0:
		return shapeVertex
	case dim == 1:
		return shapeLine
	case dim == 3:
		return shapeTetra
	case corners == 3:
		return shapeTriangle
	}
	return shapePolygon
}

// Write writes a legacy VTK file in text, version 3.0: an unstructured grid of lines,
// polygons and tetrahedra, with their labels as the array label. A vertex with a label is
// a cell, too. Numbers have the digits that read back as the same float64. Write returns
// an error for a mesh that is not valid, and when w fails.
func Write(w io.Writer, f *mesh.File) error {
	if err := emit.Check(f); err != nil {
		return err
	}
	out := emit.New(w)
	if err := out.Vertices(fmt.Sprintf("# vtk DataFile Version 3.0\nhooke\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS %d double\n", len(f.Surface.Vertices)), f.Surface.Vertices, nil, ""); err != nil {
		return err
	}
	var cells, numbers int
	var shapes []byte
	var labels []int32
	_ = emit.EachCell(f, func(dim int, corners []uint32, label int32) error {
		cells, numbers = cells+1, numbers+1+len(corners)
		shapes, labels = append(shapes, shapeOf(dim, len(corners))), append(labels, label)
		return nil
	})
	out.Text("CELLS %d %d\n", cells, numbers)
	_ = emit.EachCell(f, func(_ int, corners []uint32, _ int32) error {
		return out.Put(func(b []byte) []byte {
			b = strconv.AppendInt(b, int64(len(corners)), 10)
			for _, v := range corners {
				b = strconv.AppendUint(append(b, ' '), uint64(v), 10)
			}
			return append(b, '\n')
		})
	})
	out.Text("CELL_TYPES %d\n", cells)
	for _, shape := range shapes {
		out.Text("%d\n", shape)
	}
	if emit.HasLabels(f) {
		out.Text("CELL_DATA %d\nSCALARS label int 1\nLOOKUP_TABLE default\n", cells)
		for _, label := range labels {
			out.Text("%d\n", label)
		}
	}
	return out.Flush() // an earlier error of the writer stays in it
}

// WriteXML writes a mesh as an unstructured grid: lines, polygons and tetrahedra with
// positions as float64, and their labels as the array label. Beside tetrahedra it leaves
// out the polygons without a label, since these are the surface of the tetrahedra. It
// returns an error for a mesh that is not valid, and when w fails.
func WriteXML(w io.Writer, f *mesh.File) error {
	if err := emit.Check(f); err != nil {
		return err
	}
	flat := make([]float64, 0, 3*len(f.Surface.Vertices))
	for _, v := range f.Surface.Vertices {
		flat = append(flat, v[:]...)
	}
	g := Grid{Count: len(f.Surface.Vertices), Points: array("Float64", "Points", 3, flat)}
	var points []uint32
	var ends []int64
	var shapes []byte
	var labels []int32
	_ = emit.EachCell(f, func(dim int, corners []uint32, label int32) error {
		points = append(points, corners...)
		ends, shapes, labels = append(ends, int64(len(points))), append(shapes, shapeOf(dim, len(corners))), append(labels, label)
		return nil
	})
	g.cells(points, ends, shapes)
	if emit.HasLabels(f) {
		g.CellData = append(g.CellData, array("Int32", "label", 1, labels))
	}
	return g.Write(w)
}
