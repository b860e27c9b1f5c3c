package film_test

import (
	"errors"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/must"
	"hooke/run/export/film"
)

// fakeFFmpeg puts a program of that name first on the path. It is a shell script, so that
// the test needs no ffmpeg.
func fakeFFmpeg(t *testing.T, script string) {
	t.Helper()
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, "ffmpeg"), []byte("#!/bin/sh\n"+script), 0o777))
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
}

// A movie hands every byte of every picture on, and the file is there when it is
// complete, and not before; nothing else stays.
func TestMovieIsWholeOrNotThere(t *testing.T) {
	fakeFFmpeg(t, `for last; do :; done; cat > "${last#file:}"`)
	folder := t.TempDir()
	path := filepath.Join(folder, "new", "film.mp4")
	picture := image.NewRGBA(image.Rect(0, 0, 5, 3))
	for i := range picture.Pix {
		picture.Pix[i] = byte(i)
	}
	make := func() *film.Movie {
		m := must.Get(film.CreateMovie(path, 5, 3, 25))(t)
		for range 7 {
			must.Do(t, m.Frame(picture))
		}
		return m
	}
	m := make()
	if _, err := os.Stat(path); err == nil {
		t.Error("the film is there before it is complete")
	}
	m.Discard()
	m.Discard()
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) > 0 {
		t.Errorf("left of a film that was given up: %v", left)
	}
	m = make()
	if err := m.Frame(image.NewRGBA(image.Rect(0, 0, 4, 3))); err == nil {
		t.Error("a picture of another size was taken")
	}
	must.Do(t, m.Close())
	m.Discard() // after the end it is harmless
	data, err := os.ReadFile(path)
	if err != nil || string(data) != strings.Repeat(string(picture.Pix), 7) {
		t.Errorf("the film has %d bytes, want %d: %v", len(data), 7*5*3*4, err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("beside the film: %v", left)
	}
}

// The message of ffmpeg is reported, and no file stays. Without ffmpeg the error says how to continue.
func TestMovieFailures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "film.mp4")
	picture := image.NewRGBA(image.Rect(0, 0, 512, 512))
	for name, script := range map[string]string{
		"at once": `echo "no codec" >&2; exit 1`, "at the end": `cat > /dev/null; echo "no codec" >&2; exit 1`,
	} {
		fakeFFmpeg(t, script)
		m, err := film.CreateMovie(path, 512, 512, 25)
		for range 4 {
			if err == nil {
				err = m.Frame(picture)
			}
		}
		if err == nil {
			err = m.Close()
		}
		must.Say(t, name, err, "no codec", "film.mp4")
		if left, _ := os.ReadDir(filepath.Dir(path)); len(left) > 0 {
			t.Errorf("%s: left %v", name, left)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := film.CreateMovie(path, 4, 4, 25); !errors.Is(err, film.ErrNoFFmpeg) || !strings.Contains(err.Error(), "apt-get install ffmpeg") {
		t.Errorf("without ffmpeg: %v", err)
	}
}

// A folder has a picture for each frame, and none of an earlier series.
func TestPNGFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "frames")
	for _, count := range []int{5, 2} {
		p, err := film.CreatePNGFolder(folder)
		for range count {
			if err == nil {
				err = p.Frame(image.NewRGBA(image.Rect(0, 0, 3, 2)))
			}
		}
		must.Do(t, err)
		if files, _ := filepath.Glob(filepath.Join(folder, "*")); len(files) != count || filepath.Base(files[1]) != "frame-000001.png" {
			t.Errorf("files %v, want %d", files, count)
		}
	}
}

// With the real program the video has as many frames as there were pictures, at its rate.
func TestMovieOfFFmpeg(t *testing.T) {
	if _, err := exec.LookPath("ffprobe"); err != nil {
		return // the set-up installs it only for tests of other programs
	}
	path := filepath.Join(t.TempDir(), "film.mp4")
	m, err := film.CreateMovie(path, 33, 21, 12.5)
	for range 9 {
		if err == nil {
			err = m.Frame(image.NewRGBA(image.Rect(0, 0, 33, 21)))
		}
	}
	if err == nil {
		err = m.Close()
	}
	must.Do(t, err)
	out, err := exec.Command("ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames,width,height,r_frame_rate", "-of", "csv", path).CombinedOutput()
	must.Hold(t, err == nil && strings.TrimSpace(string(out)) == "stream,34,22,25/2,9", "%v: %s, want 9 frames of 34 x 22 at 12.5 a second", err, out)
}

// However a video is called, ffmpeg is told that its name is that of a file, and that it
// opens nothing but files and pipes: a name such as tcp:/127.0.0.1:9/x.mp4, which a scene
// file may give, is no address.
func TestFFmpegOpensNoConnection(t *testing.T) {
	fakeFFmpeg(t, `for last; do :; done; echo "$@" > "$HOOKE_TEST_SAID"; cat > "${last#file:}"`)
	said := filepath.Join(t.TempDir(), "said")
	t.Setenv("HOOKE_TEST_SAID", said)
	t.Chdir(t.TempDir())
	name := filepath.Join("tcp:", "127.0.0.1:9", "x.mp4")
	check := func(what string) {
		t.Helper()
		data, err := os.ReadFile(said)
		words := strings.Fields(string(data))
		if err != nil || len(words) == 0 || !strings.HasPrefix(words[len(words)-1], "file:tcp:/127.0.0.1:9/.x.mp4.") {
			t.Errorf("%s: ffmpeg %s (%v): the last word is to begin with file:", what, data, err)
		}
		at := slices.Index(words, "-protocol_whitelist")
		if at < 0 || at > slices.Index(words, "-i") || words[at+1] != "file,pipe" {
			t.Errorf("%s: ffmpeg %s: want -protocol_whitelist file,pipe before the input", what, data)
		}
		must.Be(t, must.Err(os.Stat(name)), nil, "%s", what)
		os.Remove(said)
		os.Remove(name)
	}
	m := must.Get(film.CreateMovie(name, 2, 2, 25))(t)
	must.Do(t, errors.Join(m.Frame(image.NewRGBA(image.Rect(0, 0, 2, 2))), m.Close()))
	check("movie")
	v := must.Get(film.CreateVideo(name, 10, 0, nil))(t)
	must.Do(t, errors.Join(v.Frame(pictured(0)), v.Close()))
	check("video")
}
