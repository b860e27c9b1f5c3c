package gpu

import (
	"io/fs"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

const persistent = "fused+constants+tile+persistent"

// letPersist has any context report that it runs the given number of work groups of 256 at once. In
// software only one can be relied on.
func letPersist(t *testing.T, ctx *glx.Context, groups int32) {
	was := ctx.Limits
	t.Cleanup(func() { ctx.Limits = was })
	ctx.Limits.Processors, ctx.Limits.Warps = groups, 16
}

// persistentRun is a lattice of one block beside a ground, in which all is free but one mass that is pinned on all axes.
func persistentRun(size [3]int) (*model.Model, *model.State, model.Params) {
	m := gputest.Grid(size[0], size[1], size[2])
	m.Materials = []model.Material{{}, {Name: "all", Stiffness: 300}}
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[3] = model.PinAll
	return m, gputest.Moving(m, 6), model.Params{DT: 1e-4, Gravity: model.EarthGravity(), DragHalfLife: 1, Contacts: []model.Contact{model.Ground(0.05, 100, 0.1)}}
}

// persistentSteps makes some steps, of which the last one is alone, and says whether they were made in dispatches of many steps.
func persistentSteps(t *testing.T, ctx *glx.Context, size [3]int, pipeline string, files fs.FS) (got model.Snapshot, together bool) {
	t.Helper()
	m, start, p := persistentRun(size)
	e := must.Get(New(ctx, m, p, Options{Pipeline: pipeline, WorkGroup: 256, Shaders: files, KeepLastGood: true}))(t)
	defer e.Close()
	modeltest.StepFrom(t, e, start, 301)
	must.Do(t, e.Finish())
	ran := must.Get(e.StepsRun())(t)
	must.Be(t, ran, 301, "%s: steps ran", pipeline)
	must.Do(t, e.Read(&got))
	together = e.compiled.persistent != nil
	must.Hold(t, together == (e.Describe().Pipeline == persistent), "%s is described as %s", pipeline, e.Describe().Pipeline)
	return got, together
}

// Steps of a dispatch are those of the passes, with one work group, which runs anywhere. The short
// form has the first fault.
func TestPersistentStepsAsPasses(t *testing.T) {
	ctx, takes := gltest.New(t), must.Faults()
	letPersist(t, ctx, 1)
	size := [3]int{11, 4, 4}
	_, start, _ := persistentRun(size)
	want, _ := persistentSteps(t, ctx, size, "fused+constants+tile", nil)
	got, together := persistentSteps(t, ctx, size, persistent, nil)
	must.Hold(t, together, "no dispatch made many steps")
	must.Be(t, agreement(ctx).Snapshots(start, want, got), "", "many steps in a dispatch")
	for _, c := range []struct{ old, new string }{
		{"inNext = !inNext;", ""},
		{"velocity[i] = ownVelocity;", ""},
		{"loadTile(block);", "if (step == 1u) loadTile(block);"},
		{"ownPosition = tile[inTile];", "ownPosition = position[i];"},
	} {
		wrong := mutated(t, "persistent.comp", c.old, c.new)
		if !takes() {
			continue
		}
		got, _ := persistentSteps(t, ctx, size, persistent, wrong)
		must.Hold(t, (gputest.Agreement{}).Snapshots(start, want, got) != "", "nobody sees %q in place of %q", c.new, c.old)
	}
}

// Where work groups do not meet, all steps are those of the passes, from the state before the dispatch on: the first meeting fails, or one
// after which the state is that of no step; and of many groups in software, where some may meet and others not.
func TestPersistentGoesBack(t *testing.T) {
	ofVariant(t)
	ctx := gltest.New(t)
	letPersist(t, ctx, 1000)
	for _, c := range []struct {
		size     [3]int
		old, new string
	}{
		{[3]int{11, 4, 4}, "met = all;", "met = false;"},
		{[3]int{11, 4, 4}, "met = all;", "met = all && target != 37u;"},
		{[3]int{11, 4, 4}, "looks < MOST_LOOKS", "looks < 0u"},
		{[3]int{40, 12, 9}, "1u << 18", "1u << 10"},
	} {
		_, start, _ := persistentRun(c.size)
		want, _ := persistentSteps(t, ctx, c.size, "fused+constants+tile", nil)
		got, together := persistentSteps(t, ctx, c.size, persistent, mutated(t, "persistent.comp", c.old, c.new))
		must.Hold(t, !together || c.size[2] == 9, "%q did not make the meeting fail", c.new)
		must.Be(t, agreement(ctx).Snapshots(start, want, got), "", "behind %q", c.new)
	}
}

// Runs with passes between steps, or that read velocities of neighbors, are refused. So are devices that do not report how many
// groups run at once.
func TestPersistentRefuses(t *testing.T) {
	ctx := gltest.New(t)
	m, _, p := persistentRun([3]int{11, 4, 4})
	loaded, guided, driven := p.Clone(), p.Clone(), p.Clone()
	loaded.Forces = []model.Force{{Force: model.Vec3{1}}}
	guided.Guides = []model.Guide{{Masses: []uint32{5}, Direction: model.Vec3{1}}}
	driven.Contacts[0].Trajectory = &model.Trajectory{Belt: model.Vec3{1}}
	refuses := func(what string, m *model.Model, p model.Params, pipeline string) {
		e, err := New(ctx, m, p, Options{Pipeline: pipeline})
		e.Close()
		must.Hold(t, refusal(err), "%s: %v", what, err)
	}
	if ctx.Software() {
		refuses("software", m, p, persistent)
	}
	letPersist(t, ctx, 1)
	refuses("a load", m, loaded, persistent)
	refuses("a guide", m, guided, persistent)
	refuses("a belt", m, driven, persistent)
	refuses("dampers", gputest.Grid(11, 4, 4), p, persistent)
	refuses("two groups", gputest.Grid(17, 4, 4), p, persistent)
	refuses("no tile", m, p, "fused+constants+persistent")
}
