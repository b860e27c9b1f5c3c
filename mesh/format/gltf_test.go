package format

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/mesh"
	"hooke/model"
	"hooke/must"
)

// glb packs JSON and a buffer into one file; no second chunk for nil.
func glb(text string, buffer []byte) []byte {
	order := binary.LittleEndian
	for len(text)%4 != 0 {
		text += " "
	}
	data := append([]byte("glTF"), 2, 0, 0, 0, 0, 0, 0, 0)
	data = append(order.AppendUint32(data, uint32(len(text))), "JSON"...)
	data = append(data, text...)
	if buffer != nil {
		for len(buffer)%4 != 0 {
			buffer = append(slices.Clone(buffer), 0)
		}
		data = append(order.AppendUint32(data, uint32(len(buffer))), "BIN\x00"...)
		data = append(data, buffer...)
	}
	order.PutUint32(data[8:], uint32(len(data)))
	return data
}

// gltfSquare is the parts of a glTF file with the square: 48 bytes of positions,
// then 6 indices of two bytes. Tests replace parts.
func gltfSquare() (text string, buffer []byte) {
	return `{"asset":{"version":"2.0"},
"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],
"buffers":[{"byteLength":60}]}`, gltfBytes([]float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, []uint16{0, 1, 2, 0, 2, 3})
}

// gltfBytes writes values one after the other.
func gltfBytes(values ...any) []byte {
	var data []byte
	for _, v := range values {
		data, _ = binary.Append(data, binary.LittleEndian, v) // fails only for types without a size
	}
	return data
}

// changed replaces pairs of strings, each of which must be there.
func changed(t *testing.T, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("%q is not in %s", pairs[i], text)
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

func TestReadGLTF(t *testing.T) {
	text, buffer := gltfSquare()
	positions, corners := buffer[:48], buffer[48:]
	const (
		accessor0  = `{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}`
		accessor1  = `{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}`
		views      = `"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}]`
		primitives = `{"attributes":{"POSITION":0},"indices":1}`
	)
	mode := func(mode, count int) string {
		return changed(t, text, `"indices":1}`, fmt.Sprintf(`"indices":1,"mode":%d}`, mode), `"count":6`, fmt.Sprintf(`"count":%d`, count))
	}
	lines := func(pairs ...[2]uint32) *mesh.Surface {
		s := square()
		s.Corners, s.FaceStart, s.Lines = nil, nil, pairs
		return s
	}
	faces := func(corners ...uint32) *mesh.Surface {
		s := square()
		s.Corners, s.FaceStart = corners, nil
		for i := 0; i <= len(corners); i += 3 {
			s.FaceStart = append(s.FaceStart, uint32(i))
		}
		return s
	}
	moved := func(f func(v model.Vec3) model.Vec3) *mesh.Surface {
		s := square()
		for i, v := range s.Vertices {
			s.Vertices[i] = f(v)
		}
		return s
	}
	mirror := moved(func(v model.Vec3) model.Vec3 { return model.Vec3{-v[0], v[1], v[2]} })
	mirror.Vertices[0][0], mirror.Vertices[3][0] = 0, 0 // cmp sees −0 as 0
	mirror.Corners = []uint32{0, 2, 1, 0, 3, 2}
	two := moved(func(v model.Vec3) model.Vec3 { return v })
	for _, v := range square().Vertices {
		two.Vertices = append(two.Vertices, v.Add(model.Vec3{5, 0, 0}))
	}
	two.Corners, two.FaceStart = []uint32{0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7}, []uint32{0, 3, 6, 9, 12}
	degenerate := square()
	degenerate.Degenerate = 2
	uri := `"buffers":[{"uri":"data:application/octet-stream;base64,` + base64.StdEncoding.EncodeToString(buffer) + `","byteLength":60}]`
	for _, c := range []struct {
		name  string
		data  []byte
		want  *mesh.Surface
		notes int
	}{
		{"GLB", glb(text, buffer), square(), 0},
		{"data URI", []byte(changed(t, text, `"buffers":[{"byteLength":60}]`, uri)), square(), 0},
		{"byte order mark", []byte("\ufeff" + changed(t, text, `"buffers":[{"byteLength":60}]`, uri)), square(), 0},
		{"behind the end", append(glb(text, buffer), "\n\n"...), square(), 1},
		{"no scene", glb(changed(t, text, `"scene":0,"scenes":[{"nodes":[0]}],`, ""), buffer), square(), 0},
		{"no nodes", glb(changed(t, text, `"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],`, ""), buffer), square(), 0},
		{"byte indices", glb(changed(t, text, `5123`, `5121`, `"byteLength":12`, `"byteLength":6`, `60`, `54`), gltfBytes(positions, []uint8{0, 1, 2, 0, 2, 3})), square(), 0},
		{"wide indices", glb(changed(t, text, `5123`, `5125`, `"byteLength":12`, `"byteLength":24`, `60`, `72`), gltfBytes(positions, []uint32{0, 1, 2, 0, 2, 3})), square(), 0},
		{"no indices", glb(changed(t, text, `,"indices":1`, ``, `"count":4`, `"count":3`), buffer), &mesh.Surface{Vertices: square().Vertices[:3], Corners: []uint32{0, 1, 2}, FaceStart: []uint32{0, 3}}, 0},
		{"interleaved", glb(changed(t, text, views, `"bufferViews":[{"buffer":0,"byteLength":64,"byteStride":16},{"buffer":0,"byteOffset":64,"byteLength":12}]`,
			accessor0, `{"bufferView":0,"byteOffset":4,"componentType":5126,"count":4,"type":"VEC3"}`, `60`, `76`),
			gltfBytes([]float32{9, 0, 0, 0, 9, 1, 0, 0, 9, 1, 1, 0, 9, 0, 1, 0}, corners)), square(), 0},
		{"quantized", glb(changed(t, text, `5126`, `5120`, accessor1, accessor1, `"nodes":[{"mesh":0}]`, `"extensionsRequired":["KHR_mesh_quantization"],"nodes":[{"mesh":0}]`,
			`"byteLength":48}`, `"byteLength":48,"byteStride":4}`), gltfBytes([]int8{0, 0, 0, 9, 1, 0, 0, 9, 1, 1, 0, 9, 0, 1, 0, 9}, make([]byte, 32), corners)), square(), 0},
		{"normalized", glb(changed(t, text, `5126`, `5123,"normalized":true`, `"byteLength":48}`, `"byteLength":48,"byteStride":8}`),
			gltfBytes([]uint16{0, 0, 0, 9, 65535, 0, 0, 9, 65535, 65535, 0, 9, 0, 65535, 0, 9}, make([]byte, 16), corners)), square(), 0},
		{"sparse", glb(changed(t, text, `"count":4`, `"count":4,"sparse":{"count":2,"indices":{"bufferView":2,"componentType":5121},"values":{"bufferView":2,"byteOffset":4}}`,
			`"byteOffset":48,"byteLength":12}`, `"byteOffset":48,"byteLength":12},{"buffer":0,"byteOffset":60,"byteLength":28}`, `60}]}`, `88}]}`),
			gltfBytes([]float32{0, 0, 0, 7, 7, 7, 1, 1, 0, 7, 7, 7}, corners, []uint8{1, 3, 0, 0}, []float32{1, 0, 0, 0, 1, 0})), square(), 0},
		{"sparse alone", glb(changed(t, text, `"bufferView":0,"componentType":5126,"count":4`,
			`"componentType":5126,"count":4,"sparse":{"count":3,"indices":{"bufferView":2,"componentType":5121},"values":{"bufferView":2,"byteOffset":4}}`,
			`"byteOffset":48,"byteLength":12}`, `"byteOffset":48,"byteLength":12},{"buffer":0,"byteOffset":60,"byteLength":40}`, `60}]}`, `100}]}`),
			gltfBytes(positions, corners, []uint8{1, 2, 3, 0}, []float32{1, 0, 0, 1, 1, 0, 0, 1, 0})), square(), 0},
		{"sparse indices", glb(changed(t, text, `"count":6`, `"count":6,"sparse":{"count":1,"indices":{"bufferView":2,"componentType":5121},"values":{"bufferView":2,"byteOffset":2}}`,
			`"byteOffset":48,"byteLength":12}`, `"byteOffset":48,"byteLength":12},{"buffer":0,"byteOffset":60,"byteLength":4}`, `60}]}`, `64}]}`),
			gltfBytes(positions, []uint16{0, 1, 2, 0, 2, 0}, []uint8{5, 0, 3, 0})), square(), 0},
		{"points", glb(mode(0, 6), buffer), &mesh.Surface{}, 1},
		{"lines", glb(mode(1, 4), buffer), lines([2]uint32{0, 1}, [2]uint32{2, 0}), 0},
		{"line loop", glb(mode(2, 3), buffer), lines([2]uint32{0, 1}, [2]uint32{1, 2}, [2]uint32{2, 0}), 0},
		{"line strip", glb(mode(3, 3), buffer), lines([2]uint32{0, 1}, [2]uint32{1, 2}), 0},
		{"strip", glb(mode(5, 4), gltfBytes(positions, []uint16{0, 1, 3, 2, 0, 0})), faces(0, 1, 3, 1, 2, 3), 0},
		{"fan", glb(mode(6, 4), gltfBytes(positions, []uint16{0, 1, 2, 3, 0, 0})), faces(1, 2, 0, 2, 3, 0), 0},
		{"degenerate", glb(changed(t, text, `"count":6`, `"count":12`, `"byteLength":12`, `"byteLength":24`, `60`, `72`),
			gltfBytes(positions, []uint16{0, 1, 2, 0, 1, 1, 0, 2, 3, 2, 0, 1})), degenerate, 0},
		{"translation and scale", glb(changed(t, text, `{"mesh":0}`, `{"mesh":0,"translation":[1,2,3],"scale":[2,4,8]}`), buffer),
			moved(func(v model.Vec3) model.Vec3 { return model.Vec3{1 + 2*v[0], 2 + 4*v[1], 3 + 8*v[2]} }), 0},
		{"rotation", glb(changed(t, text, `{"mesh":0}`, `{"mesh":0,"rotation":[0,0,1,0]}`), buffer),
			moved(func(v model.Vec3) model.Vec3 { return model.Vec3{-v[0], -v[1], v[2]} }), 0},
		{"matrix", glb(changed(t, text, `{"mesh":0}`, `{"mesh":0,"matrix":[0,1,0,0, -1,0,0,0, 0,0,1,0, 5,6,7,1]}`), buffer),
			moved(func(v model.Vec3) model.Vec3 { return model.Vec3{5 - v[1], 6 + v[0], 7 + v[2]} }), 0},
		{"mirrored", glb(changed(t, text, `{"mesh":0}`, `{"mesh":0,"scale":[-1,1,1]}`), buffer), mirror, 0},
		{"parents", glb(changed(t, text, `{"mesh":0}`, `{"children":[1],"scale":[2,2,2]},{"children":[2],"translation":[1,0,0]},{"mesh":0}`), buffer),
			moved(func(v model.Vec3) model.Vec3 { return v.Add(model.Vec3{1, 0, 0}).Mul(2) }), 0},
		{"two of one mesh", glb(changed(t, text, `[0]}],"nodes":[{"mesh":0}]`, `[0,1]}],"nodes":[{"mesh":0},{"mesh":0,"translation":[5,0,0]}]`), buffer), two, 0},
		{"two primitives share", glb(changed(t, text, primitives, primitives+`,{"attributes":{"POSITION":0},"indices":1,"mode":3}`), buffer),
			func() *mesh.Surface {
				s := square()
				s.Lines = [][2]uint32{{0, 1}, {1, 2}, {2, 0}, {0, 2}, {2, 3}}
				return s
			}(), 0},
		{"another scene", glb(changed(t, text, `"scene":0,"scenes":[{"nodes":[0]}]`, `"scene":1,"scenes":[{},{"nodes":[0]}]`), buffer), square(), 0},
		{"skinned", glb(changed(t, text, `{"mesh":0}`, `{"mesh":0,"skin":0,"translation":[5,5,5]}`), buffer), square(), 1},
		{"other data", glb(changed(t, text, `"scene":0`, `"materials":[{"x":[[[]]]}],"animations":7,"extras":{"名":"猫"},"scene":0`), buffer), square(), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := must.Get(parse(t, ReadOptions{KeepUp: true}, "a.glb", c.data))(t)
			c.want.Name = "a.glb"
			// Rotations round; everything else is exact.
			const rounding = 1e-15
			close := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) <= rounding })
			if diff := cmp.Diff(c.want, file.Surface, close); diff != "" || len(file.Notes) != c.notes {
				t.Errorf("notes %q\n%s", file.Notes, diff)
			}
		})
	}
}

// Without options z is up in the mesh, and a note says so; rotations by quarter turns, also of single
// precision, mix no coordinate into another.
func TestReadGLTFUpright(t *testing.T) {
	text, buffer := gltfSquare()
	for _, node := range []string{`{"mesh":0}`, `{"mesh":0,"rotation":[-0.70710677,0,0,0.70710677]}`} {
		for keep, notes := range map[bool]int{true: 0, false: 1} {
			file := must.Get(parse(t, ReadOptions{KeepUp: keep}, "a.glb", glb(changed(t, text, `{"mesh":0}`, node), buffer)))(t)
			want := model.Vec3{1, 1, 0} // the third corner, y up in the file
			if node != `{"mesh":0}` {
				want = model.Vec3{1, 0, -1}
			}
			if !keep {
				want = model.Vec3{want[0], -want[2], want[1]}
			}
			if got := file.Surface.Vertices[2]; got != want || len(file.Notes) != notes {
				t.Errorf("%s, keep %v: %v, want %v; notes %q", node, keep, got, want, file.Notes)
			}
		}
	}
}

// Seams: vertices split for their normals are joined, unless asked not to.
func TestReadGLTFSeams(t *testing.T) {
	for keep, vertices := range map[bool]int{false: 2930, true: 3225} {
		file := must.Get(ReadOptions{KeepDuplicates: keep}.Read("../testdata/spot.glb"))(t)
		if len(file.Surface.Vertices) != vertices || file.Surface.FaceCount() != 5856 {
			t.Errorf("keep %t: %d vertices, %d polygons", keep, len(file.Surface.Vertices), file.Surface.FaceCount())
		}
	}
}

// Names of nodes, meshes and materials are groups, those of a mesh that two nodes have as well. Parts without
// a name are in no group.
func TestReadGLTFLabels(t *testing.T) {
	text, buffer := gltfSquare()
	text = strings.NewReplacer(`"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}]`,
		`"scenes":[{"nodes":[0,1,2]}],"nodes":[{"mesh":0,"name":"left leg"},{"mesh":0,"name":"right leg","translation":[5,0,0]},{"mesh":1,"translation":[0,5,0]}]`,
		`"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}]`,
		`"materials":[{"name":"skin"},{}],"meshes":[{"name":"leg","primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0},`+
			`{"attributes":{"POSITION":0},"mode":3,"material":1}]},{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":9}]}]`).Replace(text)
	file := must.Get(ReadOptions{}.ReadStream(strings.NewReader(string(glb(text, buffer))), -1, "legs.glb"))(t)
	want := []string{
		"left leg: [0 1 2 3] | [0 1]", "leg: [0 1 2 3 4 5 6 7] | [0 1 2 3]", "right leg: [4 5 6 7] | [2 3]", "skin: [0 1 2 3 4 5 6 7] | [0 1 2 3]",
	}
	must.Be(t, cmp.Diff(want, told(t, file)), "", "groups (-want +got)")
	if !slices.Equal(file.FaceLabels, []int32{1, 1, 3, 3, 0, 0}) || !slices.Equal(file.LineLabels, []int32{2, 2, 2, 4, 4, 4}) {
		t.Errorf("labels of polygons %v and lines %v", file.FaceLabels, file.LineLabels)
	}
}

// A small file cannot ask for the same data for ever.
func TestReadGLTFInstances(t *testing.T) {
	text, _ := gltfSquare()
	const rows, copies = 21_000, 100
	nodes, list := `{"mesh":0}`, "0"
	for i := 1; i < copies; i++ {
		nodes += `,{"mesh":0}`
		list += fmt.Sprint(",", i)
	}
	data := glb(changed(t, text, `[0]}],"nodes":[{"mesh":0}]`, `[`+list+`]}],"nodes":[`+nodes+`]`, `,"indices":1`, ``,
		`"count":4`, fmt.Sprintf(`"count":%d`, rows), `"byteLength":48`, fmt.Sprintf(`"byteLength":%d`, 12*rows), `"buffers":[{"byteLength":60`, fmt.Sprintf(`"buffers":[{"byteLength":%d`, 12*rows)), make([]byte, 12*rows))
	must.Say(t, "", must.Err((ReadOptions{}).ReadStream(strings.NewReader(string(data)), int64(len(data)), "a.glb")), "merge the copies of its meshes")
}
