package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

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
	if r := hooke(t, "convert", lines, "--as", "cloth", "--springs-from", "lines", again); r.code != exitUsage || !strings.Contains(r.stderr, "springs-from") {
		t.Errorf("with both: exit code %d\n%s", r.code, r.stderr)
	}
	if r := hooke(t, "convert", lines, again); r.code != exitFailed || !strings.Contains(r.stderr, "--as lines") {
		t.Errorf("without a flag: exit code %d\n%s", r.code, r.stderr)
	}
}
