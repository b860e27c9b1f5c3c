package gpu

import (
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Every size of a work group gives the same state, for both
// pipelines and several integrators. The masses fill no size evenly, and loads,
// contacts and kept states have passes of their own. The short form has the least and the largest
// size of symplectic Euler.
func TestWorkGroupsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(31, 1111, 4321)
	sizes := options.WorkGroupsOn(ctx.Limits)
	if len(sizes) < 2 {
		t.Fatalf("the device allows %v: nothing to compare", sizes)
	}
	least, most := sizes[0], sizes[len(sizes)-1]
	for _, c := range []struct {
		integrator model.Integrator
		pipeline   string
		sizes      []int
	}{
		{model.SymplecticEuler, options.TwoPass, sizes},
		{model.SymplecticEuler, options.Fused, []int{least, options.DefaultWorkGroup(ctx.Limits), most}},
		{model.VelocityVerlet, options.TwoPass, []int{least, most}},
		{model.RK4, options.Fused, []int{least, most}},
	} {
		if !must.Long() && c.integrator != model.SymplecticEuler {
			continue
		}
		p := gputest.PerturbedParams()
		p.Integrator = c.integrator
		p.Forces = []model.Force{{Force: model.Vec3{0.01, 0, 0.02}}}
		var first model.Snapshot
		for i, size := range c.sizes {
			if !must.Long() && i != 0 && i != len(c.sizes)-1 {
				continue
			}
			got := stepsOf(t, ctx, m, state, p, Options{Pipeline: c.pipeline, WorkGroup: size, KeepLastGood: true})
			if i == 0 {
				first = got
				continue
			}
			if fault := agreement(ctx).Snapshots(state, first, got); fault != "" {
				t.Errorf("%v, %s: work groups of %d and %d differ: %s", c.integrator, c.pipeline, size, least, fault)
			}
		}
	}
}

// stepsOf is the state after a few steps of a new engine with those options.
func stepsOf(t *testing.T, ctx *glx.Context, m *model.Model, state *model.State, p model.Params, o Options) (got model.Snapshot) {
	t.Helper()
	e := must.Get(New(ctx, m, p, o))(t)
	defer e.Close()
	if want := max(o.WorkGroup, 32); o.WorkGroup > 0 && e.Describe().WorkGroup != want {
		t.Errorf("work groups of %d are described as %d", want, e.Describe().WorkGroup)
	}
	modeltest.StepFrom(t, e, state, 7)
	must.Do(t, e.Finish())
	ran := must.Get(e.StepsRun())(t)
	must.Be(t, ran, 7, "%+v: steps ran of 7", o)
	must.Do(t, e.Read(&got))
	return got
}

// The option reaches the programs: a pass cut down to one work group writes as
// many forces as the group has invocations.
func TestWorkGroupIsCompiledIn(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(17, 300, 3000)
	for _, size := range options.WorkGroupsOn(ctx.Limits) {
		e := must.Get(New(ctx, m, model.Params{}, Options{WorkGroup: size}))(t)
		e.compiled.springForce.Groups[0] = [2]uint32{1, 1}
		must.Do(t, e.RunPass("spring-force"))
		got := make([][3]float32, m.SpringCount())
		must.Do(t, e.ReadForces(got))
		if written := slices.IndexFunc(got, func(f [3]float32) bool { return f[0] != f[0] }); written != size {
			t.Errorf("a group of %d wrote %d forces", size, written)
		}
		e.Close()
	}
}

// A size that package options refuses is refused.
func TestWrongWorkGroup(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(1, 10, 10)
	if _, err := New(ctx, m, model.Params{}, Options{WorkGroup: 100}); err == nil {
		t.Error("work groups of 100 were accepted")
	}
}

// A run continues from a checkpoint with other work groups to the same state, and the
// checkpoint says which it had.
func TestWorkGroupMayChangeAtACheckpoint(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(36, 700, 2500)
	engine := func(size int) *Engine {
		e := must.Get(New(ctx, m, gputest.PerturbedParams(), Options{Pipeline: options.Fused, WorkGroup: size}))(t)
		must.Do(t, e.Reset(state))
		return e
	}
	first, second := engine(64), engine(128)
	defer first.Close()
	defer second.Close()
	must.Do(t, first.Step(5))
	var saved model.Checkpoint
	must.Do(t, first.Save(&saved))
	must.Be(t, saved.WorkGroup, 64, "the checkpoint says work groups")
	must.Do(t, second.Restore(&saved))
	var want, got model.Snapshot
	for e, dst := range map[*Engine]*model.Snapshot{first: &want, second: &got} {
		must.Do(t, e.Step(5))
		must.Do(t, e.Read(dst))
	}
	if fault := agreement(ctx).Snapshots(state, want, got); fault != "" {
		t.Error("with other work groups the run goes on otherwise:", fault)
	}
}

// Another size of work groups in the middle of a run changes no state, and
// does not forget the motion.
func TestSetWorkGroupInARun(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(35, 500, 2000)
	p := gputest.PerturbedParams()
	run := func(change bool) (got model.Snapshot, moved model.Motion) {
		e := must.Get(New(ctx, m, p, Options{WorkGroup: 128}))(t)
		defer e.Close()
		modeltest.StepFrom(t, e, state, 5)
		must.Get(e.Motion())(t)
		if change {
			must.Do(t, e.SetWorkGroup(64))
			if err := e.SetWorkGroup(100); err == nil || e.WorkGroup() != 64 {
				t.Errorf("work groups of 100: %v, now %d", err, e.WorkGroup())
			}
		}
		must.Do(t, e.Step(5))
		moved = must.Get(e.Motion())(t)
		must.Do(t, e.Read(&got))
		return got, moved
	}
	plain, moved := run(false)
	changed, sameMotion := run(true)
	if fault := agreement(ctx).Snapshots(state, plain, changed); fault != "" {
		t.Error("the run differs:", fault)
	}
	if d := relative(moved.Kinetic, sameMotion.Kinetic); !(d <= agreement(ctx).Rounding(0)) || moved.Mass != sameMotion.Mass {
		t.Errorf("%+v and %+v", moved, sameMotion)
	}
}
