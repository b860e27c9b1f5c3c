package ensemble_test

import (
	"math"
	"slices"
	"testing"

	cpu "hooke/cpu/ensemble"
	"hooke/cpu/ensemble/lone"
	reference "hooke/cpuref/ensemble"
	"hooke/engine"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	"hooke/metrics"
	"hooke/model"
	"hooke/physics"
)

// loneError is how far members with engines of their own may be from the reference in some steps, as a share of the motion; those of
// iterations, whose springs are stiff, are farther.
const loneError, iteratedError = 1e-6, 1e-4

// featured are three members with a feature, of the first of two kinds, and five in packs, of the second.
func featured(t *testing.T, f ensemble.Feature) (kinds []ensemble.Kind, members []ensemble.Member) {
	without, with, start := ensembletest.With(t, f)
	if without.Lacks(ensemble.Control) != nil { // a solver that packs do not take, either
		without, _, _ = ensembletest.With(t, ensemble.Wind)
	}
	for i := range 8 {
		m := ensemble.Member{Values: []float64{1 + float64(i), -9 - 9*float64(i)}[:len(with.Free)], Start: start}
		if len(with.Free) == 1 {
			m.Values[0] = -9 - 9*float64(i)
		}
		if i > 2 {
			m.Kind, m.Start, m.Values = 1, nil, nil
		}
		members = append(members, m)
	}
	return []ensemble.Kind{with, without}, members
}

// With each feature a member is the run of its own model and parameters on the engine cpu, bit for bit (E1): among others, in packs and
// with engines of their own, on two threads. It is that of the reference (E2), with values that change on the way; that of the
// next one is seen not to be it.
func TestLoneMembers(t *testing.T) {
	for _, f := range ensemble.Features() {
		kinds, members := featured(t, f)
		e, err := cpu.New(kinds, members, cpu.Options{Threads: 2})
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		want, err := reference.New(kinds, members, reference.Options{})
		if err != nil {
			t.Fatal(err)
		}
		settled, err := ensemble.Settle(kinds, members, ensemble.Features()...)
		if err != nil {
			t.Fatal(err)
		}
		m, p := settled[0].Written(members[1].Values)
		single, err := engine.New(engine.CPU, m, p, engine.Options{Threads: 1, Start: members[1].Start, Control: settled[0].Steered(members[1].Values)})
		if err != nil {
			t.Fatal(err)
		}
		start := ensembletest.Read(t, e, 1)
		ensembletest.Step(t, 11, e, want)
		ensembletest.Step(t, 9, e, want)
		if err := single.Step(20); err != nil {
			t.Fatal(err)
		}
		var alone model.Snapshot
		if err := single.Read(&alone); err != nil {
			t.Fatal(err)
		}
		if got := ensembletest.Read(t, e, 1); !slices.Equal(got.Position, alone.Position) || !slices.Equal(got.Velocity, alone.Velocity) || !slices.Equal(got.Orientation, alone.Orientation) || got.Step != 20 {
			t.Errorf("%s: a member differs from a run of its values", f)
		}
		for range 2 { // the second time with other values
			most, _ := ensembletest.ErrorsOf(start, ensembletest.Read(t, e, 1), want, 1)
			next, _ := ensembletest.ErrorsOf(start, ensembletest.Read(t, e, 2), want, 1)
			tolerance := loneError
			if kinds[0].Params.Integrator.Method().Divides {
				tolerance = iteratedError
			}
			if !(most < tolerance) || !(next > 10*tolerance) {
				t.Errorf("%s: it is off by %.3g of the motion, the next member by %.3g", f, most, next)
			}
			for field, of := range kinds[0].Free {
				values := []float64{2, 5, 1.5}
				if of.Path == "gravity.z" {
					values = []float64{-2, 20, -30}
				}
				for _, one := range []ensemble.Engine{e, want} {
					if err := one.Set(0, field, values); err != nil {
						t.Fatal(err)
					}
				}
			}
			ensembletest.Step(t, 10, e, want)
		}
		single.Close()
		e.Close()
	}
}

// E4: a reset member goes as a fresh one does, all others as if nothing had been; and values that are set make an engine anew where
// they lay masses out otherwise. E5: a member that diverges ends where that of the reference does.
func TestLoneContract(t *testing.T) {
	_, k, start := ensembletest.With(t, ensemble.Collisions)
	k.Free = append(k.Free, ensemble.Field{Path: "material.stiffness", Index: 1}, ensemble.Field{Path: "mass_scale"})
	members := []ensemble.Member{{Start: start}, {Start: start, Until: physics.Until{Words: []string{physics.Left}, LeaveRadius: 1e-3}}, {Start: start}, {Start: start}}
	kinds := []ensemble.Kind{k}
	values := func(stiffness, mad float64) []ensemble.Member {
		out := slices.Clone(members)
		for i := range out {
			out[i].Values = []float64{1, -9.81, stiffness * (1 + float64(i)/10), 1}
		}
		out[3].Values[2] *= mad
		return out
	}
	o := cpu.Options{Metrics: &metrics.Options{Every: 4}}
	e, whole, fresh := made(t, k, values(2000, 1e4), o), made(t, k, values(2000, 1e4), o), made(t, k, values(2000, 1e4), o)
	want, err := reference.New(kinds, values(2000, 1e4), reference.Options{Metrics: o.Metrics})
	if err != nil {
		t.Fatal(err)
	}
	ensembletest.Step(t, 41, e, whole, want)
	for i, s := range ensembletest.StatusOf(t, want) {
		if got := ensembletest.StatusOf(t, e)[i]; got != s || (s.Ended != "") != (i%2 == 1) {
			t.Errorf("member %d: %+v, in the reference %+v", i, got, s)
		}
	}
	a, b := ensembletest.Measured(t, e), ensembletest.Measured(t, want)
	for i := range members {
		for c := range a.Columns {
			if x, y := a.Rows[i].Values[c], b.Rows[i].Values[c]; i != 3 && !(math.Abs(x-y) <= 2e-3*max(math.Abs(y), 1e-3)) && !(math.IsNaN(x) && math.IsNaN(y)) {
				t.Errorf("member %d: %s is %g, in the reference %g", i, a.Columns[c].Name, x, y)
			}
		}
	}
	for _, some := range []*cpu.Engine{e, fresh} {
		if err := some.Reset([]bool{true, false, false, true}, nil); err != nil {
			t.Fatal(err)
		}
	}
	ensembletest.Step(t, 7, e, whole, fresh)
	for i, other := range []*cpu.Engine{fresh, whole, whole, fresh} {
		if ensembletest.Sum(t, e, i) != ensembletest.Sum(t, other, i) {
			t.Errorf("member %d is not what it was to be after a reset", i)
		}
	}
	wide := k.Model.Start()
	wide.Velocity[0][0] = 1e300
	if err := e.Reset([]bool{true, true, true, true}, func(i int) *model.State {
		if i == 2 {
			return wide
		}
		return nil
	}); err == nil || ensembletest.Sum(t, e, 0) != ensembletest.Sum(t, fresh, 0) {
		t.Errorf("a state beyond float32: %v", err)
	}
	// Values that are set on the way, and a member that began with them.
	soft, hard := made(t, k, values(2000, 1), cpu.Options{}), made(t, k, values(1000, 1), cpu.Options{})
	stiffness := []float64{1000, 1100, 1200, 1300}
	if err := soft.Set(0, 2, stiffness); err != nil {
		t.Fatal(err)
	}
	ensembletest.Step(t, 20, soft, hard)
	if ensembletest.Sum(t, soft, 2) != ensembletest.Sum(t, hard, 2) {
		t.Error("a member with values that were set is not one that began with them")
	}
	if err := soft.Set(0, 3, []float64{1, 1, -1, 1}); err == nil {
		t.Error("a negative mass passed")
	}
}

// A frequency that is set keeps the phase (E6), what Bytes says holds what members take, and one that starts far from the origin is
// stepped as one near it: its bits are those of a run of its own.
func TestLoneBytesAndPlaces(t *testing.T) {
	k := ensembletest.Walkers(t)
	for _, of := range []ensemble.Feature{ensemble.Collisions, ensemble.Rods} {
		_, k, _ := ensembletest.With(t, of)
		if bytes, err := lone.Bytes(k, model.Single); err != nil || bytes < 200*int64(k.Model.MassCount()) || cpu.Bytes(k, 3, model.Single) != 3*bytes {
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
