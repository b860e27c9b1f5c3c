package gpu

import (
	"io/fs"
	"os"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/model/modeltest"
)

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
	rubs := by(modeltest.OnSpikes, func(p *model.Params) { p.Iterations, p.Warm = 2, 0.5 })
	moving := by(modeltest.OnMovingSpikesPerMass, func(p *model.Params) { p.Forward, p.Iterations = true, 3 })
	colliding := by(modeltest.CollidingOnSpikes, func(p *model.Params) {
		p.Collision.Bodies[0].Stiffness *= 100
	})
	smooth.model.Pin[30], smooth.start.Velocity[30] = model.PinZ, model.Vec3{} // on the ball
	for k, c := range []sweepCase{smooth, rubs, moving, colliding} {
		c.name = []string{"smooth", "with friction", "moving, per mass, forward", "with stiff pairs"}[k]
		out = append(out, c)
	}
	return out
}

// touchedTolerance is how far single precision may be from the reference after the steps of a
// case, as a share of the largest motion.
const touchedTolerance = 5e-5

// Contacts push edges and triangles in substeps as in the reference; without that the state is
// another one.
func TestImpulsesOfSpansMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range touchedCases() {
		masses := c.params.Clone()
		for n := range masses.Contacts {
			masses.Contacts[n].Touches = model.TouchMasses
		}
		far := farthest(stepped(t, c.model, masses, c.start, c.steps).State().Position, stepped(t, c.model, c.params, c.start, c.steps).State().Position)
		if far < 1e-4 {
			t.Errorf("%s: edges and triangles move masses by %g m only", c.name, far)
		}
		if off := sweptApart(t, ctx, c, Options{}); !(off <= touchedTolerance) {
			t.Errorf("%s: %.2g of the motion off the reference, want at most %.2g", c.name, off, touchedTolerance)
		}
	}
}

// What breaks the impulses of edges and triangles is seen. The short form has every fifth mutant.
func TestImpulsesOfSpansSeeMutants(t *testing.T) {
	cases := touchedCases()
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
		seesMutants(t, mutants, 4*touchedTolerance, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
			return sweptApart(t, ctx, cases[k], Options{Shaders: files}), 0
		})
	}
}

// No bit of edges and triangles that contacts push depends on how steps are queued, on work
// groups, or on a checkpoint.
func TestImpulsesOfSpansRepeat(t *testing.T) {
	for k, c := range touchedCases() {
		if k == 3 || os.Getenv("HOOKE_LONG") != "" {
			repeats(t, gltest.New(t), c)
		}
	}
}

// Substeps, and with them what contacts per mass push, change while a run goes on.
func TestImpulsesOfSpansTakeParams(t *testing.T) {
	takesParams(t, touchedCases()[2], touchedTolerance, func(p *model.Params) { p.Substeps = 3 })
}
