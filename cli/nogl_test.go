package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
)

// Without OpenGL, verbs that do not need it work, verbs that can do without it say so, and verbs that need it
// give the reason of the failure. EGL remembers its drivers. So this runs in processes of its own: one looks
// for drivers in a file that does not exist, and the other finds a libEGL that is none.
func TestWithoutGL(t *testing.T) {
	const child = "HOOKE_TEST_WITHOUT_GL"
	cause := os.Getenv(child)
	if cause == "" {
		folder := t.TempDir()
		must.Do(t, os.WriteFile(filepath.Join(folder, "libEGL.so.1"), []byte("no library"), 0o600))
		for cause, variable := range map[string]string{
			"surfaceless: no display":   "__EGL_VENDOR_LIBRARY_FILENAMES=" + filepath.Join(folder, "none.json"),
			"libEGL cannot be opened (": "LD_LIBRARY_PATH=" + folder,
		} {
			command := must.Child(t, "TestWithoutGL", child+"="+cause, variable)
			command.Args = append(command.Args, "-test.v")
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", variable, err, out)
			}
		}
		return
	}

	for _, args := range [][]string{{"info", "cube", "--json"}, {"info", "--json"}} {
		got := parseInfo(t, hooke(t, args...))
		reason, _ := got["gl"].(map[string]any)["error"].(string)
		must.Hold(t, strings.Contains(reason, "no OpenGL context without a display") && strings.Contains(reason, cause) &&
			strings.Contains(reason, "install libegl1 with libgl1-mesa-dri"), "%s: reason is %q, want %q", args, reason, cause)
		if masses := got["masses"]; len(args) == 3 && masses != 8.0 {
			t.Errorf("%s: masses are %v, want 8", args, masses)
		}
	}
	text := hooke(t, "info", "cube").worked(t).stdout
	if !strings.Contains(text, "\nOpenGL             none: egl: no OpenGL context") || !strings.Contains(text, "\nmasses             8,") {
		t.Errorf("info cube prints\n%s", text)
	}

	out := t.TempDir()
	r := hooke(t, "run", "cube", "--steps", "10", "--out", out).worked(t)
	if !strings.Contains(r.stderr, "the gpu engine cannot be used, so cpu steps") || !strings.Contains(r.stdout, "engine             cpu,") {
		t.Errorf("run with the engine auto prints\n%s%s", r.stderr, r.stdout)
	}
	hooke(t, "bench", "--engines", "cpuref", "--springs", "158", "--repeats", "3").worked(t)
	const reason, hint = "hooke: egl: no OpenGL context without a display", "needs no OpenGL)"
	for _, c := range []struct{ args, hint string }{
		{"run cube --engine gpu --out " + out, "\n(--engine cpu needs no OpenGL)\n"},
		{"check cube", "\n(--engine cpu needs no OpenGL)\n"},
		{"view cube --offscreen " + out + "/x.png", ""}, // which it draws with
		{"bench --engines gpu --springs 158", "\n(the gpu engine was not measured; --engines cpu,cpuref needs no OpenGL)\n"},
		{"bench --repeats 3 --springs 158", "\n(the gpu engine was not measured; --engines cpu,cpuref needs no OpenGL)\n"},
	} {
		r := hooke(t, strings.Fields(c.args)...)
		if r.code != exitFailed || !strings.Contains(r.stderr, reason) || !strings.HasSuffix(r.stderr, c.hint) ||
			(c.hint == "" && strings.Contains(r.stderr, hint)) {
			t.Errorf("%s: exit code %d, message\n%s", c.args, r.code, r.stderr)
		}
		if measured := strings.Contains(r.stdout, "\ncpuref serial "); measured != strings.HasPrefix(c.args, "bench --repeats") {
			t.Errorf("%s: cpuref was measured: %v; output\n%s", c.args, measured, r.stdout)
		}
	}

	// The numbers do not need the picture.
	pictureless := t.TempDir()
	r = hooke(t, "run", "cube", "--engine", "cpuref", "--steps", "10", "--png", "--out", pictureless)
	files := filepath.Join(pictureless, "final.npz") + ", " + filepath.Join(pictureless, "energy.csv")
	if r.code != exitFailed || !strings.Contains(r.stderr, "hooke: only the picture failed, the numbers are complete: egl: ") ||
		!strings.HasSuffix(r.stderr, "\n(wrote "+files+")\n") || !strings.HasSuffix(r.stdout, "\nwrote              "+files+"\n") {
		t.Errorf("run --png: exit code %d, output\n%s%s", r.code, r.stdout, r.stderr)
	}
}
