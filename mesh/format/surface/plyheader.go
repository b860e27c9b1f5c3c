package surface

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
)

// plyKind is the type of a number in a PLY file.
type plyKind uint8

const (
	plyNone plyKind = iota
	plyInt8
	plyUint8
	plyInt16
	plyUint16
	plyInt32
	plyUint32
	plyFloat32
	plyFloat64
)

// plyKindOf returns the type that a word names, in either spelling.
func plyKindOf(word []byte) plyKind {
	switch string(word) {
	case "char", "int8":
		return plyInt8
	case "uchar", "uint8":
		return plyUint8
	case "short", "int16":
		return plyInt16
	case "ushort", "uint16":
		return plyUint16
	case "int", "int32":
		return plyInt32
	case "uint", "uint32":
		return plyUint32
	case "float", "float32":
		return plyFloat32
	case "double", "float64":
		return plyFloat64
	}
	return plyNone
}

// size returns the size of a number in a binary file [bytes].
func (k plyKind) size() int { return [...]int{0, 1, 1, 2, 2, 4, 4, 4, 8}[k] }

func (k plyKind) integer() bool { return plyInt8 <= k && k <= plyUint32 }

// plyProperty is one value, or one list of values, per row of an element.
type plyProperty struct {
	name  string
	kind  plyKind
	count plyKind // type of a list's length; plyNone for a single value
}

// plyElement is a table of the file.
type plyElement struct {
	name       string
	count      uint64 // number of rows
	properties []plyProperty
}

// property returns the index of the first property with one of the names; −1 where there
// is none.
func (e *plyElement) property(names ...string) int {
	for i, p := range e.properties {
		for _, name := range names {
			if p.name == name {
				return i
			}
		}
	}
	return -1
}

// label returns the index of the property that tells to which part a row belongs; −1 without
// such a property.
func (e *plyElement) label() int {
	best, at := 0, -1
	for i, p := range e.properties {
		if rank, ok := mesh.IsLabelName(p.name); ok && p.count == plyNone && p.kind.integer() && (at < 0 || rank < best) {
			best, at = rank, i
		}
	}
	return at
}

// rowSize returns the size of a row [bytes]. Of a list it counts only the length; fixed
// is false if the element has lists.
func (e *plyElement) rowSize() (size int64, fixed bool) {
	fixed = true
	for _, p := range e.properties {
		if p.count != plyNone {
			size += int64(p.count.size())
			fixed = false
		} else {
			size += int64(p.kind.size())
		}
	}
	return size, fixed
}

// plyHeader is the part of the file above the data.
type plyHeader struct {
	encoding string // ascii, binary_little_endian or binary_big_endian
	elements []plyElement
	vertices uint64 // rows of the element vertex
}

// readPLYHeader reads the header up to end_header. Its errors do not name the file.
func readPLYHeader(lines *scan.Lines) (*plyHeader, error) {
	h := &plyHeader{}
	for {
		line, err := lines.Next()
		if err == io.EOF {
			return nil, fmt.Errorf("the file ends within the header, before end_header; is it cut off?")
		}
		if err != nil {
			return nil, err
		}
		if bytes.IndexByte(line, '\r') >= 0 {
			return nil, errors.New("line ends of old Macintosh files (CR alone); save with LF")
		}
		// The words of a header line are not comments, whatever they begin with.
		words := bytes.Fields(line)
		if len(words) == 0 {
			continue
		}
		if lines.Number == 1 {
			if string(words[0]) != "ply" || len(words) > 1 {
				return nil, fmt.Errorf("%s; a PLY file begins with a line ply", scan.Quoted(line))
			}
			continue
		}
		switch string(words[0]) {
		case "comment", "obj_info":
		case "format":
			err = h.format(words[1:])
		case "element":
			err = h.element(words[1:])
		case "property":
			err = h.property(words[1:])
		case "end_header":
			return h, h.complete()
		default:
			err = fmt.Errorf("%s in the header; it has lines format, element, property, comment and end_header", scan.Quoted(words[0]))
		}
		if err != nil {
			return nil, err
		}
	}
}

func (h *plyHeader) format(words [][]byte) error {
	if len(words) != 2 || string(words[1]) != "1.0" {
		return fmt.Errorf("format %s; write format ascii, binary_little_endian or binary_big_endian, and 1.0", scan.Quoted(bytes.Join(words, []byte(" "))))
	}
	switch encoding := string(words[0]); encoding {
	case "ascii", "binary_little_endian", "binary_big_endian":
		h.encoding = encoding
		return nil
	}
	return fmt.Errorf("format %s; known are ascii, binary_little_endian and binary_big_endian", scan.Quoted(words[0]))
}

func (h *plyHeader) element(words [][]byte) error {
	if len(words) != 2 {
		return errors.New("element with other than a name and a number of rows")
	}
	count, rest, ok := scan.ParseInt(words[1])
	if !ok || len(rest) > 0 || count < 0 {
		return fmt.Errorf("element %s: %s is not a number of rows", scan.Quoted(words[0]), scan.Quoted(words[1]))
	}
	for _, e := range h.elements {
		if e.name == string(words[0]) {
			return fmt.Errorf("element %s a second time", scan.Quoted(words[0]))
		}
	}
	e := plyElement{name: string(words[0]), count: uint64(count)}
	switch limit := uint64(model.MaxCount); e.name {
	case "vertex":
		h.vertices = e.count
		fallthrough
	case "face", "edge", "tristrips":
		if e.count > limit {
			return fmt.Errorf("element %s: %d rows; at most %d are possible", e.name, count, limit)
		}
	}
	h.elements = append(h.elements, e)
	return nil
}

func (h *plyHeader) property(words [][]byte) error {
	if len(h.elements) == 0 {
		return errors.New("property before the first element")
	}
	p := plyProperty{}
	switch {
	case len(words) == 4 && string(words[0]) == "list":
		p = plyProperty{name: string(words[3]), kind: plyKindOf(words[2]), count: plyKindOf(words[1])}
		if !p.count.integer() {
			return fmt.Errorf("property %s: a list with a length of type %s; lengths are whole numbers such as uchar", scan.Quoted(words[3]), scan.Quoted(words[1]))
		}
	case len(words) == 2:
		p = plyProperty{name: string(words[1]), kind: plyKindOf(words[0])}
	default:
		return errors.New("property with other than TYPE NAME or list TYPE TYPE NAME")
	}
	if p.kind == plyNone {
		return fmt.Errorf("property %s: unknown type %s", scan.Quoted([]byte(p.name)), scan.Quoted(words[len(words)-2]))
	}
	e := &h.elements[len(h.elements)-1]
	if e.property(p.name) >= 0 {
		return fmt.Errorf("property %s a second time in element %s", scan.Quoted([]byte(p.name)), scan.Quoted([]byte(e.name)))
	}
	e.properties = append(e.properties, p)
	return nil
}

// complete checks properties of the whole header.
func (h *plyHeader) complete() error {
	if h.encoding == "" {
		return errors.New("the header has no line format")
	}
	vertex := false
	for i := range h.elements {
		e := &h.elements[i]
		vertex = vertex || e.name == "vertex"
		if len(e.properties) == 0 && e.count > 0 {
			return fmt.Errorf("element %s: %d rows without a property", scan.Quoted([]byte(e.name)), e.count)
		}
		if e.count == 0 {
			continue
		}
		switch e.name {
		case "vertex":
			for _, axis := range []string{"x", "y", "z"} {
				if at := e.property(axis); at < 0 || e.properties[at].count != plyNone {
					return fmt.Errorf("element vertex: no property %s", axis)
				}
			}
		case "face", "tristrips":
			at := e.property("vertex_indices", "vertex_index")
			if at < 0 || e.properties[at].count == plyNone || !e.properties[at].kind.integer() {
				return fmt.Errorf("element %s: no list vertex_indices of whole numbers", e.name)
			}
		case "edge":
			for _, end := range []string{"vertex1", "vertex2"} {
				if at := e.property(end); at < 0 || e.properties[at].count != plyNone || !e.properties[at].kind.integer() {
					return fmt.Errorf("element edge: no whole number %s", end)
				}
			}
		}
	}
	if !vertex {
		return errors.New("no element vertex")
	}
	return nil
}
