package vtk

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"hooke/npy"
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
	Components int   // numbers for each point or cell
	Data       any   // numbers that package npy can write (npy.WriteNumbers), or []byte
	Size       int64 // [bytes]
}

// Floats returns an array with one float32 for each point or cell.
func Floats(name string, data []float32) GridArray {
	return GridArray{"Float32", name, 1, data, 4 * int64(len(data))}
}

// Grid is an unstructured grid with the arrays of its points and cells, as a VTU file
// holds it. The zero value has no points and no cells.
type Grid struct {
	Time         *float64 // simulated time [s]; nil writes none
	Count        int      // number of points
	Points       GridArray
	Connectivity []uint32 // points of all cells, one cell after the other
	PointData    []GridArray
	CellData     []GridArray

	offsets []int64 // where each cell ends in Connectivity
	shapes  []byte
}

// Lines makes all cells lines, each of two points of Connectivity.
func (g *Grid) Lines() { g.alike(shapeLine, 2) }

// Triangles makes all cells triangles, each of three points of Connectivity.
func (g *Grid) Triangles() { g.alike(shapeTriangle, 3) }

// alike makes all cells cells of one shape with so many corners.
func (g *Grid) alike(shape byte, corners int) {
	g.offsets = make([]int64, len(g.Connectivity)/corners)
	for i := range g.offsets {
		g.offsets[i] = int64(corners) * int64(i+1)
	}
	g.shapes = bytes.Repeat([]byte{shape}, len(g.offsets))
}

// add adds a cell.
func (g *Grid) add(shape byte, corners []uint32) {
	g.Connectivity = append(g.Connectivity, corners...)
	g.offsets, g.shapes = append(g.offsets, int64(len(g.Connectivity))), append(g.shapes, shape)
}

// Write writes the grid as a VTU file: XML, and after it the arrays as they lie in memory
// (appended raw data, lengths of 64 bits). It returns the first error of w or of an
// array.
func (g *Grid) Write(w io.Writer) error {
	var text bytes.Buffer
	var arrays []GridArray
	var at int64
	put := func(list ...GridArray) {
		for _, a := range list {
			fmt.Fprintf(&text, "<DataArray type=%q Name=%q NumberOfComponents=\"%d\" format=\"appended\" offset=\"%d\"/>\n", a.Kind, a.Name, a.Components, at)
			arrays = append(arrays, a)
			at += 8 + a.Size
		}
	}
	cells := len(g.shapes)
	text.WriteString("<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n")
	if g.Time != nil {
		fmt.Fprintf(&text, "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">%g</DataArray>\n</FieldData>\n", *g.Time)
	}
	fmt.Fprintf(&text, "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n<Points>\n", g.Count, cells)
	put(g.Points)
	text.WriteString("</Points>\n<Cells>\n")
	put(GridArray{"Int32", "connectivity", 1, g.Connectivity, 4 * int64(len(g.Connectivity))},
		GridArray{"Int64", "offsets", 1, g.offsets, 8 * int64(cells)}, GridArray{"UInt8", "types", 1, g.shapes, int64(cells)})
	text.WriteString("</Cells>\n<PointData>\n")
	put(g.PointData...)
	text.WriteString("</PointData>\n<CellData>\n")
	put(g.CellData...)
	text.WriteString("</CellData>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_")
	if _, err := w.Write(text.Bytes()); err != nil {
		return err
	}
	for _, a := range arrays {
		if err := a.write(w); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n</AppendedData>\n</VTKFile>\n")
	return err
}

func (a GridArray) write(w io.Writer) error {
	if _, err := w.Write(binary.LittleEndian.AppendUint64(nil, uint64(a.Size))); err != nil {
		return err
	}
	if raw, ok := a.Data.([]byte); ok {
		_, err := w.Write(raw)
		return err
	}
	return npy.WriteNumbers(w, a.Data)
}
