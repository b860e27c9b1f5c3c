package gpu

import (
	"errors"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// heldCases are runs that fit shared memory together with their tables: with regular pairs, groups,
// entries and tails of them, laws in entries, and all else that the pass resident has a term for.
func heldCases() (out []residentCase) {
	p := gputest.PerturbedParams()
	lattice, ball, network := gputest.Grid(6, 5, 9), gputest.Ball(8), gputest.Jittered(gputest.Grid(4, 5, 4), 3)
	hub, hubState := gputest.Random(7, 80, 700)
	tuned, tunedState := gputest.Tuned(6, 50, 200)
	out = []residentCase{{"lattice", lattice, gputest.Moving(lattice, 1), p, options.Single}, {"ball", ball, gputest.Moving(ball, 2), p, options.Single},
		{"network", network, gputest.Moving(network, 2), p, options.Compensated}, {"hub", hub, hubState, p, options.Single}, {"tuned", tuned, tunedState, p, options.Double}}
	for _, c := range append(residentCases(), residentCatches()...) {
		if c.model.MassCount() <= 400 && c.precision == options.Single {
			out = append(out, c)
		}
	}
	return out
}

// A table and laws in shared memory change no bit, in any variant; lanes round otherwise, and as
// often as the same.
func TestSharedTablesAndLanes(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range heldCases() {
		want, _ := stepsAs(t, ctx, c, Options{Pipeline: options.Resident, asCard: true}, 20)
		for n, name := range []string{"resident+shared", "resident+storage+laws+unroll2+shared", "resident+constants+shared", "resident+lanes2", "resident+laws+shared+lanes4", "resident+shared+lanes8"} {
			if !must.Long() && (k+n)%12 != 0 {
				continue
			}
			_, v, err := options.SplitPipeline(name)
			must.Do(t, err)
			for _, o := range []Options{{WorkGroup: 64}, {}}[:must.Sized(1, 2)] {
				o.Pipeline, o.asCard = name, true
				e, err := New(ctx, c.model, c.params, Options{Pipeline: name, Precision: c.precision, asCard: true})
				e.Close()
				if refusal(err) && (v.Laws || v.Constants || v.Storage) {
					continue
				}
				got, is := stepsAs(t, ctx, c, o, 1, 19)
				must.Hold(t, is.Pipeline == name, "%s: stepped as %+v", c.name, is)
				agrees := agreement(ctx)
				agrees.Exact = agrees.Exact && v.Lanes == 0 && !v.Constants
				must.Be(t, agrees.Snapshots(c.state, want, got), "", "%s, %s in work groups of %d", c.name, name, is.WorkGroup)
				if again, _ := stepsAs(t, ctx, c, o, 20); !sameSnapshot(got, again) {
					t.Errorf("%s, %s: another state in another batch", c.name, name)
				}
			}
		}
	}
}

// Lanes with a table in shared memory agree with the reference, and each part of both is seen
// when it is wrong. The short form has the first.
func TestLanesMatchReference(t *testing.T) {
	ofVariant(t)
	ctx, takes := gltest.New(t), must.Faults()
	cases := map[string]residentCase{}
	for _, c := range heldCases() {
		cases[c.name] = c
	}
	off := func(c residentCase, o Options) float64 {
		o.Pipeline, o.Precision, o.asCard = "resident+shared+lanes4", c.precision, true
		e := must.Get(New(ctx, c.model, c.params, o))(t)
		defer e.Close()
		modeltest.StepFrom(t, e, c.state, 2)
		got := modeltest.Snapshot(t, e)
		ref := must.Get(cpuref.New(c.model, c.params))(t)
		modeltest.StepFrom(t, ref, c.state, 2)
		return max(changeError(c.state.Velocity, ref.State().Velocity, got.Velocity), relativeError(ref.State().Position, got.Position))
	}
	for name, c := range cases {
		if worst := off(c, Options{}); !(worst <= 2e-4) {
			t.Errorf("%s: largest error %.2g of the largest velocity change, tolerance 2e-4", name, worst)
		}
	}
	const lanes, held = "lanes.glsl", "held_table.glsl"
	for _, f := range []struct{ fault, of, file, old, new string }{
		{"regular springs of another lane", "lattice", lanes, "uint k = lane; k < palette.regularCount;", "uint k = 0u; k < palette.regularCount;"},
		{"groups of another lane", "ball", lanes, "uint k = lane; k < groups;", "uint k = 0u; k < groups;"},
		{"entries of another lane", "network", lanes, "uint k = lane; k < rows;", "uint k = 0u; k < rows;"},
		{"tails of another lane", "hub", lanes, "word(at) + lane * ENTRY_WORDS", "word(at)"},
		{"forces of a lane are missed", "network", lanes, "at < SHARED_OUT; at", "at + ABREAST < SHARED_OUT; at"},
		{"forces of another mass", "network", lanes, "(lane - 1u) * ABREAST + number", "(lane - 1u) * ABREAST + (number ^ 1u)"},
		{"laws", "lattice", held, "k < HELD_LAWS; k += WORKGROUP", "k + 1u < HELD_LAWS; k += WORKGROUP"},
		{"regular pairs", "lattice", held, "palette.kind[PALETTE_REGULAR + k]", "palette.kind[PALETTE_REGULAR + k] / uvec4(1u, 2u, 1u, 1u)"},
		{"second words of laws", "tuned", held, "k / SECOND_WORDS * PALETTE_STRIDE", "0u"},
		{"end of the table, with contacts", "ball", held, "k < HELD_TABLE; k += WORKGROUP", "k + 17u < HELD_TABLE; k += WORKGROUP"},
	} { // none of them leads out of shared memory, where software does not look
		wrong := mutated(t, f.file, f.old, f.new)
		if !takes() {
			continue
		}
		if worst := off(cases[f.of], Options{Shaders: wrong}); worst <= 2e-4 {
			t.Errorf("%s: not seen, %.2g off", f.fault, worst)
		}
	}
}

// A spring that runs away is one of the mass that is named without lanes.
func TestLanesNameTheRunaway(t *testing.T) {
	ctx := gltest.New(t)
	m, p := gputest.Grid(6, 5, 9), model.Params{DT: 1e-6}
	start := gputest.Moving(m, 4)
	start.Velocity[7][0] = 1e11 // 1e5 m a step
	var told []*physics.DivergedError
	for _, pipeline := range []string{options.Resident, "resident+shared+lanes4"} {
		e := must.Get(New(ctx, m, p, Options{Pipeline: pipeline}))(t)
		modeltest.StepFrom(t, e, start, 3)
		var diverged *physics.DivergedError
		must.Hold(t, errors.As(e.Finish(), &diverged) && diverged.Runaway >= 0, "%s: no spring runs away", pipeline)
		told = append(told, diverged)
		e.Close()
	}
	one, other := m.Ends[told[0].Runaway], m.Ends[told[1].Runaway]
	must.Hold(t, told[0].Step == told[1].Step && (one[0] == other[0] || one[1] == other[0] || one[0] == other[1] || one[1] == other[1]), "springs %v and %v, steps %d and %d", one, other, told[0].Step, told[1].Step)
}

// A model too large for shared memory is refused with the numbers; so are lanes with the variants constants
// and unroll. The pipeline fused, which a run has that no work group steps, drops these variants.
func TestWrongSharing(t *testing.T) {
	ctx := gltest.New(t)
	m, p := gputest.Grid(6, 5, 9), gputest.PerturbedParams()
	small := *ctx
	small.Limits.SharedBytes = 32*270 + 100
	for name, want := range map[string]string{"resident+shared": "the state with table and laws of 270 masses takes", "resident+lanes4": "the state with forces of 270 masses takes",
		"resident+constants+lanes2": "in rows", "resident+unroll4+lanes2": "in rows"} {
		e, err := New(&small, m, p, Options{Pipeline: name})
		must.Say(t, name, err, want)
		must.Hold(t, refusal(err), "%s: %v", name, err)
		e.Close()
	}
	e := must.Open(New(&small, m, p, Options{Pipeline: options.Resident}))(t)
	must.Hold(t, refusal(e.SetVariant(options.Variant{Shared: true})) && e.SetVariant(options.Variant{Unroll: 2}) == nil, "a later variant")
	large := must.Open(New(&small, gputest.Grid(300, 1, 1), p, Options{Pipeline: "resident+shared+lanes4"}))(t)
	must.Be(t, large.Describe().Pipeline, options.Fused, "a model that is too large steps as")
	must.Hold(t, refusal(large.SetVariant(options.Variant{Lanes: 2})), "fused takes lanes")
}
