package surface

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"hooke/mesh"
	"hooke/mesh/emit"
)

// WriteMovingGLB writes a mesh that moves as binary glTF 2.0: the first key frame as the mesh,
// each further one as a morph target, and an animation of the targets' weights that blends from
// one to the next. Its time begins with the first key frame. Triangles have normals, which move
// too. A file takes 24 bytes for each vertex and key frame, 12 without triangles, and a tenth of a
// megabyte for the weights of 160 key frames. Memory is that of four frames.
func WriteMovingGLB(w io.Writer, m *mesh.Moving) error {
	if err := m.Check(); err != nil {
		return err
	}
	g := gltfMoving{Moving: m}
	if bytes := g.size(); bytes > math.MaxUint32 {
		return fmt.Errorf("export: %d key frames of %d vertices need %d bytes, GLB files have at most %d; write fewer frames, or USD",
			len(m.Times), m.Vertices, bytes, uint32(math.MaxUint32))
	}
	if err := g.measure(); err != nil {
		return err
	}
	return writeGLBFile(w, g.describe, g.write)
}

// gltfMoving writes a moving mesh.
type gltfMoving struct {
	*mesh.Moving
	lo, hi [][]float32 // bounds of the first key frame's positions and of each target's offsets

	first, normals   [][3]float32 // of the first key frame; normals are nil without triangles
	offsets, turning [][3]float32 // those of a target, from the first key frame
}

// size returns about the size of the file [bytes].
func (g *gltfMoving) size() int64 {
	frames, each := int64(len(g.Times)), int64(12)
	if len(g.Triangles) > 0 {
		each = 24
	}
	return frames*int64(g.Vertices)*each + 4*frames*frames + 12*int64(len(g.Triangles)) + 8*int64(len(g.Lines))
}

// measure finds the bounds, which the JSON gives before the numbers.
func (g *gltfMoving) measure() error {
	for k := range g.Times {
		if err := g.load(k); err != nil {
			return err
		}
		lo, hi := g.offsets[0], g.offsets[0]
		for _, p := range g.offsets {
			for axis, x := range p {
				lo[axis], hi[axis] = min(lo[axis], x), max(hi[axis], x)
			}
		}
		g.lo, g.hi = append(g.lo, lo[:]), append(g.hi, hi[:])
	}
	return nil
}

// load puts key frame k into offsets and turning: positions and normals of the first, and the
// differences from these of the others.
func (g *gltfMoving) load(k int) error {
	positions, err := g.Frame(k)
	if err != nil {
		return err
	}
	g.offsets = append(g.offsets[:0], positions...)
	if len(g.Triangles) > 0 {
		g.turning = g.Normals(g.turning, positions)
	}
	if k == 0 {
		g.first, g.normals = append(g.first[:0], g.offsets...), append(g.normals[:0], g.turning...)
		return nil
	}
	for v := range g.offsets {
		for axis := range 3 {
			g.offsets[v][axis] -= g.first[v][axis]
		}
	}
	for v := range g.turning {
		for axis := range 3 {
			g.turning[v][axis] -= g.normals[v][axis]
		}
	}
	for v, p := range g.offsets {
		if p[0]-p[0] != 0 || p[1]-p[1] != 0 || p[2]-p[2] != 0 {
			return fmt.Errorf("export: vertex %d moves by %v until key frame %d, beyond float32", v, p, k)
		}
	}
	return nil
}

// describe returns the JSON. The buffer has positions and normals of each key frame, then times
// and weights, then the indices.
func (g *gltfMoving) describe(uri string) (text []byte, size int64, err error) {
	var parts []gltfPart
	add := func(p gltfPart) int {
		parts = append(parts, p)
		return len(parts) - 1
	}
	count := int64(g.Vertices)
	var attributes []gltfObject // of the mesh and of its targets
	var names []string
	for k := range g.Times {
		of := gltfObject{"POSITION": add(gltfPart{components: "VEC3", component: gltfFloat, target: gltfTargetVertices, count: count, bytes: 12 * count, lo: g.lo[k], hi: g.hi[k]})}
		if len(g.Triangles) > 0 {
			of["NORMAL"] = add(gltfPart{components: "VEC3", component: gltfFloat, target: gltfTargetVertices, count: count, bytes: 12 * count})
		}
		attributes = append(attributes, of)
		names = append(names, fmt.Sprintf("%.6g s", g.Times[k]))
	}
	node := gltfObject{"mesh": 0, "name": g.Name, "rotation": gltfUpright()}
	if g.Origin[0] != 0 || g.Origin[1] != 0 || g.Origin[2] != 0 {
		node["translation"] = [3]float64{g.Origin[0], g.Origin[2], -g.Origin[1]} // turned as the mesh is
	}
	document := gltfObject{"nodes": []gltfObject{node}}
	targets := attributes[1:]
	if frames := int64(len(g.Times)); len(targets) > 0 {
		input := add(gltfPart{components: "SCALAR", component: gltfFloat, count: frames, bytes: 4 * frames, lo: []float32{0}, hi: []float32{g.time(len(g.Times) - 1)}})
		output := add(gltfPart{components: "SCALAR", component: gltfFloat, count: frames * (frames - 1), bytes: 4 * frames * (frames - 1)})
		document["animations"] = []gltfObject{{
			"name":     "run",
			"samplers": []gltfObject{{"input": input, "output": output, "interpolation": "LINEAR"}},
			"channels": []gltfObject{{"sampler": 0, "target": gltfObject{"node": 0, "path": "weights"}}},
		}}
	}
	shape := gltfObject{"name": g.Name, "primitives": g.primitives(attributes, add)}
	if len(targets) > 0 {
		shape["weights"] = make([]float32, len(targets))
		shape["extras"] = gltfObject{"targetNames": names[1:]} // as Blender and others name them
	}
	document["meshes"] = []gltfObject{shape}
	document["materials"] = []gltfObject{{"name": g.Name, "doubleSided": true,
		"pbrMetallicRoughness": gltfObject{"baseColorFactor": [4]float32{0.55, 0.62, 0.72, 1}, "metallicFactor": 0, "roughnessFactor": 0.7}}}
	return gltfText(parts, uri, document)
}

// primitives returns triangles, lines or points with the attributes of the mesh and of its targets. add adds a part of the
// buffer and returns its number.
func (g *gltfMoving) primitives(attributes []gltfObject, add func(gltfPart) int) (all []gltfObject) {
	primitive := func(mode int, indices int64, with ...string) {
		only := func(of gltfObject) gltfObject {
			some := gltfObject{}
			for _, name := range with {
				some[name] = of[name]
			}
			return some
		}
		p := gltfObject{"attributes": only(attributes[0]), "mode": mode, "material": 0}
		if indices > 0 {
			p["indices"] = add(gltfPart{components: "SCALAR", component: gltfUint, target: gltfTargetIndices, count: indices, bytes: 4 * indices})
		}
		var moves []gltfObject
		for _, t := range attributes[1:] {
			moves = append(moves, only(t))
		}
		if moves != nil {
			p["targets"] = moves
		}
		all = append(all, p)
	}
	if n := int64(len(g.Triangles)); n > 0 {
		primitive(gltfModeTriangles, 3*n, "POSITION", "NORMAL")
	}
	if n := int64(len(g.Lines)); n > 0 {
		primitive(gltfModeLines, 2*n, "POSITION")
	}
	if all == nil {
		primitive(gltfModePoints, 0, "POSITION")
	}
	return all
}

// time returns the time of key frame k in the animation [s].
func (g *gltfMoving) time(k int) float32 { return float32(g.Times[k] - g.Times[0]) }

// write writes the buffer in the order of describe.
func (g *gltfMoving) write(out *emit.Writer) error {
	order := binary.LittleEndian
	vectors := func(list [][3]float32) error {
		for _, p := range list {
			err := out.Put(func(b []byte) []byte {
				for _, x := range p {
					b = order.AppendUint32(b, math.Float32bits(x))
				}
				return b
			})
			if err != nil {
				return err
			}
		}
		return nil
	}
	for k := range g.Times {
		if err := g.load(k); err != nil {
			return err
		}
		if err := vectors(g.offsets); err != nil {
			return err
		}
		if err := vectors(g.turning); err != nil {
			return err
		}
	}
	if err := g.writeWeights(out); err != nil {
		return err
	}
	put := func(corners []uint32) error {
		return out.Put(func(b []byte) []byte {
			for _, v := range corners {
				b = order.AppendUint32(b, v)
			}
			return b
		})
	}
	for i := range g.Triangles {
		if err := put(g.Triangles[i][:]); err != nil {
			return err
		}
	}
	for i := range g.Lines {
		if err := put(g.Lines[i][:]); err != nil {
			return err
		}
	}
	return nil
}

// writeWeights writes the times of the animation, and the weights of all targets at each time.
func (g *gltfMoving) writeWeights(out *emit.Writer) error {
	frames := len(g.Times)
	if frames == 1 {
		return nil
	}
	number := func(x float32) error {
		return out.Put(func(b []byte) []byte { return binary.LittleEndian.AppendUint32(b, math.Float32bits(x)) })
	}
	for k := range frames {
		if err := number(g.time(k)); err != nil {
			return err
		}
	}
	for k := range frames {
		for target := 1; target < frames; target++ {
			weight := float32(0)
			if target == k {
				weight = 1
			}
			if err := number(weight); err != nil {
				return err
			}
		}
	}
	return nil
}
