package gpu

import (
	"io/fs"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/shaders"
)

// slower is a crowd in which many steps are no adventure.
func slower() (*model.Model, *model.State, model.Params) {
	m, s, p := crowd(3, 5)
	p.DT = 2.5e-4
	return m, s, p
}

// bitsOf steps from a state in batches and reads all words of the state.
func bitsOf(t *testing.T, e *Engine, s *model.State, p model.Params, steps, batch int) *model.State {
	t.Helper()
	must.Do(t, e.SetParams(p))
	must.Do(t, e.Reset(s))
	for done := 0; done < steps; done += batch {
		if e.Step(min(batch, steps-done)) != nil {
			break // Finish tells
		}
		e.Submit()
	}
	if err := e.Finish(); err != nil {
		t.Log(err)
		return &model.State{} // no other run ends so
	}
	got := modeltest.State(t, e)
	return &got
}

func sameBits(a, b *model.State) bool {
	return len(a.Position) > 0 && slices.Equal(a.Position, b.Position) && slices.Equal(a.Velocity, b.Velocity)
}

const bitSteps = 60

// skins are how runs with other lists end; the first is that of the parameters.
func skins(t *testing.T, ctx *glx.Context, pipeline string, files fs.FS) (e *Engine, all []*model.State) {
	t.Helper()
	m, s, p := slower()
	e = must.Open(New(ctx, m, p, Options{Pipeline: pipeline, Shaders: files}))(t)
	all = append(all, bitsOf(t, e, s, p, bitSteps, bitSteps))
	for _, skin := range []float64{0.1, 0.4, 2, 1e-4} {
		p.Collision.Skin = skin * 2 * m.LargestRadius()
		p.Collision.CheckEvery = 1
		all = append(all, bitsOf(t, e, s, p, bitSteps, bitSteps))
	}
	return e, all
}

// No bit depends on the skin, which widens where masses move more than half of it within a step,
// on how often lists are looked at, on batches, and on room that was too small at first. Other
// work groups are other programs, and go on from a checkpoint to the same state.
func TestListsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		e, all := skins(t, ctx, pipeline, nil)
		for k, got := range all {
			if !sameBits(all[0], got) {
				t.Errorf("%s: skin %d gives other bits", pipeline, k)
			}
		}
		m, s, p := slower()
		found := must.Get(e.Touching())(t)
		if found.Most < 4 || found.Rebuilds < 1 || e.collisions.pairs.Room() <= 8*int64(m.MassCount()) || found.Repeats == 0 {
			t.Errorf("%s: %+v with room for %d entries; the widest skin needs more than there was at first", pipeline, found, e.collisions.pairs.Room())
		}
		if !sameBits(all[0], bitsOf(t, e, s, p, bitSteps, 1)) { // the same programs
			t.Errorf("%s: steps one by one give other bits", pipeline)
		}
		must.Do(t, e.Reset(s))
		must.Do(t, e.Step(bitSteps/2))
		var c model.Checkpoint
		must.Do(t, e.Save(&c))
		must.Do(t, e.Reset(m.Start()))
		must.Do(t, e.SetWorkGroup(64))
		must.Do(t, e.Restore(&c))
		must.Do(t, e.Step(bitSteps/2))
		got := modeltest.State(t, e)
		if fault := agreement(ctx).Fault(s, all[0], &got); fault != "" {
			t.Errorf("%s: a run from a checkpoint in other work groups: %s", pipeline, fault)
		}
	}
}

// Where cells begin changes no bit: a grid that is shifted by half a cell gives the same sums.
func TestGridShiftedByHalfACell(t *testing.T) {
	ctx := gltest.New(t)
	m, s, p := slower()
	var ends []*model.State
	for _, files := range []fs.FS{nil, mutated(t, "grid.glsl", "floor(x * collision.perCell)", "floor(x * collision.perCell + 0.5)")} {
		e := must.Get(New(ctx, m, p, Options{Pipeline: options.Fused, Shaders: files}))(t)
		ends = append(ends, bitsOf(t, e, s, p, bitSteps, bitSteps))
		e.Close()
	}
	if fault := agreement(ctx).Fault(s, ends[0], ends[1]); fault != "" {
		t.Error("in a grid that is shifted:", fault)
	}
}

// Lists that are not sorted, or that miss a cell, are seen.
func TestBitsSeeLists(t *testing.T) {
	ctx := gltest.New(t)
	for name, f := range map[string][3]string{
		"lists as they come": {"list_near.comp", "FIRST_GAP = 1093u", "FIRST_GAP = 0u"},
		"26 cells":           {"list_near.comp", "n < 27", "n < 26"},
		"lists never old":    {"list_old.comp", "moved > 0.25 * collision.skin", "false"},
	} {
		_, all := skins(t, ctx, options.TwoPass, mutated(t, f[0], f[1], f[2]))
		if sameBits(all[0], all[1]) && sameBits(all[0], all[2]) {
			t.Errorf("%s: no bit differs", name)
		}
	}
}

// A run without collisions compiles what it did before there were any.
func TestCollisionsOffLeaveShadersAlone(t *testing.T) {
	_, _, p := crowd(1, 3)
	m, _, _ := crowd(1, 3)
	code := func(p model.Params, file shaders.Name) string {
		defines := append(variantOf(m, p), shaders.Define{Name: "FUSED", Value: "0"}, shaders.Define{Name: "TEXELS", Value: "0"}, shaders.Define{Name: "RANGES", Value: "0"},
			shaders.Define{Name: "FORCE_TEXELS", Value: "0"}, shaders.Define{Name: "NORMALIZED", Value: "0"}, shaders.Define{Name: "STAGE", Value: "4"})
		expanded := must.Get(shaders.Expand(shaders.Files(), string(file), defines...))(t)
		text := must.Get(expanded.Compiled())(t)
		return text
	}
	off := p
	off.Collision = model.Collision{}
	for _, file := range []shaders.Name{shaders.Integrate, shaders.Kick, shaders.Prime, shaders.Stages} {
		for _, word := range []string{"pushOn(", "setRub(", "PAIR", "STORAGE_Rub(restrict);"} {
			if contains(code(off, file), word) {
				t.Errorf("%s: without collisions the compiler gets %s", file, word)
			}
		}
		if !contains(code(p, file), "pushOn(") {
			t.Errorf("%s: with collisions it does not get the pushes", file)
		}
	}
}
