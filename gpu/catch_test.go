package gpu

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/shaders"
)

// caughtSteps are enough for masses to be caught, to continue from there, and to be caught
// again.
const caughtSteps = 4

// offCaught runs masses that fly about shapes and returns the engine's final difference from the reference:
// of positions [m], of velocities [m/s], and of the counts.
func offCaught(t *testing.T, ctx *glx.Context, o Options, p model.Params, files fs.FS) (place, speed float64, counts [2]model.Caught) {
	t.Helper()
	m, _, s := modeltest.Thrown()
	o.Shaders = files
	ref, e := stepped(t, m, p, s, caughtSteps), started(t, ctx, m, p, s, o)
	got := after(t, e, caughtSteps)
	for i, x := range ref.State().Position {
		place = max(place, got.Position[i].Sub(x).Len())
		speed = max(speed, got.Velocity[i].Sub(ref.State().Velocity[i]).Len())
	}
	var err error
	counts[0], err = ref.Caught()
	must.Do(t, err)
	counts[1] = must.Get(e.Caught())(t)
	return place, speed, counts
}

// inMotion are the contacts of masses that fly about, all but the first in motion.
func inMotion(p model.Params) model.Params {
	for k := 1; k < len(p.Contacts); k++ {
		f := float64(k)
		p.Contacts[k].Trajectory = &model.Trajectory{Path: model.Path{Velocity: model.Vec3{20 * f, -30, 10 - 15*f}}}
		if k < 5 { // no plane
			p.Contacts[k].Trajectory.Spin = model.Vec3{8, -12 * f, 10}
			p.Contacts[k].Trajectory.Belt = model.Vec3{5, 0, 0}
		}
	}
	return p
}

// Each part of the pass matters: its mutants are seen. The short form has every third mutant.
func TestCatchMutants(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range []struct{ file, old, new string }{
		{"carried.glsl", "return c.p + turned(turned(x - p, -trajectoriesBefore(at + 6u), trajectoryBefore(at + 9u)), c.q, c.qw)", "return c.p + x - p"},
		{"carried.glsl", "betweenAxes(r, normalize(a), normalize(c.a))", "r"},
		{"carried.glsl", "return c.p + (x - p)", "return x"},
		{"catch_mass.glsl", "halted(v - surface,", "halted(v,"},
		{"crossing.glsl", "real side = d[face] < real(0.0) ? real(1.0) : real(-1.0)", "real side = d[face] < real(0.0) ? real(-1.0) : real(1.0)"},
		{"crossing.glsl", "if (part.first > all.first)", "if (part.first < all.first)"},
		{"crossing.glsl", "> middleBelow(c, normal) - GRAZING * thin, at, normal)", "> real(0.0), at, normal)"},
		{"crossing.glsl", "> middleBelow(c, normal) - GRAZING * thin, at, normal)", "> 2.0 * middleBelow(c, normal), at, normal)"},
		{"crossing.glsl", "real left = max(real(0.0), middleBelow(c, normal) - begin.depth - GRAZING * thin)", "real left = real(0.0)"},
		{"crossing.glsl", "all = joined(all, innerOfBall(p - c.a, way, c.size))", ""},
		{"crossing.glsl", "return Inner(nearest - reach, nearest + reach)", "return Inner(nearest - 0.99 * reach, nearest + reach)"},
		{"crossing.glsl", "max(rod.first, between.first)", "rod.first"},
		{"catch_mass.glsl", "across * (real(1.0) - taken / speed)", "across"},
		{"catch_mass.glsl", "c.crosses && c.at < first.at", "c.crosses"},
		{"catch_mass.glsl", "w + into * n", "w"},
		{"catch_mass.glsl", "setStage(0u, i, real3(0.0))", ""},
		{"catch_mass.glsl", "(first.at - real(1.0)) * way", "first.at * way"},
		{"catch_mass.glsl", "i << CONTACT_BITS |", "i << CONTACT_BITS |1u|"},
		{"catch_note.comp", "before[i - FIRST] = POSITION(POSITION_AT(i))", ""},
	} {
		text := must.Get(fs.ReadFile(shaders.Files(), c.file))(t)
		if !strings.Contains(string(text), c.old) {
			t.Fatalf("%s has no %q", c.file, c.old)
		}
		if os.Getenv("HOOKE_LONG") == "" && k%3 != 0 {
			continue
		}
		_, p, _ := modeltest.Thrown()
		p.Integrator = model.VelocityVerlet
		if c.file == "carried.glsl" || strings.Contains(c.old+c.new, "surface") {
			p = inMotion(p)
		}
		place, speed, counts := offCaught(t, ctx, Options{}, p, mutated(t, c.file, c.old, c.new))
		if place < 1e-3 && speed < 1e-1 && counts[0] == counts[1] {
			t.Errorf("%s with %q in place of %q: nobody sees it", c.file, c.new, c.old)
		}
	}
}

// A run in which nothing crosses a contact has the same bits with and without the pass; one with a crossing
// has other bits. Without a shape that catches there is no pass.
func TestSlowMassesKeepTheirBits(t *testing.T) {
	ctx := gltest.New(t)
	m, p, s := modeltest.Thrown()
	for _, fast := range []bool{false, true} {
		if !fast {
			for i := range s.Velocity {
				s.Velocity[i] = s.Velocity[i].Mul(1.0 / 4096)
			}
		}
		for _, o := range []Options{{}, {Pipeline: options.Fused}} {
			var ends [2]*model.State
			for k := range ends {
				e := must.Get(New(ctx, m, p, o))(t)
				catches := e.compiled.catch
				if k == 1 {
					e.compiled.catch = nil
				}
				must.Do(t, e.Reset(s))
				ends[k] = after(t, e, 8)
				if caught, err := e.Caught(); err != nil || k == 0 && caught.Count > 0 != fast {
					t.Errorf("fast %v, pipeline %q: %+v %v", fast, o.Pipeline, caught, err)
				}
				e.compiled.catch = catches
				e.Close()
			}
			same := slices.Equal(ends[0].Position, ends[1].Position) && slices.Equal(ends[0].Velocity, ends[1].Velocity)
			if same == fast {
				t.Errorf("fast %v, pipeline %q: the same bits: %v", fast, o.Pipeline, same)
			}
		}
		m, p, s = modeltest.Thrown()
	}
	p.Contacts = p.Contacts[len(p.Contacts)-1:]
	e := must.Open(New(ctx, m, p, Options{}))(t)
	if caught, err := e.Caught(); err != nil || caught.Count != 0 || e.compiled.catch != nil || slices.Contains(e.Passes(), "catch") {
		t.Errorf("a plane catches: %+v %v, passes %v", caught, err, e.Passes())
	}
	q := p.Clone()
	q.Contacts[0].Shape = model.Sphere{Radius: 1}
	must.Say(t, "a sphere in place of a plane", e.SetParams(q), "kept out of")
}

// Counts continue over a checkpoint and another size of work groups, and begin anew
// with a state.
func TestCaughtGoesOn(t *testing.T) {
	ctx := gltest.New(t)
	m, p, s := modeltest.Thrown()
	run := func(steps ...int) model.Caught {
		e := must.Get(New(ctx, m, p, Options{}))(t)
		must.Do(t, e.Reset(s))
		for k, n := range steps {
			if k == 1 {
				must.Do(t, e.SetWorkGroup(64))
			}
			if k == 2 {
				var c model.Checkpoint
				must.Do(t, e.Save(&c))
				e.Close()
				e = must.Get(New(ctx, m, p, Options{WorkGroup: 64}))(t)
				must.Do(t, e.Restore(&c))
			}
			must.Do(t, e.Step(n))
		}
		defer e.Close()
		caught := must.Get(e.Caught())(t)
		must.Do(t, e.Reset(s))
		if again, err := e.Caught(); err != nil || again != (model.Caught{}) {
			t.Errorf("after a reset: %+v %v", again, err)
		}
		return caught
	}
	whole, parts := run(6), run(2, 1, 3)
	if !agreement(ctx).Counts(whole.Count, parts.Count) || agreement(ctx).Exact && parts != whole {
		t.Errorf("in parts: %+v, whole: %+v", parts, whole)
	}
	must.Hold(t, whole.Count >= 60, "only %+v", whole)
}

// Masses in ranges are caught as all together. The short form has one integrator
// for each pipeline, and float64 in one.
func TestCaughtInRanges(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	defer func() { ctx.Limits = whole }()
	m, p, s := modeltest.Thrown()
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			if want := map[string]model.Integrator{options.TwoPass: model.VelocityVerlet, options.Fused: model.SymplecticEuler}[pipeline]; os.Getenv("HOOKE_LONG") == "" && integrator != want {
				continue
			}
			p.Integrator = integrator
			precision, block := options.Double, int64(16_384)
			if !must.Long() && pipeline == options.Fused {
				precision, block = options.Single, 8192
			}
			var ends [2]*model.State
			var caught [2]model.Caught
			for k := range ends {
				if ctx.Limits = whole; k == 1 {
					ctx.Limits.StorageBlockBytes = block
				}
				e := must.Get(New(ctx, m, p, Options{Pipeline: pipeline, Precision: precision}))(t)
				if e.plan.division != nil != (k == 1) {
					t.Fatalf("%s %v: divided: %v", pipeline, integrator, e.plan.division != nil)
				}
				must.Do(t, e.Reset(s))
				ends[k] = after(t, e, caughtSteps)
				caught[k] = must.Get(e.Caught())(t)
				e.Close()
			}
			fault := agreement(ctx).Fault(s, ends[0], ends[1])
			if !agreement(ctx).Counts(caught[0].Count, caught[1].Count) || agreement(ctx).Exact && caught[0] != caught[1] || caught[0].Count < 60 || fault != "" {
				t.Errorf("%s %v: %+v in ranges, %+v in one: %s", pipeline, integrator, caught[1], caught[0], fault)
			}
		}
	}
}
