package egl_test

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"hooke/gpu/egl"
	"hooke/gpu/gltest"
	"hooke/must"
)

func TestOpenGivesAWorkingContext(t *testing.T) {
	wanted(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c := must.Open(egl.Open(egl.Options{Debug: true}))(t)
	must.Hold(t, c.ProcAddress("glDispatchCompute") != nil, "glDispatchCompute has no address: the context cannot run compute shaders")
	if err := c.MakeCurrent(); err != nil {
		t.Error(err)
	}
	t.Log("platform:", c.Platform())
}

func TestCloseTwiceIsHarmless(t *testing.T) {
	wanted(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c := must.Get(egl.Open(egl.Options{}))(t)
	c.Close()
	c.Close()
}

func wanted(t *testing.T) {
	t.Helper()
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
}

// oldVariable holds the order to open a context and print the result.
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
	child := must.Child(t, "TestTooOldNamesWhatWasFound", oldVariable+"=1", "MESA_GL_VERSION_OVERRIDE=4.2")
	out := must.Get(child.Output())(t)
	text := string(out)
	if strings.HasPrefix(text, "opened") {
		t.Log("the driver here is not Mesa's and cannot be made to look old")
		return
	}
	for _, want := range []string{"OpenGL 4.3 core needed", "eglCreateContext failed", "found 4.2", "Mesa", " on "} {
		must.Hold(t, strings.Contains(text, want), "the error lacks %q: %s", want, text)
	}
}
