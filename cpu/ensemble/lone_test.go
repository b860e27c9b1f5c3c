package ensemble_test

import (
	"math"
	"testing"

	cpu "hooke/cpu/ensemble"
	"hooke/cpu/ensemble/own"
	"hooke/engine"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	"hooke/metrics"
	"hooke/model"
)

// on makes engines of two threads.
func on(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
	return cpu.New(kinds, members, cpu.Options{Threads: 2, Metrics: o})
}

// E1, E2: with each feature but those of packs a member is a run of its own on the engine cpu.
func TestLoneMembers(t *testing.T) { ensembletest.LoneMembers(t, engine.CPU, on, ensemble.Shapes) }

// E4, E5, and values that are set on the way.
func TestLoneContract(t *testing.T) { ensembletest.LoneContract(t, on) }

// A frequency that is set keeps the phase (E6), what Bytes says holds what members take, and one that starts far from the origin is
// stepped as one near it: its bits are those of a run of its own.
func TestLoneBytesAndPlaces(t *testing.T) {
	k := ensembletest.Walkers(t)
	for _, of := range []ensemble.Feature{ensemble.Collisions, ensemble.Rods} {
		_, k, _ := ensembletest.With(t, of)
		if bytes, err := own.Bytes(k, model.Single); err != nil || bytes < 200*int64(k.Model.MassCount()) || cpu.Bytes(k, 3, model.Single) != 3*bytes {
			t.Errorf("%s: %d bytes: %v", of, bytes, err)
		}
	}
	far := k.Model.Start()
	for i := range far.Position {
		far.Position[i] = far.Position[i].Add(model.Vec3{5000, 0, 0})
	}
	members := []ensemble.Member{{Start: far}, {}}
	e, near := made(t, k, members, cpu.Options{}), made(t, k, []ensemble.Member{{}}, cpu.Options{Layout: "lone"})
	ensembletest.Step(t, 50, e, near)
	a, b, c := ensembletest.Read(t, e, 0), ensembletest.Read(t, near, 0), ensembletest.Read(t, e, 1)
	if a.Origin == (model.Vec3{}) || b.Origin != (model.Vec3{}) || c.Origin != (model.Vec3{}) {
		t.Errorf("origins are %v, %v and %v", a.Origin, b.Origin, c.Origin)
	}
	for i := range a.Position {
		if d := a.Place(i).Sub(b.Place(i)).Sub(model.Vec3{5000, 0, 0}).Len(); d > 1e-6 {
			t.Fatalf("mass %d is off by %g m", i, d)
		}
		if d := c.Place(i).Sub(b.Place(i)).Len(); d > 1e-6 {
			t.Fatalf("mass %d is off by %g m in a pack", i, d)
		}
	}
	all := make([]float32, 2*3*len(a.Position))
	if err := e.ReadAll(ensemble.Reads{}, all); err != nil || math.Abs(float64(all[0])-a.Place(0)[0]) > 1e-3 {
		t.Errorf("mass 0 is read at %g m, not %g m: %v", all[0], a.Place(0)[0], err)
	}
}
