package cpu

import (
	"runtime"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// The memory that a plan tells before there is an engine is what Go holds for the engine, in each
// precision, of a lattice in arrays and by a pattern, but for small things.
func TestPlannedMemoryIsHeld(t *testing.T) {
	held := func() int64 {
		runtime.GC()
		var heap runtime.MemStats
		runtime.ReadMemStats(&heap)
		return int64(heap.HeapAlloc)
	}
	for _, precision := range model.Precisions() {
		for _, byPattern := range []bool{false, true} {
			m := must.Get(build.Lattice(build.LatticeSpec{Nx: 48, Ny: 48, Nz: 48, Spacing: 0.01, Mass: 1e-3, Stiffness: 500, DampingRatio: 0.05, ByPattern: byPattern}))(t)
			p := model.Params{Gravity: model.EarthGravity(), DT: 1e-4}
			plan := must.Get(Plan(m, p, precision))(t)
			before := held()
			e := must.Get(New(m, p, Options{Precision: precision}))(t)
			must.Do(t, e.Step(2))
			took, planned := held()-before, plan.TableBytes+plan.StateBytes
			t.Logf("%v, by pattern %v: %d bytes are held, %d planned, %d told", precision, byPattern, took, planned, e.Memory())
			if most := planned + planned/40; took > most || took < planned {
				t.Errorf("%v, by pattern %v: %d bytes are held, %d were planned", precision, byPattern, took, planned)
			}
			runtime.KeepAlive(m)
			e.Close()
		}
	}
}
