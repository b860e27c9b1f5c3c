package surface

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
)

// Layout of a binary STL file [bytes]: a free header, the number of triangles,
// then per triangle a normal, three corners (float32, little endian) and two bytes
// without meaning here.
const (
	STLHeaderBytes   = 80
	stlStart         = STLHeaderBytes + 4
	STLTriangleBytes = 50
)

// recognizeSTL says whether a file is STL by content. Binary files often begin
// with "solid", too: a size that fits the count, or a zero byte, tells them apart.
func recognizeSTL(head []byte, size int64) bool {
	return binarySTLFits(head, size) || startsSTLSolid(head)
}

// binarySTLFits reports whether the size matches a binary file's count exactly. For text the
// count, four letters, means gigabytes.
func binarySTLFits(head []byte, size int64) bool {
	return len(head) >= stlStart && size == stlStart+STLTriangleBytes*int64(binary.LittleEndian.Uint32(head[STLHeaderBytes:]))
}

func startsSTLSolid(head []byte) bool {
	word := scan.Fields{Rest: bytes.TrimPrefix(head[:min(len(head), 512)], []byte("\xef\xbb\xbf"))}
	word.Rest = bytes.TrimLeft(word.Rest, " \t\r\n")
	first, _, _ := bytes.Cut(word.Next(), []byte("\n"))
	return bytes.EqualFold(first, []byte("solid"))
}

// ReadSTL reads an STL file, binary or ASCII.
func ReadSTL(in *scan.Source) (*mesh.File, error) {
	head, _ := in.Peek(scan.HeadSize) // errors return below
	b := stlBuilder{surface: &mesh.Surface{}, keep: in.KeepDuplicates}
	format := "STL (ASCII)"
	var err error
	if startsSTLSolid(head) && bytes.IndexByte(head, 0) < 0 && !binarySTLFits(head, in.Size) {
		err = b.ascii(in)
	} else {
		format = "STL (binary)"
		err = b.binary(in)
	}
	if err != nil {
		return nil, err
	}
	if b.surface.FaceCount() == 0 {
		b.notes = append(b.notes, fmt.Sprintf("%s has no triangles (%d degenerate ones left out): was nothing selected when it was exported?", in.Name, b.surface.Degenerate))
	}
	return &mesh.File{Format: format, Surface: b.surface, Welded: b.welded, Notes: b.notes}, nil
}

// stlBuilder makes a surface of triangles that come with their positions. It
// joins corners at the same position at once, since three vertices per triangle would
// be six times those of a closed surface.
type stlBuilder struct {
	surface *mesh.Surface
	keep    bool // every corner stays a vertex of its own
	places  *mesh.PlaceTable
	last    [3]uint32 // corners of the previous triangle, which neighbors share
	welded  int
	notes   []string
}

// reserve prepares for count triangles, which the file must be long enough for.
func (b *stlBuilder) reserve(count int) {
	vertices := count/2 + 2 // of a closed surface; more are appended
	if b.keep {
		vertices = 3 * count
	}
	b.surface.Vertices = make([]model.Vec3, 0, vertices)
	b.surface.Corners = make([]uint32, 0, 3*count)
	b.surface.FaceStart = make([]uint32, 1, count+1)
	if !b.keep {
		b.places = mesh.NewPlaceTable(vertices)
	}
}

// triangle adds one triangle.
func (b *stlBuilder) triangle(corners *[3]model.Vec3) error {
	s := b.surface
	if len(s.Vertices) > model.MaxCount-3 || len(s.Corners) > math.MaxUint32-3 {
		return fmt.Errorf("more than %d vertices; split the mesh", model.MaxCount)
	}
	var t [3]uint32
	for i, p := range corners {
		if !b.keep {
			if at, found := b.find(p); found {
				t[i] = at
				b.welded++
				continue
			}
		}
		t[i] = uint32(len(s.Vertices))
		s.Vertices = append(s.Vertices, p)
	}
	b.last = t
	if t[0] == t[1] || t[1] == t[2] || t[2] == t[0] {
		s.Degenerate++
		return nil
	}
	s.AddFace(t[:])
	return nil
}

// find returns the vertex at position p; for a new position the next one to be
// appended is entered.
func (b *stlBuilder) find(p model.Vec3) (at uint32, found bool) {
	vertices := b.surface.Vertices
	for _, at := range b.last {
		if int(at) < len(vertices) && vertices[at] == p {
			return at, true
		}
	}
	b.places.Grow(vertices)
	return b.places.Find(p, vertices, uint32(len(vertices)))
}

func (b *stlBuilder) binary(in *scan.Source) error {
	blocks := scan.Blocks{In: in}
	header, err := blocks.Next(stlStart)
	if err != nil {
		return fmt.Errorf("%s: %d bytes are too few for an STL file, which has a header of %d; is it cut off?", in.Name, blocks.Offset, stlStart)
	}
	count := binary.LittleEndian.Uint32(header[STLHeaderBytes:])
	if in.Size >= 0 && in.Size < stlStart+STLTriangleBytes*int64(count) {
		return fmt.Errorf("%s: byte %d: the header announces %d triangles, the file holds %d; is it cut off, or not an STL file?",
			in.Name, STLHeaderBytes, count, (in.Size-stlStart)/STLTriangleBytes)
	}
	b.reserve(in.AtMost(uint64(count), STLTriangleBytes))

	for i := range count {
		offset := blocks.Offset
		data, err := blocks.Next(STLTriangleBytes)
		if err != nil {
			return blocks.Fault(blocks.Offset, fmt.Errorf("triangle %d of %d: %w", i+1, count, err))
		}
		var corners [3]model.Vec3
		for c := range 3 {
			for axis := range 3 {
				word := binary.LittleEndian.Uint32(data[12+12*c+4*axis:])
				if word&0x7f800000 == 0x7f800000 {
					return blocks.Fault(offset+int64(12+12*c+4*axis), fmt.Errorf("triangle %d: coordinate %v is not a finite number",
						i+1, math.Float32frombits(word)))
				}
				corners[c][axis] = float64(math.Float32frombits(word))
			}
		}
		if err := b.triangle(&corners); err != nil {
			return blocks.Fault(offset, err)
		}
	}
	b.surface.Tidy()

	// Bytes behind the last triangle: less than one more is noise, a whole one
	// means that the count lies.
	offset := blocks.Offset
	rest, err := blocks.Rest(STLTriangleBytes)
	switch {
	case err != nil:
		return blocks.Fault(offset, err)
	case rest == STLTriangleBytes:
		return blocks.Fault(offset, fmt.Errorf("more data follows the %d triangles that the header announces; correct the count or cut the rest off", count))
	case rest > 0:
		b.notes = append(b.notes, fmt.Sprintf("%d bytes after the last triangle were passed over", rest))
	}
	return nil
}

// ascii reads `solid NAME`, then `facet normal X Y Z  outer loop  vertex X Y Z
// (three times)  endloop  endfacet`, then `endsolid NAME`; several solids may
// follow each other. Normals are not looked at: programs write NaN there.
func (b *stlBuilder) ascii(in *scan.Source) error {
	if mark, _ := in.Peek(3); string(mark) == "\xef\xbb\xbf" {
		if _, err := in.Discard(3); err != nil {
			return fmt.Errorf("%s: cannot read: %w", in.Name, err)
		}
	}
	if !b.keep {
		b.places = mesh.NewPlaceTable(0)
	}
	words := scan.NewWords(in, 1)
	for solids := 0; ; solids++ {
		word, err := words.Next()
		if err == io.EOF && solids > 0 {
			break
		}
		if err == nil && !bytes.EqualFold(word, []byte("solid")) {
			err = fmt.Errorf("%s after the end of a solid; a solid begins with the word solid", scan.Quoted(word))
		}
		if err == nil {
			err = words.SkipLine()
		}
		if err == nil {
			err = b.solid(words)
		}
		if err == io.EOF {
			err = scan.ErrEnds
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", in.Name, words.Line, err)
		}
	}
	b.surface.Tidy()
	return nil
}

// solid reads the facets of a solid and its end.
func (b *stlBuilder) solid(words *scan.Words) error {
	for {
		word, err := words.Next()
		switch {
		case err != nil:
			return err
		case bytes.EqualFold(word, []byte("endsolid")):
			if err := words.SkipLine(); err != nil && err != io.EOF {
				return err
			}
			return nil
		case !bytes.EqualFold(word, []byte("facet")):
			return fmt.Errorf("%s where a facet or endsolid should be", scan.Quoted(word))
		}
		if err := expectSTL(words, "normal"); err != nil {
			return err
		}
		for range 3 {
			if _, err := words.Next(); err != nil {
				return err
			}
		}
		if err := b.facet(words); err != nil {
			return err
		}
	}
}

// facet reads the rest of a facet after its normal.
func (b *stlBuilder) facet(words *scan.Words) error {
	if err := expectSTL(words, "outer", "loop"); err != nil {
		return err
	}
	var corners [3]model.Vec3
	for c := range corners {
		if err := expectSTL(words, "vertex"); err != nil {
			return err
		}
		for axis := range 3 {
			word, err := words.Next()
			if err != nil {
				return err
			}
			if corners[c][axis], err = scan.ParseFloat(word); err != nil {
				return fmt.Errorf("vertex: %w", err)
			}
		}
	}
	if err := expectSTL(words, "endloop", "endfacet"); err != nil {
		return err
	}
	return b.triangle(&corners)
}

// expectSTL reads words that must come, in capitals or not.
func expectSTL(words *scan.Words, list ...string) error {
	for _, want := range list {
		word, err := words.Next()
		if err != nil {
			return err
		}
		if !bytes.EqualFold(word, []byte(want)) {
			return fmt.Errorf("%s where %q should be", scan.Quoted(word), want)
		}
	}
	return nil
}
