package cpuref_test

import (
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/engine/enginetest"
	"hooke/model"
)

func TestConformance(t *testing.T) {
	cases := slices.Concat(enginetest.Cases(), enginetest.Changing(), enginetest.Groups(), enginetest.Inelastic(), enginetest.ForceTables())
	enginetest.Run(t, enginetest.Subject{
		Precision: model.Double,
		Start: func(*testing.T) func(*model.Model, model.Params) (model.Engine, error) {
			return func(m *model.Model, p model.Params) (model.Engine, error) { return cpuref.New(m, p) }
		},
	}, cases)
}
