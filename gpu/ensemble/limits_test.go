package ensemble_test

import (
	"errors"
	"strings"
	"testing"

	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
)

// Requests beyond the device are refused by name, with the numbers, before anything is allocated for members.
func TestLimits(t *testing.T) {
	ctx := gltest.New(t)
	k := ensembletest.Features()
	whole := ctx.Limits
	for _, c := range []struct {
		want, pipeline string
		large          bool
		change         func(l *glx.Limits)
	}{
		{"a member of 8 masses takes", gpu.Resident, false, func(l *glx.Limits) { l.SharedBytes = 192 }},
		{"shared memory, and this device has 192 (GL_MAX_COMPUTE_SHARED_MEMORY_SIZE); take the pipeline ensemble", gpu.Resident, false, func(l *glx.Limits) { l.SharedBytes = 192 }},
		{"the table of 8 masses and 28 springs is too large", "", true, func(l *glx.Limits) { l.StorageBlockBytes = 1000 }},
		{"a pack of 32 members takes 4096 bytes of Position, allowed are 4000 (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)", "", true, func(l *glx.Limits) { l.StorageBlockBytes = 4000 }},
		{"a pack takes 1 work groups, allowed are 0", gpu.Interleaved, true, func(l *glx.Limits) { l.WorkGroups[0] = 0 }},
		{`no pipeline "packed"; known are [ensemble ensemble-resident]`, "packed", false, func(*glx.Limits) {}},
	} {
		c.change(&ctx.Limits)
		_, err := gpu.New(ctx, []ensemble.Kind{k}, ensembletest.Designs(t, k, 3), gpu.Options{Pipeline: c.pipeline})
		ctx.Limits = whole
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, glx.ErrTooLarge) != c.large {
			t.Errorf("%q: %v", c.want, err)
		}
		if live := ctx.Live(); len(live) > 0 {
			t.Errorf("%q: %v stay", c.want, live)
		}
	}
	// Few members that fit are resident, others are interleaved.
	for count, want := range map[int]string{3: gpu.Resident, 64: gpu.Interleaved} {
		if d := made(t, ctx, k, ensembletest.Designs(t, k, count), gpu.Options{}).Describe(); d.Pipeline != want || d.Engine != "gpu" || d.WorkGroup == 0 {
			t.Errorf("%d members: %+v", count, d)
		}
	}
	ctx.Limits.SharedBytes = 192
	if d := made(t, ctx, k, nil, gpu.Options{}).Describe(); d.Pipeline != gpu.Interleaved {
		t.Errorf("what does not fit shared memory is stepped as %+v", d)
	}
	ctx.Limits = whole
}

// Features that ensembles lack are refused as on all engines, and features that the engine gpu lacks of a member that has one of its own in
// its words.
func TestRefusals(t *testing.T) {
	ctx := gltest.New(t)
	_, k, _ := ensembletest.With(t, ensemble.Rigid)
	ctx.Limits.StorageBlockBytes = 1000
	books := ensembletest.Features()
	books.Params.Ledger = true
	for _, c := range []struct {
		kind ensemble.Kind
		why  error
		want string
	}{{k, glx.ErrTooLarge, "member 0: gpu: 72 springs are too large for this device"}, {books, model.ErrUnsupported, "the energy ledger: unsupported by ensembles"}} {
		if _, err := gpu.New(ctx, []ensemble.Kind{c.kind}, make([]ensemble.Member, 1), gpu.Options{}); !errors.Is(err, c.why) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.want, err)
		}
		if live := ctx.Live(); len(live) > 0 {
			t.Errorf("%q: %v stay", c.want, live)
		}
	}
}

// An engine with a context of its own steps as one on a context that was lent, and may be closed twice.
func TestOpen(t *testing.T) {
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	k := ensembletest.Features()
	members := ensembletest.Designs(t, k, 3)
	e := must.Get(gpu.Open([]ensemble.Kind{k}, members, gpu.Options{}))(t)
	ensembletest.Step(t, 20, e)
	got := ensembletest.Sum(t, e, 1)
	e.Close()
	e.Close()
	own := made(t, gltest.New(t), k, members, gpu.Options{})
	ensembletest.Step(t, 20, own)
	must.Hold(t, got == ensembletest.Sum(t, own, 1), "a context of its own gives other bits")
	if _, err := gpu.Open(nil, []ensemble.Member{{}}, gpu.Options{}); err == nil {
		t.Error("a member of no kind passed")
	}
	must.Be(t, own.Waits(), 0, "waits of 20 steps")
}

// made is an engine that ends with the test, and before its context.
func made(t testing.TB, ctx *glx.Context, k ensemble.Kind, members []ensemble.Member, o gpu.Options) *gpu.Engine {
	t.Helper()
	return must.Open(gpu.New(ctx, []ensemble.Kind{k}, members, o))(t)
}
