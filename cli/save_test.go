package cli

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/must"
)

// A run writes every format that it is asked for, while it goes, and saving
// does not change where it ends; a resumed one continues with them.
func TestSave(t *testing.T) {
	needsGL(t)
	plain, out := t.TempDir(), t.TempDir()
	run := []string{"run", "drape", "--masses", "8x8", "--engine", "cpu", "--steps"}
	hooke(t, append(run, "40", "--out", plain)...).worked(t)
	r := hooke(t, append(run, "25", "--save", "vtu,npz,lammps,ply,obj,csv,png", "--every", "10", "--checkpoint", "1h", "--out", out)...).worked(t)
	must.Hold(t, strings.Contains(r.stdout, filepath.Join(out, "vtu.pvd")), "the figures do not name the list of frames:\n%s", r.stdout)
	hooke(t, "resume", filepath.Join(out, "checkpoint.hooke"), "--steps", "40").worked(t)
	must.Hold(t, bytes.Equal(bytesOf(t, plain, "final.npz"), bytesOf(t, out, "final.npz")), "saving changed where the run ends")
	for _, format := range []string{"vtu", "ply", "obj", "png"} {
		got, err := filepath.Glob(filepath.Join(out, format, "frame-*"))
		var want []string
		for _, step := range []string{"00", "10", "20", "30", "40"} {
			want = append(want, filepath.Join(out, format, "frame-0000000"+step+"."+format))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s: files %v, want %v", format, got, want)
		}
		if format == "png" {
			checkPicture(t, want[4])
			continue
		}
		if file, err := readMesh(want[4]); err != nil || len(file.Surface.Vertices) != 64 {
			t.Errorf("%s: %v", format, err)
		}
	}
	if list := string(bytesOf(t, out, "vtu.pvd")); strings.Count(list, "<DataSet ") != 10 { // springs and surface

		t.Errorf("the list is\n%s", list)
	}
	a := arrays(t, filepath.Join(out, "trajectory.npz"))
	if !slices.Equal(a["positions"].Shape, []int{5, 64, 3}) || !slices.Equal(a["step"].Data.([]int64), []int64{0, 10, 20, 30, 40}) {
		t.Errorf("positions of shape %v at steps %v, want 5 frames", a["positions"].Shape, a["step"].Data)
	}
	if last := a["positions"].Data.([]float32)[4*64*3:]; !slices.Equal(last, arrays(t, filepath.Join(out, "final.npz"))["positions"].Data.([]float32)) {
		t.Error("the last frame is not where the run ended")
	}
	if text := string(bytesOf(t, out, "trajectory.dump")); strings.Count(text, "ITEM: TIMESTEP") != 5 {
		t.Errorf("the dump has %d frames", strings.Count(text, "ITEM: TIMESTEP"))
	}
	if text := string(bytesOf(t, out, "probes.csv")); strings.Count(text, "\n") != 6 {
		t.Errorf("probes are\n%s", text)
	}

	// A new run in the same folder leaves nothing of the old one's frames.
	hooke(t, append(run, "10", "--save", "vtu", "--every", "10", "--out", out)...).worked(t)
	if got, _ := filepath.Glob(filepath.Join(out, "vtu", "*")); len(got) != 4 {
		t.Errorf("frames of the old run stay: %v", got)
	}
}

func TestSaveRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"run cube --every 5":              "--every: nothing is saved",
		"run cube --save vtk":             `"vtk" is unknown; known are vtu, vtkhdf, npz, lammps, ply, obj, csv, png, mp4, and all`,
		"run cube --probe 5":              "--probe: probes are columns of a table",
		"run cube --save vtu --every 0.1": "give a whole number of steps",
		"run cube --checkpoint 5":         "give a time, such as 10s or 5m, or steps",
		"run cube --checkpoint 0s":        "give a time",
	} {
		hooke(t, strings.Fields(args)...).failed(t, args, exitUsage, want)
	}
	out := t.TempDir()
	r := hooke(t, "run", "cube", "--save", "npz,ply", "--steps", "3", "--engine", "cpuref", "--out", out)
	r.failed(t, "a cube has no surface", exitFailed, "output ply: ", "no triangles")
	if left := leftIn(t, out); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// readMesh is mesh/format's Read, in places where a format is a word.
func readMesh(path string) (*mesh.File, error) { return format.Read(path) }
