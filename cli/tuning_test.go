package cli

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// remembering calls the program with a cache folder.
func remembering(t *testing.T, cache string, args ...string) result {
	t.Helper()
	var stdout, stderr strings.Builder
	code := App{Stdout: &stdout, Stderr: &stderr, Cache: cache}.Run(context.Background(), args)
	return result{code, stdout.String(), stderr.String()}.worked(t)
}

// A run on the device measures once, says so, and remembers; --retune measures
// anew, and what is asked for is not measured. The result is that of the choice.
func TestTuningIsMeasuredOnceAndRemembered(t *testing.T) {
	needsGL(t)
	cache := filepath.Join(t.TempDir(), "new")
	run := func(more ...string) result {
		return remembering(t, cache, append([]string{"run", "lattice", "--springs", "30k", "--engine", "gpu", "--steps", "2", "--json", "--energy-every", "0", "--out", t.TempDir()}, more...)...)
	}
	const measured, remembered = "tuning: pipeline ", ", as measured on this device on "
	first := run()
	if !strings.Contains(first.stderr, measured) || strings.Contains(first.stderr, remembered) || !strings.Contains(first.stdout, `"tuning":"pipeline `) {
		t.Errorf("the first run says\n%s%s", first.stderr, first.stdout)
	}
	var figures struct {
		Pipeline  string `json:"pipeline"`
		WorkGroup int    `json:"work_group"`
		Steps     int    `json:"steps"`
	}
	if err := json.Unmarshal([]byte(first.stdout), &figures); err != nil || figures.Steps != 2 {
		t.Errorf("%d steps, %v: tuning must not count", figures.Steps, err)
	}
	if second := run(); !strings.Contains(second.stderr, remembered) || !strings.Contains(second.stderr, measured+figures.Pipeline+" ") {
		t.Errorf("the second run says\n%s", second.stderr)
	}
	if info := remembering(t, cache, "info", "lattice", "--springs", "30k").stdout; !strings.Contains(info, "\ntuned              pipeline "+figures.Pipeline+" in work groups of ") {
		t.Errorf("info says\n%s", info)
	}
	if info := remembering(t, t.TempDir(), "info", "lattice", "--springs", "30k").stdout; strings.Contains(info, "\ntuned ") {
		t.Errorf("where nothing was measured, info says\n%s", info)
	}
	if third := run("--retune"); strings.Contains(third.stderr, remembered) || !strings.Contains(third.stderr, measured) {
		t.Errorf("--retune says\n%s", third.stderr)
	}
	if fourth := run("--pipeline", "two-pass"); strings.Contains(fourth.stderr, "tuning:") || !strings.Contains(fourth.stdout, `"pipeline":"two-pass"`) {
		t.Errorf("--pipeline two-pass says\n%s%s", fourth.stderr, fourth.stdout)
	}
}

// --retune where nothing is measured is no error, since auto may choose otherwise
// elsewhere, and is not ignored without a word.
func TestRetuneSaysWhereItMeasuresNothing(t *testing.T) {
	needsGL(t)
	run := func(more ...string) result {
		return remembering(t, t.TempDir(), append([]string{"run", "lattice", "--springs", "2k", "--steps", "2", "--retune", "--energy-every", "0", "--out", t.TempDir()}, more...)...)
	}
	const few = "note: --retune measures nothing: "
	if r := run("--engine", "gpu"); !strings.Contains(r.stderr, few) || !strings.Contains(r.stderr, "springs are fewer than 20000") {
		t.Errorf("a small structure on gpu says\n%s", r.stderr)
	}
	r := run()
	if by := "cpu steps"; strings.Contains(r.stderr, by) && !strings.Contains(r.stderr, few+"the engine cpu has one pipeline") {
		t.Errorf("auto, which takes cpu, says\n%s", r.stderr)
	}
}

// A user with a cache folder that cannot be written still runs.
func TestTuningWithoutACacheFolder(t *testing.T) {
	needsGL(t)
	blocked := write(t, "file", "x") // a file where a folder should be
	r := remembering(t, filepath.Join(blocked, "hooke"), "run", "lattice", "--springs", "30k", "--engine", "gpu", "--steps", "1", "--out", t.TempDir())
	if !strings.Contains(r.stderr, "note: the tuning is not remembered: ") || !strings.Contains(r.stderr, "tuning: pipeline ") {
		t.Errorf("without a folder:\n%s", r.stderr)
	}
}
