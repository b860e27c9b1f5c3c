package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hooke/gpu"
	"hooke/gpu/egl"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// With a debug context, users see the driver's messages on performance, each
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
		want := []string{"note: a debug context; the driver's performance messages are printed as driver: ...", "driver: buffer 3 moves to the host", "driver: shader 7 is compiled again"}
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
	d := must.Open(OpenDevice(Listener{}))(t)
	if d.GL.Software() && !d.GL.Tells() {
		t.Errorf("%s does not tell", d.GL.Renderer)
	}
}

const gib = 1 << 30

// Buffers in the memory of the host are reported with the numbers. Nothing is reported if the buffers fit.
func TestSpilledMemoryIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		before, after glx.DeviceMemory
		bytes         int64
		want          string // empty: nothing is told
	}{
		"it fits":                     {glx.DeviceMemory{Free: 8 * gib}, glx.DeviceMemory{Free: 6 * gib}, 2 * gib, ""},
		"memory was freed and reused": {glx.DeviceMemory{Free: 8 * gib}, glx.DeviceMemory{Free: 8 * gib}, 2 * gib, ""},
		"little is left, and it fits": {glx.DeviceMemory{Free: 2*gib + 1<<20}, glx.DeviceMemory{Free: 1 << 20}, 2 * gib, ""},
		"evicted":                     {glx.DeviceMemory{Free: gib, Evicted: gib}, glx.DeviceMemory{Free: gib / 2, Evicted: 2 * gib}, 2 * gib, "1024 MiB was moved from the device to the host to make room (the buffers have 2048 MiB; free on the device before: 1024 MiB, now: 512 MiB)"},
		"other programs":              {glx.DeviceMemory{Free: gib, Evicted: gib}, glx.DeviceMemory{Free: gib, Evicted: gib + 1<<20}, 1 << 20, ""},
		"in the host":                 {glx.DeviceMemory{Free: gib, HostFree: 9 * gib}, glx.DeviceMemory{Free: gib / 2, HostFree: 8 * gib}, 2 * gib, "1024 MiB lies in the memory of the host"},
		"without a word":              {glx.DeviceMemory{Free: gib}, glx.DeviceMemory{Free: 10 << 20}, 3 * gib, "2058 MiB does not fit the device and lies in the memory of the host"},
	} {
		if got := spilled(c.before, c.after, c.bytes); (got != "") != (c.want != "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The memory is looked at before and after an engine is made, and the note names the device.
func TestMemoryIsWatchedWhileAnEngineIsMade(t *testing.T) {
	ctx := gltest.New(t)
	var said strings.Builder
	asked := 0
	o := Options{Tuning: TuningCache{Off: true}, GPU: gpu.Options{Drawing: true}, Listener: Listener{Note: func(line string) { said.WriteString(line + "\n") }},
		deviceMemory: func(gl *glx.Context) (glx.DeviceMemory, bool) {
			asked++
			must.Be(t, bufferBytes(gl) > 0, (asked == 2), "asked for the %d. time: buffers are made", asked)
			return glx.DeviceMemory{Free: gib, Evicted: int64(asked) * gib}, true
		}}
	m := must.Get(build.Cube(0))(t)
	e, _, err := NewDrawn(GPU, ctx, m, model.Params{DT: 1e-4}, o)
	must.Do(t, err)
	e.Close()
	if want := "note: " + ctx.Renderer + ": 1024 MiB was moved from the device"; asked != 2 || !strings.HasPrefix(said.String(), want) || !strings.Contains(said.String(), "--engine cpu") {
		t.Errorf("asked %d times; it says %s", asked, said.String())
	}
}
