package volume

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
)

// ReadTetGen reads TetGen's files, given any one of name.node (vertices),
// name.ele (tetrahedra) and name.face (triangles): the others are looked for beside
// it, and name.node must be there. Numbers count from 0 or 1, whichever the first
// vertex has. Comments, attributes and second-order nodes are understood;
// boundary markers and the first attribute of a tetrahedron (its region) become
// labels. Format: TetGen's manual, section 5.
func ReadTetGen(in *scan.Source) (*mesh.File, error) {
	base, ending := in.Base, ""
	if at := strings.LastIndexByte(strings.TrimSuffix(base, ".gz"), '.'); at >= 0 {
		base, ending = base[:at], strings.TrimSuffix(base, ".gz")[at:]
	}
	open := func(extension string) (*scan.Source, error) {
		if strings.EqualFold(ending, extension) {
			return in, nil
		}
		if ending == strings.ToUpper(ending) {
			extension = strings.ToUpper(extension)
		}
		side, err := in.Sidecar(base + extension)
		if errors.Is(err, fs.ErrNotExist) && !strings.EqualFold(extension, ".node") {
			return nil, nil
		}
		return side, err
	}

	t := &tetgen{}
	found := 0
	for _, part := range []struct {
		extension string
		read      func(*scan.Cursor)
	}{{".node", t.nodes}, {".ele", t.tets}, {".face", t.faces}} {
		file, err := open(part.extension)
		if err != nil && in.Folder == nil && part.extension != ".node" {
			continue // alone, without a folder: only its content
		}
		if err != nil {
			return nil, err
		}
		if file == nil {
			continue
		}
		found++
		s := scan.NewCursor(file)
		s.Comment = '#'
		part.read(s)
		if s.Err == nil && s.More() {
			s.Fault("%s after the last entry that the first line announces", scan.Quoted(s.Word("nothing")))
		}
		if file != in {
			err = file.Close()
		}
		if s.Err != nil {
			return nil, s.Err
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
	}
	if found == 1 {
		return nil, fmt.Errorf("%s: vertices alone; %s.ele (tetrahedra) or %s.face (triangles) must lie beside it", in.Name, base, base)
	}
	return t.volume.File(in.Name)
}

// tetgen is a set of files that are being read.
type tetgen struct {
	volume mesh.Cells
	first  int64 // number of the first vertex, 0 or 1
}

// nodes reads: vertices, dimension, attributes, markers; then lines of number, x, y, z,
// attributes, marker.
func (t *tetgen) nodes(s *scan.Cursor) {
	n, header := tetgenHeader(s, "vertices", 3)
	dimension, attributes, markers := header[0], header[1], header[2]
	if s.Err == nil && dimension != 3 {
		s.Fault("dimension %d; only 3 is read", dimension)
	}
	for i := 0; i < n && s.Err == nil; i++ {
		number := s.Integer("a vertex's number")
		if i == 0 {
			t.first = number
		}
		if s.Err == nil && (number != t.first+int64(i) || t.first != 0 && t.first != 1) {
			s.Fault("vertex %d where %d should be; vertices are numbered in order, from 0 or 1", number, t.first+int64(i))
		}
		p := model.Vec3{s.Float("x of a vertex"), s.Float("y of a vertex"), s.Float("z of a vertex")}
		for a := 0; a < attributes && s.Err == nil; a++ {
			s.Word("an attribute")
		}
		label := tetgenMarker(s, markers)
		if s.Err == nil {
			if err := t.volume.Vertex(p); err != nil {
				s.Fault("%w", err)
			}
			t.volume.VertexLabels.Add(label)
		}
		s.SkipLine()
	}
}

// tets reads: tetrahedra, corners of each, attributes; then lines of number, corners, attributes.
func (t *tetgen) tets(s *scan.Cursor) {
	n, header := tetgenHeader(s, "tetrahedra", 2)
	corners, attributes := header[0], header[1]
	if s.Err == nil && corners != 4 && corners != 10 {
		s.Fault("tetrahedra of %d nodes; they have 4 or 10", corners)
	}
	var tet [4]uint32
	for i := 0; i < n && s.Err == nil; i++ {
		t.inOrder(s, "tetrahedron", i)
		for c := range corners {
			if v := t.corner(s); c < 4 {
				tet[c] = v
			}
		}
		label := int64(0)
		for a := 0; a < attributes && s.Err == nil; a++ {
			if value := s.Float("an attribute"); a == 0 {
				label = int64(value)
			}
		}
		if corners > 4 {
			t.volume.Higher++
		}
		t.add(s, mesh.CellTet, tet[:], label)
		s.SkipLine()
	}
}

// faces reads: triangles, markers; then lines of number, corners, marker.
func (t *tetgen) faces(s *scan.Cursor) {
	n, header := tetgenHeader(s, "triangles", 1)
	markers := header[0]
	var face [3]uint32
	for i := 0; i < n && s.Err == nil; i++ {
		t.inOrder(s, "triangle", i)
		for c := range face {
			face[c] = t.corner(s)
		}
		t.add(s, mesh.CellTriangle, face[:], tetgenMarker(s, markers))
		s.SkipLine() // other content: neighbors
	}
}

// corner takes a vertex's number and returns it from 0.
func (t *tetgen) corner(s *scan.Cursor) uint32 {
	number := s.Integer("a corner") - t.first
	if s.Err == nil && (number < 0 || number >= int64(t.volume.Vertices.Len())) {
		s.Fault("vertex %d does not exist; there are %d vertices, from %d", number+t.first, t.volume.Vertices.Len(), t.first)
		return 0
	}
	return uint32(number)
}

func (t *tetgen) add(s *scan.Cursor, c mesh.Cell, corners []uint32, label int64) {
	if s.Err != nil {
		return
	}
	if err := t.volume.Element(c, corners, t.volume.Vertices.Len(), label); err != nil {
		s.Fault("%w", err)
	}
}

// inOrder takes the number at the start of a line, which tells a line that is too
// short or too long.
func (t *tetgen) inOrder(s *scan.Cursor, what string, i int) {
	number := s.Integer("the number of a " + what)
	if s.Err == nil && number != t.first+int64(i) {
		s.Fault("%s %d where %d should be: the line before is incomplete, or they are not in order", what, number, t.first+int64(i))
	}
}

// tetgenHeader takes the first line: a count and some small numbers. The last of these
// may be missing, and is then 0.
func tetgenHeader(s *scan.Cursor, what string, small int) (count int, numbers [3]int) {
	if !s.More() {
		s.Fault("the file ends where the number of %s should be", what)
		return 0, numbers
	}
	line := s.Line
	count = s.Count("the number of " + what)
	for i := range small {
		if !s.More() || s.Line != line {
			break
		}
		n := s.Integer("a number of the first line")
		if n < 0 || n > 1000 {
			s.Fault("%d in the first line; it must be from 0 to 1000", n)
			return 0, numbers
		}
		numbers[i] = int(n)
	}
	return count, numbers
}

// tetgenMarker takes the boundary markers of a line and returns the first.
func tetgenMarker(s *scan.Cursor, count int) (label int64) {
	for m := 0; m < count && s.Err == nil; m++ {
		if marker := s.Integer("a boundary marker"); m == 0 {
			label = marker
		}
	}
	return label
}
