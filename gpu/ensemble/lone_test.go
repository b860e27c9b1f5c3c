package ensemble_test

import (
	"testing"

	"hooke/engine"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/metrics"
	"hooke/model"
)

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
	ensembletest.LoneContract(t, func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
		return gpu.New(ctx, kinds, members, gpu.Options{Metrics: o, Lone: true})
	})
}

// A host acts for members with engines of their own, also where one is reset within a period.
func TestHostedMembers(t *testing.T) {
	ctx := gltest.New(t)
	make := func(kinds []ensemble.Kind, members []ensemble.Member) (ensemble.Engine, error) {
		return gpu.New(ctx, kinds, members, gpu.Options{})
	}
	ensembletest.ControlHosted(t, make)
	ensembletest.ControlHostedReset(t, make)
}
