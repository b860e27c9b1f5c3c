package gpu

import (
	"math"
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

// residentCase is a run that one work group can step.
type residentCase struct {
	name      string
	model     *model.Model
	state     *model.State
	params    model.Params
	precision options.Precision
}

// residentCases have springs with every law, and all else that the pass has a term for.
func residentCases() []residentCase {
	plain := gputest.PerturbedParams()
	lattice, network := gputest.Grid(9, 8, 7), gputest.Shuffled(gputest.Jittered(gputest.Grid(9, 8, 6), 3), 3)
	explicit := plain.Clone()
	explicit.Integrator = model.ExplicitEuler
	explicit.Contacts[0] = explicit.Contacts[0].WithFriction(0.6, 0.4)
	explicit.Contacts = append(explicit.Contacts, model.Contact{Shape: model.Sphere{Center: model.Vec3{0.5, 0.5, 0.5}, Radius: 0.9}, Inside: true,
		Stiffness: 80, Damping: 0.01}.WithFriction(0.3, 0.2))

	cloth, loaded := modeltest.Cloth(20), plain.Clone()
	for i := range uint32(19) {
		for j := range uint32(19) {
			at := 20*i + j
			cloth.Triangles = append(cloth.Triangles, [3]uint32{at, at + 1, at + 20}, [3]uint32{at + 1, at + 21, at + 20})
		}
	}
	loaded.Wind = model.Wind{Velocity: model.Vec3{3, 0, 1}, Drag: 1, Lift: 0.5}
	loaded.QuadraticDrag = 0.01
	loaded.Forces = []model.Force{{Force: model.Vec3{0.01, 0, 0.02}}, {Masses: []uint32{3, 5, 77}, Force: model.Vec3{0, 0.1, 0}}}
	loaded.Handles = []model.Handle{{Mass: 40, Target: model.Vec3{0.1, 0.2, 0.5}, Stiffness: 5, Damping: 0.1}}
	loaded.Guides = []model.Guide{{Masses: []uint32{3, 200}, Direction: model.Vec3{1}}, {Kind: model.OnPlane, Masses: []uint32{9}, Direction: model.Vec3{0, 0, 1}}}

	muscles, driven, muscleState := drivenCase(7, 60, 300)
	muscles.Pin[4], muscles.Pin[6] = model.PinAll, model.PinAll
	muscleState.Velocity[4], muscleState.Velocity[6] = model.Vec3{}, model.Vec3{}
	driven.Contacts = driven.Contacts[:1]
	driven.Contacts[0].Trajectory = &model.Trajectory{Belt: model.Vec3{0.3}, Path: model.Path{Amplitude: model.Vec3{0, 0, 0.05}, Frequency: 500}}
	driven.Motors = []model.Motor{{Axis: model.Vec3{0, 0, 1}, Speed: 1, Damping: 0.1, Limit: 0.5}}
	driven.Guides = []model.Guide{{Kind: model.OnPath, Masses: []uint32{4, 6}, Path: model.Path{Amplitude: model.Vec3{0.01, 0, 0.01}, Frequency: 400}}}
	inDouble := driven.Clone()
	inDouble.Motors, inDouble.Guides, inDouble.QuadraticDrag = nil, nil, 0.01
	tuned, tunedState := gputest.Tuned(6, 900, 4000)
	return []residentCase{
		{"lattice", lattice, gputest.Moving(lattice, 1), plain, options.Single},
		{"network with friction, explicit Euler", network, gputest.Moving(network, 2), explicit, options.Compensated},
		{"cloth with wind, loads and guides", cloth, gputest.Moving(cloth, 5), loaded, options.Single},
		{"muscles, motors, paths and a contact that moves", muscles, muscleState, driven, options.Single},
		{"every material", tuned, tunedState, plain, options.Single},
		{"muscles, drag and a contact that moves", muscles, muscleState, inDouble, options.Double},
	}
}

// stepsAs is the state of a new engine after some steps in batches, and the engine's
// description.
func stepsAs(t *testing.T, ctx *glx.Context, c residentCase, o Options, batches ...int) (got model.Snapshot, is model.Description) {
	t.Helper()
	o.Precision = c.precision
	e := must.Get(New(ctx, c.model, c.params, o))(t)
	defer e.Close()
	must.Do(t, e.Reset(c.state))
	left := int64(0)
	for _, n := range batches {
		must.Do(t, e.Step(n))
		left += int64(n)
	}
	must.Do(t, e.Finish())
	must.Do(t, e.Read(&got))
	ran := must.Get(e.StepsRun())(t)
	must.Be(t, ran, left, "%s, %v: steps ran", c.name, batches)
	return got, e.Describe()
}

// sameSnapshot says whether two states are the same, and finite.
func sameSnapshot(a, b model.Snapshot) bool {
	finite := !slices.ContainsFunc(a.Position, func(x [3]float32) bool { return math.IsNaN(float64(x[0])) })
	return finite && slices.Equal(a.Position, b.Position) && slices.Equal(a.Velocity, b.Velocity) && a.Time == b.Time && a.Step == b.Step
}

// The pipeline resident steps as fused does, in whatever work groups and batches, and in every
// precision. The short form leaves out explicit Euler with compensated precision, and springs with materials of their own.
func TestResidentIsFused(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range residentCases() {
		if !must.Long() && (k == 1 || k == 4) {
			continue
		}
		want, _ := stepsAs(t, ctx, c, Options{Pipeline: options.Fused}, 37)
		tries := []Options{{}, {WorkGroup: 64, KeepLastGood: true}}
		for _, o := range tries[min(k, 1):] { // the first case with both
			o.Pipeline = options.Resident
			batches := []int{1, 2, 34}
			got, is := stepsAs(t, ctx, c, o, batches...)
			if is.Pipeline != options.Resident || o.WorkGroup == 0 && is.WorkGroup != 512 {
				t.Errorf("%s: stepped as %+v", c.name, is)
			}
			if fault := agreement(ctx).Snapshots(c.state, want, got); fault != "" {
				t.Errorf("%s, work groups of %d, batches %v: not as fused: %s", c.name, is.WorkGroup, batches, fault)
			}
		}
	}
}

// The comparison sees a fault in code that only resident has. The short form has the first.
func TestResidentFaultsAreSeen(t *testing.T) {
	ctx, takes := gltest.New(t), must.Faults()
	cases := residentCases()
	for _, f := range []struct {
		fault, old, new string
		c               residentCase
	}{
		{"masses move at once", "\t\t\t\tadvance(i);\n", "\t\t\t\tadvance(i);\n\t\t\t\tput(i);\n", cases[0]},
		{"some masses are left out", "(HELD + MOVERS - 1u) / MOVERS", "HELD / MOVERS", cases[0]},
		{"signals of the step before", "readSignals(step + 1u)", "readSignals(step)", cases[3]},
		{"no wind", "sum = windOn(i);", "", cases[2]},
		{"guides are missed", "k < params.guidedCount; k += WORKGROUP", "k + 1u < params.guidedCount; k += WORKGROUP", cases[2]},
	} {
		wrong := mutated(t, "resident.comp", f.old, f.new)
		if !takes() {
			continue
		}
		want, _ := stepsAs(t, ctx, f.c, Options{Pipeline: options.Fused}, 20)
		got, _ := stepsAs(t, ctx, f.c, Options{Pipeline: options.Resident, WorkGroup: 64, Shaders: wrong}, 20)
		must.Hold(t, agreement(ctx).Snapshots(f.c.state, want, got) != "", "%s: as fused", f.fault)
	}
}

// Models too large for one work group are stepped by fused, and the engine says why. A run that is watched,
// whose state is kept, and that diverges, is reported as in fused.
func TestResidentBesideOtherPasses(t *testing.T) {
	ctx := gltest.New(t)
	most := int(ctx.Limits.SharedBytes) / 32
	p := gputest.PerturbedParams()
	for masses, pipeline := range map[int]string{most: options.Resident, most + 1: options.Fused} {
		e := must.Get(New(ctx, gputest.Grid(masses, 1, 1), p, Options{Pipeline: options.Resident}))(t)
		if is := e.Describe().Pipeline; is != pipeline || (e.Fallback() != "") != (pipeline == options.Fused) {
			t.Errorf("%d masses: %s, %q", masses, is, e.Fallback())
		}
		e.Close()
	}
	m := gputest.Grid(300, 1, 1)
	state := gputest.Moving(m, 3)
	var errs []string
	var looks [][]model.Look
	var good []model.Snapshot
	for _, pipeline := range []string{options.Fused, options.Resident} {
		e := must.Get(New(ctx, m, p, Options{Pipeline: pipeline, KeepLastGood: true}))(t)
		must.Do(t, e.Reset(state))
		must.Do(t, e.Watch(10))
		must.Do(t, e.Step(300))
		wild := p.Clone()
		wild.DT = 0.02 // too long
		must.Do(t, e.SetParams(wild))
		must.Do(t, e.Step(100))
		failed := e.Finish()
		if failed == nil {
			t.Fatalf("%s: the run did not diverge", pipeline)
		}
		seen := must.Get(e.Looks(nil))(t)
		var last model.Snapshot
		must.Do(t, e.LastGood(&last))
		errs, looks, good = append(errs, failed.Error()), append(looks, seen[:30]), append(good, last)
		e.Close()
	}
	// A run that diverges makes rounding larger than any tolerance: hardware has the same steps.
	same := errs[0] == errs[1] && sameSnapshot(good[0], good[1]) && slices.Equal(looks[0], looks[1])
	if good[0].Step != good[1].Step || agreement(ctx).Exact && !same {
		t.Errorf("fused and resident differ:\n%s\n%s\n%v\n%v\nsteps %d and %d", errs[0], errs[1], looks[0], looks[1], good[0].Step, good[1].Step)
	}
}
