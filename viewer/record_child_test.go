//go:build !headless

package viewer_test

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
	"hooke/run/export"
	"hooke/run/export/film"
	"hooke/viewer/draw/offscreen"
	"hooke/viewer/session"
)

// recording holds the recorded files of the window's process: films in folders 0, 1, ... of a folder, and
// still.png beside them.
func (c child) recording() session.Recording {
	if c.Record == "" {
		return session.Recording{}
	}
	films := 0
	return session.Recording{
		Rate: childFilmRate, Now: c.FilmNow,
		Begin: func(width, height int, rate float64) (offscreen.Taker, error) {
			films++
			return film.CreatePNGFolder(filepath.Join(c.Record, fmt.Sprint(films-1)))
		},
		Still: func(picture *image.RGBA) (string, error) {
			path := filepath.Join(c.Record, "still.png")
			return path, export.WritePNG(path, picture)
		},
	}
}

const childFilmRate = 50

// A film that keys begin and end has as many pictures as were said, of the window's size;
// one that is continuing when the window is closed is whole.
func TestRecordingOfARealWindow(t *testing.T) {
	folder := t.TempDir()
	w := open(t, display(t), child{Title: "hooke record", Side: 5, Record: folder, Paused: true})

	// A picture of the window.
	w.key("F12")
	w.until("the picture", func(s session.Status) bool {
		_, err := os.Stat(filepath.Join(folder, "still.png"))
		return err == nil
	})
	must.Be(t, sizeOf(t, filepath.Join(folder, "still.png")), image.Pt(windowWidth, windowHeight), "the picture")

	// Paused, a film has its first frame and waits.
	w.key("F9")
	w.until("the first frame", func(s session.Status) bool { return s.Recorded == 1 })
	w.key("space")
	running := w.until("six frames", func(s session.Status) bool { return s.Recorded >= 6 })
	w.key("space")
	w.until("the pause", func(s session.Status) bool { return s.Paused })
	w.key("F9")
	ended := w.settle()
	if count := len(picturesIn(t, filepath.Join(folder, "0"))); count != ended.Recorded || count < running.Recorded {
		t.Errorf("the film has %d pictures, and %d frames were recorded", count, ended.Recorded)
	}
	// Frames are 1/50 s of simulated time apart.
	if least, most := float64(ended.Recorded-1)/childFilmRate, float64(ended.Recorded)/childFilmRate; ended.Time < least-ended.Params.DT || ended.Time > most+ended.Params.DT {
		t.Errorf("%d frames up to %g s, want from %g s to %g s", ended.Recorded, ended.Time, least, most)
	}

	// Paused and on a turntable, frames come as the camera turns; q ends the window, and the film is whole.
	w.key("t")
	w.key("shift+F9")
	turned := w.until("frames of the turntable", func(s session.Status) bool {
		return s.Recording == filepath.Join(folder, "1") && s.Recorded >= 4 && s.Camera.Azimuth != ended.Camera.Azimuth
	})
	must.Hold(t, turned.Time == ended.Time, "a turntable made time go by")
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Fatalf("exit code %d: %s", code, w.stderr)
	}
	files := picturesIn(t, filepath.Join(folder, "1"))
	if len(files) < 4 {
		t.Fatalf("the film that closing ended has %d pictures", len(files))
	}
	for _, path := range files {
		if size := sizeOf(t, path); size != image.Pt(windowWidth, windowHeight) {
			t.Fatalf("%s is %v", path, size)
		}
	}
}

// A film from the first frame on, of a window that shows a number of frames.
func TestRecordingFromTheStart(t *testing.T) {
	folder := t.TempDir()
	w := start(t, display(t), child{Title: "hooke film", Side: 4, Record: folder, FilmNow: true, Frames: 12})
	var last session.Status
	for s := range w.status {
		last = s
	}
	if code := w.ends(); code != 0 {
		t.Fatalf("exit code %d: %s", code, w.stderr)
	}
	if count := len(picturesIn(t, filepath.Join(folder, "0"))); count < 1 || count != last.Recorded {
		t.Errorf("%d pictures, and %d frames were recorded", count, last.Recorded)
	}
}

// A film that cannot be written is said in the window, which continues.
func TestRecordingThatFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o666))
	w := open(t, display(t), child{Title: "hooke full", Side: 3, Record: file, Paused: true})
	w.key("F9")
	w.until("the message", func(s session.Status) bool { return strings.Contains(s.Notice, file) })
	w.key("s")
	w.until("a step", func(s session.Status) bool { return s.Step > 0 })
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}
}

func picturesIn(t *testing.T, folder string) []string {
	t.Helper()
	return must.Get(filepath.Glob(filepath.Join(folder, "frame-*.png")))(t)
}

func sizeOf(t *testing.T, path string) image.Point {
	t.Helper()
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	header := must.Get(png.DecodeConfig(file))(t)
	return image.Pt(header.Width, header.Height)
}
