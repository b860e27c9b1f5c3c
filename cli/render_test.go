package cli

import (
	"context"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
	"hooke/run/export/film"
	"hooke/run/play"
)

// Recorded files are drawn again: a trajectory as frames, a checkpoint and a final state as pictures that
// show the same.
func TestRenderOfARun(t *testing.T) {
	needsGL(t)
	out := t.TempDir()
	masses := must.Sized("8x8", "12x12")
	hooke(t, "run", "drape", "--masses", masses, "--dt", "3.5e-4", "--engine", "cpu", "--steps", "400", "--save", "npz,lammps", "--every", "100", "--checkpoint", "1h", "--out", out).worked(t)
	in := func(name string) string { return filepath.Join(out, name) }
	render := func(args ...string) result {
		return hooke(t, append([]string{"render", "--size", "320x200"}, args...)...).worked(t)
	}

	// A turntable turns around the state that it was told.
	var turned [2]*image.RGBA
	for k, at := range []string{"0", "1"} {
		folder := t.TempDir()
		render(in("trajectory.npz"), "--out", folder, "--at", at, "--turntable", "2")
		turned[k] = pictureOf(t, filepath.Join(folder, "frame-000001.png"))
	}
	must.Hold(t, differing(turned[0], turned[1]) >= 0.01, "turntables of the first and the last state are the same")

	// Five states, five frames; slower there are more, and a part of the time has fewer.
	for _, c := range []struct {
		args   []string
		frames int
	}{
		{[]string{"--of", "drape", "--masses", masses}, 5}, {[]string{"--at", "1", "--turntable", "3"}, 3},
		{[]string{"--panels=false", "--theme", "light", "--follow"}, 5}, {nil, 5}, {[]string{"--turntable", "3"}, 5},
	}[:must.Sized(3, 5)] {
		folder := filepath.Join(t.TempDir(), "frames")
		r := render(append([]string{in("trajectory.npz"), "--out", folder}, c.args...)...)
		if files, _ := filepath.Glob(filepath.Join(folder, "frame-*.png")); len(files) != c.frames || !strings.Contains(r.stdout, "frames of 320 x 200 pixels") {
			t.Errorf("%v: %d frames, want %d\n%s", c.args, len(files), c.frames, r.stdout)
		}
	}

	// The last frame, the checkpoint and the final state are one state; the first is another.
	pictures := map[string]*image.RGBA{}
	for name, args := range map[string][]string{
		"last": {in("trajectory.npz")}, "checkpoint": {in("checkpoint.hooke")}, "final": {in("final.npz")},
		"first": {in("trajectory.npz"), "--at", "0"}, "dump": {in("trajectory.dump"), "--of", "drape", "--masses", masses},
	} {
		path := filepath.Join(t.TempDir(), "new", name+".png")
		// A film's camera holds all of it: one direction and one state make it the same.
		render(append(args, "--out", path, "--panels=false", "--range", "0.02")...)
		pictures[name] = pictureOf(t, path)
		checkPictureOf(t, pictures[name], 320, 200)
	}
	for name, same := range map[string]bool{"checkpoint": true, "final": true, "dump": true, "first": false} {
		if (differing(pictures["last"], pictures[name]) < 0.01) != same {
			t.Errorf("%s differs from the last frame in %.2f %% of the pixels, the same: %v", name, 100*differing(pictures["last"], pictures[name]), same)
		}
	}
}

// Pictures larger than a tile of 2048 pixels are drawn, and text grows with them.
func TestRenderLarge(t *testing.T) {
	needsGL(t)
	path := filepath.Join(t.TempDir(), "large.png")
	r := hooke(t, "render", "cube", "--out", path, "--size", "2560x1440").worked(t)
	must.Hold(t, strings.Contains(r.stdout, "2560 x 1440 pixels, cube at 0 s"), "it says %s", r.stdout)
	large := pictureOf(t, path)
	path = filepath.Join(t.TempDir(), "small.png")
	hooke(t, "render", "cube", "--out", path, "--size", "1280x720").worked(t)
	small := pictureOf(t, path)
	// Every second pixel of the large one is that of the small one, but at edges.
	second := image.NewRGBA(small.Rect)
	for y := range 720 {
		for x := range 1280 {
			second.SetRGBA(x, y, large.RGBAAt(2*x, 2*y))
		}
	}
	if share := differing(small, second); share > 0.04 {
		t.Errorf("the large picture differs from the small one in %.2f %% of the pixels", 100*share)
	}
}

// Wrong uses say what is wrong, and nothing is computed before.
func TestRenderRefuses(t *testing.T) {
	folder := t.TempDir()
	final := filepath.Join(folder, "final.npz")
	hooke(t, "run", "cube", "--engine", "cpu", "--steps", "3", "--out", folder).worked(t)
	for _, c := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"cube", "--out", filepath.Join(folder, "x.mp4")}, "--turntable 180 turns the camera", exitUsage},
		{[]string{"cube", "--of", "cube"}, "--of: cube is a structure of its own", exitUsage},
		{[]string{final, "--springs", "3k"}, "flags of a structure need --of", exitUsage},
		{[]string{final, "--of", "lattice", "--springs", "3k"}, "the structure has 343 masses", exitFailed},
		{[]string{"cube", "--out", "x.gif"}, "render writes .png, .mp4, .glb, .usda, .html, or a folder", exitUsage},
		{[]string{"cube", "--from", "2", "--to", "1"}, "--to 1 s is before --from 2 s", exitUsage},
		{[]string{"cube", "--at", "2", "--from", "1"}, "--at and --from", exitUsage},
		{[]string{"cube", "--view", "below"}, "give front, right, above", exitUsage},
		{[]string{"nowhere.npz"}, "nowhere.npz", exitFailed},
	} {
		if r := hooke(t, append([]string{"render"}, c.args...)...); r.code != c.code || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%v: exit code %d, message %q; want %d and %q", c.args, r.code, r.stderr, c.code, c.want)
		}
	}
	t.Setenv("PATH", folder)
	hooke(t, "render", "nowhere.toml", "--out", "x.mp4").failed(t, "without ffmpeg", exitFailed, "ffmpeg is not installed")
}

func pictureOf(t *testing.T, path string) *image.RGBA {
	t.Helper()
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	decoded := must.Get(png.Decode(file))(t)
	out := image.NewRGBA(decoded.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, decoded.At(x, y))
		}
	}
	return out
}

// checkPictureOf makes sure that a picture has that size and shows more than sky.
func checkPictureOf(t *testing.T, p *image.RGBA, width, height int) {
	t.Helper()
	colors := map[[4]byte]bool{}
	for i := 0; i < len(p.Pix); i += 4 {
		colors[[4]byte(p.Pix[i:])] = true
	}
	must.Hold(t, p.Rect == image.Rect(0, 0, width, height) && len(colors) >= 500, "a picture of %v has %d colors", p.Rect, len(colors))
}

// differing is the share of pixels that differ by more than 24 steps in a channel, as
// those of golden pictures in draw.
func differing(a, b *image.RGBA) float64 {
	count := 0
	for i := 0; i < len(a.Pix); i += 4 {
		for k := range 3 {
			if d := int(a.Pix[i+k]) - int(b.Pix[i+k]); d > 24 || d < -24 {
				count++
				break
			}
		}
	}
	return float64(count) / float64(len(a.Pix)/4)
}

// A film that is interrupted leaves no video, and of a folder the pictures so far; the error says so.
func TestInterruptedFilms(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, left := range map[string]string{"film.mp4": "film.mp4 is not written", "film": "film holds the pictures before it"} {
		if _, err := film.FindFFmpeg(); err != nil && name == "film.mp4" {
			continue
		}
		o := &renderOptions{out: filepath.Join(t.TempDir(), name), size: [3]int{8, 8}}
		err := App{Stderr: io.Discard}.renderFilm(ctx, o, nil, make([]play.Shot, 3), 30)
		must.Say(t, name, err, "at frame 0 of 3; ", left)
		_, missing := os.Stat(o.out)
		must.Be(t, missing != nil, name == "film.mp4", "no %s", name)
	}
}
