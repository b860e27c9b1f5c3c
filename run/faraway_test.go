package run_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/files/npy"
	"hooke/model"
	"hooke/must"
	"hooke/run"
	"hooke/run/play"
	"hooke/scene"
	"hooke/scene/open"
)

// farScene returns a jelly that falls on a ground and a ball, pulled by a handle and held to a line, all of
// it moved up by the given height [m].
func farScene(t *testing.T, up float64) *scene.Scene {
	t.Helper()
	text := fmt.Sprintf(`[run]
dt = 2e-4
[[mesh]]
make = "lattice"
masses = [3, 3, 3]
spacing = 0.125
stiffness = 200
damping_ratio = 0.05
move = [0, 0, %[1]g]
[[contact]]
shape = "plane"
offset = %[2]g
stiffness = 2000
static_friction = 0.5
kinetic_friction = 0.4
[[contact]]
shape = "sphere"
center = [0.25, 0, %[1]g]
radius = 0.125
stiffness = 1000
`, up, up-0.25)
	path := filepath.Join(t.TempDir(), "far.toml")
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return must.Get(open.Scene(path, scene.Options{}))(t)
}

// goFar runs a scene with all its files.
func goFar(t *testing.T, name string, s *scene.Scene, o run.Options) (folder string, result run.Result) {
	t.Helper()
	o.Folder, o.Engine, o.EnergyEvery = t.TempDir(), name, 50
	for _, what := range []string{"npz", "lammps", "csv", "vtu"} {
		o.Outputs = append(o.Outputs, run.Output{What: what, Every: run.Every{Steps: 100}})
	}
	r, err := run.New(s, o)
	must.Do(t, err)
	defer r.Close()
	if result, err = r.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	return o.Folder, result
}

func arraysOf(t *testing.T, path string) map[string]npy.Array {
	t.Helper()
	list := must.Get(npy.ReadArchive(path))(t)
	out := map[string]npy.Array{}
	for _, a := range list {
		out[a.Name] = a
	}
	return out
}

// A scene that is moved by 4,096 m ends in the same bits, counted from its origin; positions
// of files, tables, dumps and probes have the places of the world.
func TestFilesOfAFarRun(t *testing.T) {
	const up = 4096.0
	for _, name := range []string{engine.CPU, engine.CPURef} {
		home, near := goFar(t, name, farScene(t, 0), run.Options{Steps: 400})
		away, far := goFar(t, name, farScene(t, up), run.Options{Steps: 400})
		for _, file := range []string{"final.npz", "trajectory.npz"} {
			a, b := arraysOf(t, filepath.Join(home, file)), arraysOf(t, filepath.Join(away, file))
			if x, y := a["velocities"].Data.([]float32), b["velocities"].Data.([]float32); !slices.Equal(x, y) {
				t.Errorf("%s: %s: velocities differ", name, file)
			}
			near, far := a["positions"].Data.([]float32), b["positions"].Data.([]float64)
			for i, x := range near {
				if want := float64(x) + []float64{0, 0, up}[i%3]; far[i] != want {
					t.Fatalf("%s: %s: coordinate %d is %v in the world, want %v", name, file, i, far[i], want)
				}
			}
			if a["origin"].Data != nil || b["origin"].Data != nil {
				t.Errorf("%s: %s: origins %v and %v; positions need none", name, file, a["origin"].Data, b["origin"].Data)
			}
		}
		mass := 27 * farScene(t, 0).Model.Mass[0]
		if d := far.Energy.Total() - near.Energy.Total() - mass*model.StandardGravity*up; math.Abs(d) > 1e-9*mass*up {
			t.Errorf("%s: %g J too much", name, d)
		}
		must.Hold(t, near.Complete == far.Complete, "%s: complete %v and %v", name, near.Complete, far.Complete)
		sameHeights(t, filepath.Join(home, "probes.csv"), filepath.Join(away, "probes.csv"), "all_z_m", up)
		sameFrames(t, filepath.Join(away, "trajectory.npz"), filepath.Join(away, "trajectory.dump"), up)
		text, err := os.ReadFile(filepath.Join(away, "vtu", "frame-000000400.vtu"))
		if err != nil || !strings.Contains(string(text), `type="Float64" Name="Points"`) {
			t.Errorf("%s: points of a grid are no float64: %v", name, err)
		}
	}
}

// sameHeights compares a column of two tables, the second of a run higher by the given height.
func sameHeights(t *testing.T, home, away, column string, up float64) {
	t.Helper()
	read := func(path string) (out []float64) {
		text := must.Get(os.ReadFile(path))(t)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		at := slices.Index(strings.Split(lines[0], ","), column)
		for _, line := range lines[1:] {
			x := must.Get(strconv.ParseFloat(strings.Split(line, ",")[at], 64))(t)
			out = append(out, x)
		}
		return out
	}
	a, b := read(home), read(away)
	for k := range a {
		if math.Abs(b[k]-a[k]-up) > 1e-9 { // a probe has twelve digits or more
			t.Errorf("row %d: %g and %g, %g m higher", k, a[k], b[k], up)
		}
	}
	must.Hold(t, len(a) == len(b) && len(a) >= 4, "%d and %d rows", len(a), len(b))
}

// sameFrames compares two files of frames, each read by its reader, and their height.
func sameFrames(t *testing.T, one, other string, up float64) {
	t.Helper()
	a := must.Get(play.Open(one))(t)
	defer a.Close()
	b := must.Get(play.Open(other))(t)
	defer b.Close()
	var x, y model.Snapshot
	for k := range a.Frames() {
		must.Do(t, a.Frame(k, &x))
		must.Do(t, b.Frame(k, &y))
		for i := range x.Position {
			if d := x.Place(i).Sub(y.Place(i)).Len(); d > 1e-9 || math.Abs(x.Place(i)[2]-up) > 1 {
				t.Fatalf("frame %d: mass %d is at %v and %v", k, i, x.Place(i), y.Place(i))
			}
		}
	}
}

// A far run that ends halfway and continues has the bits of one that did not, and a run that
// starts from its state has it exactly, from a file of an older version, too.
func TestAFarRunGoesOn(t *testing.T) {
	whole, _ := goFar(t, engine.CPU, farScene(t, 4096), run.Options{Steps: 400})
	half, _ := goFar(t, engine.CPU, farScene(t, 4096), run.Options{Steps: 200, Checkpoint: run.Interval{Steps: 200}})
	r := must.Open(run.Resume(context.Background(), filepath.Join(half, run.CheckpointName), run.Options{Steps: 400}))(t)
	must.Do(t, must.Err(r.Go(context.Background())))
	for _, file := range []string{"trajectory.npz", "final.npz"} {
		a, b := arraysOf(t, filepath.Join(whole, file)), arraysOf(t, filepath.Join(half, file))
		must.Hold(t, slices.Equal(a["positions"].Data.([]float64), b["positions"].Data.([]float64)), "%s of the run that went on differs", file)
	}
	a := arraysOf(t, filepath.Join(whole, "final.npz"))
	s := farScene(t, 4096)
	must.Do(t, run.StartFrom(s, filepath.Join(whole, "final.npz")))
	wide := make([]float64, 0, 3*len(s.Start.Position))
	for i, x := range s.Start.Position {
		wide = append(wide, x[:]...)
		if want := a["positions"].Data.([]float64)[3*i+2]; x[2] != want {
			t.Fatalf("mass %d starts at %v, want %v", i, x[2], want)
		}
	}
	// Older files have float32 and the point that they are counted from.
	older := make([]float32, len(wide))
	for i, x := range wide {
		older[i] = float32(x - []float64{0, 0, 4096}[i%3])
	}
	path := filepath.Join(t.TempDir(), "older.npz")
	must.Do(t, npy.WriteArchive(path, npy.Numbers("positions", older, len(s.Start.Position), 3), a["velocities"], npy.Numbers("origin", []float64{0, 0, 4096}, 3)))
	again := farScene(t, 4096)
	if err := run.StartFrom(again, path); err != nil || !slices.Equal(again.Start.Position, s.Start.Position) {
		t.Errorf("from a file of an older version: %v", err)
	}
}
