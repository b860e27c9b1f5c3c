package volume

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
)

// ReadGmsh reads a Gmsh file of version MSH 2.2 or 4.1, as text or as binary in either byte
// order. It reads nodes in any numbering, and all elements as elements with straight
// edges: those of higher order by their corners. An element may be in several physical
// groups: its label then has the names of all of them. ReadGmsh skips sections that say nothing about the structure. Errors name
// the file. Format: "MSH file format" in Gmsh's reference manual.
func ReadGmsh(in *scan.Source) (*mesh.File, error) {
	g := &gmsh{Cursor: scan.NewCursor(in)}
	g.read()
	if g.Err != nil {
		return nil, g.Err
	}
	g.volume.Names = g.names
	f, err := g.volume.File(in.Name)
	if err != nil {
		return nil, err
	}
	f.Format = fmt.Sprintf("Gmsh %.1f", g.version)
	return f, nil
}

// gmsh is the state of reading a file.
type gmsh struct {
	*scan.Cursor
	volume mesh.Cells

	version   float64
	raw       bool // sections hold binary data
	sizeBytes int  // bytes of a count or tag in a binary 4.1 file

	nodes    *scan.Numbering // nil until the nodes are read
	physical []gmshEntity    // groups of each entity of a 4.1 file that has some, ascending
	names    []mesh.LabelName
	corners  []uint32 // scratch
}

// gmshEntity is a piece of geometry with physical groups.
type gmshEntity struct {
	dim, tag int64
	labels   []int32
}

// read reads all sections.
func (g *gmsh) read() {
	first := true
	for g.Err == nil && g.More() {
		name := string(g.Word("a section"))
		switch {
		case g.Err != nil:
		case name[0] != '$':
			g.Fault("%s where a section such as $Nodes should begin", scan.Quoted([]byte(name)))
		case first && name != "$MeshFormat":
			g.Fault("the file begins with %s, not with $MeshFormat; is it Gmsh 1? save it as version 4.1 or 2.2", scan.Quoted([]byte(name)))
		default:
			first = false
			g.section(name)
			g.Binary = false
		}
	}
	if g.Err == nil && g.nodes == nil {
		g.Fault("no $Nodes in the whole file; is it cut off?")
	}
}

func (g *gmsh) section(name string) {
	switch name {
	case "$MeshFormat":
		g.format()
	case "$PhysicalNames":
		g.physicalNames()
	case "$Entities":
		if g.version < 4 {
			g.Fault("$Entities in version %g", g.version)
			return
		}
		g.SkipLine()
		g.Binary = g.raw
		g.entities()
	case "$PartitionedEntities":
		if g.version < 4 {
			g.Fault("$PartitionedEntities in version %g", g.version)
			return
		}
		g.SkipLine()
		g.Binary = g.raw
		g.partitionedEntities()
	case "$Nodes", "$ParametricNodes":
		if g.nodes != nil {
			g.Fault("a second $Nodes; split the file into one mesh each")
			return
		}
		g.allNodes(name == "$ParametricNodes")
	case "$Elements":
		if g.nodes == nil {
			g.Fault("$Elements before $Nodes; save the file again from Gmsh")
			return
		}
		g.allElements()
	default:
		g.skipSection(name)
		return
	}
	g.Binary = false
	if g.Err == nil {
		end := "$End" + name[1:]
		if word := g.Word(end); g.Err == nil && string(word) != end {
			g.Fault("%s where %s should be: the section holds more or less than it says", scan.Quoted(word), end)
		}
	}
}

// skipSection skips a section that is not needed, to its end. In binary data it looks for
// the end as a whole line.
func (g *gmsh) skipSection(name string) {
	if len(name) > 64 {
		g.Fault("section name %s is too long", scan.Quoted([]byte(name)))
		return
	}
	end := []byte("$End" + name[1:])
	if !g.raw {
		for g.More() {
			if bytes.Equal(bytes.TrimRight(g.TextLine(), " \t"), end) {
				return
			}
		}
	} else if g.Find(end) {
		return
	}
	g.Fault("the file ends inside %s; is it cut off?", name)
}

// format reads the version, and in binary files the byte order.
func (g *gmsh) format() {
	g.version = g.Float("the version")
	kind := g.Integer("the file type, 0 or 1,")
	g.sizeBytes = int(g.Integer("the data size"))
	switch {
	case g.Err != nil:
	case g.version != 2 && g.version != 2.1 && g.version != 2.2 && g.version != 4.1:
		g.Fault("version %g; only 2.2 and 4.1 are read: save the mesh as one of them (gmsh in.msh -save -format msh41)", g.version)
	case kind != 0 && kind != 1:
		g.Fault("file type %d; it is 0 (text) or 1 (binary)", kind)
	case g.version < 4 && g.sizeBytes != 8, g.sizeBytes != 4 && g.sizeBytes != 8:
		g.Fault("data size %d; only 8 bytes are read", g.sizeBytes)
	case kind == 1:
		g.raw = true
		g.SkipLine()
		one := g.Bytes(4, "the number 1 that gives the byte order")
		switch {
		case g.Err != nil:
		case binary.LittleEndian.Uint32(one) == 1:
			g.Order = binary.LittleEndian
		case binary.BigEndian.Uint32(one) == 1:
			g.Order = binary.BigEndian
		default:
			g.Fault("bytes % x in place of the number 1, which gives the byte order", one)
		}
	}
}

// physicalNames reads the names of the physical groups.
func (g *gmsh) physicalNames() {
	for range g.Count("the number of physical names") {
		dim, tag := g.Integer("a dimension"), g.Integer("a group's number")
		if !g.More() || g.Err != nil {
			g.Fault("the file ends where the name of a group should be")
			return
		}
		name := bytes.Trim(bytes.TrimSpace(g.TextLine()), `"`)
		g.names = append(g.names, mesh.LabelName{Dim: int(mesh.ClampLabel(dim)), Label: mesh.ClampLabel(tag), Name: string(name[:min(len(name), scan.MaxTextWord)])})
	}
}

// addNode adds a vertex.
func (g *gmsh) addNode(p model.Vec3) {
	if err := g.volume.Vertex(p); err != nil {
		g.Fault("%w", err)
	}
}

// numberNodes numbers the nodes, once all are known.
func (g *gmsh) numberNodes(tags []int64) {
	if g.Err != nil {
		return
	}
	var err error
	if g.nodes, err = scan.NewNumbering(tags); err != nil {
		g.Fault("nodes: %w; number each node once", err)
	}
}

// add adds one element by the tags of its nodes.
func (g *gmsh) add(shape gmshShape, tags []int64, label int64) {
	g.corners = g.corners[:0]
	for _, tag := range tags[:shape.cell.Corners()] {
		place, ok := g.nodes.Place(tag)
		if !ok {
			g.Fault("an element names node %d, which is not among the %d nodes", tag, g.volume.Vertices.Len())
			return
		}
		g.corners = append(g.corners, place)
	}
	if len(tags) > len(g.corners) {
		g.volume.Higher++
	}
	if err := g.volume.Element(shape.cell, g.corners, g.volume.Vertices.Len(), label); err != nil {
		g.Fault("%w", err)
	}
}

// gmshShape is the shape of a type number.
type gmshShape struct {
	cell  mesh.Cell
	nodes int
}

// gmshShapes looks up an element type. It returns false for a type that is not read.
func gmshShapes(kind int64) (gmshShape, bool) {
	if kind < 0 || kind > 93 {
		return gmshShape{}, false
	}
	shape := [94]gmshShape{
		1: {mesh.CellLine, 2}, 2: {mesh.CellTriangle, 3}, 3: {mesh.CellQuad, 4}, 4: {mesh.CellTet, 4},
		5: {mesh.CellHex, 8}, 6: {mesh.CellPrism, 6}, 7: {mesh.CellPyramid, 5}, 15: {mesh.CellIgnored, 1},
		// These types are of higher order.
		8: {mesh.CellLine, 3}, 26: {mesh.CellLine, 4}, 27: {mesh.CellLine, 5}, 28: {mesh.CellLine, 6},
		9: {mesh.CellTriangle, 6}, 20: {mesh.CellTriangle, 9}, 21: {mesh.CellTriangle, 10}, 22: {mesh.CellTriangle, 12},
		23: {mesh.CellTriangle, 15}, 24: {mesh.CellTriangle, 15}, 25: {mesh.CellTriangle, 21},
		10: {mesh.CellQuad, 9}, 16: {mesh.CellQuad, 8}, 36: {mesh.CellQuad, 16}, 37: {mesh.CellQuad, 25}, 38: {mesh.CellQuad, 36}, 39: {mesh.CellQuad, 12},
		11: {mesh.CellTet, 10}, 29: {mesh.CellTet, 20}, 30: {mesh.CellTet, 35}, 31: {mesh.CellTet, 56},
		12: {mesh.CellHex, 27}, 17: {mesh.CellHex, 20}, 92: {mesh.CellHex, 64}, 93: {mesh.CellHex, 125},
		13: {mesh.CellPrism, 18}, 18: {mesh.CellPrism, 15}, 90: {mesh.CellPrism, 40}, 91: {mesh.CellPrism, 75},
		14: {mesh.CellPyramid, 14}, 19: {mesh.CellPyramid, 13},
	}[kind]
	return shape, shape.cell != mesh.CellUnknown
}

// shape looks up an element type, and reports a fault for a type that is not read.
func (g *gmsh) shape(kind int64) gmshShape {
	shape, ok := gmshShapes(kind)
	if !ok {
		g.Fault("element type %d is not read; save lines, triangles, quads, tetrahedra, hexahedra, prisms and pyramids of up to fourth order", kind)
	}
	return shape
}
