package gpu_test

import (
	"slices"
	"testing"

	"hooke/engine/enginetest"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/must"
)

func TestConformance(t *testing.T) { enginetest.Run(t, subject(gpu.Options{}), enginetest.Cases()) }

// Apart, since it runs on the second driver, too.
func TestConformanceOfWhatChanges(t *testing.T) {
	enginetest.Run(t, subject(gpu.Options{}), enginetest.Changing())
}

// The engine refuses forces on groups by name.
func TestConformanceOfGroups(t *testing.T) { refuses(t, enginetest.Groups()) }

// The engine refuses springs that tear, yield, creep or have a force table by name.
func TestConformanceOfInelastic(t *testing.T) {
	refuses(t, slices.Concat(enginetest.Inelastic(), enginetest.ForceTables()))
}

func refuses(t *testing.T, cases []enginetest.Case) {
	t.Helper()
	s := subject(gpu.Options{})
	for _, c := range cases {
		s.Lacks = append(s.Lacks, c.Name)
	}
	enginetest.Run(t, s, cases)
}

// Each run compiles programs of its own, those in which edges and triangles touch shapes for seconds: the short form
// leaves out runs that others contain, and has precisions of two words for contacts that move.
func TestConformanceBesideReference(t *testing.T) {
	const touching = "edges and triangles touch shapes"
	few := []string{"contacts push by the mass", "contacts move"}[must.Sized(1, 0):]
	for _, way := range []struct {
		pipeline   string
		precision  model.Precision
		integrator model.Integrator
		cases      []string // nil: all
	}{
		{gpu.TwoPass, model.Single, model.SymplecticEuler, nil},
		{gpu.Fused, model.Single, must.Sized(model.SymplecticEuler, model.VelocityVerlet), nil},
		{gpu.TwoPass, model.Compensated, model.VelocityVerlet, few},
		{gpu.Fused, model.Double, model.RK4, few},
	} {
		t.Run(way.pipeline+" "+way.precision.String(), func(t *testing.T) {
			s := subject(gpu.Options{Pipeline: way.pipeline, Precision: way.precision})
			s.Precision, s.Integrators, s.Few = way.precision, []model.Integrator{way.integrator}, !must.Long()
			enginetest.Run(t, s, slices.DeleteFunc(enginetest.Beside(), func(c enginetest.Case) bool {
				return way.cases != nil && !slices.Contains(way.cases, c.Name) ||
					!must.Long() && way.pipeline == gpu.TwoPass && c.Name == touching
			}))
		})
	}
}

func subject(o gpu.Options) enginetest.Subject {
	return enginetest.Subject{
		Precision: model.Single,
		Lacks: []string{"the ledger continues with new parameters", "a terrain pushes by its law", "a mass slides on a terrain where tan θ > μs",
			"creases of a terrain keep energy", "ridges of a terrain catch masses",
			"a field of a plane pushes as the plane", "a field of a ball returns a mass", "fields catch masses"},
		Start: func(t *testing.T) func(*model.Model, model.Params) (model.Engine, error) {
			ctx := gltest.New(t)
			return func(m *model.Model, p model.Params) (model.Engine, error) { return gpu.New(ctx, m, p, o) }
		},
	}
}
