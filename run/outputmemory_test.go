//go:build linux

package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"hooke/engine"

	"hooke/machine/memory"
	"hooke/mesh/build"
	"hooke/must"
	"hooke/run/export/grid"
	"hooke/scene"
	"hooke/scene/open"
)

// limitedChild is set in the process that TestOutputsAskForMemory starts: the bytes that it
// leaves itself.
const limitedChild = "HOOKE_TEST_OUTPUT_BYTES"

// Outputs for which no memory is left are refused before the first step, with numbers; with
// more left they are written.
func TestOutputsAskForMemory(t *testing.T) {
	if left, err := strconv.ParseInt(os.Getenv(limitedChild), 10, 64); err == nil {
		limitedRun(t, left)
		return
	}
	for left, want := range map[string]string{
		"20000000":  "refused: outputs: frames of 50653 masses and 622188 springs as vtu, npz are too large for this machine's memory: they need ",
		"900000000": "written",
	} {
		child := must.Child(t, "TestOutputsAskForMemory", limitedChild+"="+left)
		child.Args = append(child.Args, "-test.v")
		said, err := child.CombinedOutput()
		must.Hold(t, err == nil && strings.Contains(string(said), want), "with %s bytes left: %v, want %q in\n%s", left, err, want, said)
	}
}

// limitedRun runs with outputs, and from when its engine is made has the given number of bytes left.
func limitedRun(t *testing.T, left int64) {
	s, err := open.Scene("lattice", scene.Options{Springs: 600_000})
	must.Do(t, err)
	out := t.TempDir()
	r := must.Get(New(s, Options{Folder: out, Engine: engine.CPURef, Steps: 2, EnergyEvery: -1,
		Outputs: []Output{{What: "vtu", Every: Every{Steps: 1}, Float64: true}, {What: "npz", Every: Every{Steps: 1}, Float64: true}}}))(t)
	defer r.Close()
	runtime.GC()
	var heap runtime.MemStats
	runtime.ReadMemStats(&heap)
	fields := must.Get(os.ReadFile("/proc/self/statm"))(t)
	pages, _ := strconv.ParseInt(strings.Fields(string(fields))[5], 10, 64)
	limit := uint64(pages*int64(os.Getpagesize()) + left - int64(heap.HeapIdle))
	must.Do(t, syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: limit, Max: limit}))
	_, err = r.Go(context.Background())
	files, _ := filepath.Glob(filepath.Join(out, "vtu", "*"))
	switch {
	case errors.Is(err, memory.ErrTooLarge) && len(files) == 0:
		fmt.Println("refused:", err)
	case err == nil && len(files) == 3:
		fmt.Println("written")
	default:
		t.Error(err, files)
	}
}

// The memory asked for covers the memory taken: not less, and at most half as much again.
func TestMemoryOfOutputs(t *testing.T) {
	m := must.Get(build.Rope(build.RopeSpec{Masses: 400_000, Length: 2, Mass: 1, Stiffness: 100}))(t)
	for _, out := range []output{{What: "vtu"}, {What: "vtu", Float64: true}, {What: "vtkhdf"}, {What: "vtkhdf", Float64: true}, {What: "vtkhdf", Compress: true}} {
		out.Every, out.File = 1, out.What
		held := func() uint64 {
			runtime.GC()
			var heap runtime.MemStats
			runtime.ReadMemStats(&heap)
			return heap.HeapAlloc
		}
		before := held()
		series := must.Get(out.open(t.TempDir(), &scene.Scene{Model: m}, 0, nil))(t)
		taken := int64(held() - before)
		asked := out.memory(m) - grid.BlockMemory(out.how()) // which are not there between frames
		if taken > asked+asked/100+1<<16 || taken < asked*2/3 {
			t.Errorf("%s, float64 %v: %d bytes are taken, %d asked for", out.What, out.Float64, taken, asked)
		}
		series.Discard()
		runtime.KeepAlive(series)
	}
}
