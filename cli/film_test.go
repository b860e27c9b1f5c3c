package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
)

// The best of a sweep and of a search are filmed with --film; that needs ffmpeg, and says so.
func TestFilmOfTheBest(t *testing.T) {
	needsGL(t)
	_, missing := exec.LookPath("ffmpeg")
	deaf := func(args ...string) { // refused before anything runs
		t.Helper()
		t.Setenv("PATH", t.TempDir())
		if r := hooke(t, args...); r.code != 1 || !strings.Contains(r.stderr, "ffmpeg is not installed") || r.stdout != "" {
			t.Errorf("%v without ffmpeg: exit code %d, %s%s", args, r.code, r.stdout, r.stderr)
		}
	}
	filmed := func(folder string, r result) {
		t.Helper()
		films, err := filepath.Glob(filepath.Join(folder, "best", "1-*", "film", "video.mp4"))
		switch {
		case err != nil:
			t.Fatal(err)
		case missing != nil:
			must.Hold(t, r.code != 0 && strings.Contains(r.stderr, "ffmpeg is not installed"), "without ffmpeg: exit code %d, %s", r.code, r.stderr)
		case r.code != 0 || len(films) != 1 || !strings.Contains(r.stdout, films[0]):
			t.Errorf("exit code %d, films %v\n%s%s", r.code, films, r.stdout, r.stderr)
		default:
			if at, err := os.Stat(films[0]); err != nil || at.Size() < 1000 {
				t.Errorf("%v, %v", at, err)
			}
		}
	}
	swept, sought := filepath.Join(t.TempDir(), "swept"), filepath.Join(t.TempDir(), "sought")
	hooke(t, "sweep", "walker", "--vary", "actuator[*].frequency={1,2}", "--steps", must.Sized("1", "3"), "--out", swept).worked(t)
	filmed(swept, hooke(t, "sweep", "--best", "com_z", "--film", "--out", swept))
	filmed(sought, hooke(t, "optimize", "walker", "--vary", "actuator[*].frequency=1:2", "--maximize", "com_z", "--generations", "1", "--population", "4", "--steps", must.Sized("1", "3"), "--film", "--out", sought))
	if r := hooke(t, "sweep", "walker", "--vary", "actuator[*].frequency={1,2}", "--film", "--out", swept); r.code != 2 || !strings.Contains(r.stderr, "--film: it shows the best runs; give --best METRIC, too") {
		t.Errorf("exit code %d, %s", r.code, r.stderr)
	}
	if missing != nil {
		return
	}
	// a film that cannot be written ends with an error after the figures, and leads nowhere else
	best, elsewhere := filepath.Dir(films(t, swept)), t.TempDir()
	must.Do(t, os.RemoveAll(best))
	must.Do(t, os.Symlink(elsewhere, best))
	r := hooke(t, "sweep", "--best", "com_z", "--film", "--out", swept)
	if there, err := os.ReadDir(elsewhere); (r.code != 1 || !strings.Contains(r.stderr, best+" is a link") || !strings.Contains(r.stdout, "1. com_z") || len(there) > 0) || err != nil {
		t.Errorf("a film that is a link: exit code %d, %v, %v\n%s%s", r.code, there, err, r.stdout, r.stderr)
	}
	deaf("sweep", "--best", "com_z", "--film", "--out", swept)
	none := filepath.Join(t.TempDir(), "none")
	deaf("optimize", "walker", "--vary", "actuator[*].frequency=1:2", "--maximize", "com_z", "--film", "--out", none)
	if _, err := os.Lstat(none); err == nil {
		t.Errorf("%s was made before ffmpeg was missed", none)
	}
}

// films is where the film of the best run is, or was to be.
func films(t *testing.T, folder string) string {
	t.Helper()
	best, err := filepath.Glob(filepath.Join(folder, "best", "1-*"))
	if err != nil || len(best) != 1 {
		t.Fatal(best, err)
	}
	return filepath.Join(best[0], "film", "video.mp4")
}
