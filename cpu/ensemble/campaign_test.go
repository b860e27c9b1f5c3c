package ensemble_test

import (
	"os"
	"testing"

	cpu "hooke/cpu/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	"hooke/metrics"
)

// E1, E2 of random members with random features, in each layout.
func TestCampaign(t *testing.T) {
	count := uint64(5)
	if os.Getenv("HOOKE_LONG") != "" {
		count = 100
	}
	makers := map[string]ensembletest.KindsMaker{}
	for _, layout := range cpu.Layouts() {
		makers[layout] = func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
			return cpu.New(kinds, members, cpu.Options{Threads: 2, Layout: layout, Metrics: o})
		}
	}
	ensembletest.Campaign(t, count, makers)
}
