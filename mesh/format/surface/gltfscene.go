package surface

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/mesh"
	"hooke/model"
)

// gltfBuilder walks the scene and gathers its meshes.
type gltfBuilder struct {
	data    *gltfData
	surface *mesh.Surface
	skinned int // nodes with a skin
	points  int // primitives of points

	parts                  mesh.PartLabels // names of nodes, meshes and materials
	faceLabels, lineLabels mesh.Labels
}

// gltfPlaced is a node with the transform of its parents.
type gltfPlaced struct {
	node  int
	above mgl64.Mat4
}

// scene adds the content of the default scene. Without scenes it adds every node that is not
// a child of another node; without nodes it adds every mesh.
func (b *gltfBuilder) scene() error {
	document := b.data.document
	if len(document.Scenes) == 0 && len(document.Nodes) == 0 {
		for i := range document.Meshes {
			if err := b.mesh(i, "", mgl64.Ident4()); err != nil {
				return err
			}
		}
		return nil
	}
	roots, err := b.roots()
	if err != nil {
		return err
	}
	// The walk goes depth first, in the order of the file.
	seen := make([]bool, len(document.Nodes))
	stack := make([]gltfPlaced, 0, len(roots))
	push := func(nodes []int, above mgl64.Mat4) {
		for i := len(nodes) - 1; i >= 0; i-- {
			stack = append(stack, gltfPlaced{nodes[i], above})
		}
	}
	push(roots, mgl64.Ident4())
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.node < 0 || top.node >= len(seen) {
			return fmt.Errorf("node %d does not exist; there are %d", top.node, len(seen))
		}
		if seen[top.node] {
			return fmt.Errorf("node %d has two parents or is its own ancestor; nodes form trees", top.node)
		}
		seen[top.node] = true
		whole, err := b.node(&document.Nodes[top.node], top.above)
		if err != nil {
			return fmt.Errorf("node %d: %w", top.node, err)
		}
		push(document.Nodes[top.node].Children, whole)
	}
	return nil
}

// roots returns the nodes with which the default scene begins. Without scenes these are
// the nodes that are not a child of another node.
func (b *gltfBuilder) roots() (roots []int, err error) {
	document := b.data.document
	if len(document.Scenes) > 0 {
		scene := 0
		if document.Scene != nil {
			scene = *document.Scene
		}
		if scene < 0 || scene >= len(document.Scenes) {
			return nil, fmt.Errorf("scene %d does not exist; there are %d", scene, len(document.Scenes))
		}
		return document.Scenes[scene].Nodes, nil
	}
	child := make([]bool, len(document.Nodes))
	for _, node := range document.Nodes {
		for _, c := range node.Children {
			if c >= 0 && c < len(child) {
				child[c] = true
			}
		}
	}
	for i := range child {
		if !child[i] {
			roots = append(roots, i)
		}
	}
	return roots, nil
}

// node adds the mesh of a node and returns the transform of its children.
func (b *gltfBuilder) node(node *gltfNode, above mgl64.Mat4) (whole mgl64.Mat4, err error) {
	local, err := node.transform()
	if err != nil {
		return whole, err
	}
	whole = above.Mul4(local)
	if node.Mesh == nil {
		return whole, nil
	}
	place := whole
	if node.Skin != nil { // by the specification the bones place such a mesh, and not the node
		place = mgl64.Ident4()
		b.skinned++
	}
	if node.Extensions.Instancing != nil {
		return whole, b.instances(node, place)
	}
	return whole, b.mesh(*node.Mesh, node.Name, place)
}

// transform returns a node's own matrix, which is given, or is translation · rotation ·
// scale.
func (n *gltfNode) transform() (mgl64.Mat4, error) {
	m := mgl64.Ident4()
	for _, part := range []struct {
		name   string
		values []float64
		count  int
		apply  func(v []float64) mgl64.Mat4
	}{
		{"matrix", n.Matrix, 16, func(v []float64) mgl64.Mat4 { return mgl64.Mat4(v) }},
		{"translation", n.Translation, 3, func(v []float64) mgl64.Mat4 { return mgl64.Translate3D(v[0], v[1], v[2]) }},
		{"rotation", n.Rotation, 4, gltfTurn},
		{"scale", n.Scale, 3, func(v []float64) mgl64.Mat4 { return mgl64.Scale3D(v[0], v[1], v[2]) }},
	} {
		switch len(part.values) {
		case 0:
		case part.count:
			m = m.Mul4(part.apply(part.values))
		default:
			return m, fmt.Errorf("%s of %d numbers; it has %d", part.name, len(part.values), part.count)
		}
	}
	return m, nil
}

// gltfTurn returns the rotation of a quaternion x, y, z, w.
func gltfTurn(v []float64) mgl64.Mat4 {
	return gltfSquared(mgl64.Quat{W: v[3], V: mgl64.Vec3{v[0], v[1], v[2]}}.Normalize().Mat4())
}

// gltfSquared returns a rotation that is exact where it takes axes to axes within the
// rounding of a float32 quaternion, so that a quarter turn mixes no coordinate into
// another. It returns other rotations unchanged.
func gltfSquared(turn mgl64.Mat4) mgl64.Mat4 {
	const rounding = 1e-7
	exact := turn
	for i, x := range turn {
		if exact[i] = math.Round(x); math.Abs(x-exact[i]) > rounding {
			return turn
		}
		exact[i] += 0 // this turns −0 into 0
	}
	return exact
}

// mesh adds all primitives of a mesh, transformed by place. The names of its node, of the mesh and
// of its materials become labels.
func (b *gltfBuilder) mesh(index int, node string, place mgl64.Mat4) error {
	meshes := b.data.document.Meshes
	if index < 0 || index >= len(meshes) {
		return fmt.Errorf("mesh %d does not exist; there are %d", index, len(meshes))
	}
	// Primitives of one mesh often share their vertices, so each accessor is read once.
	first := make(map[int]gltfVertexRun)
	for i := range meshes[index].Primitives {
		p := &meshes[index].Primitives[i]
		if err := b.primitive(p, place, first); err != nil {
			return fmt.Errorf("mesh %d: primitive %d: %w", index, i, err)
		}
		b.label(node, meshes[index].Name, p.Material)
	}
	return nil
}

// label gives labels to the polygons and lines that were added last.
func (b *gltfBuilder) label(node, mesh string, material *int) {
	name, materials := "", b.data.document.Materials
	if material != nil && *material >= 0 && *material < len(materials) {
		name = materials[*material].Name
	}
	b.parts.Part(node, mesh, name)
	for b.faceLabels.Len() < b.surface.FaceCount() {
		b.faceLabels.Add(b.parts.Label())
	}
	for b.lineLabels.Len() < len(b.surface.Lines) {
		b.lineLabels.Add(b.parts.Label())
	}
}

// gltfVertexRun is a range of vertices of the surface.
type gltfVertexRun struct{ first, count uint32 }

func (b *gltfBuilder) primitive(p *gltfPrimitive, place mgl64.Mat4, known map[int]gltfVertexRun) error {
	mode := gltfTriangles
	if p.Mode != nil {
		mode = *p.Mode
	}
	switch {
	case mode < gltfPoints || mode > gltfTriangleFan:
		return fmt.Errorf("mode %d; 0 to 6 are possible", mode)
	case mode == gltfPoints:
		b.points++
		return nil
	case p.Attributes.Position == nil:
		return errors.New("no POSITION")
	}
	vertices, ok := known[*p.Attributes.Position]
	if !ok {
		var err error
		if vertices, err = b.vertices(*p.Attributes.Position, place); err != nil {
			return err
		}
		known[*p.Attributes.Position] = vertices
	}
	var indices []uint32
	count := int(vertices.count)
	if p.Indices != nil {
		var err error
		if indices, err = b.data.indices(*p.Indices); err != nil {
			return err
		}
		count = len(indices)
	} else if err := b.data.work(int64(count)); err != nil {
		return err
	}
	e := gltfElements{surface: b.surface, vertices: vertices, indices: indices, mirrored: place.Mat3().Det() < 0}
	return e.add(mode, count)
}

// vertices appends the positions of an accessor, transformed by place.
func (b *gltfBuilder) vertices(accessor int, place mgl64.Mat4) (gltfVertexRun, error) {
	s := b.surface
	first := len(s.Vertices)
	count, err := b.data.positions(accessor, func(p model.Vec3) error {
		p = place.Mul4x1(p.Vec4(1)).Vec3()
		for _, x := range p {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("coordinate %v is not a finite number", x)
			}
		}
		s.Vertices = append(s.Vertices, p)
		return nil
	})
	if err == nil && len(s.Vertices) > model.MaxCount {
		err = fmt.Errorf("more than %d vertices; split the mesh", model.MaxCount)
	}
	return gltfVertexRun{uint32(first), uint32(count)}, err
}

// notes describes the parts that the reader left out.
func (b *gltfBuilder) notes() []string {
	var notes []string
	if b.skinned > 0 {
		notes = append(notes, fmt.Sprintf("%d skinned meshes are in their bind pose", b.skinned))
	}
	if b.points > 0 {
		notes = append(notes, fmt.Sprintf("%d sets of points were passed over", b.points))
	}
	if b.parts.More {
		notes = append(notes, fmt.Sprintf("names of more than %d parts were passed over", mesh.MaxPartLabels))
	}
	return notes
}
