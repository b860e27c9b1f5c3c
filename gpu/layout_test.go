package gpu

import (
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/must"
)

// Room beside an engine is judged by what the other takes, and an eighth more.
func TestMemoryOfOtherPipelines(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(36, 500, 2000)
	first := must.Get(New(ctx, m, gputest.PerturbedParams(), Options{Pipeline: options.Fused}))(t)
	defer first.Close()
	for _, pipeline := range options.Pipelines() {
		o := Options{Pipeline: pipeline, KeepLastGood: true}
		e := must.Get(New(ctx, m, gputest.PerturbedParams(), o))(t)
		if got, least := first.memoryAs(o), e.Memory(); got < least || got > 2*least {
			t.Errorf("%s: judged to take %d bytes, takes %d", pipeline, got, least)
		}
		e.Close()
	}
	if enough(900, 800) != nil || enough(899, 800) == nil {
		t.Error("800 bytes need 900")
	}
}
