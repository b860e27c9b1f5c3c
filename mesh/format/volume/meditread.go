package volume

import (
	"encoding/binary"

	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
)

// ReadMEDIT reads a MEDIT (INRIA) .mesh file: vertices in 2 or 3 dimensions, edges,
// triangles, quadrilaterals, tetrahedra, hexahedra, prisms and pyramids, counted
// from 1. References become labels. Sections that say nothing about the structure
// are passed over. Format: Frey, "MEDIT: an interactive mesh visualization
// software", INRIA 2001.
func ReadMEDIT(in *scan.Source) (*mesh.File, error) {
	m := &medit{Cursor: scan.NewCursor(in), dimension: 3}
	m.Comment = '#'
	ended := false
	for m.Err == nil && !ended && m.More() {
		if keyword := string(m.Word("a keyword")); keyword == "End" {
			ended = true
		} else if m.Err == nil {
			m.section(keyword)
		}
	}
	f, err := m.file(in.Name)
	if err == nil && !ended {
		f.Notes = append(f.Notes, "there is no End in the file; it may be cut off")
	}
	return f, err
}

// medit is a file that is being read, as text or binary.
type medit struct {
	*scan.Cursor
	volume    mesh.Cells
	version   int64 // of a binary file: 1 has float32, from 4 on integers are 64 bits
	dimension int64
	corners   [8]uint32
	deferred  scan.ChunkedSlice[meditElement] // elements that came before the vertices
	known     bool                            // whether the vertices have been read
}

// meditElement is an element as the file has it. 48 bytes.
type meditElement struct {
	cell    mesh.Cell
	corners [8]uint32
	label   int32
}

// meditSections maps sections to the shapes of their elements.
func meditSections(keyword string) mesh.Cell {
	switch keyword {
	case "Edges":
		return mesh.CellLine
	case "Triangles":
		return mesh.CellTriangle
	case "Quadrilaterals":
		return mesh.CellQuad
	case "Tetrahedra":
		return mesh.CellTet
	case "Hexahedra", "Hexaedra":
		return mesh.CellHex
	case "Prisms":
		return mesh.CellPrism
	case "Pyramids":
		return mesh.CellPyramid
	}
	return mesh.CellUnknown
}

func (m *medit) section(keyword string) {
	c := meditSections(keyword)
	switch {
	case keyword == "MeshVersionFormatted":
		if version := m.Integer("the version"); version < 1 || version > 4 {
			m.Fault("version %d; only 1 to 4 are read", version)
		}
	case keyword == "Dimension":
		m.setDimension(m.Integer("the dimension"))
	case keyword == "Vertices":
		m.vertices()
	case c != mesh.CellUnknown:
		m.elements(c)
	case !meditLetter(keyword[0]):
		m.Fault("%s where a keyword such as Vertices should be; the section before holds more than it says", scan.Quoted([]byte(keyword)))
	default:
		// Normals, corners, ridges and the like are numbers up to the next keyword.
		for m.More() && !meditLetter(m.Buffer[m.Taken]) {
			m.Word("a number")
		}
	}
}

func meditLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

func (m *medit) setDimension(dimension int64) {
	if dimension != 2 && dimension != 3 {
		m.Fault("dimension %d; it is 2 or 3", dimension)
	}
	m.dimension = dimension
}

// whole and real take a number, as text or in the file's binary width.
func (m *medit) whole(what string) int64 {
	switch {
	case !m.Binary:
		return m.Integer(what)
	case m.version >= 4:
		return m.Int64(what)
	}
	return m.Int32(what)
}

func (m *medit) real(what string) float64 {
	switch {
	case !m.Binary:
		return m.Float(what)
	case m.version == 1:
		return m.Float32(what)
	}
	return m.Float64(what)
}

func (m *medit) vertices() {
	if m.known {
		m.Fault("a second list of vertices")
		return
	}
	n := m.CheckCount(m.whole("the number of vertices"), "the number of vertices")
	for i := 0; i < n && m.Err == nil; i++ {
		p := model.Vec3{m.real("x of a vertex"), m.real("y of a vertex")}
		if m.dimension == 3 {
			p[2] = m.real("z of a vertex")
		}
		label := m.whole("the reference of a vertex")
		if m.Err == nil {
			if err := m.volume.Vertex(p); err != nil {
				m.Fault("%w", err)
			}
			m.volume.VertexLabels.Add(label)
		}
	}
	m.known = true
}

func (m *medit) elements(c mesh.Cell) {
	n := m.CheckCount(m.whole("the number of elements"), "the number of elements")
	for i := 0; i < n && m.Err == nil; i++ {
		corners := m.corners[:c.Corners()]
		for at := range corners {
			corners[at] = m.index()
		}
		label := m.whole("the reference of an element")
		switch {
		case m.Err != nil:
		case m.known:
			m.add(c, corners, label)
		default:
			m.deferred.Add(meditElement{c, m.corners, mesh.ClampLabel(label)})
		}
	}
}

// index takes a vertex number, from 1, and returns it from 0.
func (m *medit) index() uint32 {
	n := m.whole("a vertex of an element")
	if m.Err == nil && (n < 1 || n > model.MaxCount || m.known && n > int64(m.volume.Vertices.Len())) {
		m.Fault("an element names vertex %d; there are %d vertices, from 1", n, m.volume.Vertices.Len())
		return 0
	}
	return uint32(n - 1)
}

func (m *medit) add(c mesh.Cell, corners []uint32, label int64) {
	if err := m.volume.Element(c, corners, m.volume.Vertices.Len(), label); err != nil {
		m.Fault("%w", err)
	}
}

func (m *medit) file(name string) (*mesh.File, error) {
	for _, e := range m.deferred.Join() {
		m.add(e.cell, e.corners[:e.cell.Corners()], int64(e.label))
	}
	if m.Err != nil {
		return nil, m.Err
	}
	return m.volume.File(name)
}

// Keywords of the binary form, by number.
func meditKeyword(code int64) string {
	switch code {
	case 3:
		return "Dimension"
	case 4:
		return "Vertices"
	case 5:
		return "Edges"
	case 6:
		return "Triangles"
	case 7:
		return "Quadrilaterals"
	case 8:
		return "Tetrahedra"
	case 9:
		return "Prisms"
	case 10:
		return "Hexahedra"
	case 49:
		return "Pyramids"
	case 54:
		return "End"
	}
	return ""
}

// ReadBinaryMEDIT reads a .meshb file, versions 1 to 4, in either byte order: the
// same sections as numbers. Each names the byte where the next one begins. Format:
// libMeshb's documentation (Maréchal, INRIA).
func ReadBinaryMEDIT(in *scan.Source) (*mesh.File, error) {
	m := &medit{Cursor: scan.NewCursor(in), dimension: 3}
	m.Binary = true
	if head := m.Bytes(4, "the number 1 that gives the byte order"); head != nil && head[0] == 0 {
		m.Order = binary.BigEndian
	}
	m.version = m.Int32("the version")
	if m.Err == nil && (m.version < 1 || m.version > 4) {
		m.Fault("version %d; only 1 to 4 are read", m.version)
	}
	for m.Err == nil {
		keyword := meditKeyword(m.Int32("a keyword"))
		if keyword == "End" {
			break
		}
		next := m.position()
		switch c := meditSections(keyword); {
		case m.Err != nil:
		case keyword == "Dimension":
			m.setDimension(m.Int32("the dimension"))
		case keyword == "Vertices":
			m.vertices()
		case c != mesh.CellUnknown:
			m.elements(c)
		}
		if m.Err == nil && next < m.At() {
			m.Fault("the next section begins at byte %d, inside this one", next)
		}
		m.Skip(next-m.At(), "the next section")
	}
	return m.file(in.Name)
}

// position returns an offset in the file: 4 bytes, and 8 from version 3 on.
func (m *medit) position() int64 {
	if m.version >= 3 {
		return m.Int64("the next section's place")
	}
	return int64(uint32(m.Int32("the next section's place")))
}

// recognizeBinaryMEDIT recognizes the number 1, a version from 1 to 4 and the keyword
// for the dimension, in either byte order.
func recognizeBinaryMEDIT(head []byte, _ int64) bool {
	if len(head) < 12 {
		return false
	}
	little := head[0] == 1 && head[3] == 0 && head[4] >= 1 && head[4] <= 4 && head[8] == 3 && head[11] == 0
	big := head[3] == 1 && head[0] == 0 && head[7] >= 1 && head[7] <= 4 && head[11] == 3 && head[8] == 0
	return little || big
}
