//go:build linux

package sweeping_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/files/safefile/filetest"
	"hooke/must"
)

// A folder from somebody else may have links by the names of our files and folders: nothing is
// written through them, whichever verb continues in it, and nothing is run before they are refused.
func TestSweepsFollowNoLinks(t *testing.T) {
	sweep := []string{"sweep", "walker", "--vary", "actuator[*].frequency=1:2:2", "--steps", "3", "--out"}
	search := []string{"optimize", "walker", "--vary", "actuator[*].frequency=0.5:4", "--maximize", "speed", "--steps", "3", "--population", "4", "--generations", "1", "--out"}
	for _, c := range []struct {
		verb  []string
		names []string
	}{
		{sweep, []string{"spec.toml", "runs.jsonl", "table.csv", "table.npz", "points.csv", "plots", "plots/speed-best.svg", "best"}},
		{search, []string{"spec.toml", "runs.jsonl", "table.csv", "table.npz", "generations.csv", "plots", "plots/fitness-best.svg", "best"}},
	} {
		whole := t.TempDir()
		hooke(t, append(c.verb, whole)...).worked(t)
		for _, name := range c.names {
			out, elsewhere := filepath.Join(t.TempDir(), "out"), t.TempDir()
			must.Do(t, os.CopyFS(out, os.DirFS(whole)))
			victim := filepath.Join(elsewhere, "victim")
			must.Do(t, os.WriteFile(victim, []byte("precious"), 0o666))
			to := victim
			if name == "plots" || name == "best" {
				to = elsewhere
			}
			path := filepath.Join(out, name)
			must.Do(t, errors.Join(os.RemoveAll(path), os.Symlink(to, path)))
			verbs := [][]string{append(c.verb, out)}
			if c.verb[0] == "sweep" {
				verbs = append(verbs, []string{"sweep", "--merge", "--out", out}, []string{"sweep", "--best", "speed", "--out", out})
			}
			refused := false
			for _, verb := range verbs {
				r := hooke(t, verb...)
				refused = refused || r.code == 1 && strings.Contains(r.stderr, path)
			}
			if !refused {
				t.Errorf("%s, %s: nobody refuses the link", c.verb[0], name)
			}
			if text := filetest.Content(t, victim); text != "precious" || filetest.Names(t, elsewhere) != "victim" {
				t.Errorf("%s, %s: behind the link there are %s, with %q", c.verb[0], name, filetest.Names(t, elsewhere), text)
			}
		}
	}
}

// The next start removes the temporary files that a killed search left in all of its folders.
func TestTemporariesOfKilledSearchesGo(t *testing.T) {
	out := t.TempDir()
	search := []string{"optimize", "walker", "--vary", "actuator[*].frequency=0.5:4", "--maximize", "speed", "--steps", "3", "--population", "4", "--generations", "1", "--out", out}
	hooke(t, search...).worked(t)
	best, err := filepath.Glob(filepath.Join(out, "best", "*"))
	if err != nil || len(best) != 1 {
		t.Fatalf("best runs: %v, %v", best, err)
	}
	left := []string{".table.csv.0123abcd.tmp", ".table.npz.0123abcd.tmp", ".generations.csv.0123abcd.tmp", ".spec.toml.0123abcd.tmp", "plots/.speed-best.svg.0123abcd.tmp"}
	for _, name := range []string{".scene.toml.0123abcd.tmp", ".final.npz.0123abcd.tmp"} {
		left = append(left, filepath.Join("best", filepath.Base(best[0]), name))
	}
	mine := []string{".notes.txt.0123abcd.tmp", "plots/speed.svg.tmp"}
	for _, name := range append(left, mine...) {
		must.Do(t, os.WriteFile(filepath.Join(out, name), nil, 0o666))
	}
	hooke(t, search...).worked(t)
	for _, name := range left {
		if _, err := os.Lstat(filepath.Join(out, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	for _, name := range mine {
		if _, err := os.Lstat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
}
