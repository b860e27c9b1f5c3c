package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Where OpenGL cannot be had, what does not need it works, what can do without
// says so, and what needs it says why not. EGL remembers its drivers, so this
// runs in a process of its own, in which they are looked for in a file that is
// not there.
func TestWithoutGL(t *testing.T) {
	const child = "HOOKE_TEST_WITHOUT_GL"
	if os.Getenv(child) == "" {
		command := exec.Command(os.Args[0], "-test.run=^TestWithoutGL$", "-test.v")
		command.Env = append(os.Environ(), child+"=1", "__EGL_VENDOR_LIBRARY_FILENAMES="+filepath.Join(t.TempDir(), "none.json"))
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}

	for _, args := range [][]string{{"info", "cube", "--json"}, {"info", "--json"}} {
		got := parseInfo(t, hooke(t, args...))
		reason, _ := got["gl"].(map[string]any)["error"].(string)
		if !strings.Contains(reason, "no OpenGL context without a display") {
			t.Errorf("%s: reason is %q", args, reason)
		}
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
	if !strings.Contains(r.stderr, "the gpu engine cannot be used, so cpuref steps") || !strings.Contains(r.stdout, "engine             cpuref") {
		t.Errorf("run with the engine auto prints\n%s%s", r.stderr, r.stdout)
	}
	hooke(t, "bench", "--engines", "cpuref", "--springs", "158", "--repeats", "3").worked(t)
	for _, args := range []string{"run cube --engine gpu --out " + out, "check cube", "bench --springs 158", "view cube --offscreen " + out + "/x.png"} {
		r := hooke(t, strings.Fields(args)...)
		if r.code != exitFailed || !strings.Contains(r.stderr, "hooke: egl: no OpenGL context without a display") {
			t.Errorf("%s: exit code %d, message\n%s", args, r.code, r.stderr)
		}
	}
}
