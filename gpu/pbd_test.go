package gpu

import (
	"io/fs"
	"os"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
)

// projectedCases have all that acts with position-based dynamics: springs of every vocabulary and
// of several stiffnesses, a mass with more of them than there are colors, cables, pins on single
// axes; and contacts that move, rub and catch.
func projectedCases(t *testing.T) (out []sweepCase) {
	t.Helper()
	tuned, start := gputest.Tuned(5, 120, 800)
	for i := range tuned.Materials {
		tuned.Materials[i].PBDStiffness = []float64{0.2, 0, 0.7, 0.05}[i%4] * min(1, float64(i)) // the first one means removed
	}
	p := gputest.PerturbedParams()
	p.DT, p.Integrator, p.Substeps, p.Iterations, p.DragHalfLife = 2e-3, model.PositionBased, 4, 3, 1
	p.Contacts = append(p.Contacts, model.Contact{Shape: model.Sphere{Center: model.Vec3{0.5, 0.5, 0.5}, Radius: 0.4}, Stiffness: 30, Damping: 0.01, StaticFriction: 0.4, KineticFriction: 0.4})
	out = append(out, sweepCase{"springs of all kinds", tuned, p, start, 2})

	m, busy, s, _ := modeltest.Together()
	busy = busy.SolvedBy(model.PositionBased).Without(model.PositionBased.Method().Lacks...)
	m.Radius, m.Body, m.ActuatorOf = nil, nil, nil
	busy.Substeps, busy.DT, busy.Iterations = 3, 5e-3, 4
	busy.Contacts[0] = busy.Contacts[0].WithFriction(0.4, 0.4)
	for i := range busy.Contacts {
		busy.Contacts[i].Touches = model.TouchMasses
	}
	out = append(out, sweepCase{"contacts that move", m, busy, s, 4})
	return out
}

// projectedTolerance is how far single precision may be from the reference after the steps of a
// case: springs that move ends by all of a stretch pass roundings on to each other.
const projectedTolerance = 1e-4

// Whole steps are those of the reference, in every precision.
func TestPositionsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range projectedCases(t) {
		for precision, tolerance := range map[options.Precision]float64{options.Single: projectedTolerance, options.Compensated: projectedTolerance, options.Double: 1e-10} {
			if precision == options.Compensated && os.Getenv("HOOKE_LONG") == "" {
				continue
			}
			if off := sweptApart(t, ctx, c, Options{Precision: precision}); !(off <= tolerance) {
				t.Errorf("%s, %v: %.2g of the motion off the reference, want at most %.2g", c.name, precision, off, tolerance)
			}
		}
	}
}

// What breaks the solver is seen.
func TestPositionsSeeMutants(t *testing.T) {
	cases := projectedCases(t)
	for k, mutants := range [][]mutant{
		{
			{"project.glsl", "vB - unpinned(wB * move", "vB + unpinned(wB * move"}, // the direction of the other end
			{"project.glsl", "law.tensionOnly && r.stretch < real(0.0)", "false"},
			{"project.glsl", "(wA + wB) * DT", "(wA + wB + wA) * DT"},
			{"project.comp", "project(sweep.first + s);", "project(sweep.first + s); project(sweep.first + s);"}, // a color twice
			{"reach_now.glsl", "DT * (vB - vA)", "real3(0.0)"},                                                   // the places at the start
			{"project_rest.comp", "project(sweep.first + k);", ""},
			{"push_out.comp", "moved = true;", ""},
			{"rub_pushed.comp", "rubbed = true;", ""},
			{"push_out.comp", "sweep.begins != 0u ? real(0.0) : pushedOf(pushedAt(i, k))", "real(0.0)"}, // friction of the last push alone
			{"project.glsl", "unpinned(wA * move, pinOf(e.x))", "wA * move"},
		},
		{
			{"rub_pushed.comp", "slip -= c.surface;", ""},
			{"rub_pushed.comp", "c.kineticFriction * normal / speed", "0.5 * c.kineticFriction * normal / speed"},
			{"push_out.comp", "touching(c, x + DT * v)", "touching(c, x)"},
		},
	} {
		seesMutants(t, mutants, 5*projectedTolerance, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
			return sweptApart(t, ctx, cases[k], Options{Shaders: files}), 0
		})
	}
}

// The same bits come from steps that are asked for one by one and together, in work groups of
// any size, and after a checkpoint.
func TestPositionsRepeat(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range projectedCases(t) {
		if os.Getenv("HOOKE_LONG") == "" && k != 1 {
			continue
		}
		repeats(t, ctx, c)
	}
}

// Parameters change while a run goes on: iterations, which change how much a spring takes, and
// substeps.
func TestPositionsTakeParams(t *testing.T) {
	takesParams(t, projectedCases(t)[0], 1e-8, func(p *model.Params) { p.Iterations = 7 }, func(p *model.Params) { p.Substeps = 2 })
}
