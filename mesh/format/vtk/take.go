package vtk

import (
	"strings"

	"hooke/mesh"
	"hooke/mesh/scan"
)

// take reads the numbers of an array from a scan of text or of binary numbers.
func (v *vtu) take(a vtuArray, s *scan.Cursor) {
	if v.Err != nil {
		return
	}
	more := func() bool { return v.Err == nil && s.Err == nil && s.More() }
	if s.Binary {
		more = func() bool {
			return v.Err == nil && s.Err == nil && s.Ahead("") && s.Left()
		}
	}
	switch a.role {
	case "Points":
		v.takePoints(a, s, more)
	case "connectivity":
		for more() {
			if index := vtkInteger(s, a.number, "a point of a cell"); s.Err == nil {
				if index < 0 || index >= int64(a.piece.points) {
					v.Fault("a cell names point %d; there are %d points, from 0", index, a.piece.points)
				}
				a.cells.corners.Add(uint32(index))
			}
		}
	case "offsets":
		for more() {
			if offset := vtkInteger(s, a.number, "an offset"); s.Err == nil {
				if offset < 0 || offset > 1<<32-1 {
					v.Fault("offset %d of a cell; it must be from 0 to %d", offset, int64(1<<32-1))
				}
				a.cells.ends.Add(uint32(offset))
			}
		}
	case "types":
		for more() {
			if kind := vtkInteger(s, a.number, "a cell type"); s.Err == nil {
				a.cells.types.Add(uint8(max(0, min(255, kind))))
			}
		}
	case "labels":
		a.piece.labels = scan.ChunkedSlice[int32]{}
		for more() && a.piece.labels.Len() <= a.piece.cells {
			if label := vtkInteger(s, a.number, "a label of a cell"); s.Err == nil {
				a.piece.labels.Add(mesh.ClampLabel(label))
			}
		}
	}
}

// takePoints reads the points of a piece.
func (v *vtu) takePoints(a vtuArray, s *scan.Cursor, more func() bool) {
	if len(a.piece.lists) > 0 && a.piece.lists[0].vtkPiece.points > 0 {
		v.Fault("a second array of points in one piece")
		return
	}
	count, base := 0, v.volume.Vertices.Len()
	for ; more(); count++ {
		if p := vtkPoint(s, a.number); s.Err == nil {
			if err := v.volume.Vertex(p); err != nil {
				v.Fault("array Points: %w", err)
			}
		}
	}
	if v.Err == nil && s.Err == nil && count != a.piece.points {
		v.Fault("%d points, and %d announced", count, a.piece.points)
	}
	for _, cells := range a.piece.lists {
		cells.base, cells.vtkPiece.points = base, count
	}
}

// takesLabels reports whether an array of cell data holds whole numbers that tell the part
// of each cell, with a better name than any array before.
func (p *vtuPiece) takesLabels(tag scan.Tag) bool {
	number, ok := vtkNumbers(strings.ToLower(tag.Get("type")))
	rank, named := mesh.IsLabelName(tag.Get("Name"))
	if n := tag.Get("NumberOfComponents"); !ok || number.float || !named || n != "" && n != "1" || p.named && rank >= p.rank {
		return false
	}
	p.named, p.rank = true, rank
	return true
}
