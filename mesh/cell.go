package mesh

// Cell is the shape of an element. Elements of higher order are read by their corners, which
// every format lists first.
type Cell uint8

const (
	CellUnknown Cell = iota
	CellIgnored      // points, which are no part of a structure
	CellLine
	CellTriangle
	CellQuad
	CellTet
	CellPyramid  // a quad 0123 and the apex 4
	CellPrism    // triangles 012 and 345, with 0 next to 3
	CellHex      // quads 0123 and 4567, with 0 next to 4
	CellPolyline // CellPolyline, CellPolygon and CellStrip have any number of corners
	CellPolygon
	CellStrip // of triangles
	CellPixel // a quad in rows: 01 and 23
	CellVoxel // a hexahedron in rows
	cellPolyhedron
)

// Corners returns the number of corners of the shape; 0 if it varies.
func (c Cell) Corners() int {
	return [...]int{
		CellIgnored: 1, CellLine: 2, CellTriangle: 3, CellQuad: 4, CellTet: 4, CellPyramid: 5, CellPrism: 6, CellHex: 8,
		CellPixel: 4, CellVoxel: 8, cellPolyhedron: 0,
	}[c]
}

// Faces returns the faces of a volume by corners, counterclockwise seen from outside.
func (c Cell) Faces() [][]uint8 {
	switch c {
	case CellTet:
		return [][]uint8{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}
	case CellPyramid:
		return [][]uint8{{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}
	case CellPrism:
		return [][]uint8{{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}
	case CellHex:
		return [][]uint8{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}
	}
	return nil
}

// Split calls visit for the tetrahedra of a pyramid, prism or hexahedron. It takes all faces
// that do not touch the lowest-numbered corner, cuts each into triangles from the lowest
// corner of the face, and joins these to the lowest-numbered corner. So the diagonal of every
// quad starts at the quad's lowest number in each element that has it, and neighbors match.
// Source: Dompierre, Labbé, Vallet and Camarero, "How to subdivide pyramids, prisms and
// hexahedra into tetrahedra", 1999. A hexahedron gives 6 tetrahedra, a prism 3, a pyramid 2;
// fewer if corners coincide.
func (c Cell) Split(corners []uint32, visit func(tet [4]uint32)) {
	apex := corners[0]
	for _, v := range corners {
		apex = min(apex, v)
	}
	for _, face := range c.Faces() {
		low, touches := 0, false
		for i, at := range face {
			if corners[at] < corners[face[low]] {
				low = i
			}
			touches = touches || corners[at] == apex
		}
		if touches {
			continue
		}
		at := func(i int) uint32 { return corners[face[(low+i)%len(face)]] }
		for i := 2; i < len(face); i++ {
			tet := [4]uint32{at(0), at(i), at(i - 1), apex}
			if !RepeatsVertex(tet[:]) {
				visit(tet)
			}
		}
	}
}
