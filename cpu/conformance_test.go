package cpu_test

import (
	"slices"
	"testing"

	"hooke/cpu"
	"hooke/engine/enginetest"
	"hooke/model"
	"hooke/must"
)

func TestConformance(t *testing.T) {
	cases := slices.Concat(enginetest.Cases(), enginetest.Changing(), enginetest.Groups(), enginetest.Inelastic(), enginetest.ForceTables())
	k := 0
	for _, precision := range []model.Precision{model.Single, model.Double} {
		t.Run(precision.String(), func(t *testing.T) { enginetest.Run(t, subject(precision, ""), cases) })
		if !must.Long() { // the laws are the same
			cases = slices.DeleteFunc(cases, func(enginetest.Case) bool { k++; return k%12 != 0 })
		}
	}
}

func TestConformanceBesideReference(t *testing.T) {
	for k, precision := range []model.Precision{model.Single, model.Double} {
		for n, kernel := range cpu.Kernels(precision) {
			if !must.Long() && k != n { // the fastest of single precision, and another of double
				continue
			}
			t.Run(precision.String()+" "+kernel, func(t *testing.T) { enginetest.Run(t, subject(precision, kernel), enginetest.Beside()) })
		}
	}
}

func subject(precision model.Precision, kernel string) enginetest.Subject {
	return enginetest.Subject{
		Precision: precision,
		Start: func(*testing.T) func(*model.Model, model.Params) (model.Engine, error) {
			return func(m *model.Model, p model.Params) (model.Engine, error) {
				return cpu.New(m, p, cpu.Options{Precision: precision, Threads: 2, Kernel: kernel})
			}
		},
	}
}
