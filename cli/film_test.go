package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The best of a sweep and of a search are filmed with --film; that needs ffmpeg, and says so.
func TestFilmOfTheBest(t *testing.T) {
	needsGL(t)
	_, missing := exec.LookPath("ffmpeg")
	filmed := func(folder string, r result) {
		t.Helper()
		films, err := filepath.Glob(filepath.Join(folder, "best", "1-*", "film", "video.mp4"))
		switch {
		case err != nil:
			t.Fatal(err)
		case missing != nil:
			if r.code == 0 || !strings.Contains(r.stderr, "ffmpeg is not installed") {
				t.Errorf("without ffmpeg: exit code %d, %s", r.code, r.stderr)
			}
		case r.code != 0 || len(films) != 1 || !strings.Contains(r.stdout, films[0]):
			t.Errorf("exit code %d, films %v\n%s%s", r.code, films, r.stdout, r.stderr)
		default:
			if at, err := os.Stat(films[0]); err != nil || at.Size() < 1000 {
				t.Errorf("%v, %v", at, err)
			}
		}
	}
	swept, sought := filepath.Join(t.TempDir(), "swept"), filepath.Join(t.TempDir(), "sought")
	hooke(t, "sweep", "walker", "--vary", "actuator[*].frequency={1,2}", "--steps", "3", "--out", swept).worked(t)
	filmed(swept, hooke(t, "sweep", "--best", "com_z", "--film", "--out", swept))
	filmed(sought, hooke(t, "optimize", "walker", "--vary", "actuator[*].frequency=1:2", "--maximize", "com_z", "--generations", "1", "--population", "4", "--steps", "3", "--film", "--out", sought))
	if r := hooke(t, "sweep", "walker", "--vary", "actuator[*].frequency={1,2}", "--film", "--out", swept); r.code != 2 || !strings.Contains(r.stderr, "--film: it shows the best runs; give --best METRIC, too") {
		t.Errorf("exit code %d, %s", r.code, r.stderr)
	}
}
