package format

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"hooke/mesh"
	"hooke/mesh/format/surface"
	"hooke/model"
	"hooke/must"
)

// Buffers beside the file: inside its folder, nowhere else.
func TestReadGLTFBuffers(t *testing.T) {
	text, buffer := gltfSquare()
	named := func(uri string) []byte {
		return []byte(changed(t, text, `{"byteLength":60}`, `{"uri":"`+uri+`","byteLength":60}`))
	}
	folder := fstest.MapFS{
		"top.bin": {Data: buffer}, "in/a b%.bin": {Data: buffer}, "in/猫.bin": {Data: buffer}, "in/below/a.bin": {Data: buffer},
		"in/short.bin": {Data: buffer[:59]}, "in/zipped.bin": {Data: zipped(t, buffer)},
	}
	for _, c := range []struct{ uri, want string }{
		{"a%20b%25.bin", ""},
		{"猫.bin", ""},
		{"%E7%8C%AB.bin", ""},
		{"below/a.bin", ""},
		{"./below/a.bin", ""},
		{"zipped.bin", ""},
		{"short.bin", "buffer 0: byteLength is 60, the data has 59 bytes"},
		{"missing.bin", `buffer 0: in/a.gltf: needs the file "missing.bin" beside it: file does not exist`},
		{"../top.bin", `buffer 0: in/a.gltf: may not read "../top.bin"; files that it needs must lie in its own folder`},
		{"%2e%2e/top.bin", `buffer 0: in/a.gltf: may not read "../top.bin"; files that it needs must lie in its own folder`},
		{"below/../../top.bin", `buffer 0: in/a.gltf: may not read "below/../../top.bin"; files that it needs must lie in its own folder`},
		{"/etc/passwd", `buffer 0: in/a.gltf: may not read "/etc/passwd"; files that it needs must lie in its own folder`},
		{"%2fetc/passwd", `buffer 0: in/a.gltf: may not read "/etc/passwd"; files that it needs must lie in its own folder`},
		{`..\\top.bin`, `buffer 0: uri "..\\top.bin": a name with a backslash, a colon or a zero is not read; files it needs must lie in its own folder`},
		{"c%3a/top.bin", `buffer 0: uri "c%3a/top.bin": a name with a backslash, a colon or a zero is not read; files it needs must lie in its own folder`},
		{"a%00.bin", `buffer 0: uri "a%00.bin": a name with a backslash, a colon or a zero is not read; files it needs must lie in its own folder`},
		{"file:///etc/passwd", `buffer 0: uri "file:///etc/passwd": an address with a scheme is not read; files it needs must lie in its own folder`},
		{"HTTP://x/y", `buffer 0: uri "HTTP://x/y": an address with a scheme is not read; files it needs must lie in its own folder`},
		{"a.bin?x", `buffer 0: uri "a.bin?x": an address with a query is not read; files it needs must lie in its own folder`},
		{"%zz", `buffer 0: uri "%zz": a broken percent sign is not read; files it needs must lie in its own folder`},
		{"data:text/plain,abc", "buffer 0: a data URI that is not base64"},
		{"data:;base64,????", "buffer 0: data URI: illegal base64 data at input byte 0"},
	} {
		folder["in/a.gltf"] = &fstest.MapFile{Data: named(c.uri)}
		file, err := ReadFS(folder, "in/a.gltf")
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.uri, err)
		case c.want == "":
			checkFile(t, file)
		case err == nil || err.Error() != "in/a.gltf: node 0: mesh 0: primitive 0: accessor 0: bufferView 0: "+c.want+" (read as glTF)":
			t.Errorf("%s: error\n%v, want\n%s", c.uri, err, c.want)
		}
	}

	// The same through a real folder, where a link leads out of it.
	top := t.TempDir()
	for name, data := range map[string][]byte{"top.bin": buffer, "in/a.gltf": named("link.bin")} {
		must.Do(t, os.MkdirAll(filepath.Join(top, "in"), 0o700))
		must.Do(t, os.WriteFile(filepath.Join(top, name), data, 0o600))
	}
	must.Do(t, os.Symlink("../top.bin", filepath.Join(top, "in", "link.bin")))
	must.Say(t, "link", must.Err(Read(filepath.Join(top, "in", "a.gltf"))), "escapes")
}

func TestReadGLTFErrors(t *testing.T) {
	text, buffer := gltfSquare()
	with := func(pairs ...string) []byte { return glb(changed(t, text, pairs...), buffer) }
	whole := glb(text, buffer)
	lying := slices.Clone(whole)
	binary.LittleEndian.PutUint32(lying[12:], 1<<31)
	infinite := slices.Clone(buffer)
	copy(infinite[12:], gltfBytes(float32(math.Inf(1))))
	const at0, at1 = "node 0: mesh 0: primitive 0: accessor 0: ", "node 0: mesh 0: primitive 0: accessor 1: "
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"version 1", append([]byte("glTF\x01\x00\x00\x00"), whole[8:]...), "byte 4: GLB version 1; version 2 is read"},
		{"cut", whole[:100], fmt.Sprintf("byte 8: the header announces %d bytes, the file has 100; is it cut off?", len(whole))},
		{"cut header", whole[:10], "byte 10: the file ends here; is it cut off?"},
		{"2 GB chunk", lying, fmt.Sprintf("byte 20: chunk 0 announces 2147483648 bytes, the file's length leaves %d", len(whole)-20)},
		{"no JSON", append([]byte("glTF\x02\x00\x00\x00\x14\x00\x00\x00\x00\x00\x00\x00"), "BIN\x00"...), `byte 20: the first chunk is "BIN\x00", not JSON`},
		{"empty", []byte("glTF\x02\x00\x00\x00\x0c\x00\x00\x00"), "byte 12: no JSON chunk"},
		{"broken JSON", with(`"scene":0,`, `"scene":0,,`), "JSON line 2: invalid character ',' looking for beginning of object key string"},
		{"deep JSON", glb(`{"asset":`+strings.Repeat(`[`, 1<<16), nil), "JSON line 1: invalid character"},
		{"wrong type", with(`"scene":0`, `"scene":"0"`), "JSON line 2: json: cannot unmarshal string into Go struct field gltfDocument.scene of type int"},
		{"many objects", glb(`{"asset":{"version":"2.0"},"nodes":[`+strings.Repeat("{},", 100_000)+"{}]}", nil), "100003 objects in 300040 bytes of JSON; a mesh has fewer and longer ones"},
		{"asset 1.0", with(`"2.0"`, `"1.0"`), `asset version "1.0"; glTF 2.0 is read`},
		{"minimum", with(`"2.0"`, `"2.5","minVersion":"2.5"`), `it needs glTF "2.5"; 2.0 is read`},
		{"compressed", with(`"scene":0`, `"extensionsRequired":["KHR_draco_mesh_compression"],"scene":0`), `it needs the extension "KHR_draco_mesh_compression", which is not read; export without it (no compression)`},
		{"scene", with(`"scene":0`, `"scene":1`), "scene 1 does not exist; there are 1"},
		{"node", with(`"nodes":[0]`, `"nodes":[7]`), "node 7 does not exist; there are 1"},
		{"loop of nodes", with(`{"mesh":0}`, `{"children":[0]}`), "node 0 has two parents or is its own ancestor; nodes form trees"},
		{"longer loop", with(`{"mesh":0}`, `{"children":[1]},{"children":[2]},{"children":[1]}`), "node 1 has two parents or is its own ancestor; nodes form trees"},
		{"matrix", with(`{"mesh":0}`, `{"mesh":0,"matrix":[1,2,3]}`), "node 0: matrix of 3 numbers; it has 16"},
		{"mesh", with(`{"mesh":0}`, `{"mesh":-1}`), "node 0: mesh -1 does not exist; there are 1"},
		{"mode", with(`"indices":1}`, `"indices":1,"mode":7}`), "node 0: mesh 0: primitive 0: mode 7; 0 to 6 are possible"},
		{"no positions", with(`"POSITION":0`, `"NORMAL":0`), "node 0: mesh 0: primitive 0: no POSITION"},
		{"accessor", with(`"POSITION":0`, `"POSITION":9`), "node 0: mesh 0: primitive 0: accessor 9 does not exist; there are 2"},
		{"type", with(`VEC3`, `VEC2`), at0 + `type "VEC2" of component type 5126 cannot be positions; they are VEC3 of float, byte or short`},
		{"component type", with(`5126`, `5127`), at0 + "unknown componentType 5127"},
		{"signed indices", with(`5123`, `5122`), at1 + `type "SCALAR" of component type 5122 cannot be indices; they are unsigned scalars`},
		{"2 G positions", with(`"count":4`, `"count":2000000000`), at0 + fmt.Sprintf("the file uses its %d bytes for more than %d vertices and indices; merge the copies of its meshes into fewer", len(whole)+8, 1_000_000+2*(len(whole)+8))},
		{"5 positions", with(`"count":4`, `"count":5`), at0 + "5 rows of 12 bytes, 12 apart, do not fit into the 48 bytes left of bufferView 0"},
		{"negative count", with(`"count":4`, `"count":-1`), at0 + "the file uses"},
		{"offset", with(`"count":4`, `"byteOffset":-4,"count":4`), at0 + "bufferView 0: byteOffset -4 lies outside its 48 bytes"},
		{"huge offset", with(`"count":4`, `"byteOffset":9223372036854775807,"count":4`), at0 + "bufferView 0: byteOffset 9223372036854775807 lies outside its 48 bytes"},
		{"view", with(`"byteLength":48`, `"byteLength":61`), at0 + "bufferView 0: bytes 0 + 61 lie outside the 60 of buffer 0"},
		{"view overflows", with(`"byteLength":48`, `"byteOffset":60,"byteLength":9223372036854775807`), at0 + "bufferView 0: bytes 60 + 9223372036854775807 lie outside the 60 of buffer 0"},
		{"stride", with(`"byteLength":48`, `"byteStride":8,"byteLength":48`), at0 + "bufferView 0: a stride of 8 bytes for rows of 12"},
		{"long stride", with(`"byteLength":48`, `"byteStride":1000,"byteLength":48`), at0 + "bufferView 0: a stride of 1000; 4 to 252 are possible"},
		{"no data", with(`"bufferView":0,`, ``), at0 + "no bufferView, so no data (compressed with an extension?); export without compression"},
		{"buffer", with(`{"buffer":0,"byteLength":48}`, `{"buffer":1,"byteLength":48}`), at0 + "bufferView 0: buffer 1 does not exist; there are 1"},
		{"buffer too long", with(`60`, `64`), at0 + "bufferView 0: buffer 0: byteLength is 64, the data has 60 bytes"},
		{"no chunk", glb(text, nil), at0 + "bufferView 0: buffer 0: no uri, and no binary chunk for it"},
		{"index", glb(text, gltfBytes(buffer[:58], uint16(4))), "node 0: mesh 0: primitive 0: index 5: vertex 4 does not exist; there are 4"},
		{"5 corners", with(`"count":6`, `"count":5`), "node 0: mesh 0: primitive 0: 5 indices do not make triangles"},
		{"infinite", glb(text, infinite), at0 + "row 1: coordinate +Inf is not a finite number"},
		{"huge matrix", with(`{"mesh":0}`, `{"mesh":0,"scale":[1e308,1e308,1e308],"children":[]},{"mesh":0}`, `"nodes":[0]`, `"nodes":[0,1]`, `{"mesh":0,"scale"`, `{"mesh":0,"translation":[1e308,0,0],"scale"`), at0 + "row 1: coordinate +Inf is not a finite number"},
		{"sparse order", with(`"count":4`, `"count":4,"sparse":{"count":2,"indices":{"bufferView":1,"componentType":5123,"byteOffset":2},"values":{"bufferView":0}}`,
			`"byteOffset":2}`, `"byteOffset":4}`), at0 + "sparse index 0 is out of range or not larger than the one before it"},
		{"sparse view", with(`"count":4`, `"count":4,"sparse":{"count":2,"indices":{"bufferView":9,"componentType":5123},"values":{"bufferView":0}}`), at0 + "sparse indices: bufferView 9 does not exist; there are 2"},
	} {
		file, err := (ReadOptions{}).ReadStream(strings.NewReader(string(c.data)), int64(len(c.data)), "a.glb")
		if file != nil || err == nil || !strings.HasPrefix(err.Error(), "a.glb: "+c.want) || !strings.HasSuffix(err.Error(), " (read as glTF)") {
			t.Errorf("%s: error\n%v, want\na.glb: %s", c.name, err, c.want)
		}
	}
}

func FuzzReadGLTF(f *testing.F) {
	text, buffer := gltfSquare()
	f.Add(glb(text, buffer))
	f.Add([]byte(strings.Replace(text, `{"byteLength":60}`, `{"uri":"data:;base64,`+base64.StdEncoding.EncodeToString(buffer)+`","byteLength":60}`, 1)))
	f.Add(glb(strings.Replace(text, `"count":4`, `"count":4,"sparse":{"count":2,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":0}}`, 1), buffer))
	f.Add([]byte(strings.Replace(text, `{"mesh":0}`, `{"mesh":0,"rotation":[0,1,0,0],"children":[0]}`, 1)))
	fuzzReader(f, "fuzz.glb", surface.ReadGLTF)
}

// instancedSquare returns the square in as many copies as its instances say: attributes are pieces of JSON
// such as "TRANSLATION":2, and rows are the bytes behind the square's. The accessors from 2 on have a
// bufferView each.
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
		must.Say(t, c.name, must.Err(ReadOptions{}.ReadStream(strings.NewReader(c.text), int64(len(c.text)), "a.gltf")), c.want)
	}
}
