package format

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
	"hooke/must"
)

// parse reads data as a file of that name, in three ways that must agree: at
// once, byte by byte with its size unknown, and compressed.
func parse(t *testing.T, o ReadOptions, name string, data []byte) (*mesh.File, error) {
	t.Helper()
	file, err := o.ReadStream(bytes.NewReader(data), int64(len(data)), name)
	if err == nil {
		checkFile(t, file)
	} else if file != nil {
		t.Errorf("a file beside the error %v", err)
	}
	for way, r := range map[string]io.Reader{
		"byte by byte": iotest.OneByteReader(bytes.NewReader(data)), "gzip": bytes.NewReader(zipped(t, data)),
	} {
		other, otherErr := o.ReadStream(r, -1, name)
		if (err == nil) != (otherErr == nil) {
			t.Errorf("%s: error %v, at once %v", way, otherErr, err)
		} else if diff := cmp.Diff(file, other); diff != "" {
			t.Errorf("%s (-at once +%s):\n%s", way, way, diff)
		}
	}
	return file, err
}

// refuses fails where data, read as a file of that name, are no error of these words.
func refuses(t *testing.T, name, data, want string) {
	t.Helper()
	file, err := ReadOptions{}.ReadStream(strings.NewReader(data), int64(len(data)), name)
	if file != nil || err == nil || err.Error() != want {
		t.Errorf("%.60q: error\n%v, want\n%s", data, err, want)
	}
}

// checkFile fails when a surface breaks its own rules.
func checkFile(t *testing.T, file *mesh.File) {
	t.Helper()
	if file.Surface == nil || file.Name == "" || file.Format == "" || file.Surface.Name != file.Name {
		t.Fatalf("file %+v", file)
	}
	checkTables(t, file.Surface)
}

const (
	squareOBJ = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n"
	squareOFF = "OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n"
	squarePLY = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 2\n" +
		"property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n"
	squareSTL = "solid square\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n" +
		"facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid square\n"
)

// square is the mesh that all of them hold.
func square() *mesh.Surface {
	return &mesh.Surface{Vertices: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, Corners: []uint32{0, 1, 2, 0, 2, 3}, FaceStart: []uint32{0, 3, 6}}
}

// Content goes before the name; the name decides where content has no mark.
func TestRecognize(t *testing.T) {
	for _, c := range []struct{ name, text, format string }{
		{"a.obj", squareOBJ, "OBJ"},
		{"a.stl", squareOBJ, "OBJ"},
		{"a", "# made by hand\n\n" + squareOBJ, "OBJ"},
		{"a.OBJ", "call = no\n", "OBJ"}, // its extension tells, its content is refused below
		{"a.ply", squareSTL, "STL (ASCII)"},
		{"a.txt", "\ufeff" + squareSTL, "STL (ASCII)"},
		{"a.stl", squarePLY, "PLY (ASCII)"},
		{"Grün è 猫.xyz", squareOFF, "OFF"},
		{"a.off", strings.TrimPrefix(squareOFF, "OFF\n"), "OFF"},
		{"a.off.gz", strings.TrimPrefix(squareOFF, "OFF\n"), "OFF"},
	} {
		file, err := parse(t, ReadOptions{}, c.name, []byte(c.text))
		if strings.Contains(c.text, "call") {
			must.Hold(t, err != nil && strings.HasSuffix(err.Error(), "(read as OBJ)"), "%s: error %v", c.name, err)
			continue
		}
		if err != nil {
			t.Errorf("%s %.20q: %v", c.name, c.text, err)
			continue
		}
		want := square()
		want.Name = c.name
		if diff := cmp.Diff(want, file.Surface); diff != "" || file.Format != c.format || file.Name != c.name {
			t.Errorf("%s %.20q: %s as %s\n%s", c.name, c.text, file.Name, file.Format, diff)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct {
		name, text string
		o          ReadOptions
		want       string
	}{
		{"a.xyz", "# points\n\n1 2 3\n", ReadOptions{}, "a.xyz:3: unknown format; read are "},
		{"a", "", ReadOptions{}, "a:1: unknown format; read are "},
		{"a.obj", "\x7fELF\x00", ReadOptions{}, "a.obj:1: this is a program, which is not read; read are "},
		{"a.stl", "\n <?xml version", ReadOptions{}, "a.stl:1: this is an XML file of an unknown kind"},
		{"a.ply", "PK\x03\x04", ReadOptions{}, "a.ply:1: this is a zip file"},
		{"a.gltf", `[1]`, ReadOptions{}, "a.gltf: JSON line 1: json: cannot unmarshal array"},
		{"a.json", `{"a": 1}`, ReadOptions{}, "a.json:1: this is a JSON file of an unknown kind"},
		{"a.obj", squareOBJ, ReadOptions{Weld: -1}, "mesh: weld distance -1; give a length of at least 0"},
		{"a.obj", squareOBJ, ReadOptions{Weld: 1, KeepDuplicates: true}, "mesh: a weld distance and keeping duplicates exclude each other; give one"},
	} {
		_, err := parse(t, c.o, c.name, []byte(c.text))
		must.Hold(t, err != nil && strings.HasPrefix(err.Error(), c.want), "%s %.20q: error %v, want %s", c.name, c.text, err, c.want)
	}
	for _, f := range Formats() {
		if f.Name == "" || len(f.Extensions) == 0 || !strings.HasPrefix(f.Extensions[0], ".") {
			t.Errorf("format %+v", f)
		}
	}
}

// Folders, missing files and broken disks are errors that name the path.
func TestReadPath(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "ü.off")
	must.Do(t, os.WriteFile(path, []byte(squareOFF), 0o600))
	file := must.Get(Read(path))(t)
	checkFile(t, file)
	must.Say(t, "folder", must.Err(Read(folder)), folder+" is a folder")
	if _, err := Read(path + "x"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "ü.offx") {
		t.Errorf("missing: error %v", err)
	}
	broken := errors.New("disk on fire")
	for _, text := range []string{"", squareOBJ, squareOFF[:30], squarePLY[:150], squareSTL[:50]} {
		r := io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))
		if _, err := (ReadOptions{}).ReadStream(r, -1, "a.obj"); !errors.Is(err, broken) {
			t.Errorf("%.20q: error %v, want the reader's own", text, err)
		}
	}
}

// Sidecars are found inside the file's own folder only.
func TestSidecar(t *testing.T) {
	outside := t.TempDir()
	folder := filepath.Join(outside, "in")
	for name, text := range map[string]string{"secret": "secret", "in/mesh.obj": "v", "in/below/side": "side"} {
		path := filepath.Join(outside, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	}
	must.Do(t, os.Symlink("../secret", filepath.Join(folder, "link")))
	root := must.Get(os.OpenRoot(folder))(t)
	defer root.Close()
	in := &scan.Source{Name: "in/mesh.obj", Folder: root.FS()}
	side := must.Get(in.Sidecar("below/side"))(t)
	if text, err := io.ReadAll(side); string(text) != "side" || err != nil || side.Name != filepath.Join("in", "below", "side") || side.Size != 4 {
		t.Errorf("%q (%v) from %s with %d bytes", text, err, side.Name, side.Size)
	}
	if err := side.Close(); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{
		"../secret":    "may not read",
		"/etc/passwd":  "may not read",
		"a/../../b":    "may not read",
		".":            "may not read",
		"":             "may not read",
		"link":         "escapes",
		"below":        "is not a plain file",
		"missing":      `needs the file "missing" beside it: file does not exist`,
		"below/nobody": "needs the file",
	} {
		if _, err := in.Sidecar(name); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "in/mesh.obj: ") {
			t.Errorf("%q: error %v, want %s", name, err, want)
		}
	}
	alone := &scan.Source{Name: "mesh.obj"}
	must.Say(t, "alone", must.Err(alone.Sidecar("side")), "was not read from a folder")
}

func TestReadFS(t *testing.T) {
	fsys := fstest.MapFS{"a/b/square.ply": {Data: []byte(squarePLY)}}
	file := must.Get(ReadFS(fsys, "a/b/square.ply"))(t)
	checkFile(t, file)
	if _, err := ReadFS(fsys, "a/b"); err == nil {
		t.Error("a folder was read")
	}
}

func TestRepeatedPolygons(t *testing.T) {
	const text = squareOBJ + "f 3 1 2\nf 1 2 3 4\nf 3 2 1\nf 4 1 2 3\nf 2 3 1\nf 1 2 4 3\nf 1 3 2\n"
	file := must.Get(parse(t, ReadOptions{}, "a.obj", []byte(text)))(t)
	s := file.Surface
	want := []uint32{0, 1, 2, 0, 2, 3, 0, 1, 2, 3, 2, 1, 0, 0, 1, 3, 2}
	if !cmp.Equal(s.Corners, want) || s.Degenerate != 4 || s.FaceCount() != 5 {
		t.Errorf("corners %v, %d left out", s.Corners, s.Degenerate)
	}

	// Both ways of finding them agree; a fan is given up by the first.
	fan := mesh.Surface{Vertices: make([]model.Vec3, 1002)}
	for i := range uint32(1000) {
		fan.AddFace([]uint32{i + 1, i + 2, 0})
		if i%10 == 0 {
			fan.AddFace([]uint32{0, i + 1, i + 2})
		}
	}
	if _, ok := fan.RepeatedByCorner(); ok {
		t.Error("a fan of 1,000 was compared pair by pair")
	}
	found := fan.RepeatedByHash()
	if len(found) != 100 || found[0] != (mesh.RepeatedFace{Face: 1, First: 0}) || found[99] != (mesh.RepeatedFace{Face: 1090, First: 1089}) {
		t.Errorf("%d repeated in the fan: %v", len(found), found)
	}
	all := mesh.Surface{Vertices: make([]model.Vec3, 4), Corners: []uint32{0, 1, 2, 2, 0, 1, 3, 1, 2, 1, 2, 3}, FaceStart: []uint32{0, 3, 6, 9, 12}}
	byCorner, ok := all.RepeatedByCorner()
	if byHash := all.RepeatedByHash(); !ok || !cmp.Equal(byCorner, []mesh.RepeatedFace{{Face: 1, First: 0}, {Face: 3, First: 2}}) || !cmp.Equal(byHash, byCorner) {
		t.Errorf("repeated %v and %v", byCorner, byHash)
	}
}
