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

// normalizedSteps are enough for masses to begin and end touching contacts.
const normalizedSteps = 12

// offPerMass runs the case of contacts per mass and returns how far the engine is from the
// reference in the end, relative to the way of the mass that moved most, and the same of the
// energy that contacts hold, with all flows.
func offPerMass(t *testing.T, ctx *glx.Context, o Options, integrator model.Integrator, files fs.FS) (way, energy float64) {
	t.Helper()
	m, p, s := modeltest.OnNormalizedGround()
	p.Integrator, p.Ledger, o.Shaders = integrator, true, files
	if integrator != model.SymplecticEuler && integrator != model.ExplicitEuler {
		p.DT /= 2 // Cd of 0.5 is too much for them
	}
	ref, err := cpuref.New(m, p)
	must(t, err)
	must(t, ref.Reset(s))
	must(t, ref.Step(normalizedSteps))
	e, err := New(ctx, m, p, o)
	must(t, err)
	defer e.Close()
	must(t, e.Reset(s))
	got := after(t, e, normalizedSteps)
	far := 0.0
	for i, x := range ref.State().Position {
		far, way = max(far, x.Sub(s.Position[i]).Len()), max(way, got.Position[i].Sub(x).Len())
	}
	want, err := ref.Ledger()
	must(t, err)
	is, err := e.Ledger()
	must(t, err)
	whole := want.Now.Contact + want.Flows.ContactDamping + want.Flows.Friction
	for _, c := range [][2]float64{{is.Now.Contact, want.Now.Contact}, {is.Flows.ContactDamping, want.Flows.ContactDamping}, {is.Flows.Friction, want.Flows.Friction}} {
		if c[1] == 0 {
			t.Errorf("%v: the case lacks a flow: %+v", integrator, want)
		}
		energy = max(energy, math.Abs(c[0]-c[1])/whole)
	}
	held, err := e.Energy()
	must(t, err)
	return way / far, max(energy, math.Abs(held.Contact-want.Now.Contact)/whole)
}

// Contacts per mass are those of the reference, in every pipeline, precision and integrator,
// with what they hold and take.
func TestContactsPerMass(t *testing.T) {
	for _, pipeline := range options.Pipelines() {
		for _, precision := range options.Precisions() {
			for _, integrator := range model.Integrators() {
				if !tested(pipeline, precision, integrator) {
					continue // the same code again
				}
				t.Run(fmt.Sprint(pipeline, " ", precision, " ", integrator), func(t *testing.T) {
					tolerance := 2e-5 // a few hundred roundings of float32
					if precision == options.Double {
						tolerance = 1e-6 // the read-back is float32
					}
					way, energy := offPerMass(t, gltest.New(t), Options{Pipeline: pipeline, Precision: precision}, integrator, nil)
					if !(way < tolerance && energy < 5*tolerance) {
						t.Errorf("%g of the way off, and %g of the energy", way, energy)
					}
				})
			}
		}
	}
}

// What each part of the shader does is seen. The short form has every second mutant.
func TestContactsPerMassMutants(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range []struct{ file, old, new string }{
		{"contact.glsl", "c.stiffness *= share / real(sharers)", "c.stiffness *= share"},
		{"contact.glsl", "c.damping *= share / real(sharers)", "c.damping *= share"},
		{"contact.glsl", ">> 3u;", ">> 4u;"},
		{"contact.glsl", "(c.inside & PER_MASS) != 0u", "true"},
		{"mass_force.glsl", "face(i);", "face(0u);"},
		{"mass_ledger.comp", "face(i);", "face(0u);"},
	} {
		if os.Getenv("HOOKE_LONG") == "" && k%2 != 0 {
			continue
		}
		way, energy := offPerMass(t, ctx, Options{}, model.SymplecticEuler, mutated(t, c.file, c.old, c.new))
		if way < 1e-3 && energy < 1e-3 {
			t.Errorf("%s, %q: not seen, %g of the way off and %g of the energy", c.file, c.new, way, energy)
		}
	}
}

// A run with contacts per mass takes dt and contacts that differ, and refuses what is no such
// contact; and its class is no pin to those who read pins.
func TestSetContactsPerMass(t *testing.T) {
	ctx := gltest.New(t)
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		m, p, s := modeltest.OnNormalizedGround()
		e, err := New(ctx, m, p, Options{Pipeline: pipeline})
		must(t, err)
		defer e.Close()
		must(t, e.Reset(s))
		p.DT /= 3
		must(t, e.SetParams(p))
		ref, err := cpuref.New(m, p)
		must(t, err)
		must(t, ref.Reset(s))
		must(t, ref.Step(normalizedSteps))
		got := after(t, e, normalizedSteps)
		for i, x := range ref.State().Position {
			if got.Position[i].Sub(x).Len() > 1e-6 {
				t.Errorf("%s: mass %d is at %v, want %v", pipeline, i, got.Position[i], x)
			}
		}
		for k := range p.Contacts {
			p.Contacts[k] = model.Ground(0, 50, 0).WithFriction(0.5, 0.5)
		}
		if err := e.SetParams(p); err == nil {
			t.Errorf("%s: contacts with a stiffness are taken by passes of contacts per mass", pipeline)
		}
	}
}
