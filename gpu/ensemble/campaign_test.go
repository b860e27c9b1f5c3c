package ensemble_test

import (
	"os"
	"testing"

	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/metrics"
)

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
