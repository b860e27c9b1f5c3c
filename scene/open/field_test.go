package open

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// tetrahedron is a closed mesh with faces outward.
const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

// A field is the solid in its mesh, scaled, turned and moved; a mesh that faces inward, one without
// polygons and cells that are too small are faults at their line, with the file and a reason.
func TestFields(t *testing.T) {
	folder := t.TempDir()
	turned := strings.NewReplacer("f 1 3 2", "f 1 2 3", "f 1 2 4", "f 1 4 2", "f 1 4 3", "f 1 3 4", "f 2 3 4", "f 2 4 3").Replace(tetrahedron)
	for name, text := range map[string]string{"a.obj": tetrahedron, "inward.obj": turned, "lines.obj": "v 0 0 0\nv 1 0 0\nl 1 2\n"} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	read := func(keys string) (*scene.Scene, error) {
		path := filepath.Join(folder, "x.toml")
		must.Do(t, os.WriteFile(path, []byte("[[mesh]]\npreset = \"cube\"\nmove = [0, 0, 9]\n[[contact]]\nshape = \"field\"\n"+keys), 0o600))
		return Scene(path, scene.Options{})
	}
	s := must.Get(read("file = \"a.obj\"\nscale = 2\nturn = [0, 0, 90]\nmove = [1, 2, 3]\ncell = 0.05\n"))(t)
	field := s.Params.Contacts[0].Shape.(model.Field)
	// (x, y, z) of the file is (1 − 2 y, 2 + 2 x, 3 + 2 z); below a face of the corner the depth is the distance from it.
	depth, n := field.Depth(model.Vec3{1 - 0.5, 2 + 0.6, 3.2})
	must.Hold(t, depth > 0.19 && depth < 0.21 && n.Sub(model.Vec3{0, 0, -1}).Len() < 1e-3, "the depth is %g m, the normal %v", depth, n)
	for keys, want := range map[string]string{
		"file = \"inward.obj\"\n":              "x.toml:6:8: %inward.obj: the surface faces inward%-0.167 m³",
		"file = \"lines.obj\"\n":               "lines.obj: a field requires the polygons",
		"file = \"a.obj\"\ncell = 1e-4\n":      "make cells larger",
		"file = \"none.obj\"\n":                "none.obj",
		"cell = 0.1\n":                         "the field has no mesh; give file",
		"file = \"a.obj\"\ninside = true\n":    "they hold none inside",
		"file = \"a.obj\"\nmake = \"noise\"\n": "make belongs to",
	} {
		_, err := read(keys)
		for part := range strings.SplitSeq(want, "%") {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%q: %v; want %q", keys, err, want)
			}
		}
	}
}
