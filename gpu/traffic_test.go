package gpu

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// The cost model says what decision and design say: see the bytes per spring of
// each pipeline in docs/performance.md. Derived here by hand for n masses and s
// springs, whose table of entries is padded a little.
func TestTraffic(t *testing.T) {
	ctx := gltest.New(t)
	m, _, err := build.Canon(20)
	must.Do(t, err)
	n, s := float64(m.MassCount()), float64(m.SpringCount())
	for _, c := range []struct {
		pipeline string
		passes   map[string]float64 // bytes
		slack    float64            // share by which the padding may raise it
	}{
		// Without dampers spring-force reads no velocities: a position a mass, ends,
		// rest length with kind, and the force written.
		{options.TwoPass, map[string]float64{"spring-force": 16*n + (8+8+12)*s, "integrate": 64*n + 4*(n+1+2*s) + 12*s}, 0},
		// A mask of one word a mass: 13 pairs of two bits.
		{options.Fused, map[string]float64{"fused-integrate": 64*n + 4*n}, 0.08},
	} {
		e := must.Get(New(ctx, m, model.Params{DT: build.CanonStep}, Options{Pipeline: c.pipeline}))(t)
		got := e.Traffic()
		if len(got) != len(c.passes) {
			t.Errorf("%s: passes %v", c.pipeline, got)
		}
		for _, pass := range got {
			want, known := c.passes[pass.Pass]
			if bytes := float64(pass.Bytes); !known || bytes < want || bytes > want*(1+c.slack) {
				t.Errorf("%s: %s moves %.0f bytes, want %.0f and at most %g more", c.pipeline, pass.Pass, bytes, want, c.slack)
			}
		}
		if memory := e.Memory(); memory < int64(32*n) || memory != ranges.Memory(e.plan.counts) {
			t.Errorf("%s: memory %d", c.pipeline, memory)
		}
		e.Close()
	}
}

// Dampers make spring-force read velocities, and two-word precisions double the
// state.
func TestTrafficOfVariants(t *testing.T) {
	ctx := gltest.New(t)
	m, _, err := build.Canon(5)
	must.Do(t, err)
	of := func(m *model.Model, o Options) int64 {
		e := must.Get(New(ctx, m, model.Params{DT: build.CanonStep}, o))(t)
		defer e.Close()
		return e.Traffic()[0].Bytes
	}
	n, s := int64(m.MassCount()), int64(m.SpringCount())
	damped := *m
	damped.Materials = slices.Clone(m.Materials)
	damped.Materials[1].Damping = 0.1
	plain := of(m, Options{})
	if got, want := of(&damped, Options{})-plain, 16*n; got != want {
		t.Errorf("dampers cost %d bytes, want %d", got, want)
	}
	// Compensated: a second word of positions, and a record of each spring.
	if got, want := of(m, Options{Precision: options.Compensated})-plain, 16*n+12*s+12*int64(len(m.Materials)); got != want {
		t.Errorf("compensated costs %d bytes more, want %d", got, want)
	}
}

// Every pass of every integrator is in the cost model, with every buffer that it
// binds, but those that are small whatever the model.
func TestTrafficKnowsEveryPass(t *testing.T) {
	ctx := gltest.New(t)
	m, _, err := build.Canon(5)
	must.Do(t, err)
	small := []string{"Status", "Contact", "Palette"}
	for _, integrator := range append(model.Integrators(), model.Impulses) {
		for _, pipeline := range options.Pipelines() {
			if integrator == model.Impulses && pipeline != options.TwoPass {
				continue
			}
			e := must.Get(New(ctx, m, model.Params{DT: build.CanonStep, Integrator: integrator}, Options{Pipeline: pipeline}))(t)
			for _, p := range e.stepPasses() {
				moved := e.trafficRun().Moves(p.Name)
				for _, slot := range p.Storage {
					name := strings.TrimPrefix(slot.Buffer.Label(), "hooke.")
					if _, known := moved[name]; !known && !slices.Contains(small, name) {
						t.Errorf("%v, %s: the cost model does not know that %s binds %s", integrator, pipeline, p.Name, name)
					}
				}
			}
			total := int64(0)
			for _, pass := range e.Traffic() {
				total += pass.Bytes
			}
			// Every step reads and writes position and velocity at least.
			least := int64(64 * m.MassCount())
			if e.compiled.resident != nil { // once for all steps of a dispatch
				least /= int64(e.compiled.resident.Most)
			}
			if total < least || total > math.MaxInt32 {
				t.Errorf("%v, %s: %d bytes a step, want at least %d", integrator, pipeline, total, least)
			}
			e.Close()
		}
	}
}

// A span measures the device's time of what is queued within, and nothing else.
func TestSpan(t *testing.T) {
	ctx := gltest.New(t)
	m, _, err := build.Canon(12)
	must.Do(t, err)
	e := must.Open(New(ctx, m, model.Params{DT: build.CanonStep}, Options{Timers: true}))(t)
	if got := e.Span(); got != 0 {
		t.Errorf("without a span: %v", got)
	}
	measure := func(steps int) float64 {
		e.BeginSpan()
		must.Do(t, e.Step(steps))
		e.EndSpan()
		must.Do(t, e.Finish())
		return e.Span().Seconds()
	}
	measure(10)
	one, many := measure(4), measure(400)
	// A hundred times the work is far more than other programs disturb.
	if one <= 0 || many < 10*one {
		t.Errorf("4 steps take %g s, 400 take %g s", one, many)
	}
	if len(e.PassTimes()) != 2 {
		t.Errorf("pass times are %v", e.PassTimes())
	}
	if e.ForgetPassTimes(); len(e.PassTimes()) != 0 {
		t.Errorf("forgotten pass times are %v", e.PassTimes())
	}
}
