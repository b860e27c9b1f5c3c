package gpu

import (
	"io/fs"
	"math"
	"os"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
)

// sweepCase is a case of the solver impulses, its start, and a number of steps.
type sweepCase struct {
	name   string
	model  *model.Model
	params model.Params
	start  *model.State
	steps  int
}

// sweepCases have everything that acts with the solver impulses: springs of every vocabulary, a
// mass with more of them than there are colors, rods, cables, pins on single axes; and muscles,
// loads, wind, guides, contacts that move, have friction and catch.
func sweepCases(t *testing.T) (out []sweepCase) {
	t.Helper()
	tuned, start := gputest.Tuned(5, 120, 800)
	tuned.Materials = append(tuned.Materials, model.Material{Name: "rod", Rigid: true})
	for s := range tuned.MaterialOf {
		if s%50 == 7 {
			tuned.MaterialOf[s] = uint16(len(tuned.Materials) - 1)
			a, b := tuned.Ends[s][0], tuned.Ends[s][1]
			tuned.RestLength[s] = tuned.RestPosition[b].Sub(tuned.RestPosition[a]).Len() * 1.001
		}
	}
	p := gputest.PerturbedParams()
	p.DT, p.Integrator, p.Substeps, p.DragHalfLife = 2e-3, model.Impulses, 4, 1
	p.Contacts = append(p.Contacts, model.Contact{Shape: model.Sphere{Center: model.Vec3{0.5, 0.5, 0.5}, Radius: 0.4}, Stiffness: 30, Damping: 0.01, StaticFriction: 0.4, KineticFriction: 0.4})
	out = append(out, sweepCase{"springs of all kinds", tuned, p, start, 3})
	again := p.Clone()
	again.Iterations, again.Warm = 3, 0.4
	again.Contacts[0] = again.Contacts[0].WithFriction(0.5, 0.5)
	out = append(out, sweepCase{"again and warm", tuned, again, start, 3})
	forward := again.Clone()
	forward.Forward, forward.Warm = true, 0
	forward.Contacts = forward.Contacts[:1]
	forward.Contacts[0] = model.Contact{Shape: model.Plane{Offset: 0.2}, PerMass: true, Normalized: spring.Normalized{Stiffness: 0.1, Damping: 0.3}}
	out = append(out, sweepCase{"forward, contacts per mass", tuned, forward, start, 2})

	m, busy, s, _ := modeltest.Together()
	busy.Collision, m.Radius, m.Body = model.Collision{}, nil, nil
	busy.Integrator, busy.Substeps, busy.DT = model.Impulses, 5, 5e-3
	busy.Contacts[0] = busy.Contacts[0].WithFriction(0.4, 0.4)
	busy.Handles = []model.Handle{{Mass: 20, Target: s.Position[20], Stiffness: 50, Damping: 0.1}}
	busy.QuadraticDrag = 1e-4
	m.Materials = slices.Clone(m.Materials)
	out = append(out, sweepCase{"all that acts", m, busy, s, 8})
	return out
}

// sweptApart is how far an engine ends from the reference, as a share of the largest motion, in
// places and in changes of velocity.
func sweptApart(t *testing.T, ctx *glx.Context, c sweepCase, o Options) (off float64) {
	t.Helper()
	ref := stepped(t, c.model, c.params, c.start, c.steps)
	e := started(t, ctx, c.model, c.params, c.start, o)
	defer e.Close()
	must.Do(t, e.Step(c.steps))
	if err := e.Finish(); err != nil {
		return math.Inf(1)
	}
	if ran, err := e.StepsRun(); err != nil || ran != int64(c.steps) {
		t.Errorf("%s: %d steps ran, %v", c.name, ran, err)
	}
	got := modeltest.State(t, e)
	want := ref.State()
	for _, x := range [][3][]model.Vec3{{c.start.Position, want.Position, got.Position}, {c.start.Velocity, want.Velocity, got.Velocity}} {
		off = max(off, farthest(x[1], x[2])/farthest(x[0], x[1]))
	}
	caught := must.Get(e.Caught())(t)
	if was, _ := ref.Caught(); was != caught {
		return math.Inf(1)
	}
	return off
}

// sweptTolerance is how far single precision may be from the reference after the steps of a
// case: some tens of roundings of the springs at a mass, in each substep.
const sweptTolerance = 2e-5

// Whole steps are those of the reference.
func TestImpulsesMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range sweepCases(t) {
		if off := sweptApart(t, ctx, c, Options{}); !(off <= sweptTolerance) {
			t.Errorf("%s: %.2g of the motion off the reference, want at most %.2g", c.name, off, sweptTolerance)
		}
	}
}

// Mutations of the solver are seen.
func TestImpulsesSeeMutants(t *testing.T) {
	cases, takes := sweepCases(t), must.Faults()
	for k, mutants := range [][]mutant{
		{
			{"sweep_springs.comp", "strike(e, vA, vB, change * j.n)", "strike(e, vA, vB, 2.0 * change * j.n)"}, // a color twice
			{"joint.glsl", "DT * (DT * j.k + dampingOf(law, j.stretch))", "(DT * j.k + dampingOf(law, j.stretch))"},
			{"joint.glsl", "vB + gain(e.y, along)", "vB - gain(e.y, along)"}, // the direction of the other end
			{"joint.glsl", "dampingOf(law, j.stretch)", "law.damping"},
			{"joint.glsl", "if (j.rigid) {", "if (false) {"},
			{"joint.glsl", "inverseMassOf(i) * dot(free, free)", "inverseMassOf(i)"},
			{"sweep_rest.comp", "/ float(uncolored[k].sharers)", ""}, // Jacobi without its share
			{"strike_rest.comp", "== 0u ? -x : x", "== 0u ? x : -x"},
			{"predict.comp", "velocityOf(i) * DRAG_FACTOR + DT", "velocityOf(i) + DT"},
			{"finish_substep.comp", "finish(i, placeOf(i), DT * v, v)", "finish(i, placeOf(i), 1.01 * DT * v, v)"},
		},
		{
			{"sweep_springs.comp", "before = impulseOf(s);", "before = 0.0;"}, // λ anew in each iteration
			{"joint.glsl", "+ before) / (1.0", ") / (1.0"},
			{"warm_start.comp", "sweep.warm * impulseOf(s)", "impulseOf(s)"},
			{"sweep_rest.comp", "change = sweep.warm * impulseOf(s)", "change = 0.0"},
			{"sweep_contacts.comp", "pressedBefore = pressedOf(pressedAt(i, k));", ""},
			{"sweep_contacts.comp", "frictionBefore = frictionOf(pressedAt(i, k));", ""},
		},
		{{"sweep_contacts.comp", "c = sharedBy(c, sharers);", ""}},
		{
			{"predict.comp", "acceleration += externalOn(i) * inverseMassOf(i)", ""},
			{"sweep_contacts.comp", "vec3 surface = c.surface;", "vec3 surface = vec3(0.0);"},
			{"springs.glsl", "law.restLength *= signalOf(actuator - 1u)", ""},
			{"sweep_contacts.comp", "(t.depth > 0.0 ? DT * c.damping : 0.0)", "DT * c.damping"},
		},
	} {
		seesMutants(t, takes, mutants, 5*sweptTolerance, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
			return sweptApart(t, ctx, cases[k], Options{Shaders: files}), 0
		})
	}
}

// The same bits come from steps that are asked for one by one and together, in work groups of
// any size, from calls that are made at once, and after a checkpoint.
func TestImpulsesRepeat(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range sweepCases(t) {
		if os.Getenv("HOOKE_LONG") == "" && k != 1 {
			continue
		}
		repeats(t, ctx, c, options.TwoPass)
	}
}

// The residual is that of the reference, and that of a spring that it has, too, with guides and contacts that
// catch masses behind it. A state that was set lacks a residual.
func TestResidualMatchesReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range sweepCases(t) {
		ref := stepped(t, c.model, c.params, c.start, c.steps)
		want := must.Get(ref.Residual())(t)
		e := started(t, ctx, c.model, c.params, c.start, Options{})
		if r, err := e.Residual(); err != nil || r != (model.Residual{Spring: -1}) {
			t.Errorf("%s: %+v at the start, %v", c.name, r, err)
		}
		must.Do(t, e.Step(c.steps))
		got := must.Get(e.Residual())(t)
		must.Hold(t, got.Spring == want.Spring && math.Abs(got.Strain-want.Strain) <= 1e-4*want.Strain, "%s: %+v, want %+v", c.name, got, want)
	}
}

// A feature that the engine lacks with this solver is an error that names it and an engine that has it.
func TestImpulsesRefuseByName(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Cloth(4)
	for name, c := range map[string]struct {
		o      Options
		change func(p *model.Params)
	}{
		"pipeline": {Options{Pipeline: options.Fused}, func(*model.Params) {}},
	} {
		p := model.Params{DT: 0.01, Integrator: model.Impulses, Substeps: 4}
		c.change(&p)
		e, err := New(ctx, m, p, c.o)
		if e.Close(); !refusal(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Parameters change while a run continues: substeps, iterations and a warm start.
func TestImpulsesTakeParams(t *testing.T) {
	takesParams(t, sweepCases(t)[0], options.TwoPass, sweptTolerance, func(p *model.Params) { p.Iterations = 3 }, func(p *model.Params) { p.Warm = 0.5 },
		func(p *model.Params) { p.Substeps = 2 }, func(p *model.Params) { p.Warm, p.Forward = 0, true })
}

// A step has as many substeps as it is asked for while something changes with time: from the
// start, and where parameters change.
func TestManySubstepsSeeTheirSignals(t *testing.T) {
	c := sweepCases(t)[3]
	takesParams(t, c, options.TwoPass, 20*sweptTolerance, func(p *model.Params) { p.Substeps = 200 })
	c.params.Substeps, c.steps = 150, 2
	if off := sweptApart(t, gltest.New(t), c, Options{}); !(off <= 20*sweptTolerance) {
		t.Errorf("%.2g of the motion off the reference", off)
	}
}
