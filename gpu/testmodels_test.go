package gpu

import (
	"io/fs"
	"strconv"
	"testing"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// coefficients are k and c per spring for the reference.
func coefficients(m *model.Model, p model.Params) []model.Coefficients {
	return physics.NewResolver(m, p.DT).All(nil)
}

func itoa(n int) string { return strconv.Itoa(n) }

func readShader(t *testing.T, files fs.FS, name string) string {
	t.Helper()
	text := must.Get(fs.ReadFile(files, name))(t)
	return string(text)
}

func readStrain(e *Engine, dst []float32) {
	e.ctx.Barrier(glx.ByTransfer)
	glx.Download(e.buffers.Strain, 0, dst)
}
