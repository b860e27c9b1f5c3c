package gpu

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// The force on each spring against the reference at the same float64 state, as
// the RMS of the error over the RMS of the force.
func forceErrorAt(t *testing.T, precision options.Precision, m *model.Model, state *model.State) float64 {
	t.Helper()
	ctx := gltest.New(t)
	e := must.Get(New(ctx, m, model.Params{DT: 1e-5}, Options{Precision: precision}))(t)
	defer e.Close()
	must.Do(t, e.Reset(state))
	must.Do(t, e.RunPass("spring-force"))
	got := make([][3]float32, m.SpringCount())
	must.Do(t, e.ReadForces(got))
	want := make([]model.Vec3, m.SpringCount())
	cpuref.SpringForces(want, m, nil, nil, state.Position, state.Velocity)
	wrong, size := 0.0, 0.0
	for s := range want {
		for axis := range 3 {
			d := float64(got[s][axis]) - want[s][axis]
			wrong += d * d
			size += want[s][axis] * want[s][axis]
		}
	}
	return math.Sqrt(wrong / size)
}

// The purpose of compensation: at least 100 times less error in the forces.
func TestCompensatedForcesAreAHundredTimesBetter(t *testing.T) {
	m, state := check.LongTruss()
	errors := map[options.Precision]float64{}
	for _, p := range options.Precisions() {
		t.Run(p.String(), func(t *testing.T) { errors[p] = forceErrorAt(t, p, m, state) })
	}
	t.Logf("%d springs: %v", m.SpringCount(), errors)
	if !(errors[options.Single] > 0.01) {
		t.Errorf("single precision has an error of %g only: the case does not need compensation", errors[options.Single])
	}
	for _, p := range []options.Precision{options.Compensated, options.Double} {
		must.Hold(t, errors[p]*100 <= errors[options.Single], "%v: error %g, single %g; want 100 times less", p, errors[p], errors[options.Single])
	}
}

// In double, whole steps agree with the reference to 48 bits.
func TestDoubleStepsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Tuned(3, 800, 3000)
	p := gputest.PerturbedParams()
	p.Actuators = []model.Actuator{{Amplitude: 0.02, Frequency: 100, Phase: 1}}
	m.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = uint16(s % 2)
	}
	e := must.Open(New(ctx, m, p, Options{Precision: options.Double}))(t)
	ref := must.Get(cpuref.New(m, p))(t)
	must.Do(t, e.Reset(state))
	must.Do(t, ref.Reset(state))
	must.Do(t, e.Step(4))
	must.Do(t, ref.Step(4))
	must.Do(t, e.Finish())
	got := modeltest.State(t, e)
	worst, change := 0.0, 0.0
	for i, v := range ref.State().Velocity {
		worst = max(worst, v.Sub(got.Velocity[i]).Len())
		change = max(change, v.Sub(state.Velocity[i]).Len())
	}
	// A force is the difference of lengths, 2^-48 of 1 m each, over strains of
	// 10 %: 1e-13 per spring, of which a hub has hundreds.
	if !(worst <= 1e-11*change) {
		t.Errorf("velocities differ by %g of the largest change, tolerance 1e-11", worst/change)
	}
}

// Slow motion far from the origin: a displacement below one unit in the last
// place of a float32 position is not lost.
func TestCompensatedPositionsKeepSmallSteps(t *testing.T) {
	for precision, want := range map[options.Precision]float64{options.Single: 0, options.Compensated: 1e-4, options.Double: 1e-4} {
		t.Run(fmt.Sprint(precision), func(t *testing.T) {
			ctx := gltest.New(t)
			m := modeltest.Free(1, model.Vec3{100, 0, 0})
			e := must.Open(New(ctx, m, model.Params{DT: 1e-4}, Options{Precision: precision}))(t)
			s := m.Start()
			s.Velocity[0] = model.Vec3{1e-3, 0, 0}
			modeltest.StepFrom(t, e, s, 1000)
			got := modeltest.State(t, e)
			must.Near(t, got.Position[0][0]-100, want, 1e-9, "moved by m in 0.1 s at 1 mm/s")
		})
	}
}

// The orders of the integrators, which single precision would hide: the error
// of RK4 falls below its rounding.
func TestOrdersInDouble(t *testing.T) {
	const tolerance = 0.1 // of an order, as in the reference
	for integrator, order := range map[model.Integrator]float64{
		model.SymplecticEuler: 1, model.VelocityVerlet: 2, model.RK4: 4, model.ExplicitEuler: 1,
	} {
		t.Run(integrator.String(), func(t *testing.T) {
			ctx := gltest.New(t)
			got := must.Get(check.MeasureConvergence(func(m *model.Model, p model.Params) (check.Precise, error) {
				return New(ctx, m, p, Options{Precision: options.Double})
			}, integrator))(t)
			if last := got.Order[len(got.Order)-1]; math.Abs(last-order) > tolerance {
				t.Errorf("order %g, want %g; errors %g at steps %g s", last, order, got.Error, got.DT)
			}
		})
	}
}

// Where shaders cannot compute in float64, double precision is refused with the name of the
// device, before a file of shaders is read; the other precisions do without.
func TestDoubleNeedsFloat64(t *testing.T) {
	ctx := gltest.New(t)
	for _, lacking := range []bool{false, true} {
		ctx.Limits.NoFloat64 = lacking
		for _, precision := range Precisions() {
			e, err := New(ctx, gputest.Grid(3, 3, 3), gputest.PerturbedParams(), Options{Precision: precision})
			if refused := errors.Is(err, glx.ErrNoFloat64); refused != (lacking && precision == Double) {
				t.Errorf("%v, lacking %v: %v", precision, lacking, err)
			} else if refused && (!strings.Contains(err.Error(), ctx.Renderer) || !strings.Contains(err.Error(), "compensated")) {
				t.Errorf("the error names neither %s nor what to take: %v", ctx.Renderer, err)
			} else if !refused {
				must.Do(t, err)
			}
			e.Close()
		}
	}
}
