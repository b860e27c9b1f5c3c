package ensemble_test

import (
	"reflect"
	"slices"
	"testing"

	"hooke/control"
	"hooke/cpuref"
	reference "hooke/cpuref/ensemble"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/open"
)

// worms are the preset with muscles, stiffness and ground of their own.
func worms(t *testing.T) ensemble.Kind {
	t.Helper()
	s := must.Get(open.Scene("worm", scene.Options{}))(t)
	return ensemble.Kind{Model: s.Model, Params: s.Params, Free: []ensemble.Field{
		{Path: "actuator.frequency", Index: 3}, {Path: "material.stiffness", Index: 1}, {Path: "contact.slope"}}}
}

func made(t *testing.T, k ensemble.Kind, members ...ensemble.Member) *reference.Engine {
	t.Helper()
	return must.Get(reference.New([]ensemble.Kind{k}, members, reference.Options{}))(t)
}

// A member is the run of its own model and parameters, bit for bit.
func TestMemberIsItsRun(t *testing.T) {
	k, values := worms(t), []float64{3, 2000, 0.05}
	e := made(t, k, ensemble.Member{}, ensemble.Member{Values: values})
	settled := must.Get(ensemble.Settle([]ensemble.Kind{k}, nil))(t)
	alone := must.Get(cpuref.New(settled[0].Written(values)))(t)
	for range 2 {
		must.Do(t, e.Step(20))
		must.Do(t, alone.Step(20))
	}
	must.Hold(t, reflect.DeepEqual(e.State(1), alone.State()), "member 1 differs from a run of its values")
	must.Hold(t, !reflect.DeepEqual(e.State(0).Position, e.State(1).Position), "values change nothing")
}

// A reset takes the masked members alone; a change of frequency keeps the phase.
func TestResetAndSet(t *testing.T) {
	k := worms(t)
	e, fresh := made(t, k, make([]ensemble.Member, 3)...), made(t, k, ensemble.Member{})
	must.Do(t, e.Step(1500))
	before := e.State(0).Clone()
	must.Do(t, e.Reset([]bool{false, true, false}, nil))
	must.Hold(t, reflect.DeepEqual(e.State(0), before), "a reset changed another member")
	must.Hold(t, reflect.DeepEqual(e.State(1), fresh.State(0)), "a member that was reset is not at its start")
	// The same frequency again is no change, and one that continues from the phase changes little
	// within two steps, where a jump of the phase changes much.
	must.Do(t, e.Set(0, 0, []float64{2, 2, 2.1}))
	must.Hold(t, reflect.DeepEqual(e.State(0), before), "setting a value moved a member")
	must.Do(t, e.Step(2))
	fast := func(a, b []model.Vec3) (most float64) {
		for i := range a {
			most = max(most, a[i].Sub(b[i]).Len())
		}
		return most
	}
	if d := fast(e.State(0).Velocity, e.State(2).Velocity); d > 1e-3 || d == 0 {
		t.Errorf("two steps after the frequency has changed, velocities differ by %g m/s; the phase has jumped, or nothing was set", d)
	}
	for _, err := range []error{e.Set(0, 3, nil), e.Set(0, 0, []float64{1}), e.Set(0, 0, []float64{1, 2, -1}), e.Reset(nil, nil),
		e.Reset([]bool{true, false, false}, func(int) *model.State { return &model.State{} })} {
		must.Hold(t, err != nil, "a fault passed")
	}
}

// A member that diverges, falls or leaves ends by itself, at its step, and says so.
func TestMembersEnd(t *testing.T) {
	k := worms(t)
	e := made(t, k, ensemble.Member{}, ensemble.Member{Values: []float64{2, 2e7, 0}},
		ensemble.Member{Until: physics.Until{Words: []string{physics.Fell}, FallHeight: 10}})
	plain := made(t, k, ensemble.Member{})
	for _, engine := range []*reference.Engine{e, plain} {
		must.Do(t, engine.Step(60))
	}
	status := must.Get(e.Status())(t)
	words := []string{status[0].Ended, status[1].Ended, status[2].Ended}
	if !slices.Equal(words, []string{"", ensemble.Diverged, physics.Fell}) || status[2].Step != physics.LookEvery || status[1].Step < 1 {
		t.Errorf("status is %+v", status)
	}
	must.Hold(t, reflect.DeepEqual(e.State(0), plain.State(0)), "members that end change another one")
	if s := e.State(2); s.Step != physics.LookEvery {
		t.Errorf("a member that has ended is at step %d", s.Step)
	}
}

// Work of samples apart from each other is that of each step.
func TestWorkOfSamples(t *testing.T) {
	ensembletest.WorkOfSamples(t, "cpuref", ensembletest.Reference(t))
	ensembletest.WorkOfInputs(t, "cpuref", ensembletest.Reference(t))
}

// A host acts for members, also where one is reset within a period.
func TestHostedMembers(t *testing.T) {
	make := func(kinds []ensemble.Kind, members []ensemble.Member) (ensemble.Engine, error) {
		return reference.New(kinds, members, reference.Options{})
	}
	ensembletest.ControlHosted(t, make)
	ensembletest.ControlHostedReset(t, make)
	ensembletest.ControlNoise(t, make)
}

// A member with a feature is the run of its own model and parameters, bit for bit, and moves otherwise than one without.
func TestFeatures(t *testing.T) {
	for _, feature := range ensemble.Features() {
		without, k, start := ensembletest.With(t, feature)
		values := []float64{3, -9, 1}[:len(k.Free)]
		plain := made(t, without, ensemble.Member{Values: values, Start: start})
		e, err := reference.New([]ensemble.Kind{k}, []ensemble.Member{{}, {Values: values, Start: start}}, reference.Options{})
		if err != nil {
			t.Errorf("%s: %v", feature, err)
			continue
		}
		settled := must.Get(ensemble.Settle([]ensemble.Kind{k}, nil))(t)
		m, p := settled[0].Written(values)
		alone := must.Get(cpuref.New(m, p))(t)
		around := model.Engine(alone)
		if spec := settled[0].Steered(values); spec != nil {
			if around, _, err = control.Around(alone, m, p, spec); err != nil {
				t.Fatal(err)
			}
		}
		must.Do(t, around.Reset(ensemble.StartOf(settled[0].Model, start)))
		for _, step := range []func(int) error{e.Step, around.Step, plain.Step} {
			must.Do(t, step(20))
		}
		must.Hold(t, reflect.DeepEqual(e.State(1), alone.State()), "%s: a member differs from a run of its values", feature)
		must.Hold(t, !reflect.DeepEqual(e.State(1).Position, plain.State(0).Position), "%s: it changes nothing", feature)
	}
}
