package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Frames that could not be written, as on a full disk, are missed by whoever goes on: the
// end of a resumed run names them, with exit code 1, also when nothing is left to be done.
// What could be written is not named.
func TestResumeMissesFramesThatWereLost(t *testing.T) {
	out := t.TempDir()
	inTheWay := filepath.Join(out, "vtu", "frame-000000040.vtu")
	if err := os.MkdirAll(filepath.Join(inTheWay, "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := hooke(t, "run", "drape", "--springs", "500", "--steps", "60", "--engine", "cpu", "--checkpoint", "10steps",
		"--save", "vtu,csv", "--every", "20", "--out", out)
	if r.code != exitFailed || !strings.Contains(r.stderr, inTheWay) {
		t.Fatalf("a frame that cannot be written: exit code %d\n%s", r.code, r.stderr)
	}
	checkpoint := filepath.Join(out, "checkpoint.hooke")
	for _, more := range [][]string{nil, {"--steps", "80"}} {
		r := hooke(t, append([]string{"resume", checkpoint}, more...)...)
		if r.code != exitFailed || !strings.Contains(r.stderr, "output vtu (vtu): some frames up to step 60 could not be written") || strings.Contains(r.stderr, "output csv") {
			t.Errorf("resume %v: exit code %d\n%s", more, r.code, r.stderr)
		}
		if _, err := os.Stat(filepath.Join(out, "final.npz")); err != nil {
			t.Errorf("resume %v: %v", more, err)
		}
		if err := os.RemoveAll(inTheWay); err != nil { // the frames after it can be written
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(out, "vtu", "frame-000000080.vtu")); err != nil {
		t.Errorf("frames after those that were lost: %v", err)
	}
}
