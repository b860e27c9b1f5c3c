package film_test

import (
	"errors"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/export/film"
)

// pictured is a frame with a picture of one color.
func pictured(step int64) *export.Frame {
	f := &export.Frame{Snapshot: model.Snapshot{Step: step}, Picture: image.NewRGBA(image.Rect(0, 0, 64, 48))}
	for i := range f.Picture.Pix {
		f.Picture.Pix[i] = uint8(255 - step)
	}
	return f
}

// Without ffmpeg a video says so, and its pictures stay; with it they go, unless
// the run continues later.
func TestVideo(t *testing.T) {
	for _, c := range []struct {
		name, path string
		keep       bool
		pictures   int
	}{{"without", t.TempDir(), false, 3}, {"with", os.Getenv("PATH"), false, 0}, {"interrupted", os.Getenv("PATH"), true, 3}} {
		if _, err := exec.LookPath("ffmpeg"); err != nil && c.name != "without" {
			continue // a missing program cannot be run; the first case is about that
		}
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			v, err := film.CreateVideo(filepath.Join(folder, "a.mp4"), 10, 0, nil)
			must.Do(t, err)
			for _, step := range []int64{0, 9, 100} {
				must.Do(t, v.Frame(pictured(step)))
			}
			if c.keep {
				v.Keep()
			}
			t.Setenv("PATH", c.path)
			err = v.Close()
			left, globbing := filepath.Glob(filepath.Join(folder, "a-frames", "frame-*.png"))
			must.Hold(t, globbing == nil && len(left) == c.pictures, "pictures %v, want %d", left, c.pictures)
			if c.name == "without" {
				must.Hold(t, errors.Is(err, film.ErrNoFFmpeg) && strings.Contains(err.Error(), "(the 3 pictures are kept in "), "message %v", err)
				return
			}
			data, reading := os.ReadFile(filepath.Join(folder, "a.mp4"))
			if err != nil || reading != nil || len(data) < 500 || string(data[4:8]) != "ftyp" {
				t.Errorf("%v, %v: %d bytes", err, reading, len(data))
			}
			if entries, _ := filepath.Glob(filepath.Join(folder, ".*")); len(entries) != 0 {
				t.Errorf("left behind: %v", entries)
			}
		})
	}
	// A series that continues from step 9 drops the later frames.
	folder := t.TempDir()
	s := must.Get(film.CreatePNGSeries(folder, 0))(t)
	for _, step := range []int64{0, 9, 100} {
		must.Do(t, s.Frame(pictured(step)))
	}
	must.Do(t, must.Err(film.CreatePNGSeries(folder, 9)))
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 2 {
		t.Errorf("pictures %v", left)
	}
	must.Say(t, "a frame without a picture", s.Frame(&export.Frame{Snapshot: model.Snapshot{Step: 4}}), "no picture was drawn of step 4")
}
