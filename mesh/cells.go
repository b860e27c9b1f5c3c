package mesh

// cell is the shape of an element, by its corners. Elements of higher order are
// read by their corners, which every format lists first.
type cell uint8

const (
	cellUnknown cell = iota
	cellIgnored      // points: no part of a structure
	cellLine
	cellTriangle
	cellQuad
	cellTet
	cellPyramid  // a quad 0123 and the apex 4
	cellPrism    // triangles 012 and 345, 0 beside 3
	cellHex      // quads 0123 and 4567, 0 beside 4
	cellPolyline // any number of corners from here on
	cellPolygon
	cellStrip // of triangles
	cellPixel // a quad in rows: 01 and 23
	cellVoxel // a hexahedron in rows
	cellPolyhedron
)

// corners is the number of corners of the shape, 0 where it varies.
func (c cell) corners() int {
	return [...]int{
		cellIgnored: 1, cellLine: 2, cellTriangle: 3, cellQuad: 4, cellTet: 4, cellPyramid: 5, cellPrism: 6, cellHex: 8,
		cellPixel: 4, cellVoxel: 8, cellPolyhedron: 0,
	}[c]
}

// faces lists the faces of a volume by corners, counterclockwise from outside.
func (c cell) faces() [][]uint8 {
	switch c {
	case cellTet:
		return [][]uint8{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}
	case cellPyramid:
		return [][]uint8{{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}
	case cellPrism:
		return [][]uint8{{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}
	case cellHex:
		return [][]uint8{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}
	}
	return nil
}

// split calls visit for the tetrahedra of a pyramid, prism or hexahedron: all
// faces that do not touch its lowest-numbered corner, each cut into triangles from
// its own lowest corner, are joined to that corner. The diagonal of every quad so
// starts at its lowest number, whichever element it belongs to: neighbors fit.
// Source: Dompierre, Labbé, Vallet and Camarero, "How to subdivide pyramids,
// prisms and hexahedra into tetrahedra", 1999. A hexahedron gives 6, a prism 3, a
// pyramid 2; fewer where corners coincide.
func (c cell) split(corners []uint32, visit func(tet [4]uint32)) {
	apex := corners[0]
	for _, v := range corners {
		apex = min(apex, v)
	}
	for _, face := range c.faces() {
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
			if !repeats(tet[:]) {
				visit(tet)
			}
		}
	}
}
