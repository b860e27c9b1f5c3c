package cli

import (
	"context"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/cli/terminal"
	"hooke/model"
	"hooke/must"
	"hooke/run"
	"hooke/scene"
	"hooke/viewer/draw"
)

// Off-screen, view makes the folder, draws a picture of the size asked for that
// shows something, and prints its figures.
func TestViewOffscreen(t *testing.T) {
	needsGL(t)
	path := filepath.Join(t.TempDir(), "new", "x.png")
	r := hooke(t, "view", "--springs", "2k", "--offscreen", path, "--frames", "3", "--steps-per-frame", "10", "--size", "320x200", "--engine", "gpu").worked(t)
	for _, word := range []string{"masses             216\n", "springs            1940\n", "steps              30 of ", "simulated time ",
		"spring-updates/s ", "frames/s", "engine             gpu, pipeline fused in work groups of 64, single precision\n", "renderer ", "error              of rounding: max ", "wrote "} {
		must.Hold(t, strings.Contains(r.stdout, word), "the figures lack %q:\n%s", word, r.stdout)
	}
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	picture := must.Get(png.Decode(file))(t)
	if size := picture.Bounds().Size(); size.X != 320 || size.Y != 200 {
		t.Errorf("the picture is %v, want 320 × 200", size)
	}
	colors := map[[3]uint32]bool{}
	for y := range 200 {
		for x := range 320 {
			r, g, b, _ := picture.At(x, y).RGBA()
			colors[[3]uint32{r, g, b}] = true
		}
	}
	// An empty picture has the colors of the sky, one a row, and of the grid.
	const structure = 1000
	must.Hold(t, len(colors) >= structure, "the picture has %d colors, want at least %d", len(colors), structure)
}

// Several names are one picture of all of them. An error about things they cannot share names the flag that
// gives it to all.
func TestViewSeveral(t *testing.T) {
	needsGL(t)
	path := filepath.Join(t.TempDir(), "x.png")
	r := hooke(t, "view", "cube", "tensegrity", "cube", "--offscreen", path, "--steps-per-frame", "3", "--size", "320x200", "--engine", "gpu").worked(t)
	for _, word := range []string{"cube + tensegrity + cube 2", "masses             28\n", "springs            86\n"} {
		must.Hold(t, strings.Contains(r.stdout, word), "the figures lack %q:\n%s", word, r.stdout)
	}
	must.Hold(t, strings.Contains(r.stderr, "note: all stand on the ground of "), "nothing is said of the ground: %s", r.stderr)
	other := filepath.Join(t.TempDir(), "rk4.toml")
	must.Do(t, os.WriteFile(other, []byte("[run]\nintegrator = \"rk4\"\n[[mesh]]\npreset = \"cube\"\n"), 0o644))
	r = hooke(t, "view", "cube", other, "--offscreen", path)
	r.failed(t, "", exitUsage, "--solver: cube takes symplectic-euler and rk4.toml takes rk4; give one for all")
}

// Without a display the message names an alternative.
func TestViewWithoutDisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	r := hooke(t, "view", "cube")
	r.failed(t, "", exitFailed, "--offscreen")
}

func TestViewSizeIsBounded(t *testing.T) {
	needsGL(t)
	r := hooke(t, "view", "cube", "--offscreen", filepath.Join(t.TempDir(), "x.png"), "--size", "100x9999999")
	r.failed(t, "", exitUsage, "--size: 100 x 9999999 pixels; this device allows ")
}

// How far an off-screen view runs depends on the scene only: half its duration, and for a large one the steps
// of a software renderer in a quarter of a minute.
func TestStepsPerFrame(t *testing.T) {
	small := &scene.Scene{Model: &model.Model{Ends: make([]model.Ends, 28)}, Duration: 3}
	small.Params.DT = 1e-4
	if got := stepsPerFrame(small, 60); got != 250 { // 15,000 steps
		t.Errorf("small: %d steps a frame, want 250", got)
	}
	large := &scene.Scene{Model: &model.Model{Ends: make([]model.Ends, 1_000_000)}, Duration: 5}
	large.Params.DT = 1e-4
	if got := stepsPerFrame(large, 60); got != 12 { // 700 steps of a million springs
		t.Errorf("large: %d steps a frame, want 12", got)
	}
	must.Be(t, stepsPerFrame(large, 100_000), 1, "many frames: steps a frame")
}

// counting is an engine that counts its steps, and cancels at one of them.
type counting struct {
	model.Engine
	steps, at int64
	cancel    func()
}

func (c *counting) Step(n int) error {
	c.steps += int64(n)
	if c.cancel != nil && c.steps >= c.at {
		c.cancel()
	}
	return nil
}
func (c *counting) Finish() error               { return nil }
func (c *counting) Describe() model.Description { return model.Description{Engine: "counting"} }

// drawable is a counting engine that claims to have something to draw.
type drawable struct {
	draw.DrawnEngine
	counting *counting
}

func (d drawable) Step(n int) error { return d.counting.Step(n) }
func (d drawable) Finish() error    { return d.counting.Finish() }

// One frame has no pace.
func TestViewOneFrame(t *testing.T) {
	needsGL(t)
	r := hooke(t, "view", "cube", "--offscreen", filepath.Join(t.TempDir(), "x.PNG"), "--steps-per-frame", "10").worked(t)
	if strings.Contains(r.stdout, "frames/s") || !strings.Contains(r.stdout, "\nframes             1, drawn in ") {
		t.Errorf("one frame prints\n%s", r.stdout)
	}
}

// A picture is of the state in which a condition ends the run, whatever the steps of a frame.
func TestViewOffscreenEnds(t *testing.T) {
	needsGL(t)
	folder := t.TempDir()
	file := filepath.Join(folder, "falling.toml")
	must.Do(t, os.WriteFile(file, []byte("[run]\ndt = 1e-3\nuntil = [\"fell\"]\nfall_height = -0.5\n[[mesh]]\nmake = \"rope\"\nmasses = 4\nlength = 1\nstiffness = 100\n"), 0o600))
	ending := func(out string) string {
		_, rest, _ := strings.Cut(out, "fell, at step ")
		step, _, _ := strings.Cut(rest, "\n")
		return step
	}
	want := ending(hooke(t, "run", file, "--steps", "3000", "--out", filepath.Join(folder, "out")).worked(t).stdout)
	for _, frames := range []string{"1", "3"} {
		r := hooke(t, "view", file, "--offscreen", filepath.Join(folder, "x.png"), "--frames", frames, "--steps-per-frame", "1000").worked(t)
		if got := ending(r.stdout); got == "" || got != want {
			t.Errorf("%s frames: it ends at step %q, and a run at %q:\n%s", frames, got, want, r.stdout)
		}
	}
}

// Ctrl-C ends an off-screen view within a frame, however many steps it has:
// they are asked for in batches, like those of a run.
func TestFrameInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	count := &counting{at: 3, cancel: cancel} // in the second batch, of two steps
	watched := newInterruptible(ctx, drawable{counting: count}, terminal.NewBar(io.Discard, "", 3_000_000, 1))
	if err := watched.Step(3_000_000); !errors.Is(err, run.ErrInterrupted) || count.steps != 3 {
		t.Errorf("%d steps taken, %v; want 3 and %v", count.steps, err, run.ErrInterrupted)
	}
	if err := watched.Step(1); !errors.Is(err, run.ErrInterrupted) || count.steps != 3 {
		t.Errorf("after the end: %d steps taken, %v; want no more", count.steps, err)
	}
}

// Ctrl-C ends an off-screen view, and nothing is written.
func TestViewInterrupted(t *testing.T) {
	needsGL(t)
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := hookeWith(t, ctx, nil, "view", "cube", "--offscreen", filepath.Join(folder, "x.png"))
	r.failed(t, "", exitFailed, run.ErrInterrupted.Error())
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, errors.Join(err))
	}
}
