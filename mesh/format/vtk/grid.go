package vtk

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"hooke/files/npy"
	"hooke/files/safefile"
)

// These are VTK's numbers of shapes.
const (
	shapeVertex   = 1
	shapeLine     = 3
	shapeTriangle = 5
	shapePolygon  = 7
	shapeTetra    = 10
)

// GridArray is an array of a VTU file. It has Components numbers for each point or cell.
type GridArray struct {
	Kind       string // Float32, Float64, Int32, Int64, UInt32 or UInt8
	Name       string
	Components int // numbers for each point or cell
	Rows       safefile.Rows
	Constant   bool // the same in all frames of a series; no file says so
}

// Floats returns an array with one float32 for each point or cell.
func Floats(name string, data []float32) GridArray { return array("Float32", name, 1, data) }

// array returns an array of numbers in memory, of a type that npy.RowsOf knows.
func array(kind, name string, components int, data any) GridArray {
	rows, _ := npy.RowsOf(data)
	return GridArray{Kind: kind, Name: name, Components: components, Rows: rows}
}

// Grid is an unstructured grid with the arrays of its points and cells, as a VTU file
// holds it. The zero value has no points and no cells.
type Grid struct {
	Time      *float64 // simulated time [s]; nil writes none
	Count     int      // number of points
	Points    GridArray
	PointData []GridArray
	CellData  []GridArray

	connectivity safefile.Rows // points of all cells, one cell after the other
	offsets      safefile.Rows // where each cell ends in connectivity
	shapes       safefile.Rows
}

// Lines makes all cells lines. Each row of ends is the two points of a line, as uint32.
func (g *Grid) Lines(ends safefile.Rows) { g.alike(shapeLine, 2, ends) }

// Triangles makes all cells triangles. Each row of corners is the three points of a
// triangle, as uint32.
func (g *Grid) Triangles(corners safefile.Rows) { g.alike(shapeTriangle, 3, corners) }

// alike makes all cells cells of one shape with the given number of corners.
func (g *Grid) alike(shape byte, corners int, points safefile.Rows) {
	g.connectivity = points
	g.offsets = safefile.Rows{Count: points.Count, Bytes: 8, Append: func(to []byte, first, last int) []byte {
		for i := first; i < last; i++ {
			to = binary.LittleEndian.AppendUint64(to, uint64(corners)*uint64(i+1))
		}
		return to
	}}
	g.shapes = safefile.Rows{Count: points.Count, Bytes: 1, Append: func(to []byte, first, last int) []byte {
		for range last - first {
			to = append(to, shape)
		}
		return to
	}}
}

// Topology returns the points of each cell, as uint32, and the shapes of the cells.
func (g *Grid) Topology() (cells, shapes safefile.Rows) { return g.connectivity, g.shapes }

// cells makes cells of lists: the points of all, where each ends, and their shapes.
func (g *Grid) cells(connectivity []uint32, offsets []int64, shapes []byte) {
	g.connectivity, g.offsets, g.shapes = array("", "", 1, connectivity).Rows, array("", "", 1, offsets).Rows, array("", "", 1, shapes).Rows
}

// arrays returns all arrays of the grid in the order of the file.
func (g *Grid) arrays() (topology, all []GridArray) {
	topology = []GridArray{{Kind: "Int32", Name: "connectivity", Components: 1, Rows: g.connectivity},
		{Kind: "Int64", Name: "offsets", Components: 1, Rows: g.offsets}, {Kind: "UInt8", Name: "types", Components: 1, Rows: g.shapes}}
	all = append([]GridArray{g.Points}, topology...)
	return topology, append(append(all, g.PointData...), g.CellData...)
}

// Write writes the grid as a VTU file: XML, and after it the arrays as they lie in memory
// (appended raw data, lengths of 64 bits). It returns the first error of w.
func (g *Grid) Write(w io.Writer) error {
	var at int64
	topology, all := g.arrays()
	_, err := w.Write(g.header("", func(a GridArray) int64 {
		begin := at
		at += 8 + a.Rows.Size()
		return begin
	}, topology))
	for _, a := range all {
		if err == nil {
			_, err = w.Write(binary.LittleEndian.AppendUint64(nil, uint64(a.Rows.Size())))
		}
		if err == nil {
			_, err = a.Rows.WriteTo(w)
		}
	}
	if err == nil {
		_, err = io.WriteString(w, "\n</AppendedData>\n</VTKFile>\n")
	}
	return err
}

// header returns the file up to its appended data. attributes are more attributes of the
// outermost element; place returns the offset of the data of an array, in the order of
// the file.
func (g *Grid) header(attributes string, place func(GridArray) int64, topology []GridArray) []byte {
	var text bytes.Buffer
	put := func(list ...GridArray) {
		for _, a := range list {
			fmt.Fprintf(&text, "<DataArray type=%q Name=%q NumberOfComponents=\"%d\" format=\"appended\" offset=\"%d\"/>\n", a.Kind, a.Name, a.Components, place(a))
		}
	}
	fmt.Fprintf(&text, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\"%s>\n<UnstructuredGrid>\n", attributes)
	if g.Time != nil {
		fmt.Fprintf(&text, "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">%g</DataArray>\n</FieldData>\n", *g.Time)
	}
	fmt.Fprintf(&text, "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n<Points>\n", g.Count, g.shapes.Count)
	put(g.Points)
	text.WriteString("</Points>\n<Cells>\n")
	put(topology...)
	text.WriteString("</Cells>\n<PointData>\n")
	put(g.PointData...)
	text.WriteString("</PointData>\n<CellData>\n")
	put(g.CellData...)
	text.WriteString("</CellData>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_")
	return text.Bytes()
}
