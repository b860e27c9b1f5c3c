package cli

import (
	"bytes"
	"path/filepath"
	"testing"
)

// Pictures go on after resume as if there had been no end: the camera knows what it
// had shown. The rope has swung back by then.
func TestResumedPicturesAreTheSame(t *testing.T) {
	needsGL(t)
	whole, half := t.TempDir(), t.TempDir()
	run := []string{"run", "rope", "--masses", "20", "--engine", "cpuref", "--energy-every", "0", "--save", "png"}
	hooke(t, append(run, "--every", "400", "--steps", "2400", "--out", whole)...).worked(t)
	hooke(t, append(run, "--every", "400", "--steps", "1200", "--checkpoint", "1h", "--out", half)...).worked(t)
	hooke(t, "resume", filepath.Join(half, "checkpoint.hooke"), "--steps", "2400").worked(t)
	pictures, err := filepath.Glob(filepath.Join(whole, "png", "*.png"))
	if err != nil || len(pictures) != 7 {
		t.Fatalf("%d pictures, %v; want 7", len(pictures), err)
	}
	for _, path := range pictures {
		name := filepath.Base(path)
		if !bytes.Equal(bytesOf(t, path), bytesOf(t, half, "png", name)) {
			t.Errorf("%s differs after resume", name)
		}
	}
}
