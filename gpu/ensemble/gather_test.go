package ensemble_test

import (
	"os"
	"slices"
	"testing"

	"hooke/control/metrics"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// When most members have ended, the living ones are moved together, and no bit of any changes. Reading,
// measuring, setting and resetting go by the numbers of members. The other pipeline moves none.
func TestLivingMembersAreMovedTogether(t *testing.T) {
	ctx := gltest.New(t)
	_, collides, crossed := ensembletest.With(t, ensemble.Collisions)
	for name, c := range map[string]struct {
		kind  ensemble.Kind
		start *model.State
	}{"features": {ensembletest.Features(), nil}, "collisions": {collides, crossed}} {
		if name == "collisions" && os.Getenv("HOOKE_LONG") == "" {
			continue
		}
		k := c.kind
		o := ensembletest.Grouped(k)
		o.Settle = 20 * k.Params.DT
		members := ensembletest.Designs(t, k, 70)
		for i := range members {
			if i%2 == 0 { // others have no masses that touch
				members[i].Start = c.start
			}
			if i%3 == 0 {
				members[i].Until = physics.Until{Words: []string{physics.Fell}, FallHeight: 1e3}
			} else if i%3 == 1 && i < 62 {
				members[i].Until = physics.Until{Words: []string{physics.Still}, StillSpeed: 1e9, StillTime: 20 * k.Params.DT}
			}
		}
		e, want := made(t, ctx, k, members, gpu.Options{Pipeline: gpu.Interleaved, Metrics: &o}), made(t, ctx, k, members, gpu.Options{Pipeline: gpu.Resident, Metrics: &o})
		e.GatherEvery(16)
		for _, n := range []int{15, 20, 20, 8} {
			stepAll(t, n, e, want)
		}
		ensembletest.SameMembers(t, name+": most have ended", e, want)
		must.Be(t, e.Stepped(), 1, "%s: packs are stepped", name)
		for f := range k.Free {
			values := make([]float64, len(members))
			for i := range members {
				values[i] = members[i].Values[f] * (1 + 0.001*float64(i%5))
			}
			for _, engine := range []ensemble.Engine{e, want} {
				must.Do(t, engine.Set(0, f, values))
			}
		}
		stepAll(t, 11, e, want)
		ensembletest.SameMembers(t, name+": values are set", e, want)
		mask := make([]bool, len(members))
		for _, i := range []int{0, 1, 2, 7, 30, 33, 61, 69} {
			mask[i] = true
		}
		for _, engine := range []ensemble.Engine{e, want} {
			must.Do(t, engine.Reset(mask, func(int) *model.State { return c.start }))
		}
		if got := e.Stepped(); got < 2 {
			t.Errorf("%s: %d packs are stepped after a reset", name, got)
		}
		for range 3 {
			stepAll(t, 19, e, want)
			ensembletest.SameMembers(t, name+": they go on", e, want)
		}
	}
}

// sameRows says whether two tables have the same bits.
func sameRows(a, b metrics.Table) bool {
	return slices.EqualFunc(a.Rows, b.Rows, ensembletest.SameBits)
}

// Work of samples apart from each other equals that of each step. Metrics follow Set and Reset.
func TestMeasuresOfMembers(t *testing.T) {
	ctx := gltest.New(t)
	for turn, pipeline := range gpu.Pipelines() {
		maker := func(k ensemble.Kind, members []ensemble.Member, o metrics.Options) ensemble.Engine {
			return made(t, ctx, k, members, gpu.Options{Pipeline: pipeline, Metrics: &o})
		}
		if turn == 0 || must.Long() {
			ensembletest.MeasuresFollow(t, pipeline, ensembletest.Features(), maker)
		}
		if turn == 1 || must.Long() {
			ensembletest.WorkOfSamples(t, pipeline, maker)
		}
		if must.Long() {
			ensembletest.MeasuresFollow(t, pipeline, ensembletest.Walkers(t), maker)
		}
	}
}
