package engine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// tested returns options that test every device, with the number of tests so far and the printed text.
func tested(folder string) (o Options, tests *int, said *strings.Builder) {
	tests, said = new(int), &strings.Builder{}
	return Options{Selftest: TestAll, Tuning: TuningCache{Folder: folder, Program: "one"}, Listener: Listener{
		Note: func(line string) { said.WriteString(line + "\n") },
		Busy: func(what string) func() {
			if strings.HasPrefix(what, "testing ") {
				*tests++
			}
			return func() {}
		},
	}}, tests, said
}

// A device is tested once for each renderer, driver and version of the program, and again
// when that is asked for. A software renderer is not tested unless that is asked for.
func TestDeviceIsTestedOnce(t *testing.T) {
	ctx := gltest.New(t)
	folder := filepath.Join(t.TempDir(), "new")
	o, tests, said := tested(folder)
	fits := func(what string, want int) {
		t.Helper()
		if err := o.fit(ctx); err != nil || *tests != want {
			t.Errorf("%s: %d tests, want %d; %v", what, *tests, want, err)
		}
	}
	o.Selftest = TestCards
	if ctx.Software() {
		fits("software", 0)
	}
	o.Selftest = TestAll
	*tests = 0
	fits("first", 1)
	fits("second", 1)
	o.Tuning.Again = true
	fits("asked again", 2)
	o.Tuning.Again = false
	renderer, driver := ctx.Renderer, ctx.Version
	ctx.Version = driver + " newer"
	fits("another driver", 3)
	ctx.Version, ctx.Renderer = driver, renderer+" other"
	fits("another renderer", 4)
	ctx.Renderer = renderer
	o.Tuning.Program = "two"
	fits("another program", 5)
	fits("the same program", 5)
	o.Selftest = TestNone
	ctx.Renderer = "a third"
	fits("switched off", 5)
	ctx.Renderer = renderer
	must.Hold(t, said.Len() <= 0, "it says %s", said)
}

// A failure that is remembered refuses the engine gpu with words, and no longer counts for
// another driver, another test or another program.
func TestFailureIsRememberedForOneDriver(t *testing.T) {
	ctx := gltest.New(t)
	o, tests, _ := tested(t.TempDir())
	m, err := build.Cube(0)
	must.Do(t, err)
	p := model.Params{DT: 1e-4}
	key := o.fitnessKey(ctx)
	fails := fitnessEntry{fitnessKey: key, Fault: "picture: the structure covers 0 % of the middle"}
	must.Do(t, o.openFitness().add(fails, func(fitnessEntry) bool { return true }))
	_, _, err = NewDrawn(GPU, ctx, m, p, o)
	if !errors.Is(err, ErrUnfit) || *tests != 0 {
		t.Fatalf("%d tests, %v", *tests, err)
	}
	for _, want := range []string{ctx.Renderer, ctx.Version, fails.Fault, "--engine cpu", "another driver"} {
		must.Hold(t, strings.Contains(err.Error(), want), "the refusal lacks %q: %v", want, err)
	}
	if _, err := New(GPU, m, p, o); !errors.Is(err, ErrUnfit) {
		t.Errorf("without a window: %v", err)
	}
	o.Test(ctx) // as info does
	if err := o.fit(ctx); err != nil || *tests != 1 {
		t.Errorf("after a test that passes: %d tests, %v", *tests, err)
	}
	for what, change := range map[string]func(k *fitnessKey){
		"driver": func(k *fitnessKey) { k.Driver += " older" }, "program": func(k *fitnessKey) { k.Program = "zero" }, "test": func(k *fitnessKey) { k.Test += 1 },
		"renderer": func(k *fitnessKey) { k.Renderer = "Voodoo" },
	} {
		o, tests, _ := tested(t.TempDir())
		old := fails
		change(&old.fitnessKey)
		must.Do(t, o.openFitness().add(old, func(fitnessEntry) bool { return true }))
		if err := o.fit(ctx); err != nil || *tests != 1 {
			t.Errorf("a failure of another %s: %d tests, %v", what, *tests, err)
		}
	}
}

// A device that fails now is refused with the part and its numbers. A program with other
// shaders leaves nothing behind.
func TestFailureIsTold(t *testing.T) {
	ctx := gltest.New(t)
	o, tests, _ := tested(t.TempDir())
	o.GPU.Shaders = withSprings(t, "* 2.0")
	for range 2 {
		err := o.fit(ctx)
		if !errors.Is(err, ErrUnfit) || !strings.Contains(err.Error(), StepPart+": 8000 masses") || strings.Contains(err.Error(), "remembered") {
			t.Errorf("%v", err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(o.Tuning.Folder, "*")); *tests != 2 || len(left) > 0 {
		t.Errorf("%d tests; the folder holds %v", *tests, left)
	}
}

// withSprings are shaders whose contacts push with a factor in GLSL.
func withSprings(t *testing.T, factor string) fs.FS {
	t.Helper()
	const old = "stiffness * depth"
	return gltest.Everywhere(t, old, old+" "+factor)
}

// Lack of memory is inconclusive: it is reported, no device is refused, and nothing is remembered.
func TestUndecidedTestIsNotRemembered(t *testing.T) {
	ctx := gltest.New(t)
	ctx.Limits.StorageBlockBytes = 1 << 20
	o, tests, said := tested(t.TempDir())
	for range 2 {
		must.Do(t, o.fit(ctx))
	}
	if *tests != 2 || strings.Count(said.String(), "is inconclusive: upload after clear") != 2 {
		t.Errorf("%d tests; it says %s", *tests, said)
	}
}

// The device that draws the steps of the engine cpu is tested, too. Its failure is a warning.
func TestPicturesOfUnfitDevicesAreWarnedOf(t *testing.T) {
	ctx := gltest.New(t)
	o, _, said := tested(t.TempDir())
	must.Do(t, o.openFitness().add(fitnessEntry{fitnessKey: o.fitnessKey(ctx), Fault: "picture: empty"}, func(fitnessEntry) bool { return false }))
	m := must.Get(build.Cube(0))(t)
	e, _, err := NewDrawn(CPU, ctx, m, model.Params{DT: 1e-4}, o)
	must.Do(t, err)
	e.Close()
	if !strings.Contains(said.String(), "warning: pictures may be empty or wrong: ") || !strings.Contains(said.String(), "picture: empty") {
		t.Errorf("it says %s", said)
	}
}

// Entries that this program does not write are ignored.
func TestHostileAnswersAreIgnored(t *testing.T) {
	for _, entry := range []string{
		`{"renderer":"r","driver":"d","test":1,"fault":"\u001b[31mred"}`, `{"renderer":"","driver":"d","test":1}`, `{"renderer":"r","test":0}`,
		`{"renderer":"r","test":1,"fault":"` + strings.Repeat("x", mostFault+1) + `"}`,
	} {
		o, _, said := tested(t.TempDir())
		must.Do(t, os.WriteFile(filepath.Join(o.Tuning.Folder, "selftest.json"), []byte(`{"version":1,"entries":[`+entry+`]}`), 0o666))
		if answers := o.openFitness(); len(answers.entries) != 0 || !strings.Contains(said.String(), "1 entries are unknown to this hooke") {
			t.Errorf("%.60s: %d entries; it says %s", entry, len(answers.entries), said)
		}
	}
}

// The cost of float64 is measured once, for precision double alone, and reported if it is high. --retune
// measures it again.
func TestSlowFloat64IsNoted(t *testing.T) {
	ctx := gltest.New(t)
	o, _, said := tested(t.TempDir())
	count := func() int { return len(o.openFloat64().entries) }
	must.Do(t, o.noteFloat64(ctx))
	if count() != 0 || said.Len() > 0 {
		t.Errorf("single precision: %d measurements; it says %s", count(), said)
	}
	o.GPU.Precision = gpu.Double
	must.Do(t, o.noteFloat64(ctx))
	if ctx.Software() && said.Len() > 0 || count() != 1 {
		t.Errorf("a processor: %d measurements; it says %s", count(), said)
	}
	key := float64Key{ctx.Renderer, ctx.Version}
	must.Do(t, o.openFloat64().add(float64Entry{key, 63.7, time.Now()}, func(float64Entry) bool { return true }))
	said.Reset()
	must.Do(t, o.noteFloat64(ctx))
	for _, want := range []string{"64 times as long as in float32 on " + ctx.Renderer, "--engine cpu"} {
		must.Hold(t, strings.Contains(said.String(), want), "a card for games: it lacks %q: %s", want, said)
	}
	said.Reset()
	o.Tuning.Again = true
	must.Do(t, o.noteFloat64(ctx))
	if ctx.Software() && said.Len() > 0 || count() != 1 {
		t.Errorf("measured again: %d measurements; it says %s", count(), said)
	}
}

// A device without float64 is refused by name, with the engine that has it.
func TestMissingFloat64IsRefused(t *testing.T) {
	ctx := gltest.New(t)
	ctx.Limits.NoFloat64 = true
	m, err := build.Cube(0)
	must.Do(t, err)
	_, _, err = NewDrawn(GPU, ctx, m, model.Params{DT: 1e-4}, Options{GPU: gpu.Options{Precision: gpu.Double}, Tuning: TuningCache{Folder: t.TempDir()}})
	if !errors.Is(err, glx.ErrNoFloat64) || !strings.Contains(err.Error(), "engine cpu,") || !strings.Contains(err.Error(), ctx.Renderer) {
		t.Error(err)
	}
}
