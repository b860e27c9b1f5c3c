package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"hooke/files/npy"
	"hooke/must"
)

// dropped is a scene of a block that falls onto the ground and comes to rest.
func dropped(t *testing.T, run string) string {
	t.Helper()
	return write(t, "dropped.toml", "[run]\nduration = 6\ndt = 2e-3\ndrag_half_life = 0.1\n"+run+`
[[mesh]]
make = "solid"
cells = [2, 2, 2]
spacing = 0.1
modulus = 1e5
move = [0, 0, 0.3]
[[contact]]
shape = "plane"
stiffness = 2000
damping = 5
`)
}

// A run ends at the first step at which one of its conditions holds, says why in all that it
// writes, and does the same when it was resumed on the way.
func TestRunEndsEarly(t *testing.T) {
	needsGL(t)
	path := dropped(t, "until = [\"left\", \"still\"]\nstill_speed = 0.02\nstill_time = 0.2\nleave_radius = 3\n")
	steps := ""
	for _, engine := range []string{"cpuref", "cpu", "gpu"}[:must.Sized(2, 3)] {
		whole, half := t.TempDir(), t.TempDir()
		r := hooke(t, "run", path, "--engine", engine, "--out", whole, "--json").worked(t)
		var figures struct {
			Steps int64
			Ended struct {
				By   string
				Step int64
				Time float64
			}
		}
		must.Do(t, json.Unmarshal([]byte(r.stdout), &figures))
		said := fmt.Sprintf("%s at %d", figures.Ended.By, figures.Ended.Step)
		if steps == "" {
			steps = said
		}
		if figures.Ended.By != "still" || figures.Steps != figures.Ended.Step || figures.Ended.Step%10 != 0 || said != steps {
			t.Errorf("%s: %s", engine, r.stdout)
		}
		// Half of it, with other batches, and the rest of it from a checkpoint: the timer continues.
		stop := figures.Ended.Step - 25
		hooke(t, "run", path, "--engine", engine, "--energy-every", "7", "--steps", fmt.Sprint(stop), "--checkpoint", "13steps", "--out", half).worked(t)
		again := hooke(t, "resume", filepath.Join(half, "checkpoint.hooke"), "--steps", "5000").worked(t)
		if !bytes.Equal(bytesOf(t, whole, "final.npz"), bytesOf(t, half, "final.npz")) || !strings.Contains(again.stdout, fmt.Sprintf("ended              still, at step %d\n", figures.Ended.Step)) {
			t.Errorf("%s: resumed at step %d it ends otherwise:\n%s", engine, stop, again.stdout)
		}
		arrays := must.Get(npy.ReadArchive(filepath.Join(whole, "final.npz")))(t)
		why := ""
		for _, a := range arrays {
			if a.Name == "ended" {
				why = a.Text()
			}
		}
		must.Be(t, why, "still", "%s: final.npz says", engine)
		// A run that ended by its condition continues when more steps are asked for, and does not end again.
		more := hooke(t, "resume", filepath.Join(half, "checkpoint.hooke"), "--steps", "6000").worked(t)
		if !strings.Contains(more.stderr, "the run had ended") || strings.Contains(more.stdout, "ended  ") || !strings.Contains(more.stdout, fmt.Sprintf("steps              %d of", 6000-figures.Ended.Step)) {
			t.Errorf("%s: it goes on with\n%s%s", engine, more.stdout, more.stderr)
		}
	}
}

// A run whose conditions never hold ends at its duration and says so; one without
// conditions says nothing.
func TestRunEndsAtItsDuration(t *testing.T) {
	for run, want := range map[string]string{"until = \"fell\"\nfall_height = -1": "duration", "": ""} {
		out := t.TempDir()
		r := hooke(t, "run", dropped(t, run), "--engine", "cpuref", "--steps", "55", "--out", out).worked(t)
		arrays := must.Get(npy.ReadArchive(filepath.Join(out, "final.npz")))(t)
		why := ""
		for _, a := range arrays {
			if a.Name == "ended" {
				why = a.Text()
			}
		}
		if why != want || strings.Contains(r.stdout, "ended") || !strings.Contains(r.stdout, "steps              55 of") {
			t.Errorf("%q: final.npz says %q, want %q\n%s", run, why, want, r.stdout)
		}
	}
}

// Impossible conditions are refused, with the line and a caret.
func TestWrongEndingsAreRefused(t *testing.T) {
	for run, want := range map[string]string{
		"until = \"stil\"":                                    `until is "stil", which is unknown; did you mean "still"?`,
		"until = [\"still\", \"still\"]":                      `until names "still" twice`,
		"until = \"fell\"":                                    `"fell" needs fall_height`,
		"until = \"left\"":                                    `"left" needs leave_radius`,
		"still_time = 1":                                      `still_time belongs to until = ["still"]`,
		"until = \"left\"\nleave_radius = -1":                 "leave_radius is -1",
		"until = \"still\"\nstill_speed = 0":                  "still_speed is 0",
		"until = \"fell\"\nfall_height = 1\nleave_radius = 1": `leave_radius belongs to until = ["left"]`,
	} {
		r := hooke(t, "run", dropped(t, run), "--engine", "cpuref", "--steps", "1", "--out", t.TempDir())
		if r.code == 0 || !strings.Contains(r.stderr, want) || !strings.Contains(r.stderr, "^") {
			t.Errorf("%q: code %d, %s\nwant %s", run, r.code, r.stderr, want)
		}
	}
}
