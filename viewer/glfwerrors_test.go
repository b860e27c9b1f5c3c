//go:build !headless

package viewer

import (
	"errors"
	"log"
	"strings"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"

	"hooke/must"
)

// Reports that GLFW logs and panics of GLFW become errors of calls. A panic of anything else is a bug and
// stays one.
func TestGLFWErrors(t *testing.T) {
	var output strings.Builder
	before := log.Writer()
	log.SetOutput(&output)
	defer log.SetOutput(before)

	logged := func() { log.Print("PlatformError: X11: Failed to open display :77") }
	uninitialized := func() { panic(&glfw.Error{Desc: "The GLFW library is not initialized"}) }
	refused := errors.New("refused")
	for _, c := range []struct {
		name    string
		call    func() error
		want    string
		through string // to the log
	}{
		{"good", func() error { return nil }, "", ""},
		{"refused", func() error { return refused }, "refused", ""},
		{"panics", func() error { uninitialized(); return nil }, "The GLFW library is not initialized", ""},
		{"logs, then panics", func() error { logged(); uninitialized(); return nil }, "X11: Failed to open display :77", ""},
		{"logs, then is refused", func() error { logged(); return refused }, "X11: Failed to open display :77", ""},
		{"a warning only", func() error { log.Print("beware"); return nil }, "", "beware"},
	} {
		output.Reset()
		err := glfwErrors(c.call)
		must.Be(t, errorText(err), c.want, "%s: error", c.name)
		if got := output.String(); !strings.Contains(got, c.through) || c.through == "" && got != "" {
			t.Errorf("%s: logged %q, want %q", c.name, got, c.through)
		}
	}

	defer func() {
		if fault := recover(); fault != "a bug" {
			t.Errorf("a panic of our own became %v", fault)
		}
		must.Hold(t, log.Writer() == &output, "after a panic the log does not go where it went before")
	}()
	glfwErrors(func() error { panic("a bug") })
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
