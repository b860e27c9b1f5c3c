package cli

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/files/npy"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/must"
	"hooke/run"
	"hooke/run/flags"
	"hooke/scene"
	"hooke/scene/open"
)

// relax writes a state at rest that carries its weight, and run --start stays
// there.
func TestRelaxAndStartFromIt(t *testing.T) {
	needsGL(t)
	for _, engine := range []string{"gpu", "cpuref"} {
		out := t.TempDir()
		r := hooke(t, "relax", "lattice", "--masses", "5", "--engine", engine, "--residual", "0.5", "--png", "--out", out).worked(t)
		for _, word := range []string{"engine ", "residual ", ", allowed 0.5 N\n", " stops\n", "stretch ", " % of the rest lengths\n", "final.png\n"} {
			if !strings.Contains(r.stdout, word) {
				t.Errorf("%s: the figures lack %q:\n%s", engine, word, r.stdout)
			}
		}
		final := filepath.Join(out, "final.npz")
		settled := arrays(t, final)
		for _, v := range settled["velocities"].Data.([]float32) {
			if v != 0 {
				t.Fatalf("%s: a velocity is %g m/s, want none", engine, v)
			}
		}
		if time := settled["time"].Data.([]float64)[0]; time != 0 {
			t.Errorf("%s: time is %g s, want that of the start", engine, time)
		}

		// The residual of 0.5 N moves masses of 8 kg by a few micrometers.
		again := t.TempDir()
		hooke(t, "run", "lattice", "--masses", "5", "--engine", engine, "--start", final, "--steps", "200", "--out", again).worked(t)
		before, after := settled["positions"].Data.([]float32), arrays(t, filepath.Join(again, "final.npz"))["positions"].Data.([]float32)
		worst := 0.0
		for i := range before {
			worst = max(worst, math.Abs(float64(before[i]-after[i])))
		}
		t.Logf("%s: moved %.3g m in 200 steps", engine, worst)
		if worst > 1e-4 { // of a block of 1 m that fell 2 cm
			t.Errorf("%s: the settled lattice moves by %.3g m", engine, worst)
		}
	}
}

func TestRelaxJSON(t *testing.T) {
	r := hooke(t, "relax", "cube", "--engine", "cpuref", "--json", "--out", t.TempDir()).worked(t)
	var got map[string]any
	must.Do(t, json.Unmarshal([]byte(r.stdout), &got))
	residual, allowed := got["residual"].(float64), got["allowed"].(float64)
	if !(residual <= allowed) || got["steps"].(float64) < 10 || got["springs"].(float64) != 28 {
		t.Errorf("figures: %v", got)
	}
}

// The state at rest says of which structure it is, with the flags that made it, so that
// render needs no --of.
func TestRelaxSaysOfWhichStructure(t *testing.T) {
	out := t.TempDir()
	hooke(t, "relax", "lattice", "--masses", "3", "--dt", "1e-4", "--engine", "cpuref", "--residual", "0.5", "--out", out).worked(t)
	x := must.Get(App{}.openRecord(t.Context(), &flags.Structure{}, "", []string{filepath.Join(out, "final.npz")}))(t)
	if x.Scene.Model.MassCount() != 27 || x.Scene.Params.DT != 1e-4 || x.Frames() != 1 {
		t.Errorf("%d masses, steps of %g s; want 27 of 0.0001", x.Scene.Model.MassCount(), x.Scene.Params.DT)
	}
}

// A structure that does not settle ends with exit code 1, the numbers, and no file, not even an old one.
func TestRelaxFailures(t *testing.T) {
	out := t.TempDir()
	old := filepath.Join(out, "final.npz")
	must.Do(t, os.WriteFile(old, []byte("old"), 0o666))
	r := hooke(t, "relax", "rope", "--engine", "cpuref", "--steps", "40", "--residual", "1e-9", "--out", out)
	r.failed(t, "", exitFailed, "relax: after 40 steps the residual is ", "allowed 1e-09 N")
	if _, err := os.Stat(old); err == nil {
		t.Error("an earlier final.npz stands there still")
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	hookeWith(t, canceled, nil, "relax", "rope", "--engine", "cpuref", "--out", out).failed(t, "", exitFailed, "interrupted")
}

// relax replaces the files that it writes, and leaves those of an earlier run that
// it does not.
func TestRelaxKeepsACheckpoint(t *testing.T) {
	out := t.TempDir()
	hooke(t, "run", "cube", "--engine", "cpuref", "--steps", "3", "--checkpoint", "1steps", "--out", out).worked(t)
	good := filepath.Join(out, "last-good.npz")
	must.Do(t, os.WriteFile(good, []byte("old"), 0o666))
	hooke(t, "relax", "cube", "--engine", "cpuref", "--out", out).worked(t)
	for _, path := range []string{filepath.Join(out, "checkpoint.hooke"), good, filepath.Join(out, "energy.csv")} {
		must.Be(t, must.Err(os.Stat(path)), nil, "relax removed it")
	}
}

// A size of work groups implies the engine that has them.
func TestRelaxInWorkGroups(t *testing.T) {
	needsGL(t)
	r := hooke(t, "relax", "cube", "--workgroup", "64", "--json", "--out", t.TempDir()).worked(t)
	must.Hold(t, strings.Contains(r.stdout, `"engine":"gpu"`), "relax --workgroup 64 prints\n%s%s", r.stderr, r.stdout)
}

// A start that is not one of the structure is refused by name.
func TestStartFromFaults(t *testing.T) {
	out := t.TempDir()
	hooke(t, "run", "cube", "--engine", "cpuref", "--steps", "1", "--energy-every", "0", "--out", out).worked(t)
	final := filepath.Join(out, "final.npz")
	for path, want := range map[string]string{
		final:                                 "--start: " + final + `: array "`,
		filepath.Join(out, "missing"):         "--start: export: ",
		write(t, "text.npz", "no zip at all"): "is not an NPZ file",
	} {
		r := hooke(t, "run", "rope", "--engine", "cpuref", "--steps", "1", "--start", path, "--out", t.TempDir())
		r.failed(t, path, exitFailed, want)
	}
	// So is one whose places no file could hold.
	arrays := must.Get(npy.ReadArchive(final))(t)
	far := filepath.Join(out, "far.npz")
	for i := range arrays {
		if arrays[i].Name == "origin" {
			arrays = slices.Delete(arrays, i, i+1)
			break
		}
	}
	must.Do(t, npy.WriteArchive(far, append(arrays, npy.Array{Name: "origin", Data: []float64{5e303, 0, 0}, Shape: []int{3}})...))
	if r := hooke(t, "run", "cube", "--steps", "1", "--start", far, "--out", t.TempDir()); r.code != exitFailed || !strings.Contains(r.stderr, "mass 0: the position [5e+303 ") || !strings.Contains(r.stderr, "beyond float32") {
		t.Errorf("beyond float32: exit code %d, message\n%s", r.code, r.stderr)
	}
	// The same structure continues from there, at step 0.
	s := must.Get(open.Scene("cube", scene.Options{}))(t)
	before := slices.Clone(s.Start.Position)
	must.Do(t, run.StartFrom(s, final))
	if s.Start.Step != 0 || s.Start.Time != 0 || s.Start.Position[0] == before[0] || s.Start.Velocity[0][2] >= 0 {
		t.Errorf("starts at step %d with %v m, %v m/s", s.Start.Step, s.Start.Position[0], s.Start.Velocity[0])
	}
}

// The engine that is chosen can relax, whatever the machine has.
func TestRelaxChoosesAnEngine(t *testing.T) {
	r := hooke(t, "relax", "bridge", "--out", t.TempDir()).worked(t)
	must.Hold(t, strings.Contains(r.stdout, "residual"), "standard output is %q", r.stdout)
}

// A rope that one newton pulls hangs taut from its pin, in a straight line 1 % longer, and
// one without dampers hangs, on every engine.
func TestRelaxWithoutDampers(t *testing.T) {
	needsGL(t)
	for _, engine := range []string{"cpuref", "cpu", "gpu"} {
		for _, scene := range []string{"pulled-rope.toml", "pulled-rope-of-three.toml"} {
			out := t.TempDir()
			r := hooke(t, "relax", filepath.Join("testdata", scene), "--engine", engine, "--out", out).worked(t)
			x := arrays(t, filepath.Join(out, "final.npz"))["positions"].Data.([]float32)
			first, last := x[:3], x[len(x)-3:]
			length := math.Hypot(math.Hypot(float64(last[0]-first[0]), float64(last[1]-first[1])), float64(last[2]-first[2]))
			if math.Abs(length-1.01) > 2e-5 || last[0] < first[0] || !strings.Contains(r.stdout, "it stays at rest after small pushes, in ") {
				t.Errorf("%s, %s: the rope is %.6g m long, from %v to %v; want 1.01 m to the right\n%s", scene, engine, length, first, last, r.stdout)
			}
		}
		out := t.TempDir()
		hooke(t, "relax", "rope", "--masses", "11", "--undamped", "--engine", engine, "--out", out).worked(t)
		x := arrays(t, filepath.Join(out, "final.npz"))["positions"].Data.([]float32)
		if sag := float64(x[2] - x[3*5+2]); sag < 0.1 {
			t.Errorf("%s: the middle of the rope rests %g m below its ends, want it to hang", engine, sag)
		}
	}
}

// relax brings a clamped rod to where the static chain has it, and a run from there stays. Its figures say of a run in
// text and JSON how far it is from that, or why that is unknown.
func TestRelaxedRodsStay(t *testing.T) {
	const masses, kilograms = 7, 0.0942
	scene := write(t, "rod.toml", `[run]
duration = 1
dt = 0.016666666666666666
solver = "impulses"
substeps = 40
drag_half_life = 0.25
[[mesh]]
make = "rope"
masses = 7
length = 1
density = 0.0942
material = "wire"
[[material]]
name = "wire"
young = 2e9
radius = 0.005
[[group]]
name = "root"
shape = "plane"
point = [-0.499999, 0, 0]
normal = [-1, 0, 0]
[[pin]]
group = "root"
[[clamp]]
group = "root"
`)
	want := modeltest.CantileverSag(rod.Solid(0.005, 2e9, 2e9/2.6).Bend, masses-1, kilograms/masses)
	tip := func(folder string) float64 {
		return float64(arrays(t, filepath.Join(folder, "final.npz"))["positions"].Data.([]float32)[3*masses-1])
	}
	rest, out := t.TempDir(), t.TempDir()
	r := hooke(t, "relax", scene, "--engine", "cpuref", "--out", rest).worked(t)
	if !strings.Contains(r.stdout, "of Newton's method") || math.Abs(tip(rest)/want-1) > 0.001 {
		t.Errorf("the tip is at %g m, want %g; it says\n%s", tip(rest), want, r.stdout)
	}
	r = hooke(t, "run", scene, "--engine", "cpuref", "--start", filepath.Join(rest, "final.npz"), "--out", out).worked(t)
	if math.Abs(tip(out)/want-1) > 0.003 || strings.Contains(r.stdout, "rest               not judged: ") || !strings.Contains(r.stdout, "path               not judged: pins") {
		t.Errorf("a run goes from there to %g m, want %g; it says\n%s", tip(out), want, r.stdout)
	}
	var got struct{ Rest, Path map[string]any }
	r = hooke(t, "run", scene, "--engine", "cpuref", "--time", "5", "--json", "--out", out).worked(t)
	must.Do(t, json.Unmarshal([]byte(r.stdout), &got))
	if off, ok := got.Rest["off_m"].(float64); !ok || !(off < 0.005*-want) || got.Path["not_judged"] == nil {
		t.Errorf("it says %+v", got)
	}
}
