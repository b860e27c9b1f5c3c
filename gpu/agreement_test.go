package gpu

import (
	"io/fs"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
)

// agreement compares what two programs made of the same steps on the device of a test.
func agreement(ctx *glx.Context) gputest.Agreement { return gputest.Agreement{Exact: ctx.Software()} }

// A program that rounds otherwise agrees by the tolerance of hardware, and has other bits. Springs
// that are 1 % stiffer, one spring of 5,000 left out, 1 % more force and no damper are seen by both.
func TestAgreementSeesFaultsAndNoRounding(t *testing.T) {
	ctx := gltest.New(t)
	m := gputest.Grid(9, 8, 7)
	state, p := gputest.Moving(m, 3), gputest.PerturbedParams()
	run := func(m *model.Model, files fs.FS) model.Snapshot {
		return stepsOf(t, ctx, m, state, p, Options{Pipeline: options.Fused, Shaders: files})
	}
	stiffer, without := *m, *m
	stiffer.Materials = slices.Clone(m.Materials)
	stiffer.Materials[1].Stiffness *= 1.01
	without.MaterialOf = slices.Clone(m.MaterialOf)
	without.MaterialOf[len(without.MaterialOf)/2] = 0
	const law, force, damper = "spring_law.glsl", "return f * n;", "f += damperOf(law, rate);"
	want := run(m, nil)
	for _, c := range []struct {
		name     string
		got      model.Snapshot
		hardware bool // agrees there
	}{
		{"an ulp more force", run(m, mutated(t, law, force, "return f * 1.0000001 * n;")), true},
		{"a length an ulp longer", run(m, mutated(t, law, "r.distance = sqrt(dot(r.way, r.way));", "r.distance = sqrt(1.0000002 * dot(r.way, r.way));")), true},
		{"springs 1 % stiffer", run(&stiffer, nil), false},
		{"a spring left out", run(&without, nil), false},
		{"1 % more force", run(m, mutated(t, law, force, "return 1.01 * f * n;")), false},
		{"no damper", run(m, mutated(t, "spring_laws.glsl", damper, "")), false},
	} {
		if fault := (gputest.Agreement{}).Snapshots(state, want, c.got); (fault == "") != c.hardware {
			t.Errorf("%s, by the tolerance of hardware: %q", c.name, fault)
		}
		if fault := (gputest.Agreement{Exact: true}).Snapshots(state, want, c.got); fault == "" {
			t.Errorf("%s: the same bits", c.name)
		}
	}
}
