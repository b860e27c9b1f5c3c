package gpu

import (
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/spring"
)

// descentCases have everything that acts with the solver implicit-euler: springs of every
// vocabulary, cables, pins on single axes, a cloth whose colors are arithmetic, masses without
// colors; and muscles, loads that yield, wind, guides, contacts that move, rub and catch.
func descentCases(t *testing.T) (out []sweepCase) {
	t.Helper()
	by := func(p model.Params, dt float64, substeps, iterations int) model.Params {
		p.DT, p.Integrator, p.Substeps, p.Iterations, p.Tolerance = dt, model.ImplicitEuler, substeps, iterations, 1e-30
		return p
	}
	tuned, start := gputest.Tuned(5, 120, 800)
	p := by(gputest.PerturbedParams(), 2e-3, 4, 6)
	p.DragHalfLife = 1
	p.Contacts = append(p.Contacts, model.Contact{Shape: model.Sphere{Center: model.Vec3{0.5, 0.5, 0.5}, Radius: 0.4}, Stiffness: 30, Damping: 0.01, StaticFriction: 0.4, KineticFriction: 0.4})
	out = append(out, sweepCase{"springs of all kinds", tuned, p, start, 3})
	cloth := modeltest.Cloth(12)
	cloth.Pin[3], cloth.Pin[140] = model.PinX, model.PinY|model.PinZ
	perMass := by(model.Params{Gravity: model.EarthGravity()}, 1./120, 2, 9)
	perMass.Contacts = []model.Contact{{Shape: model.Plane{Offset: 0.301}, PerMass: true, Normalized: spring.Normalized{Stiffness: 0.1, Damping: 0.3}, StaticFriction: 0.3, KineticFriction: 0.2}}
	out = append(out, sweepCase{"cloth, contacts per mass", cloth, perMass, gputest.Moving(cloth, 3), 3})

	m, busy, s, _ := modeltest.Together()
	busy.Collision, m.Radius, m.Body = model.Collision{}, nil, nil
	busy = by(busy, 5e-3, 5, 5)
	busy.Contacts[0] = busy.Contacts[0].WithFriction(0.4, 0.4)
	busy.Contacts[1].Course = &model.Course{Path: model.Path{Velocity: model.Vec3{0.3, 0, 1}}, Spin: model.Vec3{0, 3, 4}}
	busy.Handles = []model.Handle{{Mass: 20, Target: s.Position[20], Stiffness: 50, Damping: 0.1}}
	busy.Guides = append(busy.Guides, model.Guide{Kind: model.OnPlane, Masses: []uint32{32}, Point: &s.Position[32], Direction: model.Vec3{0.6, 0, 0.8}})
	busy.QuadraticDrag = 1e-4
	holdEach(m, busy)
	return append(out, sweepCase{"all that acts", m, busy, s, 8})
}

// holdEach pins a mass of each body of a model along x, where none is pinned: the reference alone gives back
// what free bodies lose by implicit Euler.
func holdEach(m *model.Model, p model.Params) {
	of, pinned := make([]int, m.MassCount()), map[int]bool{}
	for i := range of {
		of[i] = i
	}
	for again := true; again; {
		again = false
		for s, ends := range m.Ends {
			least := min(of[ends[0]], of[ends[1]])
			if m.MaterialOf[s] != model.Removed && of[ends[0]] != of[ends[1]] {
				of[ends[0]], of[ends[1]], again = least, least, true
			}
		}
	}
	if m.Pin == nil {
		m.Pin = make([]model.Pin, m.MassCount())
	}
	for i, pin := range m.Pin {
		pinned[of[i]] = pinned[of[i]] || pin != 0
	}
	for i := len(m.Pin) - 1; i >= 0; i-- {
		guided := slices.ContainsFunc(p.Guides, func(g model.Guide) bool { return slices.Contains(g.Masses, uint32(i)) })
		if !guided && !pinned[of[i]] {
			m.Pin[i], pinned[of[i]] = model.PinX, true
		}
	}
}

// Whole steps are those of the reference, at the same iterations and in every precision.
func TestImplicitMatchesReference(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range descentCases(t) {
		for precision, tolerance := range map[options.Precision]float64{options.Single: sweptTolerance, options.Compensated: sweptTolerance, options.Double: 1e-11} {
			if precision != options.Single && os.Getenv("HOOKE_LONG") == "" && k != int(precision) {
				continue
			}
			off := sweptApart(t, ctx, c, Options{Precision: precision})
			t.Logf("%s, %v: %.2g", c.name, precision, off)
			if !(off <= tolerance) {
				t.Errorf("%s, %v: %.2g of the motion off the reference, want at most %.2g", c.name, precision, off, tolerance)
			}
		}
	}
}

// What breaks the solver is seen.
func TestImplicitSeesMutants(t *testing.T) {
	cases := descentCases(t)
	for k, mutants := range [][]mutant{
		{
			{"descend.comp", "p.way + stepOf(p, holdOf(i))", "p.way + 2.0 * stepOf(p, holdOf(i))"}, // a color twice
			{"descent.glsl", "yield(p, n, along, across);", "yield(p, n, along, real(0.0));"},      // H without t
			{"descent.glsl", "dot(moved, r.way + was) / (r.distance + before)", "dot(-p.way, r.way) / r.distance"},
			{"descent.glsl", "p.force += f * n;", "p.force -= f * n;"}, // the direction of the other end
			{"descent.glsl", "press(p, i, begunAt(i).x);", ""},
			{"descent.glsl", "(r.stretch <= real(0.0) || f <= real(0.0))", "(r.stretch <= real(0.0))"},
			{"descent.glsl", "(inverseMassOf(i) * DRAG_FACTOR * DT * DT)", "(inverseMassOf(i) * DT * DT)"},
			{"end_substep.comp", "v -= unpinned(slip, pin);", ""},
			{"descend.comp", "p.beside = mix(p.beside, real3(0.0), bvec3(held.x || held.y, held.x || held.z, held.y || held.z));", ""},
			{"end_substep.comp", "d += DT * (w - v);", ""},
		},
		{
			{"descent.glsl", "c = sharedBy(c, sharers);", ""},
			{"descend.comp", "(descent.color + 2u * y)", "(descent.color + y)"},
			{"press.glsl", "(t.depth - depth)", "t.depth"},
			{"end_substep.comp", "c = sharedBy(c, sharers);", ""},
		},
		{
			{"descent.glsl", "p.force -= resisted;", ""},
			{"yield_loads.comp", "y.more += c * dot(v, a) * a;", ""},
			{"yield_loads.comp", "y.more += c * v;", ""},
			{"yield_loads.comp", "y.more += drag * v;", ""},
			{"yield_wind.comp", "y.more = c * velocityOf(i);", ""},
			{"put_on_paths.comp", "setWay(g.mass, now.x - was.x + real3(now.low - was.low));", ""},
			{"descend.comp", "dot(f, h.n) / dot(h.n, times(p, h.n)) * h.n", "0.0 * f"},
			{"descend.comp", "p.diagonal += h.n * (s * h.n - real(2.0) * g);", ""},
			{"press.glsl", "was.p = coursesBefore(at);", ""},
			{"end_substep.comp", "slip -= c.surface;", ""},
		},
	} {
		seesMutants(t, mutants, 5*sweptTolerance, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
			return sweptApart(t, ctx, cases[k], Options{Shaders: files}), 0
		})
	}
}

// steppedBy is the state and the residual after the steps of a case.
func steppedBy(t *testing.T, ctx *glx.Context, c sweepCase, o Options) (s model.State, left model.Residual) {
	t.Helper()
	e := started(t, ctx, c.model, c.params, c.start, o)
	defer e.Close()
	must(t, e.Step(c.steps))
	must(t, e.Finish())
	must(t, e.ReadState(&s))
	left, err := e.Residual()
	must(t, err)
	return s, left
}

// Residuals are those of the reference, and iterations end where its do; a state that was set
// has none.
func TestImplicitResidual(t *testing.T) {
	ctx := gltest.New(t)
	for k, tolerance := range []float64{1e-2, 0.1} {
		c := descentCases(t)[k]
		c.params.Tolerance, c.params.Iterations = tolerance, 14
		ref := stepped(t, c.model, c.params, c.start, c.steps)
		want, err := ref.Residual()
		must(t, err)
		_, got := steppedBy(t, ctx, c, Options{Precision: options.Double})
		t.Logf("%s: %+v", c.name, want)
		if got.Iterations != want.Iterations || got.Step != want.Step || !(math.Abs(got.Force-want.Force) <= 1e-5*want.Force) || !(math.Abs(got.Worst-want.Worst) <= 1e-5*want.Worst) {
			t.Errorf("%s: %+v, want %+v", c.name, got, want)
		}
	}
	c := descentCases(t)[1]
	e := started(t, ctx, c.model, c.params, c.start, Options{})
	must(t, e.Step(2))
	must(t, e.Reset(c.start))
	if left, err := e.Residual(); err != nil || left != (model.Residual{}) {
		t.Errorf("%+v after a state was set, %v", left, err)
	}
	e.Close()
}

// A substep that ends at its tolerance has the bits of one with so many iterations. Where the
// passes go on all the same, only places differ, as with more iterations.
func TestImplicitStops(t *testing.T) {
	ctx := gltest.New(t)
	c := descentCases(t)[1]
	c.params.Substeps, c.params.Iterations, c.params.Tolerance, c.steps = 1, 18, 0.2, 1
	ends, left := steppedBy(t, ctx, c, Options{})
	on, goes := steppedBy(t, ctx, c, Options{Shaders: mutated(t, "judge_residual.comp", "	go(false);", "")})
	c.params.Iterations, c.params.Tolerance = left.Iterations, 1e-30
	given, exact := steppedBy(t, ctx, c, Options{})
	if left.Iterations%4 != 0 || left.Iterations == 0 || left.Iterations > 12 || exact.Force != left.Force {
		t.Fatalf("%+v, with so many iterations %+v", left, exact)
	}
	if !slices.Equal(ends.Position, given.Position) || !slices.Equal(ends.Velocity, given.Velocity) {
		t.Errorf("%d iterations by the tolerance and by number have other bits", left.Iterations)
	}
	c.params.Iterations = 18
	if more, _ := steppedBy(t, ctx, c, Options{}); !slices.Equal(on.Position, more.Position) || slices.Equal(on.Position, ends.Position) || goes != left {
		t.Errorf("iterations that go on end elsewhere than 18 of them, or with the residual %+v, want %+v", goes, left)
	}
}

// The same bits come from steps that are asked for one by one and together, in work groups of
// any size, from calls that are made at once, and after a checkpoint.
func TestImplicitRepeats(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range descentCases(t) {
		if os.Getenv("HOOKE_LONG") == "" && k != 1 {
			continue
		}
		const steps = 9
		c.params.Tolerance = 0.05
		after := func(o Options, run func(e *Engine)) (s model.State) {
			e := started(t, ctx, c.model, c.params, c.start, o)
			defer e.Close()
			run(e)
			must(t, e.Finish())
			must(t, e.ReadState(&s))
			return s
		}
		want := after(Options{}, func(e *Engine) { must(t, e.Step(steps)) })
		for name, got := range map[string]model.State{
			"one by one": after(Options{}, func(e *Engine) {
				for range steps {
					must(t, e.Step(1))
				}
			}),
			"work groups of 32": after(Options{WorkGroup: 32}, func(e *Engine) { must(t, e.Step(steps)) }),
			"at once": after(Options{}, func(e *Engine) {
				e.ctx.CallAtOnce(true)
				defer e.ctx.CallAtOnce(false)
				must(t, e.Step(steps))
			}),
			"a checkpoint": after(Options{}, func(e *Engine) {
				must(t, e.Step(4))
				var saved model.Checkpoint
				must(t, e.Save(&saved))
				other := started(t, ctx, c.model, c.params, c.start, Options{})
				defer other.Close()
				must(t, other.Step(2))
				must(t, other.Restore(&saved))
				must(t, other.Step(steps-4))
				must(t, other.Finish())
				must(t, other.Save(&saved))
				must(t, e.Restore(&saved))
			}),
		} {
			alike := agreement(ctx)
			alike.Exact = alike.Exact || !strings.HasPrefix(name, "work groups") // the others are the same programs
			if fault := alike.Fault(c.start, &want, &got); fault != "" {
				t.Errorf("%s, %s: %s", c.name, name, fault)
			}
		}
	}
}

// What the engine does not have with this solver is refused by name.
func TestImplicitRefusesByName(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Cloth(4)
	for name, c := range map[string]struct {
		o      Options
		change func(p *model.Params)
	}{
		"pipeline": {Options{Pipeline: options.TwoPass}, func(*model.Params) {}},
		"resident": {Options{Pipeline: options.Resident}, func(*model.Params) {}},
	} {
		p := model.Params{DT: 0.01, Integrator: model.ImplicitEuler, Substeps: 4}
		c.change(&p)
		e, err := New(ctx, m, p, c.o)
		if e.Close(); !refusal(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx.Limits.StorageBlockBytes = 16_384
	e, err := New(ctx, gputest.Grid(6, 6, 60), model.Params{DT: 0.01, Integrator: model.ImplicitEuler}, Options{})
	if e.Close(); !refusal(err) {
		t.Errorf("a model that is divided: %v", err)
	}
}
