package cli

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hooke/export/grid"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// blenderBounds has Blender print the box around what it imports.
const blenderBounds = `import bpy, json, sys
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=sys.argv[-1])
at = [o.matrix_world @ v.co for o in bpy.data.objects if o.type == "MESH" for v in o.data.vertices]
print("bounds " + json.dumps([[f(p[i] for p in at) for i in range(3)] for f in (min, max)]))
`

// Spot stands on its feet in other programs: its box is that of its skin, with y up in
// trimesh, which keeps glTF's axes, and z up in Blender, which turns them.
func TestOutsideSeesStructuresUpright(t *testing.T) {
	outside(t)
	s := must.Get(open.Scene("spot", scene.Options{Springs: 2000}))(t)
	surface, _ := grid.SurfaceOf(s.Model)
	all := model.State{Position: surface.Vertices}
	lo, hi := all.Bounds()
	same := func(program string, got [2]model.Vec3, lo, hi model.Vec3) {
		t.Helper()
		if d := max(got[0].Sub(lo).Len(), got[1].Sub(hi).Len()); !(d < 1e-6) { // of float32 at 1 m
			t.Errorf("%s: from %v to %v m, want %v to %v", program, got[0], got[1], lo, hi)
		}
	}
	folder := t.TempDir()
	for _, name := range []string{"spot.glb", "spot.gltf"} {
		path := filepath.Join(folder, name)
		hooke(t, "convert", "spot", path, "--springs", "2k").worked(t)
		if out, err := exec.Command("/usr/bin/python3", "-c", "import trimesh").CombinedOutput(); err != nil {
			t.Errorf("trimesh is not there, and %s is not read by it; make test-outside installs it where PyPI can be reached: %v\n%s", name, err, out)
		} else {
			box := readOutside[struct{ Bounds [2]model.Vec3 }](t, folder, name)[0].Bounds
			same("trimesh: "+name, box, model.Vec3{lo[0], lo[2], -hi[1]}, model.Vec3{hi[0], hi[2], -lo[1]})
		}
		if _, err := exec.LookPath("blender"); err != nil {
			t.Logf("Blender is not there, and %s is not read by it", name)
			continue
		}
		var box [2]model.Vec3
		_, text, _ := strings.Cut(other(t, folder, "blender", "--background", "--python-exit-code", "1", "--python-expr", blenderBounds, "--", path), "bounds ")
		if err := json.NewDecoder(strings.NewReader(text)).Decode(&box); err != nil {
			t.Fatalf("Blender: %v: %s", err, text)
		}
		same("Blender: "+name, box, lo, hi)
	}
}
