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
)

// boundedCases are crowds with the solver implicit-euler: pairs are soft and rub, pairs are so
// stiff that their pushes are bounded, and loads yield beside pairs that have no friction. Some
// masses move on given paths among them.
func boundedCases() (out []sweepCase) {
	m, start, p := crowd(1, 5)
	p.Integrator, p.DT, p.Substeps, p.Iterations, p.Tolerance, p.Collision.CheckEvery = model.ImplicitEuler, 4e-3, 2, 5, 1e-30, 3
	p.Guides = []model.Guide{{Kind: model.OnPath, Masses: []uint32{5, 16, 27, 38, 49}, Path: model.Path{Velocity: model.Vec3{0.5, 1, 0.2}}}}
	p.OnPaths(m, 0, func(i int, x, v model.Vec3) { start.Position[i], start.Velocity[i] = x, v })
	start.RoundToFloat32()
	holdEach(m, p)
	out = append(out, sweepCase{"with friction", m, p, start, 3})
	stiff := p.Clone()
	stiff.Collision.Bodies = slices.Clone(stiff.Collision.Bodies)
	for k := range stiff.Collision.Bodies {
		stiff.Collision.Bodies[k].Stiffness *= 1000
	}
	out = append(out, sweepCase{"stiff", m, stiff, start, 3})
	loaded := without(stiff.Clone())
	loaded.QuadraticDrag = 0.002
	loaded.Handles = []model.Handle{{Mass: 20, Target: start.Position[20], Stiffness: 50, Damping: 0.1}}
	return append(out, sweepCase{"stiff, loads that yield", m, loaded, start, 3})
}

// boundedTolerance is how far single precision may be from the reference after the steps of a
// case, as a share of the largest motion.
const boundedTolerance = 2e-5

// Steps in which masses collide are those of the reference, which looks at all pairs.
func TestImplicitPairsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range boundedCases() {
		for precision, tolerance := range map[options.Precision]float64{options.Single: boundedTolerance, options.Compensated: boundedTolerance, options.Double: 1e-11} {
			if precision == options.Compensated && k != 0 && os.Getenv("HOOKE_LONG") == "" {
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

// What breaks pairs is seen.
func TestImplicitPairsSeeMutants(t *testing.T) {
	cases := boundedCases()
	for k, mutants := range [][]mutant{
		{
			{"descent.glsl", "p.force += pushed;\n	p.rounded", "p.rounded"},
			{"pair_bound.comp", "pushed += t.push * t.normal;", "pushed += real(0.9) * t.push * t.normal;"},
			{"pair_bound.comp", "keep(k, DT * t.push);", "keep(k, t.push);"},
			{"pair_friction.comp", "t.push = keptOf(k) / DT;", "t.push *= real(0.9);"},
			{"pair_count.comp", "keptOf(k) > real(0.0) ? 1u : 0u", "1u"},
			{"pair_finish.comp", "FRICTION_REACH * (w - v), w)", "real(0.5) * FRICTION_REACH * (w - v), w)"},
			{"pair_finish.comp", "FRICTION_REACH * (w - v), w)", "FRICTION_REACH * (w - v), v)"},
		},
		{
			{"pair_bound.comp", "t.push = max(real(0.0), most);", "t.push = real(0.0);"},
			{"pair_bound.comp", "t.push = max(real(0.0), most);", "t.push = most;"},
			{"pair_bound.comp", "if (t.push > most)", "if (false)"},
			{"pair_bound.comp", "real(max(touches[p].entry, touches[q].entry))", "real(touches[p].entry)"},
			{"pair_bound.comp", "t.depth / DT - dot(parting, t.normal)", "t.depth / DT"},
		},
		{
			{"yield_at.glsl", "VECTORS_BEFORE = 3u", "VECTORS_BEFORE = 1u"}, // over the pushes
		},
	} {
		seesMutants(t, mutants, 5*boundedTolerance, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
			return sweptApart(t, ctx, cases[k], Options{Shaders: files}), 0
		})
	}
}

// No bit depends on how steps are queued, on work groups, or on when lists are made and how much
// room they have; nor does the residual, where steps are done again.
func TestImplicitPairsHaveTheSameBits(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range boundedCases()[:2] {
		var first model.State
		var left model.Residual
		for k, run := range []struct {
			group, batch, check int
			skin                float64
		}{{64, 4, 3, 0.02}, {256, 1, 3, 0.02}, {64, 3, 1, 0.3}, {64, 4, 50, 0.001}} {
			p := c.params.Clone()
			p.Collision.CheckEvery, p.Collision.Skin = run.check, run.skin
			e := started(t, ctx, c.model, p, c.start, Options{WorkGroup: run.group})
			for done := 0; done < 4; {
				n := min(run.batch, 4-done)
				must(t, e.Step(n))
				e.Submit()
				done += n
			}
			must(t, e.Finish())
			var got model.State
			must(t, e.ReadState(&got))
			made, err := e.Touching()
			must(t, err)
			residual, err := e.Residual()
			must(t, err)
			e.Close()
			if k == 0 {
				first, left = got, residual
			}
			if made.Most == 0 || made.Rebuilds == 0 {
				t.Errorf("%s, %+v: nothing has touched, or lists were never made: %+v", c.name, run, made)
			}
			if k == 3 && made.Repeats == 0 {
				t.Errorf("%s: late lists were not made again: %+v", c.name, made)
			}
			alike := agreement(ctx)
			alike.Exact = alike.Exact || run.group == 64 // the programs of the first run
			if alike.Exact && residual != left {
				t.Errorf("%s, %+v: residual %+v, want %+v", c.name, run, residual, left)
			}
			if fault := alike.Fault(c.start, &first, &got); fault != "" {
				t.Fatalf("%s, %+v: %s", c.name, run, fault)
			}
		}
	}
}

// A run goes on from a checkpoint, which has no lists, as if nothing had been.
func TestImplicitPairsGoOnFromCheckpoints(t *testing.T) {
	ctx, c := gltest.New(t), boundedCases()[1]
	e := started(t, ctx, c.model, c.params, c.start, Options{})
	defer e.Close()
	must(t, e.Step(2))
	var saved model.Checkpoint
	must(t, e.Save(&saved))
	must(t, e.Step(2))
	var want, got model.State
	must(t, e.ReadState(&want))
	other := started(t, ctx, c.model, c.params, c.start, Options{})
	defer other.Close()
	must(t, other.Restore(&saved))
	must(t, other.Step(2))
	must(t, other.ReadState(&got))
	if off := farthest(want.Position, got.Position); off != 0 || math.IsNaN(off) {
		t.Errorf("%.2g m from the run that went on", off)
	}
}

// A run that goes back to a marked state has the residuals of then.
func TestImplicitGoesBackInResiduals(t *testing.T) {
	ctx, c := gltest.New(t), boundedCases()[0]
	e := started(t, ctx, c.model, c.params, c.start, Options{})
	defer e.Close()
	must(t, e.Step(2))
	must(t, e.Mark())
	want, err := e.Residual()
	must(t, err)
	c.params.Iterations = 1
	must(t, e.SetParams(c.params))
	must(t, e.Step(2))
	worse, err := e.Residual()
	must(t, err)
	must(t, e.Back())
	if got, err := e.Residual(); err != nil || got != want || worse == want {
		t.Errorf("residual %+v, %v; want %+v, and after other steps %+v", got, err, want, worse)
	}
}
