package gpu

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"hooke/check"
	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/shaders"
)

// constantsCases are structures with regular springs, with dampers and without.
func constantsCases() []gputest.FusedModel {
	damped := gputest.Grid(6, 5, 9)
	damped.Materials = append([]model.Material{}, damped.Materials...)
	for k := range damped.Materials[1:] {
		damped.Materials[k+1].Damping = 0.02 + 0.01*float64(k)
	}
	out := []gputest.FusedModel{{Name: "dampers", Model: damped, State: gputest.Moving(damped, 5)}}
	for _, c := range gputest.FusedModels() {
		if c.Name == "lattice" {
			out = append(out, c)
		}
	}
	return out
}

// proveConstants returns the checks of the variant that disagree with the reference, and how many checks there are.
func proveConstants(t *testing.T, c gputest.FusedModel, o Options) (faults []string, rows int) {
	t.Helper()
	ctx := gltest.New(t)
	o.Pipeline = "fused+constants"
	all := must.Get(check.Prove(check.Case{Name: c.Name, Model: c.Model, Start: c.State, Steps: 20, Own: true},
		func(m *model.Model, p model.Params) (check.Subject, error) { return New(ctx, m, p, o) }))(t)
	for _, r := range all {
		switch {
		case strings.HasPrefix(r.Check, "refused"):
		case !r.OK:
			faults = append(faults, r.Check)
			rows++
		default:
			rows++
		}
	}
	return faults, rows
}

// The variant constants computes another formula than the others, so that it is held against the reference.
func TestConstantsMatchReference(t *testing.T) {
	for _, c := range constantsCases() {
		if faults, rows := proveConstants(t, c, Options{}); len(faults) > 0 || rows < 6 {
			t.Errorf("%s: %d of %d checks disagree: %v", c.Name, len(faults), rows, faults)
		}
	}
}

// Each part of its text is seen when it is wrong, by a percent where it has a size.
func TestConstantsFaultsAreSeen(t *testing.T) {
	text := must.Get(fs.ReadFile(shaders.Files(), "fused_springs.glsl"))(t)
	for _, c := range []struct{ old, new string }{
		{"uintBitsToFloat(palette.kind[kind].w) * by", "1.01 * uintBitsToFloat(palette.kind[kind].w) * by"},
		{"share += uintBitsToFloat(palette.kind[kind].y)", "share += 1.01 * uintBitsToFloat(palette.kind[kind].y)"},
		{"* (by * by)", "* by"},
		{"(mask >> bit & 1u) != 0u", "(mask >> (bit ^ 1u) & 1u) != 0u"},
		{"SLOT_LAWS + slot);", "SLOT_LAWS + (slot ^ 2u));"},
	} {
		if !strings.Contains(string(text), c.old) {
			t.Fatalf("fused_springs.glsl has no %q", c.old)
		}
		if faults, _ := proveConstants(t, constantsCases()[0], Options{Shaders: mutated(t, "fused_springs.glsl", c.old, c.new)}); len(faults) == 0 {
			t.Errorf("nobody sees %q in place of %q", c.new, c.old)
		}
	}
}

// The longest spring of a mass is found once a mass, and named as by the other variants.
func TestConstantsNameTheRunaway(t *testing.T) {
	ctx := gltest.New(t)
	m, p := gputest.Grid(6, 5, 9), model.Params{DT: 1e-6}
	start := gputest.Moving(m, 4)
	start.Velocity[7][0] = 1e11 // 1e5 m a step
	of := func(pipeline string) *physics.DivergedError {
		e := must.Get(New(ctx, m, p, Options{Pipeline: pipeline}))(t)
		defer e.Close()
		must.Do(t, e.Reset(start))
		must.Do(t, e.Step(3))
		var diverged *physics.DivergedError
		if !errors.As(e.Finish(), &diverged) {
			t.Fatalf("%s: no divergence", pipeline)
		}
		return diverged
	}
	got, want := of("fused+constants"), of(options.Fused)
	if got.Runaway < 0 || got.Runaway != want.Runaway || got.Step != want.Step {
		t.Errorf("spring %d at step %d, want %d at %d", got.Runaway, got.Step, want.Runaway, want.Step)
	}
}

// Cables, muscles and other precisions are refused, since the text has no place for them.
func TestConstantsRefuse(t *testing.T) {
	ctx := gltest.New(t)
	cables := gputest.Grid(6, 5, 9)
	cables.Materials = append([]model.Material{}, cables.Materials...)
	for k := range cables.Materials[1:] {
		cables.Materials[k+1].TensionOnly = true
	}
	network, _ := gputest.Random(3, 100, 300)
	for name, try := range map[string]func() (*Engine, error){
		"cables": func() (*Engine, error) {
			return New(ctx, cables, model.Params{DT: 1e-5}, Options{Pipeline: "fused+constants"})
		},
		"network": func() (*Engine, error) {
			return New(ctx, network, model.Params{DT: 1e-5}, Options{Pipeline: "fused+constants"})
		},
		"double": func() (*Engine, error) {
			return New(ctx, gputest.Grid(6, 5, 9), model.Params{DT: 1e-5}, Options{Pipeline: "fused+constants", Precision: options.Double})
		},
	} {
		e, err := try()
		if !refusal(err) {
			t.Errorf("%s: %v", name, err)
		}
		e.Close()
	}
}
