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
	"hooke/model/modeltest"
)

// spanSteps are enough for edges and triangles to begin and end touching shapes.
const spanSteps = 10

// offSpans runs the case of edges and triangles, and returns how far the engine is from the
// reference in the end, relative to what contacts with spans have moved the masses, and the
// largest difference of energies and flows, relative to those of contacts.
func offSpans(t *testing.T, ctx *glx.Context, o Options, integrator model.Integrator, files fs.FS, build func() (*model.Model, model.Params, *model.State)) (way, energy float64) {
	t.Helper()
	m, p, s := build()
	p.Integrator, p.Ledger, o.Shaders = integrator, true, files
	run := func(p model.Params) *cpuref.Engine {
		ref, err := cpuref.New(m, p)
		must(t, err)
		must(t, ref.Reset(s))
		must(t, ref.Step(spanSteps))
		return ref
	}
	without := p.Clone()
	for k := range without.Contacts {
		without.Contacts[k].Touches = model.TouchMasses
	}
	ref, plain := run(p), run(without)
	e, err := New(ctx, m, p, o)
	must(t, err)
	defer e.Close()
	must(t, e.Reset(s))
	got := after(t, e, spanSteps)
	far := 0.0
	for i, x := range ref.State().Position {
		far, way = max(far, x.Sub(plain.State().Position[i]).Len()), max(way, got.Position[i].Sub(x).Len())
	}
	want, err := ref.Ledger()
	must(t, err)
	is, err := e.Ledger()
	must(t, err)
	whole := want.Now.Contact + want.Flows.ContactDamping + want.Flows.Friction
	for _, c := range [][2]float64{{is.Now.Contact, want.Now.Contact}, {is.Flows.ContactDamping, want.Flows.ContactDamping}, {is.Flows.Friction, want.Flows.Friction}, {is.Residual() + 1, want.Residual() + 1}} {
		if c[1] == 0 || far < 1e-4 {
			t.Errorf("%v: the case lacks a flow, or its %g m: %+v", integrator, far, want)
		}
		energy = max(energy, math.Abs(c[0]-c[1])/whole)
	}
	held, err := e.Energy()
	must(t, err)
	return way / far, max(energy, math.Abs(held.Contact-want.Now.Contact)/whole)
}

// Edges and triangles are pushed as in the reference, in every pipeline, precision and
// integrator, with what contacts hold and take of them.
func TestSpans(t *testing.T) {
	for _, pipeline := range options.Pipelines() {
		for _, precision := range options.Precisions() {
			for _, integrator := range model.Integrators() {
				if !tested(pipeline, precision, integrator) {
					continue // the same code again
				}
				t.Run(fmt.Sprint(pipeline, " ", precision, " ", integrator), func(t *testing.T) {
					tolerance := 2e-4 // a few hundred roundings of float32, and of depths of 1 mm as positions of 0.4 m are rounded
					if precision == options.Double {
						tolerance = 5e-5 // the read-back of depths of 1 mm is float32
					}
					way, energy := offSpans(t, gltest.New(t), Options{Pipeline: pipeline, Precision: precision}, integrator, nil, modeltest.OnSpikes)
					if !(way < tolerance && energy < tolerance) {
						t.Errorf("%g of the way off, and %g of the energy", way, energy)
					}
				})
			}
		}
	}
}

// What each part of the shaders does is seen. The short form has every second mutant.
func TestSpanMutants(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range []struct{ file, old, new string }{
		{"span.glsl", "t.depth -= below;", ""},
		{"span_depth.glsl", "Pressed(c.size - distance, n, real3(real(1.0) - s, s, real(0.0)))", "Pressed(c.size - distance, n, real3(0.5, 0.5, 0.0))"},
		{"span_depth.glsl", "attempt(l, s, normal, -1, p, q, r);", ""},
		{"span.comp", "max(most, 1u)", "1u"},
		{"span_gather.comp", "SPAN_REACH * d", "real(0.0) * d"},
		{"span_ledger.comp", "(c.stiffness * t.depth - pushed) * leaving", "pushed * leaving"},
		{"span_state.glsl", "positionOf(i) + DT * aheadVelocity(i)", "positionOf(i)"},
	} {
		if os.Getenv("HOOKE_LONG") == "" && k%2 != 0 {
			continue
		}
		way, energy := offSpans(t, ctx, Options{}, model.SymplecticEuler, mutated(t, c.file, c.old, c.new), modeltest.OnSpikes)
		if way < 2e-4 && energy < 2e-4 {
			t.Errorf("%s, %q: not seen, %g of the way off and %g of the energy", c.file, c.new, way, energy)
		}
	}
}

// Spans act together with collisions of masses, and in contacts that move, as in the reference;
// without any of these the state is another one.
func TestSpansWithOthers(t *testing.T) {
	still := func(p *model.Params) {
		for k := range p.Contacts {
			p.Contacts[k].Course = nil
		}
	}
	apart := func(p *model.Params) { p.Collision = model.Collision{} }
	for _, c := range []struct {
		name    string
		build   func() (*model.Model, model.Params, *model.State)
		without func(p *model.Params)
	}{{"colliding", modeltest.CollidingOnSpikes, apart}, {"moving", modeltest.OnMovingSpikes, still}, {"moving, per mass", modeltest.OnMovingSpikesPerMass, still}} {
		m, p, s := c.build()
		ref, err := cpuref.New(m, p)
		must(t, err)
		must(t, ref.Reset(s))
		must(t, ref.Step(spanSteps))
		off := func(p model.Params) (far float64) {
			e, err := New(gltest.New(t), m, p, Options{Pipeline: options.TwoPass})
			must(t, err)
			defer e.Close()
			must(t, e.Reset(s))
			got := after(t, e, spanSteps)
			for i, x := range ref.State().Position {
				far = max(far, got.Position[i].Sub(x).Len())
			}
			return far
		}
		less, masses := p.Clone(), p.Clone()
		c.without(&less)
		for k := range masses.Contacts {
			masses.Contacts[k].Touches = model.TouchMasses
		}
		if got := off(p); got > 1e-6 {
			t.Errorf("%s: %g m from the reference", c.name, got)
		}
		if a, b := off(less), off(masses); a < 1e-4 || b < 1e-4 {
			t.Errorf("%s: controls: without it %g m off, without spans %g m", c.name, a, b)
		}
	}
}
