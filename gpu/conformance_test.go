package gpu_test

import (
	"testing"

	"hooke/engine/enginetest"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/model"
)

func TestConformance(t *testing.T) { enginetest.Run(t, subject(), enginetest.Cases()) }

// Apart, since it runs on the second driver, too.
func TestConformanceOfWhatChanges(t *testing.T) { enginetest.Run(t, subject(), enginetest.Changing()) }

func subject() enginetest.Subject {
	return enginetest.Subject{
		Precision: model.Single,
		Lacks:     []string{"the ledger continues with new parameters"},
		Start: func(t *testing.T) func(*model.Model, model.Params) (model.Engine, error) {
			ctx := gltest.New(t)
			return func(m *model.Model, p model.Params) (model.Engine, error) {
				return gpu.New(ctx, m, p, gpu.Options{})
			}
		},
	}
}
