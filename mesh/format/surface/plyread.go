package surface

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
)

// recognizePLY says whether the first line of a file is the word ply.
func recognizePLY(head []byte, _ int64) bool {
	rest, ok := bytes.CutPrefix(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), []byte("ply"))
	return ok && (len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r' || rest[0] == ' ')
}

// ReadPLY reads a Stanford polygon file (Greg Turk, "The PLY polygon file format", 1994):
// vertices, polygons, triangle strips and edges. It does not read other elements and
// properties, so that a normal may be NaN. Elements may come in any order. Errors name
// the file.
func ReadPLY(in *scan.Source) (*mesh.File, error) {
	lines := scan.NewLines(in, "a PLY")
	header, err := readPLYHeader(lines)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", in.Name, max(1, lines.Number), err)
	}
	p := plyParser{in: in, header: header, surface: &mesh.Surface{}}
	binaryData := &plyBinary{Blocks: scan.Blocks{In: in, Offset: lines.Offset}, order: binary.LittleEndian}
	file := &mesh.File{Format: "PLY (binary)", Surface: p.surface}
	switch header.encoding {
	case "ascii":
		file.Format = "PLY (ASCII)"
		p.values = &plyText{words: scan.NewWords(in, lines.Number+1)}
	case "binary_big_endian":
		file.Format = "PLY (binary, big endian)"
		binaryData.order = binary.BigEndian
		p.values = binaryData
	default:
		p.values = binaryData
	}

	for i := range header.elements {
		if err := p.element(&header.elements[i]); err != nil {
			return nil, p.values.fault(err)
		}
	}
	if err := p.values.end(); err != nil {
		return nil, p.values.fault(err)
	}
	p.surface.Tidy()
	file.Notes = binaryData.notes
	file.VertexLabels, file.FaceLabels = p.vertices.Values.Join(), p.polygons.Values.Join()
	return file, nil
}

type plyParser struct {
	in      *scan.Source
	header  *plyHeader
	values  plyValues
	surface *mesh.Surface
	corners []uint32 // corners of the current polygon

	labelAt            int   // property of the current element that is a label; −1 without one
	label              int64 // label of the current row
	vertices, polygons mesh.Labels
}

// element reads all rows of one element.
func (p *plyParser) element(e *plyElement) error {
	var row func(e *plyElement) error
	p.labelAt, p.label = e.label(), 0
	s := p.surface
	least, _ := e.rowSize() // bytes of a row in the file, at least; text has a digit and a blank per number
	if p.header.encoding == "ascii" {
		least = 2 * int64(len(e.properties))
	}
	room := p.in.AtMost(e.count, max(1, least))
	switch e.name {
	case "vertex":
		s.Vertices = make([]model.Vec3, 0, room)
		row = p.vertex
	case "face":
		room = p.in.AtMost(e.count, least+3*2)
		s.Corners = make([]uint32, 0, 3*room)
		s.FaceStart = make([]uint32, 1, room+1)
		row = p.face
	case "tristrips":
		row = p.strip
	case "edge":
		s.Lines = make([][2]uint32, 0, room)
		row = p.edge
	default:
		if whole, err := p.values.skipRows(e); whole || err != nil {
			return namedPLY(e, 0, err)
		}
		row = p.pass
	}
	for i := range e.count {
		err := p.values.begin()
		if err == nil {
			err = row(e)
		}
		if err != nil {
			return namedPLY(e, i, err)
		}
	}
	return nil
}

// namedPLY adds the name of the element and the number of the row to an error.
func namedPLY(e *plyElement, row uint64, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %d of %d: %w", e.name, row, e.count, err)
}

func (p *plyParser) vertex(e *plyElement) error {
	var v model.Vec3
	for i := range e.properties {
		var err error
		switch property := &e.properties[i]; {
		case len(property.name) == 1 && 'x' <= property.name[0] && property.name[0] <= 'z':
			v[property.name[0]-'x'], err = p.values.coordinate(property.kind)
		case i == p.labelAt:
			p.label, err = p.values.integer(property.kind)
		default:
			err = p.skip(property)
		}
		if err != nil {
			return err
		}
	}
	p.surface.Vertices = append(p.surface.Vertices, v)
	p.vertices.Add(p.label)
	return nil
}

func (p *plyParser) face(e *plyElement) error {
	if err := p.list(e, false); err != nil {
		return err
	}
	before := p.surface.FaceCount()
	err := p.surface.AddPolygon(p.corners, false)
	if p.surface.FaceCount() > before {
		p.polygons.Add(p.label)
	}
	return err
}

// plyNoVertex stands for the −1 between strips.
const plyNoVertex = ^uint32(0)

// strip turns a list of strips, which −1 separates, into triangles. It turns every second
// triangle over, so that all face the same way.
func (p *plyParser) strip(e *plyElement) error {
	if err := p.list(e, true); err != nil {
		return err
	}
	start := 0
	for i, v := range p.corners {
		switch {
		case v == plyNoVertex:
			start = i + 1
		case i >= start+2:
			t := [3]uint32{p.corners[i-2], p.corners[i-1], v}
			if (i-start)%2 == 1 {
				t[0], t[1] = t[1], t[0]
			}
			before := p.surface.FaceCount()
			if err := p.surface.AddPolygon(t[:], false); err != nil {
				return err
			}
			if p.surface.FaceCount() > before {
				p.polygons.Add(p.label)
			}
		}
	}
	return nil
}

// list reads a row and stores its list of vertices in corners.
func (p *plyParser) list(e *plyElement, separated bool) error {
	p.corners = p.corners[:0]
	for i, wanted := 0, e.property("vertex_indices", "vertex_index"); i < len(e.properties); i++ {
		property := &e.properties[i]
		if i == p.labelAt {
			var err error
			if p.label, err = p.values.integer(property.kind); err != nil {
				return err
			}
			continue
		}
		if i != wanted {
			if err := p.skip(property); err != nil {
				return err
			}
			continue
		}
		length, err := p.length(property)
		if err != nil {
			return err
		}
		for range length {
			vertex, err := p.values.integer(property.kind)
			if err != nil {
				return err
			}
			if separated && vertex == -1 {
				p.corners = append(p.corners, plyNoVertex)
				continue
			}
			if err := p.inRange(vertex); err != nil {
				return err
			}
			p.corners = append(p.corners, uint32(vertex))
		}
	}
	return nil
}

func (p *plyParser) edge(e *plyElement) error {
	first, second := e.property("vertex1"), e.property("vertex2")
	var ends [2]uint32
	for i := range e.properties {
		property := &e.properties[i]
		if i != first && i != second {
			if err := p.skip(property); err != nil {
				return err
			}
			continue
		}
		vertex, err := p.values.integer(property.kind)
		if err != nil {
			return err
		}
		if err := p.inRange(vertex); err != nil {
			return err
		}
		if i == first {
			ends[0] = uint32(vertex)
		} else {
			ends[1] = uint32(vertex)
		}
	}
	if ends[0] == ends[1] {
		p.surface.Degenerate++
		return nil
	}
	p.surface.Lines = append(p.surface.Lines, ends)
	return nil
}

// pass skips a row that has no meaning here.
func (p *plyParser) pass(e *plyElement) error {
	for i := range e.properties {
		if err := p.skip(&e.properties[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *plyParser) skip(property *plyProperty) error {
	if property.count == plyNone {
		return p.values.skip(property.kind, 1)
	}
	length, err := p.length(property)
	if err != nil {
		return err
	}
	return p.values.skip(property.kind, length)
}

func (p *plyParser) length(property *plyProperty) (int64, error) {
	length, err := p.values.integer(property.count)
	if err == nil && length < 0 {
		err = fmt.Errorf("list %s with %d entries", property.name, length)
	}
	return length, err
}

func (p *plyParser) inRange(vertex int64) error {
	if vertex < 0 || uint64(vertex) >= p.header.vertices {
		return fmt.Errorf("vertex %d does not exist; the file has %d, numbered from 0", vertex, p.header.vertices)
	}
	return nil
}
