package cli

import (
	"bytes"
	"path/filepath"
	"testing"

	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
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

// folding is a cloth that folds over a ball and slides down a slope: what is found of its
// surface where it is folded is not what is found where it starts.
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
every = 0.1
`

// Pictures that are drawn from the engine's own buffers go on in the same way, also over a
// part of the run in which none is due.
func TestResumedPicturesOfTheDeviceAreTheSame(t *testing.T) {
	needsGL(t)
	scene := write(t, "folding.toml", folding)
	whole, parts := t.TempDir(), t.TempDir()
	run := []string{"run", scene, "--engine", "gpu", "--pipeline", "fused", "--energy-every", "0"}
	hooke(t, append(run, "--steps", "400", "--out", whole)...).worked(t)
	hooke(t, append(run, "--steps", "220", "--checkpoint", "1h", "--out", parts)...).worked(t)
	for _, steps := range []string{"260", "400"} {
		hooke(t, "resume", filepath.Join(parts, "checkpoint.hooke"), "--steps", steps).worked(t)
	}
	for _, name := range []string{"frame-000000200.png", "frame-000000300.png", "frame-000000400.png"} {
		if !bytes.Equal(bytesOf(t, whole, "png", name), bytesOf(t, parts, "png", name)) {
			t.Errorf("%s differs after resume", name)
		}
	}
}

// What a checkpoint says of pictures does not change with those that are drawn while it is
// written, and a run that begins again at its first step has shown nothing.
func TestShownIsOfItsMoment(t *testing.T) {
	film := &film{renderer: &draw.Renderer{}}
	film.renderer.Remember(draw.Memory{Known: true, Pictures: 3})
	film.ranges.Know(color.ByStrain, 0.5)
	rec := &recording{film: film}
	then := rec.shown(nil)
	film.ranges.Know(color.ByStrain, 0.75)
	if got := then.Ranges.Of(color.ByStrain); got != 0.5 || then.Memory.Pictures != 3 {
		t.Errorf("a later picture changed the range to %v of %d pictures; want 0.5 of 3", got, then.Memory.Pictures)
	}
	if none := (&recording{}).shown(then); none != then {
		t.Errorf("without pictures %+v was shown, want what those before have shown", none)
	}
	for from, want := range map[int64]int{0: 0, 1: 3} {
		film.renderer.Remember(draw.Memory{})
		if rec.goOn(then, from); film.renderer.Memory().Pictures != want {
			t.Errorf("from step %d: %d pictures were drawn, want %d", from, film.renderer.Memory().Pictures, want)
		}
	}
}
