//go:build linux

package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"hooke/must"
	"hooke/run"
)

// Endless files are refused at once and by name: the program would wait for ever for a pipe that has no
// writer, and read a device for ever.
func TestPipesAndDevicesAreRefused(t *testing.T) {
	folder := t.TempDir()
	out := filepath.Join(folder, "out")
	hooke(t, "run", "cube", "--engine", "cpuref", "--steps", "3", "--checkpoint", "1h", "--out", out).worked(t)
	for _, name := range []string{"pipe", "pipe.toml", "pipe.npz", "pipe.dump", "pipe.hooke", "pipe.obj", "out/checkpoint.previous.hooke"} {
		must.Do(t, syscall.Mkfifo(filepath.Join(folder, name), 0o600))
	}
	scene := write(t, "scene.toml", "[[mesh]]\nname = \"c\"\nfile = \"mesh.obj\"\n")
	masses := write(t, "masses.toml", "[[mesh]]\nname = \"c\"\nfile = \"line.obj\"\nmass_file = \"kg.txt\"\n")
	wave := write(t, "wave.toml", "[[mesh]]\nmake = \"cube\"\n[[actuator]]\nname = \"a\"\ngroup = \"bottom\"\nwave = \"table\"\namplitude = 0.1\nfrequency = 1\ntable = \"wave.csv\"\n")
	curve := write(t, "curve.toml", "[[mesh]]\nmake = \"cube\"\n[[force]]\ngroup = \"bottom\"\nforce = [1, 0, 0]\ntable = \"time.csv\"\n")
	for _, pipe := range []string{filepath.Join(filepath.Dir(scene), "mesh.obj"), filepath.Join(filepath.Dir(masses), "kg.txt"),
		filepath.Join(filepath.Dir(wave), "wave.csv"), filepath.Join(filepath.Dir(curve), "time.csv")} {
		must.Do(t, syscall.Mkfifo(pipe, 0o600))
	}
	line := filepath.Join(filepath.Dir(masses), "line.obj")
	must.Do(t, os.WriteFile(line, []byte("v 0 0 0\nv 1 0 0\nl 1 2\n"), 0o666))
	at := func(name string) string { return filepath.Join(folder, name) }
	for args, want := range map[string]string{
		"run " + at("pipe.toml"):                     "is a pipe",
		"info " + at("pipe.toml"):                    "is a pipe",
		"run cube --start " + at("pipe"):             "is a pipe",
		"run cube --start " + at("pipe.npz"):         "is a pipe",
		"relax cube --start " + at("pipe.npz"):       "is a pipe",
		"run " + line + " --mass-file " + at("pipe"): "is a pipe",
		"run " + scene:                               "is a pipe",
		"run " + masses:                              "is a pipe",
		"run " + wave:                                "is a pipe",
		"run " + curve:                               "is a pipe",
		"render " + at("pipe.dump") + " --out x.png": "is a pipe",
		"resume " + at("pipe.hooke"):                 "is a pipe",
		"resume " + at("pipe"):                       "is a pipe",
		"convert " + at("pipe.hooke") + " x.npz":     "is a pipe",
		"run cube --start /dev/zero":                 "is a device",
		"run " + line + " --mass-file /dev/zero":     "is a device",
		"resume /dev/zero":                           "is a device",
		"info /dev/zero":                             "is a device",
		"run cube --start " + folder:                 "is a folder",
	} {
		if strings.HasPrefix(args, "run") || strings.HasPrefix(args, "relax") {
			args += " --engine cpuref --out " + t.TempDir()
		}
		c := begin(t, process(t, strings.Fields(args)...))
		if code := c.code(t); code == exitOK || !strings.Contains(c.text(), want) {
			t.Errorf("%s: exit code %d, message %q, want %q in it", args, code, c.text(), want)
		}
	}
	// The checkpoint before the last one is not read where the last one is whole.
	hooke(t, "resume", filepath.Join(out, run.CheckpointName), "--steps", "5").worked(t)
}

// A run continues from the newer of two whole checkpoints. A damaged one never replaces the other.
func TestTwoGenerations(t *testing.T) {
	out, whole := t.TempDir(), t.TempDir()
	args := strings.Fields("run cube --engine cpuref --steps 60 --energy-every 10 --save npz,lammps,csv,vtu --every 5 --out")
	hooke(t, append(args, whole)...).worked(t)
	want := filesIn(t, whole)
	hooke(t, append(args, out, "--checkpoint", "20steps")...).worked(t)
	last, previous := filepath.Join(out, run.CheckpointName), filepath.Join(out, run.PreviousCheckpoint(run.CheckpointName))
	good := map[string][]byte{last: bytesOf(t, last), previous: bytesOf(t, previous)}
	step := func(path string) int64 {
		t.Helper()
		c := must.Get(run.ReadCheckpoint(path))(t)
		return c.State.Step
	}
	if a, b := step(last), step(previous); a != 60 || b != 60 && b != 40 {
		t.Fatalf("checkpoints of steps %d and %d", a, b)
	}
	damage := func(path string) {
		t.Helper()
		data := bytes.Clone(good[path])
		data[len(data)/2] ^= 4
		must.Do(t, os.WriteFile(path, data, 0o666))
	}
	for name, spoil := range map[string]func(){
		"damaged": func() { damage(last) },
		"gone":    func() { os.Remove(last) },
		"cut":     func() { os.Truncate(last, 100) },
		"empty":   func() { os.Truncate(last, 0) },
	} {
		for path, data := range good {
			must.Do(t, os.WriteFile(path, data, 0o666))
		}
		spoil()
		from := step(previous)
		r := hooke(t, "resume", last).worked(t)
		if note := fmt.Sprintf("continuing from the previous checkpoint, %s, of step %d)", previous, from); !strings.Contains(r.stderr, note) {
			t.Errorf("%s: want %q in\n%s", name, note, r.stderr)
		}
		sameFiles(t, name, filesIn(t, out), want)
		if a := step(previous); a != from {
			t.Errorf("%s: the checkpoint before the last one is of step %d, and was of %d", name, a, from)
		}
	}
	damage(last)
	damage(previous)
	before := filesIn(t, out)
	if r := hooke(t, "resume", last); r.code != exitFailed || strings.Count(r.stderr, "is damaged") != 2 {
		t.Errorf("both damaged: exit code %d, message\n%s", r.code, r.stderr)
	}
	sameFiles(t, "both damaged", filesIn(t, out), before)
}

// Outputs that would overwrite each other, or the run's own files, are refused, however their names are
// spelled.
func TestOutputsThatCollide(t *testing.T) {
	out := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(out, "sub"), 0o777))
	for link, to := range map[string]string{"alias": "sub", "same.csv": "one.csv", "final.link": "final.npz"} {
		must.Do(t, os.Symlink(to, filepath.Join(out, link)))
	}
	must.Do(t, os.WriteFile(filepath.Join(out, "one.csv"), nil, 0o666))
	before := filesIn(t, out)
	for _, c := range []struct{ pair, want string }{
		{"vtu x, csv x.pvd", "two outputs go to"},
		{"csv x.pvd, vtu x", "two outputs go to"},
		{"mp4 m.mp4, png m-frames", "two outputs go to"},
		{"npz final.npz", "two outputs go to"},
		{"npz ./final.npz", "two outputs go to"},
		{"npz sub/../final", "two outputs go to"},
		{"csv energy.csv", "two outputs go to"},
		{"csv energy", "two outputs go to"},
		{"csv .hooke.lock", "two outputs go to"},
		{"lammps checkpoint.previous.hooke", "two outputs go to"},
		{"lammps last-good.npz", "two outputs go to"},
		{"csv a.csv, csv ./a", "two outputs go to"},
		{"csv sub/a.csv, csv alias/a.csv", "two outputs go to"},
		{"csv sub/a.csv, csv sub//a.csv", "two outputs go to"},
		{"csv one.csv, csv same.csv", "two outputs go to"},
		{"lammps final.npz/x", "one is a folder of the other"},
		{"vtu v, lammps v/frame-000000012.vtu", "two outputs go to"},
		{"lammps v/surface-000000012.vtu, vtu v", "two outputs go to"},
		{"npz t, csv .t.npz.moments.part", "two outputs go to"},
		{"csv t, csv .t.csv.part", "two outputs go to"},
		{"vtu p, ply p, csv p/notes", ""},
		{"vtu v, lammps v/frame-12.vtu, csv v", ""},
	} {
		text := "[[mesh]]\nname = \"c\"\nmake = \"cloth\"\nmasses = [3, 3]\nspacing = 0.1\nstiffness = 50\n"
		for pair := range strings.SplitSeq(c.pair, ", ") {
			what, file, _ := strings.Cut(pair, " ")
			text += fmt.Sprintf("[[output]]\nwhat = %q\nevery = 0.002\nfile = %q\n", what, file)
		}
		path := write(t, "scene.toml", text)
		if c.want == "" {
			hooke(t, "run", path, "--engine", "cpuref", "--steps", "3", "--out", t.TempDir()).worked(t)
			continue
		}
		hooke(t, "run", path, "--engine", "cpuref", "--steps", "3", "--out", out).failed(t, c.pair, exitFailed, c.want)
		sameFiles(t, c.pair, filesIn(t, out), before)
	}
}

// The name of a folder may look like a pattern of a shell.
func TestFoldersWithPatterns(t *testing.T) {
	parent := t.TempDir()
	out := filepath.Join(parent, `a[1]*?{b}\`)
	other := filepath.Join(parent, "a1xx{b}", "vtu") // which the pattern would match
	for path, text := range map[string]string{filepath.Join(other, "frame-000000015.vtu"): "mine", filepath.Join(parent, "a1xx{b}", ".final.npz.0123abcd.tmp"): "mine",
		filepath.Join(out, ".final.npz.0123abcd.tmp"): "half", filepath.Join(out, "vtu", ".frame-000000005.vtu.0123abcd.tmp"): "half"} {
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	}
	args := []string{"run", "drape", "--masses", "4x4", "--engine", "cpuref", "--save", "vtu,ply,npz", "--every", "5", "--checkpoint", "1h", "--out", out}
	hooke(t, append(args, "--steps", "20")...).worked(t)
	hooke(t, append(args, "--steps", "10")...).worked(t)
	hooke(t, "resume", filepath.Join(out, run.CheckpointName), "--steps", "15").worked(t)
	plain := filepath.Join(parent, "plain")
	hooke(t, append(args[:len(args)-1], plain, "--steps", "15")...).worked(t)
	is, want := filesIn(t, out), filesIn(t, plain)
	delete(is, "energy.csv") // with a row where each part ended
	delete(want, "energy.csv")
	sameFiles(t, "patterns", is, want)
	if left := filesIn(t, filepath.Join(parent, "a1xx{b}")); len(left) != 4 {
		t.Errorf("of the other folder there are %v", left)
	}
}

// A structure that is larger than the memory of the process is refused before it is allocated, with numbers
// and the limit, whatever the verb.
func TestTooLargeIsRefusedByEveryVerb(t *testing.T) {
	for _, args := range [][]string{
		{"info", "../mesh/testdata/spot.obj", "--springs", "2000000000"},
		{"run", "lattice", "--springs", "2000000000", "--out", t.TempDir()},
		{"relax", "cloth", "--springs", "2000000000", "--out", t.TempDir()},
		{"bench", "--springs", "2G"},
		{"info", "../mesh/testdata/spot.obj", "--fill", "truss", "--springs", "2000000000"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := hooke(t, args...)
		for _, words := range []string{"too large for this machine's memory: they need ", " are left by ", "ask for less"} {
			if r.code != exitFailed || !strings.Contains(r.stderr+r.stdout, words) {
				t.Errorf("%v: exit code %d without %q:\n%s", args, r.code, words, r.stderr)
			}
		}
		runtime.ReadMemStats(&after)
		if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 256<<20 {
			t.Errorf("%v: refused after %d bytes were allocated", args, bytes)
		}
	}
}
