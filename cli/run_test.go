package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/files/npy"
	"hooke/must"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/open"
)

// arrays reads final.npz by name.
func arrays(t *testing.T, path string) map[string]npy.Array {
	t.Helper()
	list := must.Get(npy.ReadArchive(path))(t)
	out := map[string]npy.Array{}
	for _, a := range list {
		out[a.Name] = a
	}
	return out
}

// A run writes the files it names, and the cube falls as a cube must: 0.05 s of free fall in steps of 0.1 ms,
// before it reaches the ground.
func TestRun(t *testing.T) {
	needsGL(t)
	for _, engine := range []string{"gpu", "cpu", "cpuref", "auto"} {
		out := filepath.Join(t.TempDir(), "a", "b") // is made
		r := hooke(t, "run", "cube", "--engine", engine, "--steps", "500", "--energy-every", "100", "--out", out).worked(t)

		final := arrays(t, filepath.Join(out, "final.npz"))
		if got := final["positions"].Shape; !slices.Equal(got, []int{8, 3}) {
			t.Fatalf("%s: positions have the shape %v, want [8 3]", engine, got)
		}
		if got := final["velocities"].Shape; !slices.Equal(got, []int{8, 3}) {
			t.Errorf("%s: velocities have the shape %v, want [8 3]", engine, got)
		}
		if got := final["time"].Data.([]float64)[0]; math.Abs(got-0.05) > 1e-15 { // 500 · 1e-4 in float64
			t.Errorf("%s: time is %g s, want 0.05", engine, got)
		}
		// Symplectic Euler of free fall after n steps is exact: n(n+1)/2 g dt².
		const fallen = 9.81 * 1e-8 * 500 * 501 / 2
		const rounding = 500 * 1.5e-8 // half a unit in the last place of 0.2 m each step, in float32
		z := final["positions"].Data.([]float32)
		if low := float64(slices.Min([]float32{z[2], z[5], z[8], z[11], z[14], z[17], z[20], z[23]})); math.Abs(low-(0.1-fallen)) > rounding {
			t.Errorf("%s: the lowest mass is at z = %g m, want %g within %g", engine, low, 0.1-fallen, rounding)
		}

		csv := must.Get(os.ReadFile(filepath.Join(out, "energy.csv")))(t)
		var steps []string
		for line := range strings.Lines(string(csv)) {
			steps = append(steps, line[:strings.Index(line, ",")])
		}
		must.BeAll(t, steps, []string{"step", "0", "100", "200", "300", "400", "500"}, "%s: energy.csv has rows", engine)
		for _, word := range []string{"engine ", "pipeline ", "renderer ", " precision", "spring-updates/s ", "error ", "simulated time     0.05 s", "final.npz"} {
			if !strings.Contains(r.stdout, word) {
				t.Errorf("%s: the figures lack %q:\n%s", engine, word, r.stdout)
			}
		}
		if want := "\nwrote              " + filepath.Join(out, "final.npz") + ", " + filepath.Join(out, "energy.csv") + "\n"; !strings.HasSuffix(r.stdout, want) {
			t.Errorf("%s: the figures end with\n%swant %q", engine, r.stdout, want)
		}
		if _, err := os.Stat(filepath.Join(out, "final.png")); err == nil {
			t.Errorf("%s: a picture was written that nobody asked for", engine)
		}
	}
}

// Without a GPU the engine auto says which engine it takes, and why.
func TestRunAuto(t *testing.T) {
	needsGL(t)
	d := must.Get(engine.OpenDevice(engine.Listener{}))(t)
	software := d.GL.Software()
	d.Close()
	r := hooke(t, "run", "cube", "--steps", "1", "--out", t.TempDir()).worked(t)
	engine := "engine             gpu, "
	if software {
		engine = "engine             cpu, pipeline fused, "
	}
	if noted := strings.Contains(r.stderr, "note: OpenGL is software here ("); noted != software || !strings.Contains(r.stdout, engine) {
		t.Errorf("software is %v, and run prints\n%s%s", software, r.stderr, r.stdout)
	}
}

// The same run twice gives the same bytes.
func TestRunIsRepeatable(t *testing.T) {
	needsGL(t)
	var files [2][]byte
	for i := range files {
		out := t.TempDir()
		hooke(t, "run", "lattice", "--springs", "2k", "--engine", "gpu", "--steps", "300", "--out", out).worked(t)
		var err error
		if files[i], err = os.ReadFile(filepath.Join(out, "final.npz")); err != nil {
			t.Fatal(err)
		}
	}
	must.Hold(t, string(files[0]) == string(files[1]), "two runs of the same model differ")
}

func TestRunJSONAndPicture(t *testing.T) {
	needsGL(t)
	for _, engine := range []string{"gpu", "cpu", "cpuref"} {
		out := t.TempDir()
		r := hooke(t, "run", "cube", "--engine", engine, "--time", "0.01", "--energy-every", "0", "--json", "--png", "--out", out).worked(t)
		var f map[string]any
		if err := json.Unmarshal([]byte(r.stdout), &f); err != nil {
			t.Fatalf("%v in %s", err, r.stdout)
		}
		want := map[string]any{"engine": engine, "scene": "cube", "masses": 8.0, "springs": 28.0, "steps": 100.0, "dt": 1e-4, "time": 0.01}
		for key, value := range want {
			if f[key] != value {
				t.Errorf("%s: %s is %v, want %v", engine, key, f[key], value)
			}
		}
		if got, want := fmt.Sprint(f["wrote"]), fmt.Sprint([]string{filepath.Join(out, "final.npz"), filepath.Join(out, "final.png")}); got != want {
			t.Errorf("%s: wrote is %s, want %s", engine, got, want)
		}
		// Float32 rounding of positions of 0.2 m beside a fall of 0.5 mm.
		if e, ok := f["max_error"].(float64); !ok || e > 2e-3 {
			t.Errorf("%s: max_error is %v, want at most 2e-3", engine, f["max_error"])
		}
		if rate, ok := f["spring_updates_per_s"].(float64); !ok || rate <= 0 {
			t.Errorf("%s: spring_updates_per_s is %v", engine, f["spring_updates_per_s"])
		}
		file := must.Get(os.Open(filepath.Join(out, "final.png")))(t)
		picture, err := png.DecodeConfig(file)
		file.Close()
		if err != nil || picture.Width != 1280 || picture.Height != 720 {
			t.Errorf("%s: final.png is %d × %d, %v; want 1280 × 720", engine, picture.Width, picture.Height, err)
		}
		if _, err := os.Stat(filepath.Join(out, "energy.csv")); err == nil {
			t.Errorf("%s: energy.csv was written though --energy-every is 0", engine)
		}
	}
}

// A run that diverges removes the results of an earlier run, so that they are not taken for its own. It
// leaves files that it would not have written.
func TestRunRemovesOldResults(t *testing.T) {
	out := t.TempDir()
	hooke(t, "run", "rope", "--engine", "cpuref", "--steps", "1", "--out", out).worked(t)
	for _, name := range []string{"final.png", "notes.txt"} {
		must.Do(t, os.WriteFile(filepath.Join(out, name), []byte("mine"), 0o666))
	}
	// A link is not a result; nor is the file it leads to.
	kept := write(t, "kept.csv", "mine")
	must.Do(t, errors.Join(os.Remove(filepath.Join(out, "energy.csv")), os.Symlink(kept, filepath.Join(out, "energy.csv"))))
	rope := must.Get(open.Scene("rope", scene.Options{}))(t)
	must.Say(t, "a link by the name of a file of the run", must.Err(run.New(rope, run.Options{Folder: out, Engine: engine.CPURef})), "energy.csv is a link")
	begun := must.Get(run.New(rope, run.Options{Folder: out, Engine: engine.CPURef, EnergyEvery: -1}))(t)
	begun.Close()
	names := func() []string { return leftIn(t, out) }
	must.BeAll(t, names(), []string{"energy.csv", "final.png", "notes.txt"}, "after removing the old results")

	hooke(t, "run", "rope", "--engine", "cpuref", "--steps", "1", "--energy-every", "0", "--out", out).worked(t)
	r := hooke(t, "run", "rope", "--dt", "1", "--steps", "4000", "--energy-every", "0", "--png", "--engine", "cpuref", "--out", out)
	if got, want := names(), []string{"energy.csv", "last-good.npz", "notes.txt"}; r.code != exitFailed || !slices.Equal(got, want) {
		t.Errorf("after a divergence: exit code %d, files %v, want %v", r.code, got, want)
	}
	// A file that cannot be read ends before anything is removed.
	hooke(t, "run", "rope", "--engine", "cpuref", "--steps", "1", "--energy-every", "0", "--out", out).worked(t)
	hooke(t, "run", "missing.obj", "--out", out)
	must.BeAll(t, names(), []string{"energy.csv", "final.npz", "notes.txt"}, "after a missing file")
}

// A folder that cannot be made is a failure before any work.
func TestRunCannotWrite(t *testing.T) {
	file := write(t, "file", "")
	r := hooke(t, "run", "cube", "--engine", "cpuref", "--steps", "1", "--out", filepath.Join(file, "out"))
	r.failed(t, "", exitFailed, "--out: ")
}

// More steps than times and tables can count are refused before anything is written;
// the most that they can are taken.
func TestStepsThatNothingCounts(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	for args, want := range map[string]string{
		"--steps 9223372036854775807":                  "--steps: 9223372036854775807 steps",
		"--steps 100000000000000":                      "at most 9.22e+09 s",
		"--steps 9007199254740993 --dt 1e-9":           "2⁵³ steps",
		"--steps 90000000000 --energy-every 1":         "rows of energy.csv; at most 2147483647",
		"--steps 90000000000 --save csv --every 1":     "output csv: a frame each 1 steps",
		"--steps 90000000000 --save csv --every 1e-4s": "output csv: a frame each 1 steps",
	} {
		r := hooke(t, append([]string{"run", "cube", "--engine", "cpuref", "--out", out}, strings.Fields(args)...)...)
		r.failed(t, args, exitUsage, want)
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: something was written", args)
		}
	}
}

// A mesh that starts in the ground is lifted once. A run that starts from a state of it, or continues it,
// keeps that position and does not mention lifting.
func TestOnlyAFirstStartIsLifted(t *testing.T) {
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	for name, text := range map[string]string{
		"tetra.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nl 1 2\nl 1 3\nl 1 4\nl 2 3\nl 3 4\nl 4 2\n",
		"s.toml": "[[mesh]]\nfile = \"tetra.obj\"\nas = \"lines\"\nstiffness = 100\nmove = [0, 0, -0.5]\n[[contact]]\nshape = \"plane\"\nstiffness = 50\n" +
			"[[group]]\nname = \"top\"\nshape = \"plane\"\npoint = [0, 0, 0.9]\nnormal = [0, 0, 1]\n",
	} {
		must.Do(t, os.WriteFile(in(name), []byte(text), 0o666))
	}
	run := []string{"run", in("s.toml"), "--engine", "cpu"}
	first := hooke(t, append(run, "--steps", "20", "--checkpoint", "10steps", "--out", in("half"))...).worked(t)
	if !strings.Contains(first.stderr, "started 0.5 m deep in the plane of line 6; lifted by (0, 0, 0.51) m") {
		t.Errorf("the first run says\n%s", first.stderr)
	}
	whole := hooke(t, append(run, "--steps", "40", "--out", in("whole"))...).worked(t)
	resumed := hooke(t, "resume", in("half/checkpoint.hooke"), "--steps", "40").worked(t)
	must.Hold(t, bytes.Equal(bytesOf(t, folder, "half/final.npz"), bytesOf(t, folder, "whole/final.npz")), "the resumed run ends elsewhere")
	// From a state that is deep in the ground: it is taken as it is.
	deep := arraysOf(t, in("whole/final.npz"))
	heights := positionsIn(deep)
	for i := 2; i < len(heights); i += 3 {
		heights[i] -= 0.25
	}
	must.Do(t, npy.WriteArchive(in("deep.npz"), deep...))
	started := hooke(t, append(run, "--steps", "1", "--dt", "1e-9", "--start", in("deep.npz"), "--out", in("started"))...).worked(t)
	for i, x := range positionsIn(arraysOf(t, in("started/final.npz"))) {
		if math.Abs(float64(x-heights[i])) > 1e-6 { // 1 ns at a few m/s, and rounding
			t.Errorf("coordinate %d starts at %g m, want %g", i, x, heights[i])
		}
	}
	for _, r := range []result{resumed, started} {
		must.Hold(t, !strings.Contains(r.stderr, "lifted") && !strings.Contains(r.stderr, "deep in"), "it is told\n%s", r.stderr)
	}
	must.Hold(t, strings.Contains(whole.stderr, "lifted"), "it is not told:\n%s", whole.stderr)
}

func arraysOf(t *testing.T, path string) []npy.Array {
	t.Helper()
	return must.Get(npy.ReadArchive(path))(t)
}

// positionsIn are the positions of a final.npz, and writing to them changes it.
func positionsIn(arrays []npy.Array) []float32 {
	for _, a := range arrays {
		if numbers, ok := a.Data.([]float32); ok && a.Name == "positions" {
			return numbers
		}
	}
	return nil
}
