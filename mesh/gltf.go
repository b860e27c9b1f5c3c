package mesh

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// looksLikeGLTF says whether a file is glTF: the mark of its binary form, or JSON
// with one of its tables.
func looksLikeGLTF(head []byte, _ int64) bool {
	if bytes.HasPrefix(head, []byte("glTF")) {
		return true
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if !bytes.HasPrefix(text, []byte("{")) {
		return false
	}
	for _, key := range []string{`"asset"`, `"accessors"`, `"bufferViews"`} {
		if bytes.Contains(text, []byte(key)) {
			return true
		}
	}
	return false
}

// readGLTF reads glTF 2.0, as JSON with its buffers beside or inside it, or as one
// binary file (GLB). All meshes of the default scene are merged into one surface,
// every one placed by its node's transforms; coordinates are kept as they come out,
// which is y up by the specification. Triangles, strips, fans and lines are read;
// points, morph targets, skins (the bind pose stays), materials and animations are
// not.
func readGLTF(in *source) (*File, error) {
	file := &File{Format: "glTF", Surface: &Surface{}}
	data := &gltfData{in: in}
	text, err := data.open(file)
	if err == nil {
		data.document, err = parseGLTF(text)
	}
	if err == nil {
		b := gltfBuilder{data: data, surface: file.Surface}
		err = b.scene()
		file.Notes = append(file.Notes, b.notes()...)
		file.Surface.tidy()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.name, err)
	}
	return file, nil
}

// Layout of a GLB file [bytes].
const (
	glbHeader = 12 // mark, version, length
	glbChunk  = 8  // length, type
	glbJSON   = "JSON"
	glbBinary = "BIN\x00"
)

// open returns the JSON, and keeps the GLB's buffer.
func (d *gltfData) open(file *File) ([]byte, error) {
	if mark, _ := d.in.Peek(4); string(mark) != "glTF" {
		text, err := io.ReadAll(d.in)
		d.bytes = int64(len(text))
		if err != nil {
			return nil, fmt.Errorf("cannot read: %w", err)
		}
		return text, nil
	}
	file.Format = "glTF (GLB)"
	blocks := blockReader{in: d.in}
	at := func(err error) error { return fmt.Errorf("byte %d: %w", blocks.offset, err) }
	header, err := blocks.next(glbHeader)
	if err != nil {
		return nil, at(err)
	}
	if version := binary.LittleEndian.Uint32(header[4:]); version != 2 {
		return nil, fmt.Errorf("byte 4: GLB version %d; version 2 is read", version)
	}
	length := int64(binary.LittleEndian.Uint32(header[8:]))
	if d.in.size >= 0 && length > d.in.size {
		return nil, fmt.Errorf("byte 8: the header announces %d bytes, the file has %d; is it cut off?", length, d.in.size)
	}
	var text []byte
	for chunk := 0; blocks.offset < length; chunk++ {
		header, err := blocks.next(glbChunk)
		if err != nil {
			return nil, at(err)
		}
		size, kind := int64(binary.LittleEndian.Uint32(header)), string(header[4:8])
		if size > length-blocks.offset {
			return nil, at(fmt.Errorf("chunk %d announces %d bytes, the file's length leaves %d", chunk, size, length-blocks.offset))
		}
		switch {
		case chunk == 0 && kind != glbJSON:
			return nil, at(fmt.Errorf("the first chunk is %s, not JSON", quoted([]byte(kind))))
		case chunk == 0:
			text, err = d.chunkData(&blocks, size)
		case chunk == 1 && kind == glbBinary:
			d.chunk, err = d.chunkData(&blocks, size)
		default:
			err = blocks.skip(size)
		}
		if err != nil {
			return nil, at(err)
		}
	}
	if text == nil {
		return nil, at(errors.New("no JSON chunk"))
	}
	d.bytes = blocks.offset
	if rest, _ := blocks.rest(1); rest > 0 {
		file.Notes = append(file.Notes, fmt.Sprintf("data after the %d bytes that the header announces was passed over", length))
	}
	return text, nil
}

// chunkData reads size bytes, which a header claims: at once where the file is
// known to be as long, else as they come.
func (d *gltfData) chunkData(blocks *blockReader, size int64) ([]byte, error) {
	var data bytes.Buffer
	if d.in.size >= size {
		data.Grow(int(size))
	}
	n, err := io.CopyN(&data, d.in.Reader, size)
	blocks.offset += n
	if err == io.EOF {
		return nil, errEnds
	} else if err != nil {
		return nil, fmt.Errorf("cannot read: %w", err)
	}
	return data.Bytes(), nil
}

// gltfBuilder walks the scene and gathers its meshes.
type gltfBuilder struct {
	data    *gltfData
	surface *Surface
	skinned int // nodes
	points  int // primitives
}

// placed is a node with the transform of its parents.
type placed struct {
	node  int
	above mgl64.Mat4
}

// scene adds what the default scene holds; without scenes every node that is no
// other's child; without nodes every mesh.
func (b *gltfBuilder) scene() error {
	document := b.data.document
	var roots []int
	switch scene := 0; {
	case len(document.Scenes) > 0:
		if document.Scene != nil {
			scene = *document.Scene
		}
		if scene < 0 || scene >= len(document.Scenes) {
			return fmt.Errorf("scene %d does not exist; there are %d", scene, len(document.Scenes))
		}
		roots = document.Scenes[scene].Nodes
	case len(document.Nodes) > 0:
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
	default:
		for i := range document.Meshes {
			if err := b.mesh(i, mgl64.Ident4()); err != nil {
				return err
			}
		}
	}

	// Depth first, in the order of the file.
	seen := make([]bool, len(document.Nodes))
	stack := make([]placed, 0, len(roots))
	push := func(nodes []int, above mgl64.Mat4) {
		for i := len(nodes) - 1; i >= 0; i-- {
			stack = append(stack, placed{nodes[i], above})
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
		node := &document.Nodes[top.node]
		local, err := node.transform()
		if err != nil {
			return fmt.Errorf("node %d: %w", top.node, err)
		}
		whole := top.above.Mul4(local)
		if node.Mesh != nil {
			place := whole
			if node.Skin != nil { // the bones place it, says the specification, not the node
				place = mgl64.Ident4()
				b.skinned++
			}
			if err := b.mesh(*node.Mesh, place); err != nil {
				return fmt.Errorf("node %d: %w", top.node, err)
			}
		}
		push(node.Children, whole)
	}
	return nil
}

// transform is a node's own matrix: given, or translation · rotation · scale.
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
		{"rotation", n.Rotation, 4, func(v []float64) mgl64.Mat4 {
			return mgl64.Quat{W: v[3], V: mgl64.Vec3{v[0], v[1], v[2]}}.Normalize().Mat4()
		}},
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

// mesh adds all primitives of a mesh at a place.
func (b *gltfBuilder) mesh(index int, place mgl64.Mat4) error {
	meshes := b.data.document.Meshes
	if index < 0 || index >= len(meshes) {
		return fmt.Errorf("mesh %d does not exist; there are %d", index, len(meshes))
	}
	// Primitives of one mesh often share their vertices: each accessor once.
	first := make(map[int]span)
	for i := range meshes[index].Primitives {
		if err := b.primitive(&meshes[index].Primitives[i], place, first); err != nil {
			return fmt.Errorf("mesh %d: primitive %d: %w", index, i, err)
		}
	}
	return nil
}

// span is a run of vertices of the surface.
type span struct{ first, count uint32 }

func (b *gltfBuilder) primitive(p *gltfPrimitive, place mgl64.Mat4, known map[int]span) error {
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

// vertices appends the positions of an accessor, placed.
func (b *gltfBuilder) vertices(accessor int, place mgl64.Mat4) (span, error) {
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
	return span{uint32(first), uint32(count)}, err
}

// notes says what was left out.
func (b *gltfBuilder) notes() []string {
	var notes []string
	if b.skinned > 0 {
		notes = append(notes, fmt.Sprintf("%d skinned meshes are in their bind pose", b.skinned))
	}
	if b.points > 0 {
		notes = append(notes, fmt.Sprintf("%d sets of points were passed over", b.points))
	}
	return notes
}
