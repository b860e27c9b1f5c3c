package open

import (
	"path/filepath"
	"slices"
	"testing"

	"hooke/scene"
	"hooke/scene/scenetest"
)

// The files of a scene are those that it is read from, faults or not.
func TestFilesToWatch(t *testing.T) {
	text := "[[mesh]]\nfile = \"a.obj\"\nmass_file = \"kg.txt\"\n[[mesh]]\nfile = \"sub/b.stl\"\nunknown = 3\n[[mesh]]\nfile = \"a.obj\"\n[[mesh]]\nfile = \"../out.obj\"\n" +
		"[[actuator]]\ntable = \"wave.csv\"\n[[output]]\nevery = 1\nfile = \"written.csv\"\n"
	path := scenetest.Write(t, "x.toml", text)
	gltf := scenetest.Write(t, "x.gltf", `{"buffers": [{"uri": "a%20b.bin"}, {"uri": "data:application/octet-stream;base64,AAAA"}, {"uri": "../b.bin"}, {}]}`)
	beside := func(name string) string { return filepath.Join(filepath.Dir(path), name) }
	for _, c := range []struct {
		name string
		o    scene.Options
		want []string
	}{
		{"cube", scene.Options{}, nil},
		{"cow.obj", scene.Options{}, []string{"cow.obj"}},
		{"cow.obj", scene.Options{MassFile: "kg.npy"}, []string{"cow.obj", "kg.npy"}},
		{path, scene.Options{}, []string{path, beside("a.obj"), beside("kg.txt"), beside("sub/b.stl"), beside("wave.csv")}},
		{path, scene.Options{Set: "mesh[1].file=c.stl\nrun.dt=1"}, []string{path, beside("a.obj"), beside("kg.txt"), beside("c.stl"), beside("wave.csv")}},
		{"a/b.ele", scene.Options{}, []string{"a/b.ele", "a/b.node", "a/b.face"}},
		{gltf, scene.Options{}, []string{gltf, filepath.Join(filepath.Dir(gltf), "a b.bin")}},
		{"gone.gltf", scene.Options{}, []string{"gone.gltf"}},
		{"gone.toml", scene.Options{}, []string{"gone.toml"}},
	} {
		if got := Files(c.name, c.o); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
