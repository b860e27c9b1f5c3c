package egl_test

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"hooke/gpu/egl"
	"hooke/must"
)

// oldVariable holds the order to open a context and print what came of it.
const oldVariable = "HOOKE_EGL_TEST_OPENS"

// A driver that is too old is named in the error, with its version.
func TestTooOldNamesWhatWasFound(t *testing.T) {
	wanted(t)
	if os.Getenv(oldVariable) != "" {
		runtime.LockOSThread()
		c, err := egl.Open(egl.Options{})
		if err == nil {
			c.Close()
			os.Stdout.WriteString("opened")
			return
		}
		os.Stdout.WriteString(err.Error())
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestTooOldNamesWhatWasFound$")
	child.Env = append(os.Environ(), oldVariable+"=1", "MESA_GL_VERSION_OVERRIDE=4.2")
	out := must.Get(child.Output())(t)
	text := string(out)
	if strings.HasPrefix(text, "opened") {
		t.Log("the driver here is not Mesa's and cannot be made to look old")
		return
	}
	for _, want := range []string{"OpenGL 4.3 core needed", "eglCreateContext failed", "found 4.2", "Mesa", " on "} {
		if !strings.Contains(text, want) {
			t.Errorf("the error lacks %q: %s", want, text)
		}
	}
}
