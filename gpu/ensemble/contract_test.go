package ensemble_test

import (
	"os"
	"testing"

	"hooke/control/metrics"
	"hooke/engine"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
)

// stepAll steps engines.
func stepAll(t testing.TB, n int, engines ...*gpu.Engine) {
	t.Helper()
	for _, e := range engines {
		ensembletest.Step(t, n, e)
	}
}

// E1: a member's bits depend on its own values and start alone: not on how many members there
// are, where it lies, in which block, in which pipeline, or which members end beside it.
func TestMemberAlone(t *testing.T) {
	ctx := gltest.New(t)
	k := ensembletest.Features()
	all := ensembletest.Designs(t, k, 40)
	seat := seats(t, ctx, k)
	ensembletest.MemberAlone(t, all[7], all[8:], 2, 100, seat(1, 0, gpu.Resident, false, 0), seat(7, 6, gpu.Interleaved, false, 0), seat(33, 32, gpu.Interleaved, false, 0),
		seat(33, 16, gpu.Interleaved, true, 0), seat(33, 16, gpu.Resident, true, 0), seat(400, 77, gpu.Interleaved, false, 0), seat(100, 77, gpu.Interleaved, true, 1<<14))
}

// seats makes seats of a pipeline; block is the size of a storage block [bytes], or 0 for that of the device.
func seats(t *testing.T, ctx *glx.Context, k ensemble.Kind) func(count, slot int, pipeline string, dying bool, block int) ensembletest.Seat {
	return func(count, slot int, pipeline string, dying bool, block int) ensembletest.Seat {
		return ensembletest.Seat{Count: count, Slot: slot, Dying: dying, Make: func(members []ensemble.Member) ensemble.Engine {
			limits := ctx.Limits
			defer func() { ctx.Limits = limits }()
			if block > 0 {
				ctx.Limits.StorageBlockBytes = int64(block)
			}
			return made(t, ctx, k, members, gpu.Options{Pipeline: pipeline})
		}}
	}
}

// pipelines are those of a test: all in the long form, and one in the short form, that of its turn, 0 or 1.
func pipelines(turn int) []string {
	all := gpu.Pipelines()
	return must.Sized(all[turn:turn+1], all)
}

// pipelineWays are the pipelines.
func pipelineWays(turn int) ensembletest.Ways {
	ways := ensembletest.Ways{}
	for _, pipeline := range pipelines(turn) {
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
func TestAgainstReference(t *testing.T) { ensembletest.AgainstReference(t, pipelineWays(0)) }
func TestMetricsAgainstReference(t *testing.T) {
	ensembletest.MetricsAgainstReference(t, pipelineWays(1))
}
func TestResetMask(t *testing.T) {
	ensembletest.ResetMask(t, pipelineWays(0), ensembletest.Features())
}
func TestOneDiverges(t *testing.T)    { ensembletest.OneDiverges(t, pipelineWays(1)) }
func TestUntil(t *testing.T)          { ensembletest.Until(t, pipelineWays(0)) }
func TestSet(t *testing.T)            { ensembletest.Set(t, pipelineWays(1)) }
func TestBareStructures(t *testing.T) { ensembletest.BareStructures(t, pipelineWays(0), must.Long()) }

// Walkers have the same bits, and the same rows, in both pipelines.
func TestPipelinesAgree(t *testing.T) {
	ctx, k := gltest.New(t), ensembletest.Walkers(t)
	members, o := ensembletest.Designs(t, k, 6), metrics.Options{Groups: []string{"bottom"}, Settle: 0.01}
	one, other := made(t, ctx, k, members, gpu.Options{Pipeline: gpu.Interleaved, Metrics: &o}), made(t, ctx, k, members, gpu.Options{Pipeline: gpu.Resident, Metrics: &o})
	stepAll(t, 200, one, other)
	for i := range members {
		must.Hold(t, ensembletest.Sum(t, one, i) == ensembletest.Sum(t, other, i), "member %d differs between the pipelines", i)
	}
	must.Hold(t, sameRows(ensembletest.Measured(t, one), ensembletest.Measured(t, other)), "rows differ between the pipelines")
}

// E1, E2 of random members with random features, in each pipeline.
func TestCampaign(t *testing.T) {
	if os.Getenv("HOOKE_LONG") == "" {
		t.Skip("each structure has programs of its own, which are compiled with HOOKE_LONG alone")
	}
	ctx := gltest.New(t)
	makers := map[string]ensembletest.KindsMaker{}
	for _, pipeline := range gpu.Pipelines() {
		makers[pipeline] = func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
			return gpu.New(ctx, kinds, members, gpu.Options{Pipeline: pipeline, Metrics: o})
		}
	}
	ensembletest.Campaign(t, 12, makers)
}

// E1, E2: with each feature a member with an engine of its own is a run of its own on the engine gpu.
func TestLoneMembers(t *testing.T) {
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	ensembletest.LoneMembers(t, engine.GPU, func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
		return gpu.Open(kinds, members, gpu.Options{Metrics: o, Lone: gpu.Alone(kinds[0], model.Single) == ""}) // else beside members that lie interleaved
	})
}

// E4, E5, and values that are set on the way.
func TestLoneContract(t *testing.T) {
	ctx := gltest.New(t)
	make := func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
		return gpu.New(ctx, kinds, members, gpu.Options{Metrics: o, Lone: true})
	}
	ensembletest.LoneContract(t, make)
	if must.Long() {
		ensembletest.LoneCollisions(t, make)
	}
}

// A host acts for members with engines of their own, also where one is reset within a period.
func TestHostedMembers(t *testing.T) {
	ctx := gltest.New(t)
	make := func(kinds []ensemble.Kind, members []ensemble.Member) (ensemble.Engine, error) {
		return gpu.New(ctx, kinds, members, gpu.Options{Lone: true})
	}
	ensembletest.ControlHosted(t, make)
	ensembletest.ControlHostedReset(t, make)
	ensembletest.ControlNoise(t, make)
}
