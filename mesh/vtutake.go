package mesh

import (
	"strings"
)

// take takes the numbers of an array from a scan of text or of binary numbers.
func (v *vtu) take(a vtuArray, s *scan) {
	if v.err != nil {
		return
	}
	more := func() bool { return v.err == nil && s.err == nil && s.more() }
	if s.binary {
		more = func() bool {
			return v.err == nil && s.err == nil && s.ahead("") && (s.taken < len(s.buffer) || s.fill())
		}
	}
	switch a.role {
	case "Points":
		v.takePoints(a, s, more)
	case "connectivity":
		for more() {
			if index := vtkInteger(s, a.number, "a point of a cell"); s.err == nil {
				if index < 0 || index >= int64(a.piece.points) {
					v.fault("a cell names point %d; there are %d points, from 0", index, a.piece.points)
				}
				a.cells.corners.add(uint32(index))
			}
		}
	case "offsets":
		for more() {
			if offset := vtkInteger(s, a.number, "an offset"); s.err == nil {
				if offset < 0 || offset > 1<<32-1 {
					v.fault("offset %d of a cell; it must be from 0 to %d", offset, int64(1<<32-1))
				}
				a.cells.ends.add(uint32(offset))
			}
		}
	case "types":
		for more() {
			if kind := vtkInteger(s, a.number, "a cell type"); s.err == nil {
				a.cells.types.add(uint8(max(0, min(255, kind))))
			}
		}
	case "labels":
		a.piece.labels = pile[int32]{}
		for more() && a.piece.labels.len() <= a.piece.cells {
			if label := vtkInteger(s, a.number, "a label of a cell"); s.err == nil {
				a.piece.labels.add(clampLabel(label))
			}
		}
	}
}

// takePoints takes the points of a piece.
func (v *vtu) takePoints(a vtuArray, s *scan, more func() bool) {
	if len(a.piece.lists) > 0 && a.piece.lists[0].vtkPiece.points > 0 {
		v.fault("a second array of points in one piece")
		return
	}
	count, base := 0, v.volume.vertices.len()
	for ; more(); count++ {
		if p := vtkPoint(s, a.number); s.err == nil {
			if err := v.volume.vertex(p); err != nil {
				v.fault("array Points: %w", err)
			}
		}
	}
	if v.err == nil && s.err == nil && count != a.piece.points {
		v.fault("%d points, and %d announced", count, a.piece.points)
	}
	for _, cells := range a.piece.lists {
		cells.base, cells.vtkPiece.points = base, count
	}
}

// takesLabels says whether an array of cell data are whole numbers that tell the
// part each cell belongs to, better than an array before.
func (p *vtuPiece) takesLabels(tag xmlTag) bool {
	number, ok := vtkNumbers(strings.ToLower(tag.get("type")))
	rank, named := isLabelName(tag.get("Name"))
	if n := tag.get("NumberOfComponents"); !ok || number.float || !named || n != "" && n != "1" || p.named && rank >= p.rank {
		return false
	}
	p.named, p.rank = true, rank
	return true
}
