package cli

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hooke/gpu"
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

func tuned(shape, pipeline string, size int) (tuningKey, gpu.Tuning) {
	return tuningKey{Renderer: "r", Driver: "d", Shape: shape}, gpu.Tuning{Pipeline: pipeline, WorkGroup: size}
}

func TestTuningsAreKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b")
	empty, err := openTunings(folder)
	if err != nil || len(empty.entries) != 0 {
		t.Fatalf("no file: %v, %v", empty, err)
	}
	now := time.Date(2030, 1, 2, 3, 4, 5, 6, time.UTC)
	for i := range tuningMost + 5 {
		key, found := tuned(strings.Repeat("x", i), gpu.Fused, 64)
		if err := empty.keep(key, found, now); err != nil {
			t.Fatal(err)
		}
	}
	key, found := tuned("x", gpu.TwoPass, 128)
	other, _ := tuned(strings.Repeat("x", 9), "", 0)
	if err := empty.keep(key, found, now); err != nil {
		t.Fatal(err)
	}
	again, err := openTunings(folder)
	if err != nil || len(again.entries) != tuningMost {
		t.Fatalf("%d entries, %v; want %d", len(again.entries), err, tuningMost)
	}
	if got, ok := again.find(key); !ok || got.Pipeline != gpu.TwoPass || got.WorkGroup != 128 || !got.Measured.Equal(now.Truncate(time.Second)) {
		t.Errorf("found %+v, %v", got, ok)
	}
	if got, ok := again.find(other); !ok || got.Pipeline != gpu.Fused {
		t.Errorf("found %+v, %v", got, ok)
	}
	for _, change := range []func(*tuningKey){
		func(k *tuningKey) { k.Renderer = "other" }, func(k *tuningKey) { k.Driver = "other" },
		func(k *tuningKey) { k.Shape = "other" }, func(k *tuningKey) { k.Asked = 128 },
	} {
		k := key
		change(&k)
		if got, ok := again.find(k); ok {
			t.Errorf("%+v finds %+v", k, got)
		}
	}
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v", left)
	}
}

// A file that is not what hooke writes is ignored with a reason, and replaced.
func TestHostileTuningsAreIgnored(t *testing.T) {
	entry := func(pipeline, size string) string {
		return `{"version":1,"entries":[{"renderer":"r","driver":"d","shape":"x","asked":0,"pipeline":"` + pipeline + `","work_group":` + size + `}]}`
	}
	for name, text := range map[string]string{
		"empty": "", "not JSON": "\x1b[31mred", "another type": `[1,2]`, "another version": `{"version":2}`, "no version": `{}`,
		"cut short": entry("fused", "64")[:60], "unknown pipeline": entry("rm -rf", "64"), "unknown size": entry("fused", "100"),
		"negative size": entry("fused", "-64"), "a size that is no number": entry("fused", `"64"`), "too long": strings.Repeat(" ", tuningBytes+1),
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, "tuning.json")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		tunings, err := openTunings(folder)
		if err == nil || !strings.Contains(err.Error(), path) || len(tunings.entries) != 0 || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: %d entries, %v", name, len(tunings.entries), err)
		}
		key, found := tuned("x", gpu.Fused, 64)
		if err := tunings.keep(key, found, time.Now()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if again, err := openTunings(folder); err != nil || len(again.entries) != 1 {
			t.Errorf("%s: afterwards %d entries, %v", name, len(again.entries), err)
		}
	}
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "tuning.json"), 0o777); err != nil {
		t.Fatal(err)
	}
	tunings, err := openTunings(folder)
	if !errors.Is(err, errForeign) {
		t.Errorf("a folder in its place: %v", err)
	}
	key, found := tuned("x", gpu.Fused, 64)
	if err := tunings.keep(key, found, time.Now()); err == nil {
		t.Error("a folder was replaced")
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// A user without a cache folder, or with one that cannot be written, still runs.
func TestTuningWithoutACacheFolder(t *testing.T) {
	needsGL(t)
	blocked := write(t, "file", "x") // a file where a folder should be
	r := remembering(t, filepath.Join(blocked, "hooke"), "run", "lattice", "--springs", "30k", "--engine", "gpu", "--steps", "1", "--out", t.TempDir())
	if !strings.Contains(r.stderr, "note: the tuning is not remembered: ") || !strings.Contains(r.stderr, "tuning: pipeline ") {
		t.Errorf("without a folder:\n%s", r.stderr)
	}
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	tunings, err := openTunings("")
	key, found := tuned("x", gpu.Fused, 64)
	if err != nil || tunings.keep(key, found, time.Now()) == nil {
		t.Errorf("without a home: %v", err)
	}
}
