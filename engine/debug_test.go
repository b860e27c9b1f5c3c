package engine

import (
	"fmt"
	"slices"
	"testing"

	"hooke/gpu/egl"
	"hooke/gpu/gltest"
	"hooke/must"
)

// Where a debug context is asked for, people see what the driver says of performance, each
// message once; without it, and of other kinds, nothing.
func TestDriverIsHeard(t *testing.T) {
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	for _, debug := range []string{"", "1"} {
		t.Setenv(egl.DebugVariable, debug)
		var heard []string
		d := must.Get(OpenDevice(Listener{Note: func(line string) { heard = append(heard, line) }}))(t)
		for range 2 {
			gltest.Say(d.window.ProcAddress, gltest.Performance, "buffer 3 moves to the host")
		}
		gltest.Say(d.window.ProcAddress, gltest.Marker, "a mark")
		gltest.Say(d.window.ProcAddress, gltest.Performance, "shader 7 is compiled again")
		if messages := d.GL.Messages(); len(messages) > 0 {
			t.Errorf("hints are taken for misuse: %v", messages)
		}
		d.Close()
		want := []string{"note: a debug context; what the driver says of performance is shown as driver: ...", "driver: buffer 3 moves to the host", "driver: shader 7 is compiled again"}
		if debug == "" {
			want = nil
		}
		if !slices.Equal(heard, want) {
			t.Errorf("debug %q: heard %s, want %s", debug, fmt.Sprintf("%q", heard), fmt.Sprintf("%q", want))
		}
	}
}

// A device that a run steps on tells of resets where the driver can.
func TestDevicesTellOfResets(t *testing.T) {
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	d := must.Get(OpenDevice(Listener{}))(t)
	defer d.Close()
	if d.GL.Software() && !d.GL.Tells() {
		t.Errorf("%s does not tell", d.GL.Renderer)
	}
}
