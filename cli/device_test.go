package cli

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/gpu/egl"
	"hooke/must"
)

// info lists the devices, each can be chosen by its number, and one that is not there is an
// error for every verb that opens one, whichever way it was named.
func TestDeviceFlag(t *testing.T) {
	needsGL(t)
	t.Setenv(egl.Variable, "") // as it was, at the end
	devices := engine.Devices()
	if len(devices) == 0 || devices[0].Renderer == "" {
		t.Fatal("EGL lists no device with a context; Mesa's software is one at least")
	}
	listed := parseInfo(t, hooke(t, "info", "--json", "--device", "0"))["gl"].(map[string]any)
	first := listed["devices"].([]any)[0].(map[string]any)
	if first["renderer"] != devices[0].Renderer || listed["renderer"] != devices[0].Renderer || !strings.HasPrefix(listed["platform"].(string), "device 0") {
		t.Errorf("info --device 0 prints %v, want %+v", listed, devices[0])
	}
	if text := hooke(t, "info").worked(t).stdout; !strings.Contains(text, "\ndevices            0: "+devices[0].Renderer+"\n") {
		t.Errorf("info does not list %+v:\n%s", devices[0], text)
	}
	debugged := hooke(t, "info", "--debug")
	if plain := hooke(t, "info"); !strings.Contains(debugged.stderr, "note: a debug context; ") || strings.Contains(plain.stderr, "debug context") || os.Getenv(egl.DebugVariable) != "" {
		t.Errorf("info --debug says %q, and info %q", debugged.stderr, plain.stderr)
	}
	const name = "Voodoo 2"
	for _, verb := range []string{"info", "check canon --steps 1 --springs 100", "run cube --steps 1 --engine gpu --out " + t.TempDir() + "/a",
		"run cube --steps 1 --engine auto --out " + t.TempDir() + "/b", "bench --engines gpu --springs 100", "view --offscreen " + t.TempDir() + "/a.png"} {
		for _, byVariable := range []bool{false, true} {
			args := strings.Fields(verb)
			if byVariable {
				t.Setenv(egl.Variable, name)
			} else {
				os.Unsetenv(egl.Variable)
				args = append(args, "--device", name)
			}
			r := hooke(t, args...)
			if r.code == 0 || !strings.Contains(r.stderr, name) || !strings.Contains(r.stderr, devices[0].Renderer) {
				t.Errorf("%s, by variable %v: exit code %d, %s; want an error that lists %s", verb, byVariable, r.code, r.stderr, devices[0].Renderer)
			}
			if now := os.Getenv(egl.Variable); !byVariable && now != "" {
				t.Errorf("%s leaves %s=%s", verb, egl.Variable, now)
			}
		}
	}
	os.Unsetenv(egl.Variable)
	hooke(t, "view", "--device", "0").failed(t, "a window on a device", 2, "--offscreen")
	hooke(t, "view", "--debug").failed(t, "a window with --debug", 2, "--offscreen")
	hooke(t, "info", "--debug=maybe").failed(t, "--debug=maybe", 2, "true or false")
	hooke(t, "info", "--device", "").failed(t, "an empty name", 2, "hooke info lists")
}

// --workgroup reaches the engine, and the figures name it.
func TestWorkGroupIsNamed(t *testing.T) {
	needsGL(t)
	r := hooke(t, "run", "cube", "--engine", "gpu", "--steps", "3", "--workgroup", "64", "--out", t.TempDir()).worked(t)
	must.Hold(t, strings.Contains(r.stdout, " in work groups of 64, single precision\n"), "the figures do not name the work group:\n%s", r.stdout)
	r = hooke(t, "run", "cube", "--engine", "gpu", "--steps", "3", "--workgroup", "32", "--json", "--out", t.TempDir()).worked(t)
	must.Hold(t, strings.Contains(r.stdout, `"work_group":32`), "the JSON does not name the work group:\n%s", r.stdout)
}

// A size that no device has is a wrong usage that lists the sizes, in every verb
// that makes a gpu engine.
func TestWrongWorkGroupIsWrongUsage(t *testing.T) {
	for _, verb := range [][]string{{"run", "cube"}, {"view", "--offscreen", filepath.Join(t.TempDir(), "x.png")}, {"check"}, {"bench"}, {"relax"}} {
		for _, size := range []string{"0", "100", "-64", "many"} {
			r := hooke(t, append(verb, "--workgroup", size)...)
			if r.code != 2 || !strings.Contains(r.stderr, "--workgroup") || !strings.Contains(r.stderr, "32 or 64 or 128 or 256 or 512 or 1024") {
				t.Errorf("%v --workgroup %s: exit code %d\n%s", verb, size, r.code, r.stderr)
			}
		}
	}
}

// remembering calls the program with a cache folder.
func remembering(t *testing.T, cache string, args ...string) result {
	t.Helper()
	var stdout, stderr strings.Builder
	code := App{Stdout: &stdout, Stderr: &stderr, Cache: cache}.Run(context.Background(), args)
	return result{code, stdout.String(), stderr.String()}.worked(t)
}

// A run on the device measures once, says so, and remembers; --retune measures anew. Settings that the user
// gives are not measured. The result is that of the choice.
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
