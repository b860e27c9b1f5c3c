package format

import (
	"encoding/base64"
	"fmt"
	"math"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/model"
)

// instancedSquare is the square in as many copies as its instances say: attributes are
// pieces of JSON such as "TRANSLATION":2, and rows are what follows the square's bytes.
// The accessors from 2 on have a bufferView each.
func instancedSquare(attributes, accessors string, rows ...[]byte) string {
	text, buffer := gltfSquare()
	views := ""
	for _, row := range rows {
		views += fmt.Sprintf(`,{"buffer":0,"byteOffset":%d,"byteLength":%d}`, len(buffer), len(row))
		buffer = append(buffer, row...)
	}
	return strings.NewReplacer(
		`{"mesh":0}`, `{"mesh":0,"translation":[0,0,9],"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{`+attributes+`}}}}`,
		`"type":"SCALAR"}]`, `"type":"SCALAR"}`+accessors+`]`, `"byteLength":12}]`, `"byteLength":12}`+views+`]`,
		`"scene":0`, `"extensionsRequired":["EXT_mesh_gpu_instancing"],"scene":0`,
		`{"byteLength":60}`, fmt.Sprintf(`{"byteLength":%d,"uri":"data:;base64,%s"}`, len(buffer), base64.StdEncoding.EncodeToString(buffer)),
	).Replace(text)
}

// Each instance is a copy of the mesh, placed by its own attributes and then by the node.
func TestReadGLTFCopies(t *testing.T) {
	const rows3 = `,{"bufferView":%d,"componentType":5126,"count":%d,"type":"VEC3"}`
	half := float32(math.Sqrt(0.5))
	moves := gltfBytes([]float32{3, 0, 0, 0, 4, 0})
	for _, c := range []struct {
		name, text string
		second     []model.Vec3 // corners 1 and 3 of the last copy
		copies     int
	}{
		{"moved", instancedSquare(`"TRANSLATION":2`, fmt.Sprintf(rows3, 2, 2), moves), []model.Vec3{{1, 4, 9}, {0, 5, 9}}, 2},
		{"moved, turned, scaled", instancedSquare(`"TRANSLATION":2,"ROTATION":3,"SCALE":4`,
			fmt.Sprintf(rows3, 2, 2)+`,{"bufferView":3,"componentType":5126,"count":2,"type":"VEC4"}`+fmt.Sprintf(rows3, 4, 2),
			moves, gltfBytes([]float32{0, 0, 0, 1, 0, 0, half, half}), gltfBytes([]float32{1, 1, 1, 2, 3, 1})), []model.Vec3{{0, 6, 9}, {-3, 4, 9}}, 2},
		{"turned by bytes", instancedSquare(`"ROTATION":2`, `,{"bufferView":2,"componentType":5120,"normalized":true,"count":1,"type":"VEC4"}`, []byte{0, 0, 127, 0}),
			[]model.Vec3{{-1, 0, 9}, {0, -1, 9}}, 1},
		{"mirrored", instancedSquare(`"SCALE":2`, fmt.Sprintf(rows3, 2, 1), gltfBytes([]float32{-1, 1, 1})), []model.Vec3{{-1, 0, 9}, {0, 1, 9}}, 1},
		{"one", instancedSquare(`"_ID":0`, ""), []model.Vec3{{1, 0, 9}, {0, 1, 9}}, 1},
		{"none", instancedSquare(`"TRANSLATION":2`, `,{"bufferView":2,"componentType":5126,"count":0,"type":"VEC3"}`, []byte{0}), nil, 0},
		{"sparse", instancedSquare(`"TRANSLATION":2`, `,{"componentType":5126,"count":2,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":2,"componentType":5121},"values":{"bufferView":3}}}`,
			[]byte{1}, moves[12:]), []model.Vec3{{1, 4, 9}, {0, 5, 9}}, 2},
	} {
		f, err := ReadOptions{KeepUp: true, KeepDuplicates: true}.ReadStream(strings.NewReader(c.text), int64(len(c.text)), "a.gltf")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		s := f.Surface
		if s.FaceCount() != 2*c.copies || len(s.Vertices) != 4*c.copies {
			t.Errorf("%s: %d polygons and %d vertices; want %d copies of 2 and 4", c.name, s.FaceCount(), len(s.Vertices), c.copies)
			continue
		}
		for i, want := range c.second {
			if got := s.Vertices[4*c.copies-3+2*i]; got.Sub(want).Len() > 1e-6 {
				t.Errorf("%s: corner %d of the last copy is at %v, want %v", c.name, 1+2*i, got, want)
			}
		}
		if c.copies > 0 {
			if up := normalOf(s, 2*c.copies-1); up[2] < 0.5 {
				t.Errorf("%s: the last polygon looks to %v; a mirrored copy keeps its outside", c.name, up)
			}
		}
	}
}

// normalOf is twice the vector area of a triangle.
func normalOf(s *mesh.Surface, face int) model.Vec3 {
	f := s.Face(face)
	a := s.Vertices[f[0]]
	return s.Vertices[f[1]].Sub(a).Cross(s.Vertices[f[2]].Sub(a))
}

// Instances that do not fit together or multiply a small file are refused with words.
func TestReadGLTFCopiesErrors(t *testing.T) {
	const two = `,{"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}`
	moves := gltfBytes([]float32{3, 0, 0, 0, 4, 0})
	for _, c := range []struct{ name, text, want string }{
		{"unlike", instancedSquare(`"TRANSLATION":2,"SCALE":3`, two+`,{"bufferView":2,"componentType":5126,"count":1,"type":"VEC3"}`, moves), "SCALE has 1 rows, and others 2"},
		{"type", instancedSquare(`"ROTATION":2`, two, moves), `node 0: instances: ROTATION: accessor 2: type "VEC3"`},
		{"missing", instancedSquare(`"TRANSLATION":7`, two, moves), "accessor 7 does not exist"},
		{"many", instancedSquare(`"TRANSLATION":2`, `,{"bufferView":2,"componentType":5120,"count":400000,"type":"VEC3"}`, make([]byte, 1_200_000)), "merge the copies"},
		{"more than bytes", instancedSquare(`"TRANSLATION":2`, `,{"componentType":5126,"count":900000,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":2,"componentType":5121},"values":{"bufferView":2}}}`, moves), "900000 rows out of a file of"},
		{"not finite", instancedSquare(`"SCALE":2`, two, gltfBytes([]float32{1, 1, 1, float32(math.Inf(1)), 1, 1})), "not a finite number"},
	} {
		_, err := ReadOptions{}.ReadStream(strings.NewReader(c.text), int64(len(c.text)), "a.gltf")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
}
