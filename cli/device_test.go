package cli

import (
	"os"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/gpu/egl"
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
	if r := hooke(t, "view", "--device", "0"); r.code != 2 || !strings.Contains(r.stderr, "--offscreen") {
		t.Errorf("a window on a device: exit code %d, %s", r.code, r.stderr)
	}
	if r := hooke(t, "view", "--debug"); r.code != 2 || !strings.Contains(r.stderr, "--offscreen") {
		t.Errorf("a window with --debug: exit code %d, %s", r.code, r.stderr)
	}
	if r := hooke(t, "info", "--debug=maybe"); r.code != 2 || !strings.Contains(r.stderr, "true or false") {
		t.Errorf("--debug=maybe: exit code %d, %s", r.code, r.stderr)
	}
	if r := hooke(t, "info", "--device", ""); r.code != 2 || !strings.Contains(r.stderr, "hooke info lists") {
		t.Errorf("an empty name: exit code %d, %s", r.code, r.stderr)
	}
}
