package gpu

import (
	"io/fs"
	"os"
	"slices"
	"strconv"
	"testing"

	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/physics"
)

// coefficients are k and c per spring for the reference.
func coefficients(m *model.Model, p model.Params) []model.Coefficients {
	return physics.NewResolver(m, p.DT).All(nil)
}

func itoa(n int) string { return strconv.Itoa(n) }

func readShader(t *testing.T, files fs.FS, name string) string {
	t.Helper()
	text, err := fs.ReadFile(files, name)
	must(t, err)
	return string(text)
}

func readStrain(e *Engine, dst []float32) {
	e.ctx.Barrier(glx.ByTransfer)
	glx.Download(e.buffers.Strain, 0, dst)
}

// tested says whether a test steps in this way. All are tested with HOOKE_LONG; the few of the
// short form have each pipeline, precision and integrator.
func tested(pipeline string, precision options.Precision, integrator model.Integrator) bool {
	type way struct {
		pipeline   string
		precision  options.Precision
		integrator model.Integrator
	}
	return os.Getenv("HOOKE_LONG") != "" || slices.Contains([]way{
		{options.TwoPass, options.Single, model.SymplecticEuler},
		{options.Fused, options.Single, model.RK4},
		{options.FusedExplicit, options.Compensated, model.ExplicitEuler},
		{options.TwoPass, options.Double, model.VelocityVerlet},
	}, way{pipeline, precision, integrator})
}
