package usd

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
)

// Read reads a layer of USD as text: Mesh, TetMesh and linear BasisCurves, placed by the transforms
// of their prims, in meters and with z up. Beside tetrahedra, polygons of
// the same body are for pictures, and others are left out. Of several prims of a type each is a group by its name,
// and so are subsets of polygons. The numbers of a deformable
// body's material, by the schemas of UsdPhysics' proposal, OmniPhysics and PhysX, become the file's
// Substance. Errors name the file, line and column.
func Read(in *scan.Source) (*mesh.File, error) {
	p := &parser{lexer: newLexer(in), up: 'y', known: map[*prim]mgl64.Mat4{}}
	p.layer()
	if p.err != nil {
		return nil, p.err
	}
	b := builder{parser: p, meters: p.meters, skipped: map[string]int{}}
	if b.meters == 0 {
		b.meters = 0.01
		b.note("metersPerUnit is not given: by USD's default a unit is a centimeter")
	}
	return b.file()
}

// builder makes a mesh of the prims.
type builder struct {
	*parser
	meters  float64 // of a unit of the file
	cells   mesh.Cells
	notes   []string
	skipped map[string]int // prims of other types
	kinds   []string       // their types, in the order of the file
	bodies  []*prim        // prims that were added, curves last

	places map[model.Vec3]uint32 // vertices at their positions; nil in a file without curves
}

func (b *builder) note(format string, args ...any) {
	b.notes = append(b.notes, fmt.Sprintf(format, args...))
}

// choose finds the prims that are read: bodies, and meshes that are drawn with tetrahedra. It returns
// the number of bodies of each type.
func (b *builder) choose() (drawn []*prim, of map[string]int) {
	var shapes []*prim
	of = map[string]int{}
	soft := map[*prim]bool{} // what holds a TetMesh: its deformable body, or its parent
	for _, p := range b.prims {
		switch shape := p.kind == "Mesh" || p.kind == "TetMesh" || p.kind == "BasisCurves"; {
		case !p.live():
		case shape && (!p.shown() || p.purpose == "guide"):
			b.skip("invisible " + p.kind)
		case shape && p.points != nil:
			shapes = append(shapes, p)
			of[p.kind]++
			if p.kind == "TetMesh" {
				soft[p.body()] = true
			}
		case p.kind == "GeomSubset" && p.parent != nil && p.parent.kind == "Mesh" && (p.element == "" || p.element == "face"):
			p.parent.subsets = append(p.parent.subsets, p)
		case slices.Contains([]string{"Cube", "Sphere", "Cylinder", "Capsule", "Cone", "Plane", "Points", "PointInstancer", "NurbsPatch", "NurbsCurves", "GeomSubset"}, p.kind):
			b.skip(p.kind)
		}
	}
	for _, p := range shapes {
		switch {
		case p.kind != "Mesh" || of["TetMesh"] == 0:
			b.bodies = append(b.bodies, p)
		case p.body() != nil && soft[p.body()]:
			drawn = append(drawn, p)
		default:
			b.skip("Mesh beside tetrahedra")
		}
	}
	if of["BasisCurves"] > 0 {
		b.places = map[model.Vec3]uint32{}
		slices.SortStableFunc(b.bodies, func(p, q *prim) int { return curveRank(p) - curveRank(q) })
	}
	return drawn, of
}

// file adds all prims that are part of the scene.
func (b *builder) file() (*mesh.File, error) {
	drawn, of := b.choose()
	for _, p := range b.bodies {
		if of[p.kind] > 1 {
			b.label(p, map[string]int{"BasisCurves": 1, "Mesh": 2, "TetMesh": 3}[p.kind])
		}
		for _, s := range p.subsets {
			b.label(s, 2)
		}
	}
	for _, p := range b.bodies {
		if b.add(p); b.err != nil {
			return nil, b.err
		}
	}
	f, err := b.cells.File(b.in.Name)
	if err != nil {
		return nil, err
	}
	if len(drawn) > 0 {
		if f.Drawn, err = b.drawn(drawn); err != nil {
			return nil, err
		}
	}
	f.UpNamed, f.Substance = true, b.substance()
	b.describe()
	f.Notes = append(b.notes, f.Notes...)
	if b.up == 'y' && !b.in.KeepUp {
		f.Surface.TurnUp('y')
		if f.Drawn != nil {
			f.Drawn.TurnUp('y')
		}
		f.Notes = append(f.Notes, "y is up in it; it was turned so that z is up (up z leaves its axes as they are)")
	}
	return f, nil
}

// label gives a prim a label for elements of a dimension, with its name, if there are not too many.
func (b *builder) label(p *prim, dim int) {
	if n := int32(len(b.cells.Names)); n < mesh.MaxPartLabels {
		p.label = n + 1
		b.cells.Names = append(b.cells.Names, mesh.LabelName{Dim: dim, Label: p.label, Name: p.name})
		b.cells.Union.Above([]int32{p.label})
	}
}

// labels returns the label of each polygon of a mesh with subsets: that of the mesh and of all subsets
// that name it.
func (b *builder) labels(p *prim) []int32 {
	of := make([]int32, len(p.counts))
	for i := range of {
		of[i] = p.label
	}
	for _, s := range p.subsets {
		for _, i := range s.subset {
			if int(i) >= len(of) {
				b.refuse(s, "it names polygon %d (from 0) of %d", i, len(of))
				return nil
			}
			of[i] = b.cells.Union.Of(2, of[i], s.label)
		}
	}
	return of
}

// drawn returns meshes as one surface.
func (b *builder) drawn(meshes []*prim) (*mesh.Surface, error) {
	own := builder{parser: b.parser, meters: b.meters}
	for _, p := range meshes {
		if own.add(p); own.err != nil {
			return nil, own.err
		}
	}
	f, err := own.cells.File(b.in.Name)
	if err != nil {
		return nil, err
	}
	b.note("a mesh of %d polygons is drawn, moved by the tetrahedra", f.Surface.FaceCount())
	return f.Surface, nil
}

// curveRank puts curves behind other prims.
func curveRank(p *prim) int {
	if p.kind == "BasisCurves" {
		return 1
	}
	return 0
}

// skip counts a prim that is not read.
func (b *builder) skip(kind string) {
	if b.skipped[kind]++; b.skipped[kind] == 1 {
		b.kinds = append(b.kinds, kind)
	}
}

// refuse keeps an error about a prim.
func (b *builder) refuse(p *prim, format string, args ...any) {
	b.lexer.at = p.at
	b.fault("%s: %w", p.path(), fmt.Errorf(format, args...))
}

// add adds the vertices and elements of a prim.
func (b *builder) add(p *prim) {
	place := mgl64.Scale3D(b.meters, b.meters, b.meters).Mul4(b.world(p))
	if b.err != nil {
		return
	}
	vertices := b.vertices(p, place)
	if b.err != nil {
		return
	}
	count := uint32(len(vertices))
	element := func(c mesh.Cell, corners []uint32, label int32) {
		for i := range corners {
			if corners[i] >= count {
				if b.err == nil {
					b.refuse(p, "an element names point %d (from 0); there are %d points", corners[i], count)
				}
				return
			}
			corners[i] = vertices[corners[i]]
		}
		if b.err == nil {
			if err := b.cells.Element(c, corners, b.cells.Vertices.Len(), int64(label)); err != nil {
				b.refuse(p, "%w", err)
			}
		}
	}
	switch p.kind {
	case "TetMesh":
		for i := 0; i+4 <= len(p.tets); i += 4 {
			element(mesh.CellTet, p.tets[i:i+4], p.label)
		}
	case "Mesh":
		b.polygons(p, place, element)
	default:
		points := make([]uint32, count)
		for i := range points {
			points[i] = uint32(i)
		}
		b.runs(p, "curveVertexCounts", points, func(corners []uint32) {
			if p.periodic && len(corners) > 2 {
				corners = append(slices.Clone(corners), corners[0])
			}
			if len(corners) > 1 {
				element(mesh.CellPolyline, slices.Clone(corners), p.label)
			}
		})
	}
}

// polygons calls element with each polygon of a mesh and its label, the mesh's or its subset's; a mirrored one is turned round.
func (b *builder) polygons(p *prim, place mgl64.Mat4, element func(c mesh.Cell, corners []uint32, label int32)) {
	label := p.label
	var labels []int32 // of polygons; nil: all have that of the mesh
	if len(p.subsets) > 0 {
		if labels = b.labels(p); b.err != nil {
			return
		}
	}
	mirrored := (place.Mat3().Det() < 0) != p.left
	b.runs(p, "faceVertexCounts", p.indices, func(corners []uint32) {
		if mirrored {
			slices.Reverse(corners)
		}
		if labels != nil {
			label, labels = labels[0], labels[1:]
		}
		element(mesh.CellPolygon, corners, label)
	})
}

// vertex adds a vertex and returns its number. Points of curves are those of other prims at the same
// position, since a curve has points of its own.
func (b *builder) vertex(x model.Vec3, ofCurve bool) (uint32, error) {
	if at, found := b.places[x]; ofCurve && found && !b.in.KeepDuplicates {
		return at, nil
	}
	at := uint32(b.cells.Vertices.Len())
	if b.places != nil {
		if _, found := b.places[x]; !found {
			b.places[x] = at
		}
	}
	return at, b.cells.Vertex(x)
}

// runs cuts indices into runs of the lengths that a prim gives.
func (b *builder) runs(p *prim, name string, indices []uint32, do func(run []uint32)) {
	for i, n := range p.counts {
		if int(n) > len(indices) {
			b.refuse(p, "%s needs more corners than there are, from element %d on", name, i)
		}
		if b.err != nil {
			return
		}
		do(indices[:n:n])
		indices = indices[n:]
	}
	if len(indices) > 0 && b.err == nil {
		b.refuse(p, "%d corners are left over behind those of %s", len(indices), name)
	}
}
