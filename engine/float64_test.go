package engine

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// What float64 costs is measured once, for precision double alone, and told where it is
// much. --retune measures it again.
func TestSlowFloat64IsNoted(t *testing.T) {
	ctx := gltest.New(t)
	o, _, said := tested(t.TempDir())
	count := func() int { return len(o.openFloat64().entries) }
	must.Do(t, o.noteFloat64(ctx))
	if count() != 0 || said.Len() > 0 {
		t.Errorf("single precision: %d measurements; it says %s", count(), said)
	}
	o.GPU.Precision = gpu.Double
	must.Do(t, o.noteFloat64(ctx))
	if ctx.Software() && said.Len() > 0 || count() != 1 {
		t.Errorf("a processor: %d measurements; it says %s", count(), said)
	}
	key := float64Key{ctx.Renderer, ctx.Version}
	must.Do(t, o.openFloat64().add(float64Entry{key, 63.7, time.Now()}, func(float64Entry) bool { return true }))
	said.Reset()
	must.Do(t, o.noteFloat64(ctx))
	for _, want := range []string{"64 times as long as in float32 on " + ctx.Renderer, "--engine cpu"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("a card for games: it lacks %q: %s", want, said)
		}
	}
	said.Reset()
	o.Tuning.Again = true
	must.Do(t, o.noteFloat64(ctx))
	if ctx.Software() && said.Len() > 0 || count() != 1 {
		t.Errorf("measured again: %d measurements; it says %s", count(), said)
	}
}

// A device without float64 is refused by name, with the engine that has it.
func TestMissingFloat64IsRefused(t *testing.T) {
	ctx := gltest.New(t)
	ctx.Limits.NoFloat64 = true
	m, err := build.Cube(0)
	must.Do(t, err)
	_, _, err = NewDrawn(GPU, ctx, m, model.Params{DT: 1e-4}, Options{GPU: gpu.Options{Precision: gpu.Double}, Tuning: TuningCache{Folder: t.TempDir()}})
	if !errors.Is(err, glx.ErrNoFloat64) || !strings.Contains(err.Error(), "engine cpu,") || !strings.Contains(err.Error(), ctx.Renderer) {
		t.Error(err)
	}
}
