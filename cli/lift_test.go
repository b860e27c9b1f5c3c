package cli

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
	"hooke/npy"
)

// A mesh that starts in the ground is lifted once: what starts from a state of its run, or
// goes on with it, is where that was, and nothing is said of lifting.
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
	if !bytes.Equal(bytesOf(t, folder, "half/final.npz"), bytesOf(t, folder, "whole/final.npz")) {
		t.Error("the resumed run ends elsewhere")
	}
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
		if strings.Contains(r.stderr, "lifted") || strings.Contains(r.stderr, "deep in") {
			t.Errorf("it is told\n%s", r.stderr)
		}
	}
	if !strings.Contains(whole.stderr, "lifted") {
		t.Errorf("it is not told:\n%s", whole.stderr)
	}
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
