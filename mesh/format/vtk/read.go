// Package vtk reads and writes the formats of VTK: legacy files (.vtk) and XML files (.vtu, .vtp).
package vtk

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"

	"hooke/mesh"
	"hooke/mesh/scan"
)

// Read reads a legacy VTK file, versions 1 to 5.1, as text or binary: points and cells of
// an UNSTRUCTURED_GRID, and polygons, strips and lines of POLYDATA. It splits cells and
// takes their corners as mesh.Cells does. Whole numbers at cells that tell their part
// become labels (IsLabelName); Read skips other numbers at points and cells. Errors name
// the file. Format: "The VTK file formats", simple legacy formats.
func Read(in *scan.Source) (*mesh.File, error) {
	v := &vtk{Cursor: scan.NewCursor(in)}
	v.read()
	if v.Err != nil {
		return nil, v.Err
	}
	f, err := v.volume.File(in.Name)
	if err == nil {
		f.Notes = append(f.Notes, v.notes...)
	}
	return f, err
}

// vtk is the state of reading a file.
type vtk struct {
	*scan.Cursor
	volume mesh.Cells

	raw    bool // numbers are binary
	modern bool // cells are offsets and connectivity (version 5)
	grid   bool // the data set is an UNSTRUCTURED_GRID; otherwise POLYDATA
	points bool // the points have come
	piece  vtkPiece

	labels []int32 // labels of the cells
	rank   int     // rank of the array from which they come
	notes  []string
}

func (v *vtk) read() {
	v.Order = binary.BigEndian
	v.More()
	head := strings.Fields(string(v.TextLine()))
	if len(head) < 5 || head[1] != "vtk" {
		v.Fault("no \"# vtk DataFile Version\" in the first line")
		return
	}
	v.modern = strings.HasPrefix(head[4], "5")
	v.TextLine() // the title, which may be empty
	switch mode := string(v.Word("ASCII or BINARY")); strings.ToUpper(mode) {
	case "BINARY":
		v.raw = true
	case "ASCII":
	default:
		v.Fault("%s where ASCII or BINARY should be", scan.Quoted([]byte(mode)))
	}
	for v.Err == nil && v.More() {
		if !v.section(strings.ToUpper(string(v.Word("a keyword")))) {
			break
		}
	}
	if v.Err == nil && !v.points {
		v.Fault("no POINTS in the whole file; is it cut off?")
	}
	if v.Err != nil {
		return
	}
	if v.grid && v.piece.ends.Len() != v.piece.types.Len() {
		v.Fault("%d cells and %d cell types; CELLS and CELL_TYPES must both be there", v.piece.ends.Len(), v.piece.types.Len())
		return
	}
	if len(v.labels) == v.piece.ends.Len() {
		v.piece.labels = v.labels
	}
	if err := v.piece.addTo(&v.volume, 0); err != nil {
		v.Fault("%w", err)
	}
}

// section reads the data after a keyword. It returns false at the end of the structure.
func (v *vtk) section(keyword string) bool {
	switch keyword {
	case "DATASET":
		kind := strings.ToUpper(string(v.Word("the kind of data set")))
		v.grid = kind == "UNSTRUCTURED_GRID"
		if !v.grid && kind != "POLYDATA" {
			v.Fault("data set %s is not read; save an UNSTRUCTURED_GRID or POLYDATA", scan.Quoted([]byte(kind)))
		}
	case "POINTS":
		v.readPoints()
	case "CELLS":
		v.cells(0)
	case "CELL_TYPES":
		n := v.Count("the number of cell types")
		v.numbers(func() {
			for i := 0; i < n && v.Err == nil; i++ {
				kind := vtkInteger(v.Cursor, vtkNumber{bytes: 4}, "a cell type")
				v.piece.types.Add(uint8(max(0, min(255, kind))))
			}
		})
	case "VERTICES":
		v.cells(2)
	case "LINES":
		v.cells(4)
	case "POLYGONS":
		v.cells(7)
	case "TRIANGLE_STRIPS":
		v.cells(6)
	case "FIELD":
		v.field()
	case "METADATA":
		// Metadata end at the first empty line.
		v.SkipLine()
		for v.Err == nil && len(bytes.TrimSpace(v.TextLine())) > 0 {
			continue
		}
	case "POINT_DATA", "CELL_DATA":
		v.attributes(keyword)
		return false
	default:
		v.Fault("keyword %s is unknown; the section before holds more than it says", scan.Quoted([]byte(keyword)))
	}
	return true
}

// numbers calls read for the numbers of a section, which are binary in a binary file.
func (v *vtk) numbers(read func()) {
	if v.raw {
		v.SkipLine()
		v.Binary = true
	}
	if v.Err == nil {
		read()
	}
	v.Binary = false
}

func (v *vtk) numberType() vtkNumber {
	name := strings.ToLower(string(v.Word("a type of number")))
	t, ok := vtkNumbers(name)
	if !ok {
		v.Fault("numbers of type %s are not read", scan.Quoted([]byte(name)))
	}
	return t
}

func (v *vtk) readPoints() {
	if v.points {
		v.Fault("a second list of points; save one grid per file")
		return
	}
	n, t := v.Count("the number of points"), v.numberType()
	v.numbers(func() {
		for i := 0; i < n && v.Err == nil; i++ {
			if err := v.volume.Vertex(vtkPoint(v.Cursor, t)); err != nil {
				v.Fault("%w", err)
			}
		}
	})
	v.points, v.piece.points = true, n
}

// cells reads a list of cells. kind is the type of all of them in POLYDATA.
func (v *vtk) cells(kind uint8) {
	if v.Err == nil && !v.points {
		v.Fault("cells before POINTS; save the file again")
		return
	}
	n, size := v.Count("the number of cells"), v.Integer("the size of the list of cells")
	if v.Err == nil && (size < 0 || size > math.MaxUint32) {
		v.Fault("size of the list of cells is %d", size)
	}
	before := v.piece.ends.Len()
	if v.modern && v.Is("OFFSETS") {
		v.offsets(n, size)
	} else {
		v.numbers(func() { v.oldCells(n, size) })
	}
	if v.grid && before > 0 {
		v.Fault("a second list of cells")
	}
	for range v.piece.ends.Len() - before {
		if !v.grid {
			v.piece.types.Add(kind)
		}
	}
}

// oldCells reads, for each cell, the number of its points and the points.
func (v *vtk) oldCells(cells int, size int64) {
	integer := vtkNumber{bytes: 4}
	for i := 0; i < cells && v.Err == nil; i++ {
		n := vtkInteger(v.Cursor, integer, "the number of points of a cell")
		if size -= n + 1; n < 0 || size < 0 {
			v.Fault("cell %d has %d points, more than the list announces", i, n)
		}
		for c := int64(0); c < n && v.Err == nil; c++ {
			v.corner(integer)
		}
		v.piece.ends.Add(uint32(v.piece.corners.Len()))
	}
	if v.Err == nil && size != 0 {
		v.Fault("the list of cells announces %d numbers more than its cells have", size)
	}
}

func (v *vtk) corner(t vtkNumber) {
	if index := vtkInteger(v.Cursor, t, "a point of a cell"); v.Err == nil {
		if err := v.piece.corner(index); err != nil {
			v.Fault("%w", err)
		}
	}
}

// offsets reads OFFSETS, with one entry more than cells, and CONNECTIVITY.
func (v *vtk) offsets(n int, size int64) {
	first := int64(v.piece.corners.Len())
	v.Word("OFFSETS")
	t := v.numberType()
	v.numbers(func() {
		for i := 0; i < n && v.Err == nil; i++ {
			offset := vtkInteger(v.Cursor, t, "an offset")
			switch {
			case i == 0 && offset != 0 || offset < 0 || offset > size:
				v.Fault("offset %d of cell %d; they go from 0 to %d", offset, i, size)
			case i > 0:
				v.piece.ends.Add(uint32(first + offset))
			}
		}
	})
	if word := v.Word("CONNECTIVITY"); v.Err == nil && !strings.EqualFold(string(word), "CONNECTIVITY") {
		v.Fault("%s where CONNECTIVITY should be", scan.Quoted(word))
	}
	t = v.numberType()
	v.numbers(func() {
		for i := int64(0); i < size && v.Err == nil; i++ {
			v.corner(t)
		}
	})
}

// field skips arrays that belong to the whole file.
func (v *vtk) field() {
	if !v.attribute("FIELD", 0, false) && v.Err == nil {
		v.Fault("an array in a field has numbers that are not read; save the mesh without field data")
	}
}
