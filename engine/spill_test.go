package engine

import (
	"strings"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

const gib = 1 << 30

// What lies in the memory of the host is told with the numbers, and nothing where the
// buffers fit.
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
			if made := bufferBytes(gl) > 0; made != (asked == 2) {
				t.Errorf("asked for the %d. time: buffers are made: %v", asked, made)
			}
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
