package cpuref_test

import (
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/engine/enginetest"
	"hooke/model"
	"hooke/must"
)

// In the short form the reference has every second case: cpu has all, and both agree in the tests of cpu.
func TestConformance(t *testing.T) {
	cases := slices.Concat(enginetest.Cases(), enginetest.Changing(), enginetest.Groups(), enginetest.Inelastic(), enginetest.ForceTables())
	if k := 0; !must.Long() {
		cases = slices.DeleteFunc(cases, func(enginetest.Case) bool { k++; return k%2 != 0 })
	}
	enginetest.Run(t, enginetest.Subject{
		Precision: model.Double,
		Start: func(*testing.T) func(*model.Model, model.Params) (model.Engine, error) {
			return func(m *model.Model, p model.Params) (model.Engine, error) { return cpuref.New(m, p) }
		},
	}, cases)
}
