package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
)

// Pictures continue after resume as if the run had not ended: the camera remembers the earlier frames. The
// rope has swung back by then.
func TestResumedPicturesAreTheSame(t *testing.T) {
	needsGL(t)
	whole, half := t.TempDir(), t.TempDir()
	run := []string{"run", "rope", "--masses", "20", "--engine", "cpuref", "--energy-every", "0", "--save", "png", "--color", "speed", "--theme", "light", "--view", "right", "--range", "2"}
	hooke(t, append(run, "--every", "400", "--steps", "2400", "--out", whole)...).worked(t)
	hooke(t, append(run, "--every", "400", "--steps", "1200", "--checkpoint", "1h", "--out", half)...).worked(t)
	hooke(t, "resume", filepath.Join(half, "checkpoint.hooke"), "--steps", "2400").worked(t)
	pictures, err := filepath.Glob(filepath.Join(whole, "png", "*.png"))
	if err != nil || len(pictures) != 7 {
		t.Fatalf("%d pictures, %v; want 7", len(pictures), err)
	}
	for _, path := range pictures {
		name := filepath.Base(path)
		must.Hold(t, bytes.Equal(bytesOf(t, path), bytesOf(t, half, "png", name)), "%s differs after resume", name)
	}
}

// folding returns a cloth that folds over a ball and slides down a slope: its surface is another one where it
// is folded than where it starts.
const folding = `
name = "folding"
[run]
dt = 1e-3
[[mesh]]
make = "cloth"
masses = [20, 20]
spacing = 0.05
stiffness = 50
[[contact]]
shape = "sphere"
center = [0.5, 0.5, -0.4]
radius = 0.3
[[contact]]
shape = "plane"
normal = [0, 1, 2]
offset = -0.9
[wind]
velocity = [1, 2, 0]
gust = 0.5
[[output]]
what = "png"
every = 0.05
`

// Pictures that are drawn from the engine's own buffers continue in the same way, also over a
// part of the run in which none is due.
func TestResumedPicturesOfTheDeviceAreTheSame(t *testing.T) {
	needsGL(t)
	scene := write(t, "folding.toml", folding)
	whole, parts := t.TempDir(), t.TempDir()
	run := []string{"run", scene, "--engine", "gpu", "--pipeline", "fused", "--energy-every", "0"}
	hooke(t, append(run, "--steps", "200", "--out", whole)...).worked(t)
	hooke(t, append(run, "--steps", "110", "--checkpoint", "1h", "--out", parts)...).worked(t)
	for _, steps := range []string{"130", "200"} {
		hooke(t, "resume", filepath.Join(parts, "checkpoint.hooke"), "--steps", steps).worked(t)
	}
	for _, name := range []string{"frame-000000100.png", "frame-000000150.png", "frame-000000200.png"} {
		must.Hold(t, bytes.Equal(bytesOf(t, whole, "png", name), bytesOf(t, parts, "png", name)), "%s differs after resume", name)
	}
}

// Frames that could not be written, as on a full disk, are missed by a run that continues: the
// end of a resumed run names them, with exit code 1, also when nothing is left to be done.
// Written frames are not named.
func TestResumeMissesFramesThatWereLost(t *testing.T) {
	out := t.TempDir()
	inTheWay := filepath.Join(out, "vtu", "frame-000000040.vtu")
	must.Do(t, os.MkdirAll(filepath.Join(inTheWay, "x"), 0o755))
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
		must.Be(t, must.Err(os.Stat(filepath.Join(out, "final.npz"))), nil, "resume %v", more)
		if err := os.RemoveAll(inTheWay); err != nil { // the frames after it can be written
			t.Fatal(err)
		}
	}
	must.Be(t, must.Err(os.Stat(filepath.Join(out, "vtu", "frame-000000080.vtu"))), nil, "frames after those that were lost")
}
