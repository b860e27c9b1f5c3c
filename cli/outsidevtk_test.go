package cli

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/run/export/grid"
	"hooke/scene"
	"hooke/scene/open"
)

// VTK, and with it ParaView, reads the one file of all frames as it reads a file for each: the
// same grids at the same times, to the last bit, plain, compressed and in float64; and the HDF5
// library reads every array of it.
func TestOutsideReadsVTKHDF(t *testing.T) {
	outside(t)
	if out, err := exec.Command("/usr/bin/python3", "-c", "import vtk, h5py").CombinedOutput(); err != nil {
		t.Fatalf("VTK and h5py of PyPI are not there; make test-outside installs them where PyPI can be reached: %v\n%s", err, out)
	}
	script := must.Get(filepath.Abs("testdata/outsidevtk.py"))(t)
	type frame struct {
		Time          float64
		Points, Cells int
		Arrays        map[string]string
	}
	type series struct {
		Frames []frame
		Shapes map[string][]int
	}
	for _, how := range []string{"", "--compress", "--float64 --compress"} {
		out := t.TempDir()
		args := []string{"run", "lattice", "--springs", "600k", "--engine", "cpuref", "--steps", "4", "--every", "2", "--save", "vtkhdf,vtu", "--out", out}
		hooke(t, append(args, strings.Fields(how)...)...).worked(t)
		var seen [2]series
		lines := strings.Split(strings.TrimSpace(other(t, out, "/usr/bin/python3", script, "frames.vtkhdf", "vtu.pvd")), "\n")
		for i := range seen {
			must.Do(t, json.Unmarshal([]byte(lines[i]), &seen[i]))
		}
		if !reflect.DeepEqual(seen[0].Frames, seen[1].Frames) || len(seen[0].Frames) != 3 {
			t.Errorf("%s: VTK reads\n%+v\n%+v", how, seen[0].Frames, seen[1].Frames)
		}
		first, last := seen[0].Frames[0], seen[0].Frames[2]
		if first.Arrays["Points"] == last.Arrays["Points"] || first.Arrays["connectivity"] != last.Arrays["connectivity"] || first.Cells < 500_000 {
			t.Errorf("%s: frames are\n%+v\n%+v", how, first, last)
		}
		shapes := seen[0].Shapes
		if rows := shapes["VTKHDF/Connectivity"]; len(rows) != 1 || rows[0] != 2*first.Cells || shapes["VTKHDF/CellData/strain"][0] < 3*first.Cells {
			t.Errorf("%s: the HDF5 library reads %v", how, shapes)
		}
	}
}

// blenderBounds has Blender print the bounding box of the imported mesh.
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
