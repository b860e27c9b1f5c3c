package export

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"hooke/npy"
)

// VTK's numbers of shapes.
const (
	vtkVertex   = 1
	vtkLine     = 3
	vtkTriangle = 5
	vtkPolygon  = 7
	vtkTetra    = 10
)

// vtuArray is an array of a VTU file: so many numbers for each point or cell.
type vtuArray struct {
	kind, name string // kind: Float32, Float64, Int32, Int64, UInt32 or UInt8
	components int
	data       any
	size       int64 // [bytes]
}

// floats is an array of one float32 for each point or cell.
func floats(name string, data []float32) vtuArray {
	return vtuArray{"Float32", name, 1, data, 4 * int64(len(data))}
}

// vtuGrid is an unstructured grid with what it says about points and cells.
type vtuGrid struct {
	time         *float64 // simulated [s]; nil: none is said
	count        int      // of points
	points       vtuArray
	connectivity []uint32 // the points of all cells
	offsets      []int64  // where each cell ends in connectivity
	shapes       []byte
	pointData    []vtuArray
	cellData     []vtuArray
}

// lines are cells of two points each.
func (g *vtuGrid) lines(count int) {
	g.offsets = make([]int64, count)
	for i := range g.offsets {
		g.offsets[i] = int64(2*i + 2)
	}
	g.shapes = bytes.Repeat([]byte{vtkLine}, count)
}

// write writes the file: XML with the arrays behind it as they lie in memory
// (appended raw data, lengths of 64 bits).
func (g *vtuGrid) write(w io.Writer) error {
	var text bytes.Buffer
	var arrays []vtuArray
	var at int64
	put := func(list ...vtuArray) {
		for _, a := range list {
			fmt.Fprintf(&text, "<DataArray type=%q Name=%q NumberOfComponents=\"%d\" format=\"appended\" offset=\"%d\"/>\n", a.kind, a.name, a.components, at)
			arrays = append(arrays, a)
			at += 8 + a.size
		}
	}
	cells := len(g.shapes)
	text.WriteString("<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n")
	if g.time != nil {
		fmt.Fprintf(&text, "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">%g</DataArray>\n</FieldData>\n", *g.time)
	}
	fmt.Fprintf(&text, "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n<Points>\n", g.count, cells)
	put(g.points)
	text.WriteString("</Points>\n<Cells>\n")
	put(vtuArray{"Int32", "connectivity", 1, g.connectivity, 4 * int64(len(g.connectivity))},
		vtuArray{"Int64", "offsets", 1, g.offsets, 8 * int64(cells)}, vtuArray{"UInt8", "types", 1, g.shapes, int64(cells)})
	text.WriteString("</Cells>\n<PointData>\n")
	put(g.pointData...)
	text.WriteString("</PointData>\n<CellData>\n")
	put(g.cellData...)
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

func (a vtuArray) write(w io.Writer) error {
	if _, err := w.Write(binary.LittleEndian.AppendUint64(nil, uint64(a.size))); err != nil {
		return err
	}
	if raw, ok := a.data.([]byte); ok {
		_, err := w.Write(raw)
		return err
	}
	return npy.WriteNumbers(w, a.data)
}
