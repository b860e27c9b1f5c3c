package engine

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/tune"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

func tuned(shape, pipeline string, size int) (tuningKey, tune.Result) {
	return tuningKey{Renderer: "r", Driver: "d", Shape: shape}, tune.Result{Pipeline: pipeline, WorkGroup: size}
}

func TestTuningsAreKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b")
	empty, err := openTunings(folder)
	if err != nil || len(empty.entries) != 0 {
		t.Fatalf("no file: %v, %v", empty, err)
	}
	now := time.Date(2030, 1, 2, 3, 4, 5, 6, time.UTC)
	for i := range noteMost + 5 {
		key, found := tuned(strings.Repeat("x", i), gpu.Fused, 64)
		must.Do(t, empty.keep(key, found, now))
	}
	key, found := tuned("x", gpu.TwoPass, 128)
	other, _ := tuned(strings.Repeat("x", 9), "", 0)
	must.Do(t, empty.keep(key, found, now))
	again, err := openTunings(folder)
	if err != nil || len(again.entries) != noteMost {
		t.Fatalf("%d entries, %v; want %d", len(again.entries), err, noteMost)
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
	must.Hold(t, err == nil && len(left) == 1, "the folder holds %v", left)
}

// A file that hooke did not write is ignored with a reason, and replaced.
func TestHostileTuningsAreIgnored(t *testing.T) {
	entry := func(pipeline, size string) string {
		return `{"version":2,"entries":[{"renderer":"r","driver":"d","shape":"x","asked":0,"pipeline":"` + pipeline + `","work_group":` + size + `}]}`
	}
	for name, text := range map[string]string{
		"empty": "", "not JSON": "\x1b[31mred", "another type": `[1,2]`, "another version": `{"version":3}`, "no version": `{}`,
		"cut short": entry("fused", "64")[:60], "unknown pipeline": entry("rm -rf", "64"), "unknown size": entry("fused", "100"),
		"negative size": entry("fused", "-64"), "a size that is no number": entry("fused", `"64"`), "too long": strings.Repeat(" ", noteBytes+1),
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, "tuning.json")
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		tunings, err := openTunings(folder)
		if err == nil || !strings.Contains(err.Error(), path) || len(tunings.entries) != 0 || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: %d entries, %v", name, len(tunings.entries), err)
		}
		key, found := tuned("x", gpu.Fused, 64)
		must.Be(t, tunings.keep(key, found, time.Now()), nil, "%s", name)
		if again, err := openTunings(folder); err != nil || len(again.entries) != 1 {
			t.Errorf("%s: afterwards %d entries, %v", name, len(again.entries), err)
		}
	}
	folder := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(folder, "tuning.json"), 0o777))
	tunings, err := openTunings(folder)
	must.Hold(t, errors.Is(err, errForeign), "a folder in its place: %v", err)
	key, found := tuned("x", gpu.Fused, 64)
	if err := tunings.keep(key, found, time.Now()); err == nil {
		t.Error("a folder was replaced")
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// A user without a home has no place to remember, and still runs.
func TestTuningsWithoutAHome(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	tunings, err := openTunings("")
	key, found := tuned("x", gpu.Fused, 64)
	must.Hold(t, err == nil && tunings.keep(key, found, time.Now()) != nil, "without a home: %v", err)
}

// A run is expected to step as an earlier one was tuned; else small structures of a card in the
// pipeline resident, and all others as the solver needs it.
func TestExpectedPipeline(t *testing.T) {
	for _, c := range []struct {
		software, resides bool
		integrator        model.Integrator
		want              string
	}{
		{true, true, model.SymplecticEuler, gpu.Fused},
		{false, true, model.SymplecticEuler, gpu.Resident},
		{false, false, model.SymplecticEuler, gpu.Fused},
		{false, true, model.Impulses, gpu.TwoPass},
	} {
		must.Be(t, expected(c.software, c.resides, model.Params{Integrator: c.integrator}), c.want, "%+v", c)
	}
	gl := gltest.New(t)
	o := Options{GPU: gpu.Options{Pipeline: gpu.Auto}, Tuning: TuningCache{Folder: t.TempDir()}}
	m, p := modeltest.Cube(0.1), model.Params{DT: 1e-4}
	key := must.Get(tuningKeyOf(gl, m, p, o.GPU))(t)
	memory := must.Get(openTunings(o.Tuning.Folder))(t)
	_, found := tuned("", gpu.TwoPass, 64)
	must.Do(t, memory.keep(key, found, time.Now()))
	if got := Expected(gl, m, p, o); got != gpu.TwoPass {
		t.Errorf("remembered is %s, expected %s", gpu.TwoPass, got)
	}
	o.Tuning.Off = true
	if got := Expected(gl, m, p, o); got == gpu.TwoPass {
		t.Errorf("where nothing is read, %s is expected", got)
	}
}
