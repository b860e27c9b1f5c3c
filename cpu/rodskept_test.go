package cpu

import (
	"slices"
	"testing"

	"hooke/model"
	"hooke/must"
)

// The last good state has orientations and spins of rods: those of its step.
func TestLastGoodHasOrientations(t *testing.T) {
	m, p := rodRun()
	e := must.Get(New(m, p, Options{Threads: 2}))(t)
	defer e.Close()
	keeper, _ := model.As[model.LastGoodKeeper](e)
	kept := func(after int) (now, good model.Snapshot) {
		t.Helper()
		must.Do(t, e.Step(after))
		if e.Read(&now) != nil || keeper.LastGood(&good) != nil {
			t.Fatal("no state")
		}
		return now, good
	}
	same := func(what string, a, b model.Snapshot) {
		t.Helper()
		if len(a.Orientation) != m.SegmentCount() || !slices.Equal(a.Orientation, b.Orientation) || !slices.Equal(a.AngularVelocity, b.AngularVelocity) {
			t.Errorf("%s: %d orientations of %d segments, or others than those of its step, %d", what, len(b.Orientation), m.SegmentCount(), b.Step)
		}
	}
	start := m.Start()
	for k := range start.AngularVelocity {
		start.AngularVelocity[k] = model.Vec3{1, float64(k % 3), 2}
	}
	must.Do(t, e.Reset(start))
	first, good := kept(0)
	same("start", first, good)
	at, good := kept(keepEvery)
	same("a multiple", at, good)
	later, good := kept(3)
	same("after a multiple", at, good)
	if slices.Equal(later.Orientation, good.Orientation) || slices.Equal(first.Orientation, good.Orientation) {
		t.Error("nothing turned: the test sees nothing")
	}
}
