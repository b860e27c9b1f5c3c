package ensemble_test

import (
	"slices"
	"testing"

	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/metrics"
)

// sameRows says whether two tables have the same bits.
func sameRows(a, b metrics.Table) bool {
	return slices.EqualFunc(a.Rows, b.Rows, ensembletest.SameBits)
}

// Work of samples apart from each other is that of each step; what is measured follows Set and Reset.
func TestMeasuresOfMembers(t *testing.T) {
	ctx := gltest.New(t)
	for _, pipeline := range gpu.Pipelines() {
		maker := func(k ensemble.Kind, members []ensemble.Member, o metrics.Options) ensemble.Engine {
			return made(t, ctx, k, members, gpu.Options{Pipeline: pipeline, Metrics: &o})
		}
		ensembletest.WorkOfSamples(t, pipeline, maker)
		ensembletest.MeasuresFollow(t, pipeline, ensembletest.Features(), maker)
		ensembletest.MeasuresFollow(t, pipeline, ensembletest.Walkers(t), maker)
	}
}
