package cpu

import (
	"runtime"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// setUpShare is how much of the final memory an engine may allocate in all
// while it is made. What is allocated is never less than what is in use.
const setUpShare = 3

// Set-up takes at most 3 times the memory that the engine has in the end.
func TestSetUpMemory(t *testing.T) {
	m, start, err := build.Canon(43)
	must.Do(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	e := must.Get(makeEngine[float32](m, model.Params{DT: build.CanonStep}, Options{Threads: 2}))(t)
	defer e.Close()
	must.Do(t, e.Reset(start))
	runtime.ReadMemStats(&after)
	f := e.Figures()
	final, all := f.TableBytes+f.StateBytes, int64(after.TotalAlloc-before.TotalAlloc)
	t.Logf("%d bytes in the end, %d allocated", final, all)
	if all > setUpShare*final {
		t.Errorf("%d bytes allocated for an engine of %d", all, final)
	}
	if held := int64(after.HeapAlloc); held < final {
		t.Errorf("the engine says %d bytes and the program holds %d", final, held)
	}
}
