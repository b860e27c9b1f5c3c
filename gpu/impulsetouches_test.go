package gpu

import (
	"io/fs"
	"math"
	"os"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// pressedCases are crowds with the solver impulses: all pairs are soft, some are stiff, or all are;
// with friction, again and again, forward only.
func pressedCases() (out []sweepCase) {
	m, start, p := crowd(1, 5)
	p.Integrator, p.DT, p.Substeps, p.Collision.CheckEvery = model.Impulses, 4e-3, 4, 3
	out = append(out, sweepCase{"soft", m, without(p), start, 2})
	withFriction := p.Clone()
	withFriction.DT, withFriction.Iterations, withFriction.Warm = 1.1e-2, 2, 0.5
	out = append(out, sweepCase{"some stiff, with friction", m, withFriction, start, 2})
	stiff := withFriction.Clone()
	stiff.DT, stiff.Forward, stiff.Iterations, stiff.Warm = 8e-3, true, 3, 0
	stiff.Collision.Bodies = slices.Clone(stiff.Collision.Bodies)
	for k := range stiff.Collision.Bodies {
		stiff.Collision.Bodies[k].Stiffness *= 100
	}
	return append(out, sweepCase{"stiff, forward", m, stiff, start, 2})
}

// pressedTolerance is how far single precision may be from the reference after the steps of a
// case, as a share of the largest motion.
const pressedTolerance = 1e-5

// Steps in which masses collide are those of the reference, which looks at all pairs.
func TestImpulsesOfPairsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range pressedCases() {
		if off := sweptApart(t, ctx, c, Options{}); !(off <= pressedTolerance) {
			t.Errorf("%s: %.2g of the motion off the reference, want at most %.2g", c.name, off, pressedTolerance)
		}
	}
}

// Mutations of the impulses of pairs are seen.
func TestImpulsesOfPairsSeeMutants(t *testing.T) {
	cases, takes := pressedCases(), must.Faults()
	for k, mutants := range [][]mutant{
		{
			{"predict.comp", "acceleration += pushOn(i) * inverseMassOf(i);", ""},
			{"pair_force.comp", "sum += soft ? t.push * t.normal : vec3(0.0);", "sum += 0.5 * t.push * t.normal;"},
		},
		{
			{"kept.glsl", "0.25 * t.reduced", "0.5 * t.reduced"},
			{"pair_force.comp", "keep(k, soft ? DT * t.push : 0.0);", "keep(k, DT * t.push);"},
			{"pair_force.comp", "keep(k, soft ? DT * t.push : 0.0);", "keep(k, 0.0);"},
			{"pair_friction.comp", "t.push = keptOf(k) / DT;", ""},
			{"pair_count.comp", "keptOf(k) > 0.0 ? 1u : 0u", "1u"},
			{"pair_press.comp", "|| isSoft(t)", ""},
		},
		{
			{"pair_press.comp", "- before) / (1.0", ") / (1.0"}, // λ anew in each visit
			{"pair_press.comp", "DT * (DT * t.stiffness + t.damping)", "DT * DT * t.stiffness"},
			{"pair_press.comp", "max(1u, max(touches[p].entry, touches[q].entry))", "1u"}, // Jacobi without its share
			{"pair_press.comp", "max(0.0, before + change", "(before + change"},
			{"pair_press.comp", "== 0u ? inverseMassOf(i) : inverseMassOf(i) * dot(free, free)", "< 8u ? inverseMassOf(i) : 0.0"},
			{"pair_press.comp", "keep(k, after);", ""},
			{"pair_take.comp", "setVelocity(i, pairVelocityOf(FROM, i));", "setVelocity(i, pairVelocityOf(FROM, i) * 0.999);"},
		},
	} {
		seesMutants(t, takes, mutants, 5*pressedTolerance, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
			return sweptApart(t, ctx, cases[k], Options{Shaders: files}), 0
		})
	}
}

// No bit depends on how steps are queued, on work groups, or on when lists are made and how much
// room they have. The short form has one case, in one size of work groups.
func TestImpulsesOfPairsHaveTheSameBits(t *testing.T) {
	ctx := gltest.New(t)
	cases := pressedCases()[1:]
	for _, c := range cases[:must.Sized(1, len(cases))] {
		var first model.State
		for k, run := range []struct {
			group, batch, check int
			skin                float64
		}{{64, 4, 3, 0.02}, {must.Sized(64, 256), 1, 3, 0.02}, {64, 3, 1, 0.3}, {64, 4, 50, 0.001}} {
			p := c.params.Clone()
			p.Collision.CheckEvery, p.Collision.Skin = run.check, run.skin
			e := started(t, ctx, c.model, p, c.start, Options{WorkGroup: run.group})
			for done := 0; done < 4; {
				n := min(run.batch, 4-done)
				must.Do(t, e.Step(n))
				e.Submit()
				done += n
			}
			must.Do(t, e.Finish())
			got := modeltest.State(t, e)
			made := must.Get(e.Touching())(t)
			e.Close()
			if k == 0 {
				first = got
			}
			if made.Most == 0 || made.Rebuilds == 0 {
				t.Errorf("%s, %+v: nothing has touched, or lists were never made: %+v", c.name, run, made)
			}
			if k == 3 && made.Repeats == 0 {
				t.Errorf("%s: late lists were not made again: %+v", c.name, made)
			}
			alike := agreement(ctx)
			alike.Exact = alike.Exact || run.group == 64 // the programs of the first run
			if fault := alike.Fault(c.start, &first, &got); fault != "" {
				t.Fatalf("%s, %+v: %s", c.name, run, fault)
			}
		}
	}
}

// A run continues from a checkpoint, which has no lists, as if nothing had been.
func TestImpulsesOfPairsGoOnFromCheckpoints(t *testing.T) {
	ctx, c := gltest.New(t), pressedCases()[1]
	e := started(t, ctx, c.model, c.params, c.start, Options{})
	defer e.Close()
	must.Do(t, e.Step(2))
	var saved model.Checkpoint
	must.Do(t, e.Save(&saved))
	must.Do(t, e.Step(2))
	var want, got model.State
	must.Do(t, e.ReadState(&want))
	other := started(t, ctx, c.model, c.params, c.start, Options{})
	defer other.Close()
	must.Do(t, other.Restore(&saved))
	must.Do(t, other.Step(2))
	must.Do(t, other.ReadState(&got))
	if off := farthest(want.Position, got.Position); off != 0 || math.IsNaN(off) {
		t.Errorf("%.2g m from the run that went on", off)
	}
}

// touchedCases are cloths and ropes on spikes with the solver impulses: smooth, with friction,
// moving and per mass, and with masses that collide.
func touchedCases() (out []sweepCase) {
	by := func(build func() (*model.Model, model.Params, *model.State), change func(p *model.Params)) sweepCase {
		m, p, s := build()
		p.Integrator, p.DT, p.Substeps = model.Impulses, 4e-3, 4
		change(&p)
		return sweepCase{"", m, p, s, 3}
	}
	smooth := by(modeltest.OnSpikes, func(p *model.Params) {
		for k := range p.Contacts {
			p.Contacts[k] = p.Contacts[k].WithFriction(0, 0)
			p.Contacts[k].Stiffness *= 100
		}
	})
	withFriction := by(modeltest.OnSpikes, func(p *model.Params) { p.Iterations, p.Warm = 2, 0.5 })
	moving := by(modeltest.OnMovingSpikesPerMass, func(p *model.Params) { p.Forward, p.Iterations = true, 3 })
	colliding := by(modeltest.CollidingOnSpikes, func(p *model.Params) {
		p.Collision.Bodies[0].Stiffness *= 100
	})
	smooth.model.Pin[30], smooth.start.Velocity[30] = model.PinZ, model.Vec3{} // on the ball
	for k, c := range []sweepCase{smooth, withFriction, moving, colliding} {
		c.name = []string{"smooth", "with friction", "moving, per mass, forward", "with stiff pairs"}[k]
		out = append(out, c)
	}
	return out
}

// touchedTolerance is how far single precision may be from the reference after the steps of a
// case, as a share of the largest motion.
const touchedTolerance = 5e-5

// Contacts push edges and triangles in substeps as in the reference; without that the state is
// another one. The short form leaves out the case with pairs, which TestBlocksBesideTouches has.
func TestImpulsesOfSpansMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range touchedCases() {
		if k == 3 && !must.Long() {
			continue
		}
		masses := c.params.Clone()
		for n := range masses.Contacts {
			masses.Contacts[n].Touches = model.TouchMasses
		}
		far := farthest(stepped(t, c.model, masses, c.start, c.steps).State().Position, stepped(t, c.model, c.params, c.start, c.steps).State().Position)
		must.Hold(t, far >= 1e-4, "%s: edges and triangles move masses by %g m only", c.name, far)
		if off := sweptApart(t, ctx, c, Options{}); !(off <= touchedTolerance) {
			t.Errorf("%s: %.2g of the motion off the reference, want at most %.2g", c.name, off, touchedTolerance)
		}
	}
}

// Mutations of the impulses of edges and triangles are seen. The short form has the first.
func TestImpulsesOfSpansSeeMutants(t *testing.T) {
	cases, takes := touchedCases(), must.Faults()
	for k, mutants := range map[int][]mutant{
		0: {
			{"span_press.comp", "- before) / (1.0", ") / (1.0"}, // λ anew in each visit
			{"span_press.comp", "DT * (DT * c.stiffness + c.damping)", "DT * DT * c.stiffness"},
			{"span_press.comp", "before + change / most", "before + change"}, // Jacobi without its share
			{"span_press.comp", "max(0.0, before + change / most)", "before + change / most"},
			{"span_press.comp", "dot(t.share * t.share, w)", "dot(t.share, w)"},
			{"span_press.comp", "keepSpan(k, s, after);", ""},
			{"span_count.comp", "keepSpan(k, s, 0.0);", ""},
			{"span_gather.comp", "#ifndef SWEPT", "#ifdef SWEPT"},
			{"span_press.comp", "inverseMassOf(i) * dot(free, free)", "inverseMassOf(i)"},
		},
		1: {
			{"span.comp", "max(most, 1u)", "1u"},
			{"span.comp", "c.staticFriction * pushed * DT", "c.staticFriction * pushed"},
		},
		2: {
			{"span_press.comp", "v -= surface;", ""},
			{"span_press.comp", "c = metBy(c, k, s, all);", ""},
		},
	} {
		seesMutants(t, takes, mutants, 4*touchedTolerance, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
			return sweptApart(t, ctx, cases[k], Options{Shaders: files}), 0
		})
	}
}

// No bit of edges and triangles that contacts push depends on how steps are queued, on work
// groups, or on a checkpoint.
func TestImpulsesOfSpansRepeat(t *testing.T) {
	for k, c := range touchedCases() {
		if k == 3 || os.Getenv("HOOKE_LONG") != "" {
			repeats(t, gltest.New(t), c, options.TwoPass)
		}
	}
}

// Substeps, and with them the push of contacts per mass, change while a run continues.
func TestImpulsesOfSpansTakeParams(t *testing.T) {
	takesParams(t, touchedCases()[2], options.TwoPass, touchedTolerance, func(p *model.Params) { p.Substeps = 3 })
}
