package cli

import (
	"bytes"
	"fmt"
	"image/png"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh/format"
	"hooke/must"
	"hooke/run/flags"
)

// checkPicture is an error of the test when a file is no picture of something.
func checkPicture(t *testing.T, path string) {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(bytesOf(t, path)))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	colors := map[any]bool{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			colors[picture.At(x, y)] = true
		}
	}
	if picture.Bounds().Dx() != flags.DefaultWidth || len(colors) < 100 {
		t.Errorf("%s: %v with %d colors", path, picture.Bounds(), len(colors))
	}
}

// outputScene is a scene file with an output of every format, some of them of a
// part of the masses or of the fields.
const outputScene = `
[run]
dt = 1e-3
duration = 0.02
[[mesh]]
name = "sheet"
make = "cloth"
masses = [6, 6]
spacing = 0.1
stiffness = 50
[[mesh]]
name = "cube"
make = "cube"
move = [0, 0, 1]
[[group]]
name = "tip"
shape = "list"
masses = [3]
[[output]]
what = "vtu"
every = 0.01
[[output]]
what = "vtu"
every = 0.02
file = "cubes/all.pvd"
group = "cube"
fields = ["strain"]
[[output]]
what = "npz"
every = 0.004
fields = ["positions"]
group = ["tip", "cube"]
[[output]]
what = "lammps"
every = 0.01
[[output]]
what = "csv"
every = 1e-3
file = "probes/tip"
group = ["tip", "cube"]
fields = ["positions", "energy"]
[[output]]
what = "ply"
every = 0.02
[[output]]
what = "obj"
every = 0.02
group = "sheet"
[[output]]
what = "png"
every = 0.02
`

// The outputs of a scene file are written at their times and for their masses, by the engines that draw from
// their own buffers and by the others. Outputs whose names begin alike do not sweep each other away.
func TestOutputsBesideEachOther(t *testing.T) {
	const body = "[[mesh]]\nname = \"c\"\nmake = \"cube\"\n"
	text := body
	for _, o := range []string{"lammps en", "csv e", "npz e", "lammps e", "csv energ"} {
		what, file, _ := strings.Cut(o, " ")
		text += fmt.Sprintf("[[output]]\nwhat = %q\nevery = 1e-3\nfile = %q\n", what, file)
	}
	out := t.TempDir()
	hooke(t, "run", write(t, "scene.toml", text), "--engine", "cpuref", "--steps", "30", "--out", out).worked(t)
	got := leftIn(t, out)
	must.BeAll(t, got, []string{"e.csv", "e.dump", "e.npz", "en.dump", "energ.csv", "energy.csv", "final.npz"}, "files")
}

func TestSceneOutputs(t *testing.T) {
	needsGL(t)
	path := write(t, "scene.toml", outputScene)
	for _, engine := range []string{"cpu", "gpu"} {
		out := t.TempDir()
		r := hooke(t, "run", path, "--engine", engine, "--save", "csv", "--every", "0.01s", "--probe", "3,cube", "--out", out).worked(t)
		for pattern, want := range map[string]int{
			"vtu/frame-*.vtu": 3, "vtu/surface-*.vtu": 3, "cubes/all/frame-*.vtu": 2, "cubes/all/surface-*": 0, "ply/*.ply": 2, "obj/*.obj": 2,
			"png/*.png": 2, "trajectory.dump": 1, "trajectory.npz": 1, "probes/tip.csv": 1, "probes.csv": 1, ".*": 0, "*/.*": 0,
		} {
			if got := filesLike(t, filepath.Join(out, pattern)); len(got) != want {
				t.Errorf("%s: %s: %v, want %d files", engine, pattern, got, want)
			}
		}
		must.Hold(t, strings.Contains(r.stdout, filepath.Join(out, "cubes/all.pvd")), "%s: the figures are\n%s", engine, r.stdout)
		all := arrays(t, filepath.Join(out, "trajectory.npz"))
		if _, there := all["velocities"]; there || !slices.Equal(all["positions"].Shape, []int{6, 9, 3}) || !slices.Equal(all["mass"].Data.([]uint32), []uint32{3, 36, 37, 38, 39, 40, 41, 42, 43}) {
			t.Errorf("%s: the trajectory has shape %v of masses %v", engine, all["positions"].Shape, all["mass"].Data)
		}
		rows := strings.Split(string(bytesOf(t, out, "probes", "tip.csv")), "\n")
		if rows[0] != "step,time_s,tip_x_m,tip_y_m,tip_z_m,cube_x_m,cube_y_m,cube_z_m,kinetic_J,gravitational_J,elastic_J,contact_J,total_J" || len(rows) != 23 {
			t.Errorf("%s: %d lines, the first\n%s", engine, len(rows), rows[0])
		}
		if rows := strings.Split(string(bytesOf(t, out, "probes.csv")), "\n"); !strings.HasPrefix(rows[0], "step,time_s,3_x_m,") || !strings.HasPrefix(rows[2], "10,0.01,") || len(rows) != 5 {
			t.Errorf("%s: the probes are\n%s", engine, strings.Join(rows, "\n"))
		}
		part, err := format.Read(filepath.Join(out, "cubes/all/frame-000000020.vtu"))
		if err != nil || len(part.Surface.Vertices) != 8 || len(part.Surface.Lines) != 28 {
			t.Errorf("%s: the part, %v", engine, err)
		}
		checkPicture(t, filepath.Join(out, "png/frame-000000020.png"))
	}
}

// Outputs that cannot be are told before the run.
func TestSceneOutputsRefused(t *testing.T) {
	const body = "[[mesh]]\nname = \"c\"\nmake = \"cube\"\n"
	for text, want := range map[string]string{
		"[[output]]\nwhat = \"ply\"\nevery = 1\n":                                           "scene.toml:4:3: output ply: ",
		strings.Repeat("[[output]]\nwhat = \"npz\"\nevery = 1\n", 2):                        "scene.toml:7:3: output npz: two outputs go to",
		"[[output]]\nwhat = \"npz\"\nevery = 1\nfile = \"final.npz\"\n":                     "scene.toml:7:8: output npz: two outputs go to",
		"[[output]]\nwhat = \"csv\"\nevery = 1\nfields = [\"strain\"]\n":                    ":7:1: csv has no field \"strain\"; it has positions, velocity, energy and reaction",
		"[[output]]\nwhat = \"png\"\nevery = 1\ngroup = \"c\"\n":                            ":7:9: png shows all masses; leave group out",
		"[[output]]\nwhat = \"obj\"\nevery = 1\nfields = \"positions\"\ngroup = \"none\"\n": "group \"none\" is unknown",
	} {
		out := t.TempDir()
		r := hooke(t, "run", write(t, "scene.toml", body+text), "--engine", "cpuref", "--steps", "3", "--out", out)
		r.failed(t, text, exitFailed, want)
		if left := leftIn(t, out); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}
