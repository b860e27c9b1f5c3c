package gpu

import (
	"io/fs"
	"math"
	"strconv"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// ofVariant leaves a test of a variant that is off by default to the long form. The short form has one test of each.
func ofVariant(t *testing.T) {
	t.Helper()
	if !must.Long() {
		t.Skip("a variant that is off by default; HOOKE_LONG=1 runs it")
	}
}

// stepped is the reference after some steps of a case.
func stepped(t *testing.T, m *model.Model, p model.Params, s *model.State, steps int) *cpuref.Engine {
	t.Helper()
	ref := must.Get(cpuref.New(m, p))(t)
	modeltest.StepFrom(t, ref, s, steps)
	return ref
}

// started is an engine at the start of a case, which ends with the test.
func started(t *testing.T, ctx *glx.Context, m *model.Model, p model.Params, s *model.State, o Options) *Engine {
	t.Helper()
	e := must.Open(New(ctx, m, p, o))(t)
	must.Do(t, e.Reset(s))
	return e
}

// farthest is how far masses of two states are from each other, at most [m].
func farthest(a, b []model.Vec3) (far float64) {
	for i, x := range a {
		far = max(far, x.Sub(b[i]).Len())
	}
	return far
}

// contactsApart returns how far an engine is off the reference in the energy of contacts, as a share of that.
func contactsApart(t *testing.T, e *Engine, ref *cpuref.Engine) float64 {
	t.Helper()
	want := must.Get(ref.Energy())(t)
	onHost := must.Get(e.Energy())(t)
	onDevice := onHost
	if e.plan.fused == nil { // else the host alone has the springs
		onDevice = must.Get(e.deviceEnergy())(t)
	}
	must.Hold(t, want.Contact != 0, "contacts hold nothing: %+v", want)
	return max(math.Abs(onHost.Contact-want.Contact), math.Abs(onDevice.Contact-want.Contact)) / want.Contact
}

// mutant is a shader with one text in place of another, which is there once.
type mutant struct{ file, old, new string }

// seesMutants fails where a comparison finds a mutant within a limit of the reference, in way
// and in energy. takes says which mutants the short form has (must.Faults).
func seesMutants(t *testing.T, takes func() bool, mutants []mutant, limit float64, off func(ctx *glx.Context, files fs.FS) (way, energy float64)) {
	t.Helper()
	ctx := gltest.New(t)
	for _, c := range mutants {
		wrong := mutated(t, c.file, c.old, c.new) // of those that are spared, too, so that none gets old
		if !takes() {
			continue
		}
		way, energy := off(ctx, wrong)
		if way < limit && energy < limit {
			t.Errorf("%s, %q: not seen, %g of the way off and %g of the energy", c.file, c.new, way, energy)
		}
	}
}

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
