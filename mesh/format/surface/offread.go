package surface

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"

	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
)

// offKeyword takes the first word of an OFF file apart: [ST][C][N][4][n]OFF. ok is
// false for any other word; refused names an unsupported part.
func offKeyword(word []byte) (ok bool, refused string) {
	prefix, isOFF := strings.CutSuffix(string(word), "OFF")
	if !isOFF {
		return false, ""
	}
	for _, part := range []string{"ST", "C", "N"} {
		prefix = strings.TrimPrefix(prefix, part)
	}
	switch prefix {
	case "":
		return true, ""
	case "4", "n", "4n":
		return true, fmt.Sprintf("%s has vertices in other than three dimensions; export plain OFF", scan.Quoted(word))
	}
	return false, ""
}

// recognizeOFF says whether the first word is the keyword.
func recognizeOFF(head []byte, _ int64) bool {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	for line := range bytes.Lines(head) {
		f := scan.Fields{Rest: bytes.TrimRight(line, "\n")}
		if word := f.Next(); len(word) > 0 {
			ok, _ := offKeyword(word)
			return ok
		}
	}
	return false
}

// ReadOFF reads an Object File Format file: the keyword (it may be missing), the
// numbers of vertices, faces and edges, one vertex a line and one face a line.
// Normals, colors and texture coordinates behind a position and colors behind a
// face are passed over; a face of two vertices is a line, one of fewer is counted in
// Degenerate.
func ReadOFF(in *scan.Source) (*mesh.File, error) {
	p := offParser{lines: scan.NewLines(in, "an OFF"), surface: &mesh.Surface{}}
	if err := p.read(in); err != nil {
		if err == io.EOF {
			err = scan.ErrEnds
		}
		return nil, fmt.Errorf("%s:%d: %w", in.Name, max(1, p.lines.Number), err)
	}
	return &mesh.File{Surface: p.surface}, nil
}

type offParser struct {
	lines   *scan.Lines
	surface *mesh.Surface
	corners []uint32 // of the current face
}

// statement returns the next line that is neither empty nor a comment.
func (p *offParser) statement() (scan.Fields, error) {
	for {
		line, err := p.lines.Next()
		if err != nil {
			return scan.Fields{}, err
		}
		probe := scan.Fields{Rest: line}
		if len(probe.Next()) > 0 {
			return scan.Fields{Rest: line}, nil
		}
	}
}

func (p *offParser) read(in *scan.Source) error {
	vertices, faces, err := p.counts()
	if err != nil {
		return err
	}
	s := p.surface
	s.Vertices = make([]model.Vec3, 0, in.AtMost(vertices, 6)) // "0 0 0\n"
	for i := range vertices {
		line, err := p.statement()
		if err != nil {
			return fmt.Errorf("after %d of %d vertices: %w", i, vertices, endedOFF(err))
		}
		var v model.Vec3
		for axis := range 3 {
			word := line.Next()
			if len(word) == 0 {
				return fmt.Errorf("vertex with %d numbers; it needs x, y and z", axis)
			}
			if v[axis], err = scan.ParseFloat(word); err != nil {
				return fmt.Errorf("vertex: %w", err)
			}
		}
		s.Vertices = append(s.Vertices, v)
	}
	known := in.AtMost(faces, 8) // "3 0 1 2\n"
	s.Corners = make([]uint32, 0, 3*known)
	s.FaceStart = make([]uint32, 1, known+1)
	for i := range faces {
		line, err := p.statement()
		if err != nil {
			return fmt.Errorf("after %d of %d faces: %w", i, faces, endedOFF(err))
		}
		if err := p.face(line); err != nil {
			return fmt.Errorf("face: %w", err)
		}
	}
	s.Tidy()
	switch line, err := p.statement(); {
	case err == nil:
		return fmt.Errorf("%s after the last of the %d faces that the header announces; correct the counts or remove the rest", scan.Quoted(line.Next()), faces)
	case err != io.EOF:
		return err
	}
	return nil
}

// endedOFF tells an end inside a value or a line from other errors.
func endedOFF(err error) error {
	if err == io.EOF {
		return scan.ErrEnds
	}
	return err
}

// counts reads the keyword, if there is one, and the numbers behind it or on the
// next line.
func (p *offParser) counts() (vertices, faces uint64, err error) {
	line, err := p.statement()
	if err != nil {
		return 0, 0, err
	}
	probe := line
	if ok, refused := offKeyword(probe.Next()); refused != "" {
		return 0, 0, fmt.Errorf("%s", refused)
	} else if ok {
		line = probe
	}
	probe = line
	switch word := probe.Next(); {
	case bytes.EqualFold(word, []byte("BINARY")):
		return 0, 0, fmt.Errorf("binary OFF is not read; export it as text")
	case len(word) == 0:
		if line, err = p.statement(); err != nil {
			return 0, 0, err
		}
	}
	for i, count := range []*uint64{&vertices, &faces} {
		word := line.Next()
		value, rest, ok := scan.ParseInt(word)
		if !ok || len(rest) > 0 || value < 0 {
			return 0, 0, fmt.Errorf("%s is not a number of %s; an OFF file begins with the numbers of vertices, faces and edges",
				scan.Quoted(word), [...]string{"vertices", "faces"}[i])
		}
		*count = uint64(value)
	}
	if vertices > model.MaxCount || faces > math.MaxUint32/3 {
		return 0, 0, fmt.Errorf("%d vertices and %d faces; at most %d vertices and %d faces are possible", vertices, faces,
			model.MaxCount, math.MaxUint32/3)
	}
	return vertices, faces, nil
}

// face reads `n a b c ... [color]`.
func (p *offParser) face(line scan.Fields) error {
	s := p.surface
	word := line.Next()
	count, rest, ok := scan.ParseInt(word)
	if !ok || len(rest) > 0 || count < 0 {
		return fmt.Errorf("%s is not a number of vertices", scan.Quoted(word))
	}
	p.corners = p.corners[:0]
	for i := range count {
		word := line.Next()
		if len(word) == 0 {
			return fmt.Errorf("%d vertices announced, %d given", count, i)
		}
		index, rest, ok := scan.ParseInt(word)
		if !ok || len(rest) > 0 {
			return fmt.Errorf("%s is not the number of a vertex", scan.Quoted(word))
		}
		if index < 0 || index >= int64(len(s.Vertices)) {
			return fmt.Errorf("vertex %d does not exist; the file has %d, numbered from 0", index, len(s.Vertices))
		}
		p.corners = append(p.corners, uint32(index))
	}
	return s.AddPolygon(p.corners, true)
}
