package mesh

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
)

// readVTK reads a legacy VTK file, versions 1 to 5.1, as text or binary: points and
// cells of an UNSTRUCTURED_GRID, and polygons, strips and lines of POLYDATA. Cells
// are split and corners taken as in volume. Whole numbers at cells that
// tell their part become labels (isLabelName); other numbers at points and cells are
// passed over. Format: "The VTK file formats",
// simple legacy formats.
func readVTK(in *source) (*File, error) {
	v := &vtk{scan: newScan(in)}
	v.read()
	if v.err != nil {
		return nil, v.err
	}
	f, err := v.volume.file(in.name)
	if err == nil {
		f.Notes = append(f.Notes, v.notes...)
	}
	return f, err
}

// vtk is a file on its way in.
type vtk struct {
	*scan
	volume volume

	raw    bool // numbers are binary
	modern bool // cells are offsets and connectivity (version 5)
	grid   bool // an UNSTRUCTURED_GRID; else POLYDATA
	points bool // have come
	piece  vtkPiece

	labels []int32 // of the cells
	rank   int     // of the array they come from
	notes  []string
}

func (v *vtk) read() {
	v.order = binary.BigEndian
	v.more()
	head := strings.Fields(string(v.textLine()))
	if len(head) < 5 || head[1] != "vtk" {
		v.fault("no \"# vtk DataFile Version\" in the first line")
		return
	}
	v.modern = strings.HasPrefix(head[4], "5")
	v.textLine() // the title, which may be empty
	switch mode := string(v.word("ASCII or BINARY")); strings.ToUpper(mode) {
	case "BINARY":
		v.raw = true
	case "ASCII":
	default:
		v.fault("%s where ASCII or BINARY should be", quoted([]byte(mode)))
	}
	for v.err == nil && v.more() {
		if !v.section(strings.ToUpper(string(v.word("a keyword")))) {
			break
		}
	}
	if v.err == nil && !v.points {
		v.fault("no POINTS in the whole file; is it cut off?")
	}
	if v.err != nil {
		return
	}
	if v.grid && v.piece.ends.len() != v.piece.types.len() {
		v.fault("%d cells and %d cell types; CELLS and CELL_TYPES must both be there", v.piece.ends.len(), v.piece.types.len())
		return
	}
	if len(v.labels) == v.piece.ends.len() {
		v.piece.labels = v.labels
	}
	if err := v.piece.addTo(&v.volume, 0); err != nil {
		v.fault("%w", err)
	}
}

// section reads what follows a keyword; false where the structure ends.
func (v *vtk) section(keyword string) bool {
	switch keyword {
	case "DATASET":
		kind := strings.ToUpper(string(v.word("the kind of data set")))
		v.grid = kind == "UNSTRUCTURED_GRID"
		if !v.grid && kind != "POLYDATA" {
			v.fault("data set %s is not read; save an UNSTRUCTURED_GRID or POLYDATA", quoted([]byte(kind)))
		}
	case "POINTS":
		v.readPoints()
	case "CELLS":
		v.cells(0)
	case "CELL_TYPES":
		n := v.count("the number of cell types")
		v.numbers(func() {
			for i := 0; i < n && v.err == nil; i++ {
				kind := vtkInteger(v.scan, vtkNumber{bytes: 4}, "a cell type")
				v.piece.types.add(uint8(max(0, min(255, kind))))
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
		// Up to the first empty line.
		v.skipLine()
		for v.err == nil && len(bytes.TrimSpace(v.textLine())) > 0 {
			continue
		}
	case "POINT_DATA", "CELL_DATA":
		v.attributes(keyword)
		return false
	default:
		v.fault("keyword %s is unknown; the section before holds more than it says", quoted([]byte(keyword)))
	}
	return true
}

// numbers runs read over the numbers of a section.
func (v *vtk) numbers(read func()) {
	if v.raw {
		v.skipLine()
		v.binary = true
	}
	if v.err == nil {
		read()
	}
	v.binary = false
}

func (v *vtk) numberType() vtkNumber {
	name := strings.ToLower(string(v.word("a type of number")))
	t, ok := vtkNumbers(name)
	if !ok {
		v.fault("numbers of type %s are not read", quoted([]byte(name)))
	}
	return t
}

func (v *vtk) readPoints() {
	if v.points {
		v.fault("a second list of points; save one grid per file")
		return
	}
	n, t := v.count("the number of points"), v.numberType()
	v.numbers(func() {
		for i := 0; i < n && v.err == nil; i++ {
			if err := v.volume.vertex(vtkPoint(v.scan, t)); err != nil {
				v.fault("%w", err)
			}
		}
	})
	v.points, v.piece.points = true, n
}

// cells reads a list of cells. kind is what all of them are in POLYDATA.
func (v *vtk) cells(kind uint8) {
	if v.err == nil && !v.points {
		v.fault("cells before POINTS; save the file again")
		return
	}
	n, size := v.count("the number of cells"), v.integer("the size of the list of cells")
	if v.err == nil && (size < 0 || size > math.MaxUint32) {
		v.fault("size of the list of cells is %d", size)
	}
	before := v.piece.ends.len()
	if v.modern && v.is("OFFSETS") {
		v.offsets(n, size)
	} else {
		v.numbers(func() { v.oldCells(n, size) })
	}
	if v.grid && before > 0 {
		v.fault("a second list of cells")
	}
	for range v.piece.ends.len() - before {
		if !v.grid {
			v.piece.types.add(kind)
		}
	}
}

// oldCells reads for each cell its number of points and the points.
func (v *vtk) oldCells(cells int, size int64) {
	integer := vtkNumber{bytes: 4}
	for i := 0; i < cells && v.err == nil; i++ {
		n := vtkInteger(v.scan, integer, "the number of points of a cell")
		if size -= n + 1; n < 0 || size < 0 {
			v.fault("cell %d has %d points, more than the list announces", i, n)
		}
		for c := int64(0); c < n && v.err == nil; c++ {
			v.corner(integer)
		}
		v.piece.ends.add(uint32(v.piece.corners.len()))
	}
	if v.err == nil && size != 0 {
		v.fault("the list of cells announces %d numbers more than its cells have", size)
	}
}

func (v *vtk) corner(t vtkNumber) {
	if index := vtkInteger(v.scan, t, "a point of a cell"); v.err == nil {
		if err := v.piece.corner(index); err != nil {
			v.fault("%w", err)
		}
	}
}

// offsets reads OFFSETS, one more than cells, and CONNECTIVITY.
func (v *vtk) offsets(n int, size int64) {
	first := int64(v.piece.corners.len())
	v.word("OFFSETS")
	t := v.numberType()
	v.numbers(func() {
		for i := 0; i < n && v.err == nil; i++ {
			offset := vtkInteger(v.scan, t, "an offset")
			switch {
			case i == 0 && offset != 0 || offset < 0 || offset > size:
				v.fault("offset %d of cell %d; they go from 0 to %d", offset, i, size)
			case i > 0:
				v.piece.ends.add(uint32(first + offset))
			}
		}
	})
	if word := v.word("CONNECTIVITY"); v.err == nil && !strings.EqualFold(string(word), "CONNECTIVITY") {
		v.fault("%s where CONNECTIVITY should be", quoted(word))
	}
	t = v.numberType()
	v.numbers(func() {
		for i := int64(0); i < size && v.err == nil; i++ {
			v.corner(t)
		}
	})
}

// field passes over arrays that belong to the whole file.
func (v *vtk) field() {
	if !v.attribute("FIELD", 0, false) && v.err == nil {
		v.fault("an array in a field has numbers that are not read; save the mesh without field data")
	}
}
