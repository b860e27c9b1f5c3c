package gpu

import (
	"fmt"
	"os"
	"testing"

	"hooke/check"
	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
)

// A step of the pipeline agrees with the reference in every integrator and
// precision, for all kinds of models.
func TestFusedStepsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range gputest.FusedModels() {
		for _, integrator := range model.Integrators() {
			for _, precision := range options.Precisions() {
				plain := c.Name == "lattice" || c.Name == "tuned" || c.Name == "network"
				if !plain && (precision != options.Single || integrator == model.ExplicitEuler) {
					continue
				}
				if os.Getenv("HOOKE_LONG") == "" && precision != options.Single && c.Name != "lattice" {
					continue
				}
				name := fmt.Sprintf("%s %v %v", c.Name, integrator, precision)
				p := gputest.PerturbedParams()
				p.Integrator = integrator
				e := must.Get(New(ctx, c.Model, p, Options{Pipeline: options.Fused, Precision: precision}))(t)
				ref := must.Get(cpuref.New(c.Model, p))(t)
				for steps, tolerance := range map[int]float64{1: 1e-4, 4: 1e-3} {
					must.Do(t, e.Reset(c.State))
					must.Do(t, ref.Reset(c.State))
					must.Do(t, e.Step(steps))
					must.Do(t, ref.Step(steps))
					must.Do(t, e.Finish())
					var got model.Snapshot
					must.Do(t, e.Read(&got))
					if worst := changeError(c.State.Velocity, ref.State().Velocity, got.Velocity); !(worst <= tolerance) {
						t.Errorf("%s, %d steps: largest error %.2g of the largest velocity change, tolerance %g", name, steps, worst, tolerance)
					}
					if ran, err := e.StepsRun(); err != nil || ran != int64(steps) {
						t.Errorf("%s: %d steps ran, %v; want %d", name, ran, err, steps)
					}
				}
				e.Close()
			}
		}
	}
}

// Every check of the reference agrees, in both forms of the pipeline.
func TestFusedPassesMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range gputest.FusedModels() {
		if c.Name != "two materials" && c.Name != "shuffled network" && c.Name != "random" {
			continue
		}
		if os.Getenv("HOOKE_LONG") == "" && c.Name == "shuffled network" {
			continue
		}
		parts := []string{"passes", "steps", "invariants"}
		if c.Name == "random" && os.Getenv("HOOKE_LONG") != "" {
			parts = nil // all
		}
		rows := must.Get(check.Prove(check.Case{Name: c.Name, Model: c.Model, Start: c.State, Steps: 20, Parts: parts},
			func(m *model.Model, p model.Params) (check.Subject, error) {
				return New(ctx, m, p, Options{Pipeline: options.Fused})
			}))(t)
		for _, r := range rows {
			if !r.OK {
				t.Errorf("%s, %s: max %.3g, tolerance %.3g: %s", c.Name, r.Check, r.Max, r.Tolerance, r.Detail)
			}
		}
		if parts == nil && len(rows) < 30 || len(rows) < 10 {
			t.Errorf("%s: only %d checks", c.Name, len(rows))
		}
	}
}

// Each part of the shader of springs is seen when it is wrong, by a percent where it
// has a size.
func TestFusedFaultsAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	models := map[string]gputest.FusedModel{}
	for _, c := range gputest.FusedModels() {
		models[c.Name] = c
	}
	hub, hubState := gputest.Random(7, 500, 9000)
	models["hub"] = gputest.FusedModel{Name: "hub", Model: hub, State: hubState}
	const springs, state = "fused_springs.glsl", "state.glsl"
	for _, c := range []struct {
		fault, model, pipeline, file, old, new string
	}{
		{"last pair", "lattice", options.Fused, springs, "palette.regularCount)", "palette.regularCount - 1u)"},
		{"second word of masks", "two materials", options.Fused, springs, "w < REGULAR_WORDS", "w < 1u"},
		{"class of a pair", "lattice", options.Fused, springs, "uint kind = regular.y;", "uint kind = 1u;"},
		{"mask", "lattice", options.Fused, springs, "(mask & 1u) != 0u ?", "true ?"},
		{"last entry", "network", options.Fused, springs, "k > 0u; k--", "k > 1u; k--"},
		{"tail", "hub", options.Fused, springs, "width >> 31 != 0u", "false"},
		{"lane", "network", options.Fused, springs, "uint at = word(slice) + i % SLICE_MASSES;", "uint at = word(slice) + (i + 1u) % SLICE_MASSES;"},
		{"rest length of an entry", "network", options.Fused, springs, "law.restLength = real(uintBitsToFloat(word(at)));", "law.restLength = 1.001 * real(uintBitsToFloat(word(at)));"},
		{"k of an entry", "tuned", options.Fused, springs, "law.stiffness = real(uintBitsToFloat(word(at)));", "law.stiffness = 1.01 * real(uintBitsToFloat(word(at)));"},
		{"c of an entry", "tuned", options.Fused, springs, "law.damping = real(uintBitsToFloat(word(at)));", "law.damping = 1.01 * real(uintBitsToFloat(word(at)));"},
		{"k of a class", "lattice", options.Fused, "springs.glsl", "law.stiffness = real(first.x);", "law.stiffness = 1.01 * real(first.x);"},
		{"contact", "lattice", options.Fused, "contact.glsl", "word(at + n)", "word(at + n + 1u)"},
		{"next velocity", "lattice", options.Fused, state, "nextVelocity[nextAt(i)] = vec4(v, ", "nextVelocity[nextAt(i)] = vec4(1.01 * v, "},
		{"inverse mass", "lattice", options.Fused, state, "vec4(x, POSITION(POSITION_AT(i)).w)", "vec4(x, 1.0)"},
		{"pinned masses", "two materials", options.Fused, state, "nextPosition[nextAt(i)] = POSITION(POSITION_AT(i));", ""},
	} {
		seesFault(t, ctx, models[c.model], c.fault, Options{Pipeline: c.pipeline, Shaders: mutated(t, c.file, c.old, c.new)})
	}
}

// seesFault fails where two steps with wrong shaders agree with the reference, or those with the right ones do not.
func seesFault(t *testing.T, ctx *glx.Context, m gputest.FusedModel, fault string, wrong Options) {
	t.Helper()
	p := gputest.PerturbedParams()
	ref := stepped(t, m.Model, p, m.State, 2).State()
	for _, o := range []Options{{Pipeline: wrong.Pipeline}, wrong} {
		got := twoSteps(t, ctx, m, p, o)
		worst := max(changeError(m.State.Velocity, ref.Velocity, got.Velocity), relativeError(ref.Position, got.Position))
		if seen := !(worst <= 1e-4); seen != (o.Shaders != nil) {
			t.Errorf("%s: largest error %.2g of the largest velocity change, tolerance 1e-4; the shader is wrong: %v", fault, worst, o.Shaders != nil)
		}
	}
}
