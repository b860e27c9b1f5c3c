package cli

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh/format"
	"hooke/model"
	"hooke/must"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/open"
)

// A scene, and a checkpoint of a run of it, become structures: where the masses
// are, and how fast.
func TestConvertScenesAndCheckpoints(t *testing.T) {
	folder := t.TempDir()
	path := write(t, "scene.toml", "[run]\ndt = 1e-4\n[[mesh]]\nmake = \"cube\"\nvelocity = [0, 0, 2]\nmove = [0, 0, 1]\n")
	out := filepath.Join(folder, "start.npz")
	hooke(t, "convert", path, out).worked(t)
	s := must.Get(open.Scene(path, scene.Options{}))(t)
	start, err := format.Read(out)
	if err != nil || !slices.Equal(start.Structure.RestPosition, s.Start.Position) || start.Velocity[7] != (model.Vec3{0, 0, 2}) {
		t.Errorf("%v: the structure at the start is at %v", err, start.Structure.RestPosition)
	}
	for _, engine := range []string{"cpu", "cpuref"} {
		hooke(t, "run", path, "--engine", engine, "--steps", "50", "--checkpoint", "1h", "--out", folder).worked(t)
		for _, extension := range []string{".npz", ".data"} {
			now := filepath.Join(folder, "now"+extension)
			hooke(t, "convert", filepath.Join(folder, "checkpoint.hooke"), now).worked(t)
			file := must.Get(format.Read(now))(t)
			final := arrays(t, filepath.Join(folder, "final.npz"))
			for i, x := range final["positions"].Data.([]float64) { // the scene is a meter above zero
				if got := file.Structure.RestPosition[i/3][i%3]; math.Abs(got-x) > 1e-6*0.1 {
					t.Fatalf("%s: %s: coordinate %d is %g, and was %g", engine, extension, i, got, x)
				}
				if got, v := float32(file.Velocity[i/3][i%3]), final["velocities"].Data.([]float32)[i]; got != v {
					t.Fatalf("%s: %s: speed %d is %g, and was %g", engine, extension, i, got, v)
				}
			}
			if !slices.Equal(file.Structure.RestLength, s.Model.RestLength) {
				t.Errorf("%s: %s: rest lengths are not the structure's", engine, extension)
			}
		}
	}
}

// A checkpoint with a number that is not finite is not converted, and nothing is written:
// its checksum is right, so that only its state can be judged.
func TestConvertRefusesABrokenState(t *testing.T) {
	for _, engine := range []string{"cpu", "cpuref"} {
		folder := t.TempDir()
		path := filepath.Join(folder, run.CheckpointName)
		hooke(t, "run", "cube", "--engine", engine, "--steps", "10", "--checkpoint", "1h", "--out", folder).worked(t)
		good := must.Get(run.ReadCheckpoint(path))(t)
		before := len(filesIn(t, folder))
		for _, extension := range []string{".npz", ".data", ".vtu"} {
			out := filepath.Join(folder, "now"+extension)
			hooke(t, "convert", path, out).worked(t)
			must.Do(t, os.Remove(out))
		}
		for which, name := range []string{"position", "velocity"} {
			for _, number := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
				c := *good
				c.State.Words = slices.Clone(good.State.Words)
				c.State.Words[which].Data = slices.Clone(good.State.Words[which].Data)
				if c.State.Words[which].Name != name {
					t.Fatalf("array %d is %q, want %q", which, c.State.Words[which].Name, name)
				}
				if data := c.State.Words[which].Data; engine == "cpu" {
					data[0] = math.Float32bits(float32(number)) // x of mass 0
				} else {
					data[0], data[1] = uint32(math.Float64bits(number)), uint32(math.Float64bits(number)>>32)
				}
				must.Do(t, run.WriteCheckpoint(path, &c))
				for _, extension := range []string{".npz", ".data", ".vtu"} {
					what := fmt.Sprintf("%s, %s %g to %s", engine, name, number, extension)
					r := hooke(t, "convert", path, filepath.Join(folder, "now"+extension))
					if want := path + ": its state is not one of a run: mass 0 is at "; r.code != exitFailed || !strings.Contains(r.stderr, want) {
						t.Errorf("%s: exit code %d, message %q, want %q in it", what, r.code, r.stderr, want)
					}
					if left := filesIn(t, folder); len(left) != before {
						t.Errorf("%s: %d files are there, %d were", what, len(left), before)
					}
				}
			}
		}
	}
}

// Pins go through every format that can say so: as pins through .npz and .data, as labels
// of vertices through meshes.
func TestConvertKeepsPins(t *testing.T) {
	folder := t.TempDir()
	in := filepath.Join(folder, "in.toml")
	text := "[[mesh]]\nmake = \"lattice\"\nmasses = 3\nspacing = 0.1\nstiffness = 100\n[[pin]]\ngroup = \"top\"\n[[pin]]\ngroup = \"bottom\"\naxes = \"xz\"\n"
	must.Do(t, os.WriteFile(in, []byte(text), 0o666))
	s := must.Get(open.Scene(in, scene.Options{}))(t)
	want := s.Model.Pin
	for _, extension := range []string{".npz", ".data", ".vtu", ".vtk", ".msh", ".mesh"} {
		out := filepath.Join(folder, "a"+extension)
		r := hooke(t, "convert", in, out).worked(t)
		file := must.Get(format.Read(out))(t)
		got := make([]model.Pin, len(want))
		if file.Structure != nil {
			got = file.Structure.Pin
		} else {
			for i, label := range file.VertexLabels {
				got[i] = model.Pin(label)
			}
			word := map[bool]string{true: "pinned", false: "vertices/7"}[extension == ".msh"]
			must.Hold(t, strings.Contains(r.stderr, "--pin "+word+" holds"), "%s: the note is %s", extension, r.stderr)
			again, err := open.Scene(out, scene.Options{As: "lines", Pin: word, Stiffness: 100})
			if err != nil {
				t.Errorf("%s: %v", extension, err)
				continue
			}
			for i, pin := range again.Model.Pin {
				if (pin == model.PinAll) != (want[i] == model.PinAll) {
					t.Errorf("%s: mass %d has the pin %v, want %v", extension, i, pin, want[i])
				}
			}
		}
		must.BeAll(t, got, want, "%s: pins", extension)
	}
}

// Masses and springs by hand become an NPZ structure, and this a mesh of a scene that steps alike: the same masses, ends, lengths,
// stiffness and damping, and the same positions after a run, bit by bit.
func TestScenesByHandRoundTrip(t *testing.T) {
	const end = "[run]\ndt = 1e-3\nduration = 0.1\n"
	byHand := write(t, "hand.toml", end+"[[mass]]\nname = \"hook\"\nposition = [0, 0, 1]\npinned = true\n[[mass]]\nposition = [0.5, 0, 0.75]\nvelocity = [0, 1, 0]\nmass = 0.5\n[[mass]]\nname = \"bob\"\nposition = [0, 0, 0.25]\nmass = 0.25\n"+
		"[[spring]]\na = \"hook\"\nb = 1\nstiffness = 100\ndamping = 0.5\n[[spring]]\na = 1\nb = \"bob\"\nlength = 0.625\nstiffness = 50\ndamping_ratio = 0.25\n[[spring]]\na = \"bob\"\nb = \"hook\"\nstiffness = 80\ndamping_ratio = 0.5\n")
	structure := filepath.Join(filepath.Dir(byHand), "hand.npz")
	hooke(t, "convert", byHand, structure).worked(t)
	again := filepath.Join(filepath.Dir(byHand), "again.toml")
	must.Do(t, os.WriteFile(again, []byte(end+"[[mesh]]\nfile = \"hand.npz\"\nground = \"keep\"\n"), 0o600))
	var models []*model.Model
	var ends [][]float64
	for _, path := range []string{byHand, again} {
		s := must.Get(open.Scene(path, scene.Options{}))(t)
		models = append(models, s.Model)
		out := t.TempDir()
		hooke(t, "run", path, "--engine", "cpuref", "--float64", "--out", out).worked(t)
		ends = append(ends, arrays(t, filepath.Join(out, "final.npz"))["positions"].Data.([]float64))
	}
	a, b := models[0], models[1]
	if !slices.Equal(a.Ends, b.Ends) || !slices.Equal(a.RestLength, b.RestLength) || !slices.Equal(a.Mass, b.Mass) || !slices.Equal(a.Pin, b.Pin) {
		t.Errorf("%+v became %+v", a, b)
	}
	must.Hold(t, slices.Equal(ends[0], ends[1]) && ends[0][4] != 0, "after a run masses are at %v, and at %v", ends[0], ends[1])
}

// A filled mesh that was written as a VTU file is told to hold springs as lines beside
// its surface, and gives as many masses and springs back when they are asked for.
func TestFilledMeshesComeBackAsLines(t *testing.T) {
	folder := t.TempDir()
	first, lines, again := filepath.Join(folder, "first.npz"), filepath.Join(folder, "filled.vtu"), filepath.Join(folder, "again.npz")
	mesh := write(t, "box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"+
		"f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n")
	want := hooke(t, "convert", mesh, "--fill", "lattice", "--pitch", "0.24", first).worked(t).stdout
	if r := hooke(t, "convert", mesh, "--fill", "lattice", "--pitch", "0.24", lines).worked(t); !strings.Contains(r.stderr, "--as lines") {
		t.Errorf("the way back is not told:\n%s", r.stderr)
	}
	for _, flag := range []string{"--as", "--springs-from"} {
		got := hooke(t, "convert", lines, flag, "lines", again).worked(t).stdout
		if _, w, _ := strings.Cut(want, ": "); !strings.HasSuffix(got, w) {
			t.Errorf("%s: %q came back of %q", flag, got, want)
		}
	}
	hooke(t, "convert", lines, "--as", "cloth", "--springs-from", "lines", again).failed(t, "with both", exitUsage, "springs-from")
	hooke(t, "convert", lines, again).failed(t, "without a flag", exitFailed, "--as lines")
}
