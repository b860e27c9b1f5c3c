package ensemble_test

import (
	"slices"
	"testing"

	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/metrics"
	"hooke/must"
	"hooke/physics"
)

// stepAll steps engines.
func stepAll(t testing.TB, n int, engines ...*gpu.Engine) {
	t.Helper()
	for _, e := range engines {
		ensembletest.Step(t, n, e)
	}
}

// E1: a member's bits depend on its own values and start alone: not on how many members there
// are, where it lies, in which block, in which pipeline, or who ends beside it.
func TestMemberAlone(t *testing.T) {
	ctx := gltest.New(t)
	k := ensembletest.Features()
	all := ensembletest.Designs(t, k, 40)
	design, others := all[7], all[8:]
	var want [32]byte
	for i, c := range []struct {
		count, slot int
		pipeline    string
		dying       bool
		block       int // bytes of a storage block; 0: those of the device
	}{{1, 0, gpu.Resident, false, 0}, {7, 6, gpu.Interleaved, false, 0}, {33, 32, gpu.Interleaved, false, 0}, {33, 16, gpu.Interleaved, true, 0}, {33, 16, gpu.Resident, true, 0}, {400, 77, gpu.Interleaved, false, 0}, {100, 77, gpu.Interleaved, true, 1 << 14}} {
		members := make([]ensemble.Member, c.count)
		for m := range members {
			members[m] = others[m%len(others)]
			if c.dying && m%2 == c.slot%2 {
				members[m].Until = physics.Until{Words: []string{physics.Fell}, FallHeight: 10}
			}
			if c.dying && m%3 == 0 {
				members[m].Values = slices.Clone(members[m].Values)
				members[m].Values[2] *= 1e6 // it diverges
			}
		}
		members[c.slot] = design
		limits := ctx.Limits
		if c.block > 0 {
			ctx.Limits.StorageBlockBytes = int64(c.block)
		}
		e := made(t, ctx, k, members, gpu.Options{Pipeline: c.pipeline})
		ctx.Limits = limits
		stepAll(t, 70, e)
		stepAll(t, 30, e)
		got := ensembletest.Sum(t, e, c.slot)
		if i == 0 {
			want = got
			stepAll(t, 1, e)
			if ensembletest.Sum(t, e, c.slot) == want {
				t.Error("a step changes no bit")
			}
		}
		if got != want {
			t.Errorf("%+v: the member has other bits than alone", c)
		}
		for m, s := range ensembletest.StatusOf(t, e) {
			if dies := c.dying && m != c.slot && (m%2 == c.slot%2 || m%3 == 0); i > 0 && dies != (s.Ended != "") {
				t.Errorf("%+v: member %d: %+v", c, m, s)
			}
		}
	}
}

// pipelineWays are the pipelines.
func pipelineWays() ensembletest.Ways {
	ways := ensembletest.Ways{}
	for _, pipeline := range gpu.Pipelines() {
		ways[pipeline] = func(t testing.TB) ensembletest.KindsMaker {
			ctx := gltest.New(t)
			return func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
				return gpu.New(ctx, kinds, members, gpu.Options{Pipeline: pipeline, Metrics: o})
			}
		}
	}
	return ways
}

// E2 to E5.
func TestAgainstReference(t *testing.T) { ensembletest.AgainstReference(t, pipelineWays()) }
func TestMetricsAgainstReference(t *testing.T) {
	ensembletest.MetricsAgainstReference(t, pipelineWays())
}
func TestResetMask(t *testing.T) {
	ensembletest.ResetMask(t, pipelineWays(), ensembletest.Features())
}
func TestOneDiverges(t *testing.T)    { ensembletest.OneDiverges(t, pipelineWays()) }
func TestUntil(t *testing.T)          { ensembletest.Until(t, pipelineWays()) }
func TestSet(t *testing.T)            { ensembletest.Set(t, pipelineWays()) }
func TestBareStructures(t *testing.T) { ensembletest.BareStructures(t, pipelineWays(), true) }

// Walkers have the same bits, and the same rows, in both pipelines.
func TestPipelinesAgree(t *testing.T) {
	ctx, k := gltest.New(t), ensembletest.Walkers(t)
	members, o := ensembletest.Designs(t, k, 6), metrics.Options{Groups: []string{"bottom"}, Settle: 0.01}
	one, other := made(t, ctx, k, members, gpu.Options{Pipeline: gpu.Interleaved, Metrics: &o}), made(t, ctx, k, members, gpu.Options{Pipeline: gpu.Resident, Metrics: &o})
	stepAll(t, 200, one, other)
	for i := range members {
		if ensembletest.Sum(t, one, i) != ensembletest.Sum(t, other, i) {
			t.Errorf("member %d differs between the pipelines", i)
		}
	}
	if !sameRows(ensembletest.Measured(t, one), ensembletest.Measured(t, other)) {
		t.Error("rows differ between the pipelines")
	}
}

// madeOf is made of several kinds.
func madeOf(t testing.TB, ctx *glx.Context, kinds []ensemble.Kind, members []ensemble.Member, o gpu.Options) *gpu.Engine {
	t.Helper()
	e, err := gpu.New(ctx, kinds, members, o)
	must.Do(t, err)
	t.Cleanup(e.Close)
	return e
}
