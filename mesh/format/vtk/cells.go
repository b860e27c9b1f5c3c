package vtk

import (
	"encoding/binary"
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
)

// vtkPiece is one grid of a VTK file: vertices, and cells as ranges of corners. Cell i
// has the corners corners[ends[i-1]:ends[i]], where ends[-1] counts as 0.
type vtkPiece struct {
	base    int // number of vertices of the earlier pieces
	points  int // number of vertices of this piece
	corners scan.ChunkedSlice[uint32]
	ends    scan.ChunkedSlice[uint32]
	types   scan.ChunkedSlice[uint8]
	labels  []int32 // labels of the cells; nil without labels
}

// vtkShape returns the shape of a cell type; ok is false for a type that is not read. higher
// reports that corners come first and other nodes follow. Format: vtkCellType.h and "The VTK
// file formats".
func vtkShape(kind uint8) (c mesh.Cell, higher, ok bool) {
	switch kind {
	case 0, 1, 2: // empty, vertex, vertices
		return mesh.CellIgnored, false, true
	case 3, 4:
		return mesh.CellPolyline, false, true
	case 5:
		return mesh.CellTriangle, false, true
	case 6:
		return mesh.CellStrip, false, true
	case 7:
		return mesh.CellPolygon, false, true
	case 8:
		return mesh.CellPixel, false, true
	case 9:
		return mesh.CellQuad, false, true
	case 10:
		return mesh.CellTet, false, true
	case 11:
		return mesh.CellVoxel, false, true
	case 12:
		return mesh.CellHex, false, true
	case 13:
		return mesh.CellPrism, false, true
	case 14:
		return mesh.CellPyramid, false, true
	case 21, 35, 68, 75:
		return mesh.CellLine, true, true
	case 22, 34, 69, 76:
		return mesh.CellTriangle, true, true
	case 23, 28, 30, 70, 77:
		return mesh.CellQuad, true, true
	case 24, 71, 78:
		return mesh.CellTet, true, true
	case 25, 29, 33, 72, 79:
		return mesh.CellHex, true, true
	case 26, 31, 32, 73, 80:
		return mesh.CellPrism, true, true
	case 27, 37, 74, 81:
		return mesh.CellPyramid, true, true
	}
	return mesh.CellUnknown, false, false
}

// corner adds a corner with the number that the file gives it.
func (p *vtkPiece) corner(index int64) error {
	switch {
	case index < 0 || index >= int64(p.points):
		return fmt.Errorf("a cell names point %d; there are %d points, from 0", index, p.points)
	case p.corners.Len() == math.MaxUint32:
		return fmt.Errorf("more than %d corners; split the mesh", uint32(math.MaxUint32))
	}
	p.corners.Add(uint32(index))
	return nil
}

// addTo adds the cells of the piece to the volume. kind is the type of cells that have no
// type of their own.
func (p *vtkPiece) addTo(v *mesh.Cells, kind uint8) error {
	corners, ends, types := p.corners.Join(), p.ends.Join(), p.types.Join()
	if types != nil && len(types) != len(ends) {
		return fmt.Errorf("%d cells and %d cell types", len(ends), len(types))
	}
	if p.labels != nil && len(p.labels) != len(ends) {
		return fmt.Errorf("%d cells and %d labels of cells", len(ends), len(p.labels))
	}
	first := uint32(0)
	scratch := make([]uint32, 0, 8)
	for i, end := range ends {
		if types != nil {
			kind = types[i]
		}
		c, higher, ok := vtkShape(kind)
		if !ok {
			return fmt.Errorf("cell %d has type %d, which is not read; save lines, polygons, tetrahedra, hexahedra, wedges and pyramids", i, kind)
		}
		if end < first || int(end) > len(corners) {
			return fmt.Errorf("cell %d ends at corner %d; it begins at %d, and there are %d", i, end, first, len(corners))
		}
		around := corners[first:end]
		first = end
		switch need := c.Corners(); {
		case need == 0 || kind == 0 || kind == 2:
		case len(around) < need || !higher && len(around) > need:
			return fmt.Errorf("cell %d of type %d has %d points; it needs %d", i, kind, len(around), need)
		case len(around) > need:
			around = around[:need]
			v.Higher++
		}
		scratch = scratch[:0]
		for _, at := range around {
			scratch = append(scratch, at+uint32(p.base))
		}
		if c == mesh.CellPrism {
			// The base of a VTK wedge faces outward, unlike that of all other formats.
			scratch[1], scratch[2], scratch[4], scratch[5] = scratch[2], scratch[1], scratch[5], scratch[4]
		}
		label := int64(0)
		if p.labels != nil {
			label = int64(p.labels[i])
		}
		if err := v.Element(c, scratch, p.base+p.points, label); err != nil {
			return fmt.Errorf("cell %d: %w", i, err)
		}
	}
	if int(first) != len(corners) {
		return fmt.Errorf("%d corners after the last cell", len(corners)-int(first))
	}
	return nil
}

// vtkNumber is a type of number.
type vtkNumber struct {
	bytes           int
	float, unsigned bool
}

// vtkNumbers looks up a type of numbers by its name in legacy or XML files. It returns
// false for a type that is not read. A long has 8 bytes, as VTK writes it on 64-bit
// machines.
func vtkNumbers(name string) (vtkNumber, bool) {
	switch name {
	case "char", "signed_char", "int8":
		return vtkNumber{1, false, false}, true
	case "unsigned_char", "uint8":
		return vtkNumber{1, false, true}, true
	case "short", "int16":
		return vtkNumber{2, false, false}, true
	case "unsigned_short", "uint16":
		return vtkNumber{2, false, true}, true
	case "int", "vtktypeint32", "vtkidtype", "int32":
		return vtkNumber{4, false, false}, true
	case "unsigned_int", "vtktypeuint32", "uint32":
		return vtkNumber{4, false, true}, true
	case "long", "long_long", "vtktypeint64", "int64":
		return vtkNumber{8, false, false}, true
	case "unsigned_long", "unsigned_long_long", "vtktypeuint64", "uint64":
		return vtkNumber{8, false, true}, true
	case "float", "float32":
		return vtkNumber{4, true, false}, true
	case "double", "float64":
		return vtkNumber{8, true, false}, true
	}
	return vtkNumber{}, false
}

// vtkInteger and vtkReal read one number of the type, as text or binary.
func vtkInteger(s *scan.Cursor, t vtkNumber, what string) int64 {
	if !s.Binary {
		return s.Integer(what)
	}
	b := s.Bytes(t.bytes, what)
	if b != nil && t.float {
		s.Fault("%s has a type with fractions", what)
	}
	if s.Err != nil {
		return 0
	}
	return t.integer(b, s.Order)
}

// integer decodes a number without a fraction. An unsigned number from 2^63 on turns
// negative, which no index may be.
func (t vtkNumber) integer(b []byte, order binary.ByteOrder) int64 {
	switch {
	case t.bytes == 1 && t.unsigned:
		return int64(b[0])
	case t.bytes == 1:
		return int64(int8(b[0]))
	case t.bytes == 2 && t.unsigned:
		return int64(order.Uint16(b))
	case t.bytes == 2:
		return int64(int16(order.Uint16(b)))
	case t.bytes == 4 && t.unsigned:
		return int64(order.Uint32(b))
	case t.bytes == 4:
		return int64(int32(order.Uint32(b)))
	}
	return int64(order.Uint64(b))
}

func vtkReal(s *scan.Cursor, t vtkNumber, what string) float64 {
	switch {
	case !s.Binary:
		return s.Float(what)
	case t.float && t.bytes == 4:
		return s.Float32(what)
	case t.float:
		return s.Float64(what)
	}
	return float64(vtkInteger(s, t, what))
}

// vtkPoint reads three coordinates.
func vtkPoint(s *scan.Cursor, t vtkNumber) model.Vec3 {
	return model.Vec3{vtkReal(s, t, "x of a point"), vtkReal(s, t, "y of a point"), vtkReal(s, t, "z of a point")}
}
