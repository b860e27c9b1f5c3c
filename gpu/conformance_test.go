package gpu_test

import (
	"testing"

	"hooke/engine/enginetest"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/model"
)

func TestConformance(t *testing.T) { enginetest.Run(t, subject(gpu.Options{}), enginetest.Cases()) }

// Apart, since it runs on the second driver, too.
func TestConformanceOfWhatChanges(t *testing.T) {
	enginetest.Run(t, subject(gpu.Options{}), enginetest.Changing())
}

func TestConformanceBesideReference(t *testing.T) {
	for _, way := range []struct {
		pipeline   string
		integrator model.Integrator
	}{{gpu.TwoPass, model.SymplecticEuler}, {gpu.Fused, model.VelocityVerlet}} {
		t.Run(way.pipeline, func(t *testing.T) {
			s := subject(gpu.Options{Pipeline: way.pipeline})
			s.Integrators = []model.Integrator{way.integrator}
			enginetest.Run(t, s, enginetest.Beside())
		})
	}
}

func subject(o gpu.Options) enginetest.Subject {
	return enginetest.Subject{
		Precision: model.Single,
		Lacks:     []string{"the ledger continues with new parameters"},
		Start: func(t *testing.T) func(*model.Model, model.Params) (model.Engine, error) {
			ctx := gltest.New(t)
			return func(m *model.Model, p model.Params) (model.Engine, error) { return gpu.New(ctx, m, p, o) }
		},
	}
}
