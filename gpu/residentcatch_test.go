package gpu

import (
	"errors"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// residentCatches are runs in which contacts catch masses, that stand still and that move, with muscles, and
// with the wind whose triangles come before the counts.
func residentCatches() []residentCase {
	m, p, s := modeltest.Thrown()
	_, moving, _ := modeltest.Thrown()
	moving = inMotion(moving)
	blown, windy := *m, p.Clone()
	blown.Triangles = [][3]uint32{{0, 1, 2}, {3, 4, 5}}
	windy.Wind = model.Wind{Velocity: model.Vec3{3, 0, 1}, Drag: 1e-3, Lift: 5e-4}
	guided := moving.Clone()
	guided.Guides = []model.Guide{{Kind: model.OnPlane, Masses: []uint32{9, 11}, Direction: model.Vec3{0, 0, 1}}}
	explicit := p.Clone()
	explicit.Integrator = model.ExplicitEuler
	part, few := fewer(m, s, 400)
	return []residentCase{
		{"still shapes, reached after some steps", m, falling(m, s), p, options.Single},
		{"still shapes, explicit Euler", part, few, explicit, options.Compensated},
		{"shapes that move, and guides", m, s, guided, options.Single},
		{"shapes that move", part, few, moving, options.Double},
		{"in the wind", &blown, s, windy, options.Single},
	}
}

// fewer are the first masses of a model whose springs join neighbors in the list, and their state.
func fewer(m *model.Model, s *model.State, masses int) (*model.Model, *model.State) {
	part, state := *m, *s
	part.RestPosition, part.Mass, part.Pin = m.RestPosition[:masses], m.Mass[:masses], m.Pin[:masses]
	part.Ends, part.MaterialOf, part.RestLength = m.Ends[:masses/2], m.MaterialOf[:masses/2], m.RestLength[:masses/2]
	state.Position, state.Velocity = s.Position[:masses], s.Velocity[:masses]
	return &part, &state
}

// falling is a state of masses that reach the shapes after some steps.
func falling(m *model.Model, s *model.State) *model.State {
	out := *s
	out.Position, out.Velocity = slices.Clone(s.Position), slices.Clone(s.Velocity)
	for i := range out.Position {
		if m.PinOf(i) == 0 {
			out.Position[i][2] += 7
			out.Velocity[i] = model.Vec3{0, 0, -120}
		}
	}
	return &out
}

// caughtAs returns the end of a run by a pipeline, and its counts.
func caughtAs(t *testing.T, ctx *glx.Context, c residentCase, o Options, batches ...int) (got model.Snapshot, caught model.Caught, pipeline string) {
	t.Helper()
	o.Precision = c.precision
	e := must.Get(New(ctx, c.model, c.params, o))(t)
	defer e.Close()
	must.Do(t, e.Reset(c.state))
	for _, n := range batches {
		must.Do(t, e.Step(n))
	}
	must.Do(t, e.Finish())
	must.Do(t, e.Read(&got))
	caught = must.Get(e.Caught())(t)
	return got, caught, e.Describe().Pipeline
}

// The pipeline resident catches masses as fused does, and counts as it does. The short form has
// the case in which most acts, in small work groups.
func TestResidentCatchesAsFused(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range residentCatches() {
		if !must.Long() && k != 2 {
			continue
		}
		want, counted, _ := caughtAs(t, ctx, c, Options{Pipeline: options.Fused}, 12)
		for _, size := range []int{0, 32}[min(k, 1):] { // the first case with both
			got, caught, is := caughtAs(t, ctx, c, Options{Pipeline: options.Resident, WorkGroup: size, KeepLastGood: size == 32}, 1, 3, 8)
			must.Be(t, is, options.Resident, "%s: stepped", c.name)
			must.Be(t, agreement(ctx).Snapshots(c.state, want, got), "", "%s, work groups of %d: not as fused", c.name, size)
			if !agreement(ctx).Counts(counted.Count, caught.Count) || agreement(ctx).Exact && caught != counted || counted.Count < 20 {
				t.Errorf("%s, work groups of %d: counted %+v, want %+v", c.name, size, caught, counted)
			}
		}
	}
}

// The comparison sees a fault in code that only resident has for catches. The short form has the first.
func TestResidentCatchFaultsAreSeen(t *testing.T) {
	ctx, takes := gltest.New(t), must.Faults()
	cases := residentCatches()
	for _, f := range []struct {
		fault, old, new string
		c               residentCase
	}{
		{"the place after the step", "noteBefore(i);\n#endif\n\t\t\t\tput(i);", "put(i);\n\t\t\t\tnoteBefore(i);\n#endif", cases[2]},
		{"nothing is caught", "\t\t\t\tcatchOwn(i);\n", "", cases[0]},
		{"who is caught stays where it was", "catchOwn(i);\n\t\t\t\tput(i);", "catchOwn(i);", cases[0]},
		{"steps are counted from two", "stepsBefore + step + 1u", "stepsBefore + step + 2u", cases[0]},
		{"signals of this step", "signalsBefore.signal[k] = signals.signal[k];", "", cases[2]},
		{"the second word before the step", "\tbeforePosition[EACH + own] = heldPosition[HELD + i];\n", "", cases[3]},
	} {
		wrong := mutated(t, "resident.comp", f.old, f.new)
		if !takes() {
			continue
		}
		want, counted, _ := caughtAs(t, ctx, f.c, Options{Pipeline: options.Fused}, 3, 9)
		got, caught, _ := caughtAs(t, ctx, f.c, Options{Pipeline: options.Resident, WorkGroup: 32, Shaders: wrong}, 3, 9)
		if agreement(ctx).Snapshots(f.c.state, want, got) == "" && caught == counted {
			t.Errorf("%s: states and counts as fused", f.fault)
		}
	}
}

// Every variant of resident steps as fused without one, from the start and when it is
// changed; storage is refused where forces on masses take the block of the table. The short form
// has every other one of the first case.
func TestResidentVariantsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	cases := append(residentCases()[:3], residentCatches()[2])
	for k, c := range cases[:must.Sized(1, len(cases))] {
		want, _ := stepsAs(t, ctx, c, Options{Pipeline: options.Fused}, 20)
		changing := must.Get(New(ctx, c.model, c.params, Options{Pipeline: options.Resident, Precision: c.precision}))(t)
		sum, compared := changing.compiled.resident.Pass.Sum, 0
		for n, name := range []string{"resident+storage", "resident+laws", "resident+unroll2", "resident+unroll8", "resident+storage+laws+unroll4", "resident+shared", "resident+laws+shared"} {
			if !must.Long() && n%2 == 1 {
				continue
			}
			_, v, err := options.SplitPipeline(name)
			must.Do(t, err)
			if err := changing.SetVariant(v); refusal(err) {
				if k == 0 || k == 3 && !v.Laws {
					t.Errorf("%s: %s: %v", c.name, name, err)
				}
				if _, err := New(ctx, c.model, c.params, Options{Pipeline: name, Precision: c.precision}); !refusal(err) {
					t.Errorf("%s: %s is refused later and not at first: %v", c.name, name, err)
				}
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			if v.Storage && c.params.LoadsMasses() {
				t.Errorf("%s: %s is not refused", c.name, name)
			}
			if changing.compiled.resident.Pass.Sum == sum || changing.Describe().Pipeline != name {
				t.Errorf("%s: %s has the source of none, as %s", c.name, name, changing.Describe().Pipeline)
			}
			var got model.Snapshot
			modeltest.StepFrom(t, changing, c.state, 20)
			must.Do(t, changing.Read(&got))
			compared++
			must.Be(t, agreement(ctx).Snapshots(c.state, want, got), "", "%s: %s", c.name, name)
			if v.Storage {
				got, is := stepsAs(t, ctx, c, Options{Pipeline: name}, 20)
				if fault := agreement(ctx).Snapshots(c.state, want, got); fault != "" || is.Pipeline != name {
					t.Errorf("%s: %s from the start, as %s: %s", c.name, name, is.Pipeline, fault)
				}
			}
		}
		changing.Close()
		must.Hold(t, compared >= 2, "%s: only %d variants", c.name, compared)
	}
	// A fault in a variant is seen.
	c := cases[0]
	want, _ := stepsAs(t, ctx, c, Options{Pipeline: options.Fused}, 8)
	e := must.Open(New(ctx, c.model, c.params, Options{Pipeline: "resident+unroll8", Shaders: mutated(t, "fused_springs.glsl", "mask >>= UNROLL;", "mask >>= 1;")}))(t)
	var got model.Snapshot
	must.Do(t, errors.Join(e.Reset(c.state), e.Step(8), e.Read(&got)))
	must.Hold(t, agreement(ctx).Snapshots(c.state, want, got) != "", "a mask that is shifted too little in a row of visits is not seen")
}
