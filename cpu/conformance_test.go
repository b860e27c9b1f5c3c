package cpu_test

import (
	"testing"

	"hooke/cpu"
	"hooke/engine/enginetest"
	"hooke/model"
)

func TestConformance(t *testing.T) {
	cases := append(enginetest.Cases(), enginetest.Changing()...)
	for _, precision := range []model.Precision{model.Single, model.Double} {
		t.Run(precision.String(), func(t *testing.T) {
			enginetest.Run(t, enginetest.Subject{
				Precision: precision,
				Start: func(*testing.T) func(*model.Model, model.Params) (model.Engine, error) {
					return func(m *model.Model, p model.Params) (model.Engine, error) {
						return cpu.New(m, p, cpu.Options{Precision: precision, Threads: 2})
					}
				},
			}, cases)
		})
	}
}
