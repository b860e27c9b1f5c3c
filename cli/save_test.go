package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh"
)

// A run writes every format that it is asked for, while it goes, and saving
// does not change where it ends; a resumed one goes on with them.
func TestSave(t *testing.T) {
	plain, out := t.TempDir(), t.TempDir()
	run := []string{"run", "drape", "--masses", "8x8", "--engine", "cpu", "--steps"}
	hooke(t, append(run, "40", "--out", plain)...).worked(t)
	r := hooke(t, append(run, "25", "--save", "all", "--every", "10", "--checkpoint", "1h", "--out", out)...).worked(t)
	if !strings.Contains(r.stdout, filepath.Join(out, "vtu.pvd")) {
		t.Errorf("the figures do not name the list of frames:\n%s", r.stdout)
	}
	hooke(t, "resume", filepath.Join(out, "checkpoint.hooke"), "--steps", "40").worked(t)
	if !bytes.Equal(bytesOf(t, plain, "final.npz"), bytesOf(t, out, "final.npz")) {
		t.Error("saving changed where the run ends")
	}
	for _, format := range []string{"vtu", "ply", "obj"} {
		got, err := filepath.Glob(filepath.Join(out, format, "*"))
		var want []string
		for _, step := range []string{"00", "10", "20", "30", "40"} {
			want = append(want, filepath.Join(out, format, "frame-0000000"+step+"."+format))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s: files %v, want %v", format, got, want)
		}
		if file, err := mesh.Read(want[4]); err != nil || len(file.Surface.Vertices) != 64 {
			t.Errorf("%s: %v", format, err)
		}
	}
	if list := string(bytesOf(t, out, "vtu.pvd")); strings.Count(list, "<DataSet ") != 5 {
		t.Errorf("the list is\n%s", list)
	}
	for name, frames := range map[string]int{"trajectory.npz": 3, "trajectory-from-25.npz": 2} {
		a := arrays(t, filepath.Join(out, name))
		if !slices.Equal(a["positions"].Shape, []int{frames, 64, 3}) {
			t.Errorf("%s: positions of shape %v, want %d frames", name, a["positions"].Shape, frames)
		}
		if name == "trajectory-from-25.npz" {
			last := a["positions"].Data.([]float32)[64*3:]
			if !slices.Equal(last, arrays(t, filepath.Join(out, "final.npz"))["positions"].Data.([]float32)) {
				t.Error("the last frame is not where the run ended")
			}
		}
	}
	if text := string(bytesOf(t, out, "trajectory.dump")); strings.Count(text, "ITEM: TIMESTEP") != 3 {
		t.Errorf("the dump has %d frames", strings.Count(text, "ITEM: TIMESTEP"))
	}
	if text := string(bytesOf(t, out, "probes-from-25.csv")); strings.Count(text, "\n") != 3 {
		t.Errorf("probes are\n%s", text)
	}

	// A new run in the same folder leaves nothing of the old one's frames.
	hooke(t, append(run, "10", "--save", "vtu", "--every", "10", "--out", out)...).worked(t)
	if got, _ := filepath.Glob(filepath.Join(out, "vtu", "*")); len(got) != 2 {
		t.Errorf("frames of the old run stay: %v", got)
	}
}

func TestSaveRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"run cube --every 5":       "--every: nothing is saved",
		"run cube --save vtk":      `"vtk" is unknown; known are vtu, npz, dump, ply, obj, probes, and all`,
		"run cube --checkpoint 5":  "give a time, such as 10s or 5m, or steps",
		"run cube --checkpoint 0s": "give a time",
	} {
		if r := hooke(t, strings.Fields(args)...); r.code != exitUsage || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit code %d, %q", args, r.code, r.stderr)
		}
	}
	out := t.TempDir()
	r := hooke(t, "run", "cube", "--save", "npz,ply", "--steps", "3", "--engine", "cpuref", "--out", out)
	if r.code != exitFailed || !strings.Contains(r.stderr, "--save ply: ") || !strings.Contains(r.stderr, "no triangles") {
		t.Errorf("a cube has no surface: exit code %d, %q", r.code, r.stderr)
	}
	if left, _ := os.ReadDir(out); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
