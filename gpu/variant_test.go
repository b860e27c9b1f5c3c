package gpu

import (
	"errors"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// everyVariant names the pipeline fused in variants that have each word, alone and together.
func everyVariant() []string {
	return []string{"fused+storage", "fused+laws", "fused+unroll2", "fused+unroll8", "fused+storage+laws+unroll4"}
}

// variantModels are models with regular springs, one of them with cables, and one with
// muscles, whose laws leave no place for an offset; and models of groups and entries.
func variantModels() []gputest.FusedModel {
	var out []gputest.FusedModel
	for _, c := range gputest.FusedModels() {
		if c.Name == "lattice" || c.Name == "two materials" || c.Name == "network" {
			out = append(out, c)
		}
	}
	cables := gputest.Grid(6, 5, 9)
	cables.Materials = slices.Clone(cables.Materials)
	for k := range cables.Materials[1:] {
		cables.Materials[k+1].TensionOnly = true
	}
	return append(out, gputest.FusedModel{Name: "cables", Model: cables, State: gputest.Moving(cables, 4)})
}

// refusal says whether a model has no such variant.
func refusal(err error) bool { return errors.Is(err, model.ErrUnsupported) }

// Every variant steps as the pipeline without one, in every precision, with an engine
// that begins in it and with one that changes to it; and it has another source. The short form has
// every sixth variant of each model.
func TestVariantsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	compared := 0
	for k, c := range variantModels() {
		for _, precision := range options.Precisions() {
			if precision != options.Single && c.Name != "cables" {
				continue
			}
			p := gputest.PerturbedParams()
			plain := stepsOf(t, ctx, c.Model, c.State, p, Options{Pipeline: options.Fused, Precision: precision})
			changing := must.Get(New(ctx, c.Model, p, Options{Pipeline: options.Fused, Precision: precision}))(t)
			integrate := func() uint32 { all := changing.stepPasses(); return all[len(all)-1].Sum }
			sum := integrate()
			for n, name := range everyVariant() {
				if !must.Long() && (k+n+int(precision))%6 > 0 {
					continue
				}
				_, v, err := options.SplitPipeline(name)
				must.Do(t, err)
				if err := changing.SetVariant(v); refusal(err) {
					if c.Name == "lattice" || c.Name == "cables" {
						t.Errorf("%s, %v: %s: %v", c.Name, precision, name, err)
					}
					if _, err := New(ctx, c.Model, p, Options{Pipeline: name, Precision: precision}); !refusal(err) {
						t.Errorf("%s, %v: %s is refused later and not at first: %v", c.Name, precision, name, err)
					}
					continue
				} else if err != nil {
					t.Fatal(err)
				}
				if d := changing.Describe(); d.Pipeline != name {
					t.Errorf("%s is described as %s", name, d.Pipeline)
				}
				if integrate() == sum {
					t.Errorf("%s, %s: the source is that without a variant", c.Name, name)
				}
				var changed model.Snapshot
				modeltest.StepFrom(t, changing, c.State, 7)
				must.Do(t, changing.Read(&changed))
				states := []model.Snapshot{changed}
				if v.Laws {
					states = append(states, stepsOf(t, ctx, c.Model, c.State, p, Options{Pipeline: name, Precision: precision}))
				}
				for _, got := range states {
					compared++
					must.Be(t, agreement(ctx).Snapshots(c.State, plain, got), "", "%s, %v: %s", c.Name, precision, name)
				}
			}
			must.Do(t, changing.SetVariant(options.Variant{}))
			if integrate() != sum {
				t.Error("without a variant again, the source is another one")
			}
			changing.Close()
		}
	}
	must.Hold(t, compared >= must.Sized(4, 30), "only %d states were compared", compared)
}

// Each part of the variants is seen when it is wrong, and the reference agrees with all of
// them together. The short form has the first.
func TestVariantFaultsAreSeen(t *testing.T) {
	ctx, takes := gltest.New(t), must.Faults()
	models := map[string]gputest.FusedModel{}
	for _, c := range variantModels() {
		models[c.Name] = c
	}
	const springs = "fused_springs.glsl"
	for _, c := range []struct{ fault, model, pipeline, old, new string }{
		{"law of another slot", "two materials", "fused+laws", "uint kind = SLOT_LAWS + slot;", "uint kind = SLOT_LAWS + (slot ^ 2u);"},
		{"offset of another slot", "lattice", "fused+laws", "uint offset = palette.kind[kind].w;", "uint offset = palette.kind[kind ^ 2u].w;"},
		{"offset beside a law with flags", "cables", "fused+laws", "uint offset = palette.kind[REGULAR_PAIRS + slot].x;", "uint offset = palette.kind[REGULAR_PAIRS + slot].y;"},
		{"mask of a visit in a row", "lattice", "fused+unroll4", "(mask >> u & 1u)", "(mask >> (u & 2u) & 1u)"},
		{"mask after a row", "lattice", "fused+unroll8", "mask >>= UNROLL;", "mask >>= 1;"},
		{"last visits behind rows", "lattice", "fused+unroll8", "for (; slot < end; slot++) {", "for (; slot < end && false; slot++) {"},
		{"entry of a row", "network", "fused+unroll2", "for (uint rows = (width & 0x7fffffffu) / UNROLL; rows > 0u; rows--)", "for (uint rows = (width & 0x7fffffffu) / UNROLL; rows > 1u; rows--)"},
		{"entries behind rows", "network", "fused+unroll4", "(width & 0x7fffffffu) % UNROLL", "(width & 0x7fffffffu) % 1u"},
	} {
		wrong := mutated(t, springs, c.old, c.new)
		if takes() {
			seesFault(t, ctx, models[c.model], c.fault, Options{Pipeline: c.pipeline, Shaders: wrong})
		}
	}
}

func twoSteps(t *testing.T, ctx *glx.Context, m gputest.FusedModel, p model.Params, o Options) (got model.Snapshot) {
	t.Helper()
	e := must.Get(New(ctx, m.Model, p, o))(t)
	defer e.Close()
	modeltest.StepFrom(t, e, m.State, 2)
	must.Do(t, e.Read(&got))
	return got
}

// A run in a variant continues from a checkpoint with the same bits, and its checkpoint names
// the variant; muscles and other integrators have variants too.
func TestVariantsOfAllRuns(t *testing.T) {
	ofVariant(t)
	ctx := gltest.New(t)
	network, busy, state := drivenCase(7, 60, 300)
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		p := busy.Clone()
		p.Integrator = integrator
		const pipeline = "fused+storage+unroll4"
		plain := must.Get(New(ctx, network, p, Options{Pipeline: options.Fused}))(t)
		first := must.Get(New(ctx, network, p, Options{Pipeline: options.Fused}))(t)
		_, v, err := options.SplitPipeline(pipeline)
		must.Do(t, err)
		must.Do(t, first.SetVariant(v))
		second := must.Get(New(ctx, network, p, Options{Pipeline: pipeline}))(t)
		var saved, want, got model.Checkpoint
		for _, e := range []*Engine{plain, first} {
			modeltest.StepFrom(t, e, state, 3)
		}
		must.Do(t, first.Save(&saved))
		must.Be(t, saved.Pipeline, pipeline, "%v: the checkpoint is one", integrator)
		must.Do(t, second.Restore(&saved))
		for _, e := range []*Engine{plain, second} {
			must.Do(t, e.Step(4))
		}
		must.Do(t, plain.Save(&want))
		must.Do(t, second.Save(&got))
		for k := range want.Words {
			if !slices.Equal(want.Words[k].Data, got.Words[k].Data) {
				t.Errorf("%v: %s differs", integrator, want.Words[k].Name)
			}
		}
		for _, e := range []*Engine{plain, first, second} {
			e.Close()
		}
	}
}

// Pipelines without variants, and unknown variants, are refused by name.
func TestWrongVariants(t *testing.T) {
	ctx := gltest.New(t)
	m := gputest.Grid(5, 5, 5)
	for _, pipeline := range []string{"two-pass+laws", "fused+texels", "fused+laws+laws", "fused+unroll3", "fused+", "+laws", "auto+laws", "fused+shared", "fused+laws+lanes2", "resident+lanes3", "resident+lanes2+lanes4"} {
		if _, err := New(ctx, m, model.Params{DT: 1e-4}, Options{Pipeline: pipeline}); err == nil {
			t.Errorf("%s is taken", pipeline)
		}
	}
	e := must.Get(New(ctx, m, model.Params{DT: 1e-4}, Options{Pipeline: options.TwoPass}))(t)
	if err := e.SetVariant(options.Variant{Laws: true}); !refusal(err) {
		t.Errorf("%s takes a variant: %v", e.Describe().Pipeline, err)
	}
	e.Close()
	small := *ctx
	small.Limits.Texels = 64
	for _, pipeline := range []string{options.Fused, "fused+storage"} {
		e, err := New(&small, m, model.Params{DT: 1e-4}, Options{Pipeline: pipeline})
		if (err == nil) != (pipeline == options.Fused) || err != nil && !refusal(err) {
			t.Errorf("where texels do not suffice, %s: %v", pipeline, err)
		}
		e.Close()
	}
}
