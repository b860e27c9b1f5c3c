package mesh

import (
	"fmt"
	"math"

	"hooke/mesh/scan"
	"hooke/model"
)

// Cells collects the content of a file of elements while it is read. It checks that corners
// name existing vertices. It takes 24 bytes per vertex, 16 per tetrahedron, and 4 per corner
// of a polygon. The zero value is empty.
type Cells struct {
	Vertices scan.ChunkedSlice[model.Vec3]
	corners  scan.ChunkedSlice[uint32]
	faces    scan.ChunkedSlice[uint32] // the end of each polygon in corners
	lines    scan.ChunkedSlice[[2]uint32]
	tets     scan.ChunkedSlice[[4]uint32]

	VertexLabels, lineLabels, faceLabels, tetLabels Labels

	Names []LabelName // names of labels in the file
	Union LabelUnion  // labels of elements that are in several groups

	named      []namedVertex // elements of one vertex that have a label
	degenerate int64         // elements left out because they name a vertex twice
	points     int64         // elements without extent, which are skipped
	split      [numCells]int // volumes cut into tetrahedra, by shape
	Higher     int64         // number of elements of higher order, of which only the corners are read
	around     [4]uint32     // scratch
}

// namedVertex is a vertex with a label.
type namedVertex struct {
	vertex uint32
	label  int32
}

const numCells = int(cellPolyhedron) + 1

// Vertex adds a vertex. A coordinate that is not finite is an error.
func (v *Cells) Vertex(p model.Vec3) error {
	if v.Vertices.Len() == model.MaxCount {
		return fmt.Errorf("more than %d vertices; split the mesh", model.MaxCount)
	}
	for axis, x := range p {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%c of vertex %d is %g; it must be a finite number", "xyz"[axis], v.Vertices.Len(), x)
		}
	}
	v.Vertices.Add(p)
	return nil
}

// Element adds an element by its corners, which are numbers from 0 to count−1.
func (v *Cells) Element(c Cell, corners []uint32, count int, label int64) error {
	for _, at := range corners {
		if int(at) >= count {
			return fmt.Errorf("an element names vertex %d (from 0); there are %d vertices", at, count)
		}
	}
	if v.tets.Len() >= model.MaxCount/2 || v.corners.Len() > math.MaxUint32-len(corners) {
		return fmt.Errorf("more than %d tetrahedra, or polygons with more than %d corners; split the mesh", model.MaxCount/2, uint32(math.MaxUint32))
	}
	switch c {
	case CellIgnored:
		if len(corners) == 1 && label != 0 {
			v.named = append(v.named, namedVertex{corners[0], ClampLabel(label)})
			return nil
		}
		v.points++
	case CellLine, CellPolyline:
		for i := 1; i < len(corners); i++ {
			if corners[i-1] == corners[i] {
				v.degenerate++
				continue
			}
			v.lines.Add([2]uint32{corners[i-1], corners[i]})
			v.lineLabels.Add(label)
		}
	case CellTriangle, CellQuad, CellPolygon:
		v.polygon(corners, label)
	case CellPixel:
		v.around = [4]uint32{corners[0], corners[1], corners[3], corners[2]}
		v.polygon(v.around[:], label)
	case CellStrip:
		for i := 2; i < len(corners); i++ {
			v.around = [4]uint32{corners[i-2], corners[i-1], corners[i]}
			if i%2 == 1 {
				v.around[0], v.around[1] = v.around[1], v.around[0]
			}
			v.polygon(v.around[:3], label)
		}
	case CellTet:
		if RepeatsVertex(corners) {
			v.degenerate++
			return nil
		}
		v.tets.Add([4]uint32(corners))
		v.tetLabels.Add(label)
	case CellVoxel:
		v.volume(CellHex, []uint32{corners[0], corners[1], corners[3], corners[2], corners[4], corners[5], corners[7], corners[6]}, label)
	case CellPyramid, CellPrism, CellHex:
		v.volume(c, corners, label)
	default:
		return fmt.Errorf("an element of a shape that is not read; save the mesh with triangles, quads, tetrahedra, pyramids, prisms or hexahedra")
	}
	return nil
}

// polygon adds a polygon without corners that repeat the corner before. One that then
// names a vertex twice is only counted. It changes the slice.
func (v *Cells) polygon(corners []uint32, label int64) {
	if corners = WithoutRepeats(corners); len(corners) < 3 || RepeatsVertex(corners) {
		v.degenerate++
		return
	}
	for _, at := range corners {
		v.corners.Add(at)
	}
	v.faces.Add(uint32(v.corners.Len()))
	v.faceLabels.Add(label)
}

// volume adds the tetrahedra of a volume of another shape.
func (v *Cells) volume(c Cell, corners []uint32, label int64) {
	before := v.tets.Len()
	c.Split(corners, func(tet [4]uint32) {
		v.tets.Add(tet)
		v.tetLabels.Add(label)
	})
	if v.tets.Len() == before {
		v.degenerate++
		return
	}
	v.split[c]++
}

// File returns the file of all elements added. Its surface is the exterior of the tetrahedra
// if there are any, else the polygons.
func (v *Cells) File(name string) (*File, error) {
	s := &Surface{Name: name, Vertices: v.Vertices.Join(), Lines: v.lines.Join()}
	f := &File{Surface: s, VertexLabels: v.VertexLabels.Values.Join(), LineLabels: v.lineLabels.Values.Join()}
	if f.VertexLabels == nil && len(v.named) > 0 {
		f.VertexLabels = make([]int32, len(s.Vertices))
		for _, n := range v.named {
			v.Union.Above([]int32{n.label})
		}
		v.aboveNames()
		for _, n := range v.named {
			label := &f.VertexLabels[n.vertex]
			*label = v.Union.Of(0, *label, n.label)
		}
	}
	faceLabels := v.faceLabels.Values.Join()
	v.Union.Above(faceLabels)
	polygons := v.faces.Len()
	switch {
	case len(s.Vertices) == 0:
		return nil, fmt.Errorf("%s: no vertices in the whole file; is it the right one?", name)
	case v.tets.Len() > 0:
		f.Tets, f.TetLabels = v.tets.Join(), v.tetLabels.Values.Join()
		v.Union.Above(f.TetLabels)
		v.aboveNames()
		f.orientTets()
		f.dropRepeatedTets(&v.Union)
		s.Corners, s.FaceStart = exterior(f.Tets, len(s.Vertices))
		f.FaceLabels = v.labelFaces(s, faceLabels)
		if len(f.Tets) == 0 {
			return nil, fmt.Errorf("%s: all %d tetrahedra are flat; nothing to build from", name, s.Degenerate)
		}
	case polygons > 0:
		s.Corners = v.corners.Join()
		s.FaceStart = append(make([]uint32, 1, polygons+1), v.faces.Join()...)
		f.FaceLabels = faceLabels
	case len(s.Lines) == 0:
		return nil, fmt.Errorf("%s: %d vertices but no elements (%d without extent); nothing to build from", name, len(s.Vertices), v.degenerate+v.points)
	}
	s.Degenerate += v.degenerate
	f.unite(&v.Union, v.Names)
	v.notes(f, polygons)
	return f, nil
}

// aboveNames keeps the labels of unions apart from labels with a name.
func (v *Cells) aboveNames() {
	for _, n := range v.Names {
		v.Union.Above([]int32{n.Label})
	}
}

// notes describes changed and skipped elements.
func (v *Cells) notes(f *File, polygons int) {
	note := func(count int, format string, args ...any) {
		if count > 0 {
			f.Notes = append(f.Notes, fmt.Sprintf(format, append([]any{count}, args...)...))
		}
	}
	note(v.split[CellHex], "%d hexahedra were split into six tetrahedra each")
	note(v.split[CellPrism], "%d prisms were split into three tetrahedra each")
	note(v.split[CellPyramid], "%d pyramids were split into two tetrahedra each")
	note(int(v.Higher), "%d elements of higher order were read by their corners")
	if f.Tets != nil && polygons != f.Surface.FaceCount() {
		note(polygons, "%d polygons of the file were passed over: the %d exterior faces of the tetrahedra are the surface", f.Surface.FaceCount())
	}
}
