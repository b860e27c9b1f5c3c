package meshfile_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene"
	"hooke/scene/meshfile"
	"hooke/scene/scenetest"
)

// slab is a closed box of the given size, as OBJ; flipped turns every second
// face around.
func slab(x, y, z float64, flipped bool) string {
	var out strings.Builder
	for corner := range 8 {
		fmt.Fprintf(&out, "v %g %g %g\n", x*float64(corner&1), y*float64(corner>>1&1), z*float64(corner>>2))
	}
	for i, face := range [][4]int{{1, 3, 4, 2}, {5, 6, 8, 7}, {1, 2, 6, 5}, {3, 7, 8, 4}, {1, 5, 7, 3}, {2, 4, 8, 6}} {
		if flipped && i%2 == 1 {
			slices.Reverse(face[:])
		}
		fmt.Fprintf(&out, "f %d %d %d %d\n", face[0], face[1], face[2], face[3])
	}
	return out.String()
}

// Surprising facts come with a note, and only those.
func TestNotesOnMeshes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		options    scene.Options
		want       string // empty: no note
	}{
		{"taller in y", slab(1, 2, 1, false), scene.Options{}, "z is taken as up"},
		{"taller in y, turned", slab(1, 2, 1, false), scene.Options{Up: "y"}, ""},
		{"taller in z", slab(1, 1, 2, false), scene.Options{}, ""},
		{"faces that disagree", slab(1, 1, 2, true), scene.Options{}, "3 polygons faced the other way than their neighbors and were turned"},
		{"a closed surface without a volume", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.2 0.2 0\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n", scene.Options{}, "enclose no volume"},
		{"faces that disagree, cloth asked for", slab(1, 1, 2, true), scene.Options{As: "cloth"}, ""},
		{"flat and pinned", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", scene.Options{Pin: "top"}, "all 4 masses are pinned"},
	} {
		s, err := ready(scenetest.Write(t, "mesh.obj", c.text), c.options)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		notes := strings.Join(s.Report.Notes, "; ")
		must.Hold(t, (c.want == "") == (notes == "") && strings.Contains(notes, c.want), "%s: notes %q, want %q", c.name, notes, c.want)
	}
}

// The note is of a mesh that may lie on its side, until the user sets up.
func TestUpNote(t *testing.T) {
	spot := filepath.Join("..", "..", "mesh", "testdata", "spot.obj")
	for up, want := range map[string]bool{"": true, "y": false, "z": false} {
		s := must.Get(ready(spot, scene.Options{Up: up, Springs: 5000}))(t)
		must.Be(t, slices.Contains(s.Report.Notes, meshfile.UpNote), want, "up %q: noted", up)
	}
}

func TestUpOfNames(t *testing.T) {
	for name, want := range map[string]string{"a.obj": "z", "a.glb": "y", "b/C.GLTF": "y", "a.gltf.gz": "y", "a.stl.gz": "z"} {
		must.Be(t, meshfile.UpOf(name), want, "%s has up", name)
	}
}
