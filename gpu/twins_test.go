package gpu

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
)

// stepped is the reference after some steps of a case.
func stepped(t *testing.T, m *model.Model, p model.Params, s *model.State, steps int) *cpuref.Engine {
	t.Helper()
	ref, err := cpuref.New(m, p)
	must.Do(t, err)
	must.Do(t, ref.Reset(s))
	must.Do(t, ref.Step(steps))
	return ref
}

// started is an engine at the start of a case, which ends with the test.
func started(t *testing.T, ctx *glx.Context, m *model.Model, p model.Params, s *model.State, o Options) *Engine {
	t.Helper()
	e, err := New(ctx, m, p, o)
	must.Do(t, err)
	t.Cleanup(e.Close)
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

// contactsApart is by how much an engine is off the reference in what contacts hold, as a share of
// that.
func contactsApart(t *testing.T, e *Engine, ref *cpuref.Engine) float64 {
	t.Helper()
	want, err := ref.Energy()
	must.Do(t, err)
	onHost, err := e.Energy()
	must.Do(t, err)
	onDevice := onHost
	if e.plan.fused == nil { // else the host alone has the springs
		onDevice, err = e.deviceEnergy()
		must.Do(t, err)
	}
	if want.Contact == 0 {
		t.Errorf("contacts hold nothing: %+v", want)
	}
	return max(math.Abs(onHost.Contact-want.Contact), math.Abs(onDevice.Contact-want.Contact)) / want.Contact
}

// eachWay runs a test for each way of stepping that is not the same code again. All are
// tested with HOOKE_LONG; the few of the short form have each pipeline, precision and integrator.
func eachWay(t *testing.T, test func(t *testing.T, o Options, integrator model.Integrator)) {
	for _, pipeline := range options.Pipelines() {
		for _, precision := range options.Precisions() {
			for _, integrator := range model.Integrators() {
				if os.Getenv("HOOKE_LONG") == "" && !inShortForm(pipeline, precision, integrator) {
					continue
				}
				t.Run(fmt.Sprint(pipeline, " ", precision, " ", integrator), func(t *testing.T) {
					test(t, Options{Pipeline: pipeline, Precision: precision}, integrator)
				})
			}
		}
	}
}

// eachWayInSingle is eachWay for what the engine has in single precision alone. The short form has
// each pipeline.
func eachWayInSingle(t *testing.T, test func(t *testing.T, o Options, integrator model.Integrator)) {
	integrators := model.Integrators()
	for k, pipeline := range options.Pipelines() {
		for n, integrator := range integrators {
			if os.Getenv("HOOKE_LONG") != "" || n == (k+1)%len(integrators) {
				t.Run(fmt.Sprint(pipeline, " ", integrator), func(t *testing.T) { test(t, Options{Pipeline: pipeline}, integrator) })
			}
		}
	}
}

func inShortForm(pipeline string, precision options.Precision, integrator model.Integrator) bool {
	switch pipeline {
	case options.TwoPass:
		return precision == options.Single && integrator == model.SymplecticEuler || precision == options.Double && integrator == model.VelocityVerlet
	case options.Fused:
		return precision == options.Single && integrator == model.RK4
	default:
		return precision == options.Compensated && integrator == model.ExplicitEuler
	}
}

// mutant is a shader with one text in place of another, which is there once.
type mutant struct{ file, old, new string }

// seesMutants fails where a comparison finds a mutant within a limit of the reference, in way
// and in energy. The short form has every fifth mutant.
func seesMutants(t *testing.T, mutants []mutant, limit float64, off func(ctx *glx.Context, files fs.FS) (way, energy float64)) {
	t.Helper()
	ctx := gltest.New(t)
	for k, c := range mutants {
		if os.Getenv("HOOKE_LONG") == "" && k%5 != 0 {
			continue
		}
		way, energy := off(ctx, mutated(t, c.file, c.old, c.new))
		if way < limit && energy < limit {
			t.Errorf("%s, %q: not seen, %g of the way off and %g of the energy", c.file, c.new, way, energy)
		}
	}
}
