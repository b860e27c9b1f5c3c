package ensembletest

import (
	"errors"
	"math"
	"slices"
	"testing"

	"hooke/control"
	"hooke/control/metrics"
	reference "hooke/cpuref/ensemble"
	"hooke/engine"
	"hooke/gpu"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// loneError is how far members with engines of their own may be from the reference in some steps, as a share of the motion; those of
// iterations, whose springs are stiff, are farther.
const loneError, iteratedError = 1e-6, 1e-4

// featured are three members with a feature, of the first of two kinds, and five in packs, of the second.
func featured(t *testing.T, f ensemble.Feature) (kinds []ensemble.Kind, members []ensemble.Member) {
	without, with, start := With(t, f)
	if without.Lacks(ensemble.Control) != nil { // a solver that packs do not take, either
		without, _, _ = With(t, ensemble.Wind)
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

// KindsMaker makes an engine of members of several kinds; nil options: nothing is measured.
type KindsMaker func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error)

// Single returns the options of single runs that members with engines of their own are.
func Single(start *model.State, of *control.Spec) engine.Options {
	return engine.Options{Threads: 1, Start: start, Control: of, GPU: gpu.Options{Pipeline: gpu.Auto}, Tuning: engine.TuningCache{Off: true}}
}

// runAlone returns the result of a run of a member's model and parameters on the named
// engine.
func runAlone(t *testing.T, name string, k ensemble.Kind, member ensemble.Member, steps int) *model.Snapshot {
	t.Helper()
	m, p := k.Written(member.Values)
	single, err := engine.New(name, m, p, Single(member.Start, k.Steered(member.Values)))
	must.Do(t, err)
	defer single.Close()
	var out model.Snapshot
	must.Do(t, errors.Join(single.Step(steps), single.Read(&out)))
	return &out
}

// LoneMembers tests that with each feature a member is the run of its own model and parameters on the named engine, bit for bit (E1): among
// others, stepped together and with engines of their own. It is that of the reference (E2), with values that change on the way; the next one is
// seen not to be it. Engines have contexts of their own, where they have any. Members with features of together are stepped together.
func LoneMembers(t *testing.T, name string, make KindsMaker, together ...ensemble.Feature) {
	t.Helper()
	for k, f := range ensemble.Features() {
		if slices.Contains(together, f) {
			continue
		}
		if name == engine.GPU && k%3 > 0 && !must.Long() && !slices.Contains(onCPU(), f) {
			continue // programs of its own
		}
		kinds, members := featured(t, f)
		settled, err := ensemble.Settle(kinds, members)
		must.Do(t, err)
		if name == engine.GPU && slices.Contains(onCPU(), f) {
			if _, err := make(kinds, members, nil); !errors.Is(err, model.ErrUnsupported) {
				t.Errorf("%s: %v, want a refusal", f, err)
			}
			continue
		}
		alone := runAlone(t, name, settled[0], members[1], 20)
		e, err := make(kinds, members, nil)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		want, err := reference.New(kinds, members, reference.Options{})
		must.Do(t, err)
		start := Read(t, e, 1)
		Step(t, 11, e, want)
		Step(t, 9, e, want)
		if got := Read(t, e, 1); !slices.Equal(got.Position, alone.Position) || !slices.Equal(got.Velocity, alone.Velocity) || !slices.Equal(got.Orientation, alone.Orientation) || got.Step != 20 {
			t.Errorf("%s: a member differs from a run of its values", f)
		}
		tolerance := loneError
		if kinds[0].Params.Integrator.Method().Divides {
			tolerance = iteratedError
		}
		for range 2 { // the second time with other values
			most, _ := ErrorsOf(start, Read(t, e, 1), want, 1)
			next, _ := ErrorsOf(start, Read(t, e, 2), want, 1)
			if !(most < tolerance) || !(next > 10*tolerance) {
				t.Errorf("%s: it is off by %.3g of the motion, the next member by %.3g", f, most, next)
			}
			for field, of := range kinds[0].Free {
				values := []float64{2, 5, 1.5}
				if of.Path == "gravity.z" {
					values = []float64{-2, 20, -30}
				}
				for _, one := range []ensemble.Engine{e, want} {
					must.Do(t, one.Set(0, field, values))
				}
			}
			Step(t, 10, e, want)
		}
		e.Close()
	}
}

// LoneContract tests E4: a reset member goes as a fresh one does, all others as if nothing had been; and values that are set make an engine anew where
// they lay masses out otherwise. E5: a member that diverges ends where that of the reference does.
func LoneContract(t *testing.T, make KindsMaker) {
	t.Helper()
	loneContract(t, ensemble.QuadraticDrag, 1e4, make)
}

// LoneCollisions tests E4 of members that collide. They are none too stiff: the engine gpu breaks off runs in which a mass moves beyond its
// reach within a step.
func LoneCollisions(t *testing.T, make KindsMaker) {
	t.Helper()
	loneContract(t, ensemble.Collisions, 1, make)
}

func loneContract(t *testing.T, f ensemble.Feature, mad float64, make KindsMaker) {
	t.Helper()
	_, k, start := With(t, f)
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
	o := &metrics.Options{Every: 4}
	made := func(members []ensemble.Member, o *metrics.Options) ensemble.Engine {
		e, err := make(kinds, members, o)
		must.Do(t, err)
		t.Cleanup(e.Close)
		return e
	}
	e, whole, fresh := made(values(600, mad), o), made(values(600, mad), o), made(values(600, mad), o)
	want, err := reference.New(kinds, values(600, mad), reference.Options{Metrics: o})
	must.Do(t, err)
	Step(t, 41, e, whole, want)
	for i, s := range StatusOf(t, want) {
		if got := StatusOf(t, e)[i]; got != s || (s.Ended != "") != (i == 1 || i == 3 && mad > 1) {
			t.Errorf("%s: member %d: %+v, in the reference %+v", f, i, got, s)
		}
	}
	a, b := Measured(t, e), Measured(t, want)
	for i := range members {
		for c := range a.Columns {
			if x, y := a.Rows[i].Values[c], b.Rows[i].Values[c]; (i != 3 || mad == 1) && !(math.Abs(x-y) <= 2e-3*max(math.Abs(y), 1e-3)) && !(math.IsNaN(x) && math.IsNaN(y)) {
				t.Errorf("%s: member %d: %s is %g, in the reference %g", f, i, a.Columns[c].Name, x, y)
			}
		}
	}
	for _, some := range []ensemble.Engine{e, fresh} {
		must.Do(t, some.Reset([]bool{true, false, false, true}, nil))
	}
	Step(t, 7, e, whole, fresh)
	for i, other := range []ensemble.Engine{fresh, whole, whole, fresh} {
		if Sum(t, e, i) != Sum(t, other, i) {
			t.Errorf("%s: member %d is not what it was to be after a reset", f, i)
		}
	}
	wide := k.Model.Start()
	wide.Velocity[0][0] = 1e300
	if err := e.Reset([]bool{true, true, true, true}, func(i int) *model.State {
		if i == 2 {
			return wide
		}
		return nil
	}); err == nil || Sum(t, e, 0) != Sum(t, fresh, 0) {
		t.Errorf("a state beyond float32: %v", err)
	}
	// Values that are set on the way, and a member that began with them.
	soft, hard := made(values(1000, 1), nil), made(values(500, 1), nil)
	stiffness := []float64{500, 550, 600, 650}
	must.Do(t, soft.Set(0, 2, stiffness))
	Step(t, 20, soft, hard)
	if Sum(t, soft, 2) != Sum(t, hard, 2) {
		t.Error("a member with values that were set is not one that began with them")
	}
	if err := soft.Set(0, 3, []float64{1, 1, -1, 1}); err == nil {
		t.Error("a negative mass passed")
	}
}

// onCPU returns the features that the engine gpu lacks.
func onCPU() []ensemble.Feature {
	return []ensemble.Feature{ensemble.Rods, ensemble.Groups, ensemble.Weights, ensemble.Terrains, ensemble.Fields, "force tables", "springs that tear", "springs that yield or creep"}
}
