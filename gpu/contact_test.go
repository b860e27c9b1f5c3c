package gpu

import (
	"os"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/check"
	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/shaders"
)

// The contact rules are tested on both engines alike. What they share is
// exact; where float32 is coarser, the tolerance names it.

// bothEngines runs a test on the reference and on the device.
func bothEngines(t *testing.T, test func(t *testing.T, newEngine maker, single bool)) {
	t.Run("reference", func(t *testing.T) {
		test(t, func(m *model.Model, p model.Params) model.Engine {
			e, err := cpuref.New(m, p)
			must(t, err)
			return e
		}, false)
	})
	t.Run("gpu", func(t *testing.T) {
		ctx := gltest.New(t)
		test(t, func(m *model.Model, p model.Params) model.Engine { return newEngine(t, ctx, m, p) }, true)
	})
}

// everyIntegrator is bothEngines with each integrator.
func everyIntegrator(t *testing.T, test func(t *testing.T, newEngine maker, integrator model.Integrator, single bool)) {
	for _, integrator := range model.Integrators() {
		t.Run(integrator.String(), func(t *testing.T) {
			bothEngines(t, func(t *testing.T, newEngine maker, single bool) { test(t, newEngine, integrator, single) })
		})
	}
}

type maker func(*model.Model, model.Params) model.Engine

func newEngine(t *testing.T, ctx *glx.Context, m *model.Model, p model.Params) model.Engine {
	e, err := New(ctx, m, p, Options{})
	must(t, err)
	return e
}

// after steps an engine and returns its state.
func after(t *testing.T, e model.Engine, steps int) *model.State {
	t.Helper()
	must(t, e.Step(steps))
	must(t, e.Finish())
	var s model.Snapshot
	must(t, e.Read(&s))
	return s.State()
}

// lump is one free mass [kg].
func lump(mass float64, at model.Vec3) *model.Model {
	return &model.Model{RestPosition: []model.Vec3{at}, Mass: []float64{mass}, Materials: []model.Material{{}}}
}

// Every shape, and containers, against a random model: passes and steps agree
// with the reference, stick and slide included.
func TestContactsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(21, 3000, 12000)
	p := gputest.PerturbedParams()
	parts := []string{"passes", "steps"}
	if os.Getenv("HOOKE_LONG") != "" {
		parts = nil // all
	}
	rows, err := check.Prove(check.Case{Name: "random", Model: m, Start: state, Params: p, Steps: 20, Parts: parts},
		func(m *model.Model, p model.Params) (check.Subject, error) { return New(ctx, m, p, Options{}) })
	must(t, err)
	seen := 0
	for _, r := range rows {
		if r.Check == "pass integrate, contacts" || r.Check == "step parity, contacts" {
			seen++
			t.Logf("%s: max %.3g, tolerance %.3g", r.Check, r.Max, r.Tolerance)
		}
		if !r.OK {
			t.Errorf("%s: max %.3g, tolerance %.3g: %s", r.Check, r.Max, r.Tolerance, r.Detail)
		}
	}
	if seen != 2 {
		t.Errorf("%d checks of contacts, want 2", seen)
	}
}

// What a run does not use is not in its kernel.
func TestContactVariants(t *testing.T) {
	ground := model.Ground(0, 1, 0)
	for _, c := range []struct {
		contacts           []model.Contact
		contacts1, rubbing string
	}{
		{nil, "0", "0"},
		{[]model.Contact{ground}, "1", "0"},
		{[]model.Contact{ground, ground.WithFriction(1, 0)}, "1", "1"},
	} {
		got := settings.Variant(lump(1, model.Vec3{}), model.Params{Contacts: c.contacts}, options.Single)
		if !slices.Contains(got, shaders.Define{Name: "CONTACTS", Value: c.contacts1}) ||
			!slices.Contains(got, shaders.Define{Name: "FRICTION", Value: c.rubbing}) {
			t.Errorf("%d contacts give %v", len(c.contacts), got)
		}
	}
}

const (
	slopeStatic  = 0.6
	slopeKinetic = 0.5
)

// Without damping every shape gives back the speed it is hit with, straight on.
func TestBounceOffEveryShape(t *testing.T) {
	turn := mgl64.QuatRotate(0.7, model.Vec3{1, 2, 3}.Normalize())
	for _, c := range []struct {
		name   string
		shape  model.Shape
		inside bool
		x, n   model.Vec3 // a point of the surface, and the normal there
	}{
		{"plane", model.Plane{Normal: model.Vec3{0, 0.6, 0.8}, Offset: 0.1}, false, model.Vec3{0, 0.06, 0.08}, model.Vec3{0, 0.6, 0.8}},
		{"sphere", model.Sphere{Center: model.Vec3{0.1, 0, 0}, Radius: 0.5}, false, model.Vec3{-0.3, 0.3, 0}, model.Vec3{-0.8, 0.6, 0}},
		{"hollow sphere", model.Sphere{Radius: 0.5}, true, model.Vec3{0.4, 0.3, 0}, model.Vec3{-0.8, -0.6, 0}},
		{"box", model.Box{Half: model.Vec3{0.1, 0.2, 0.3}, Orientation: turn}, false, turn.Rotate(model.Vec3{0.05, -0.2, 0.02}), turn.Rotate(model.Vec3{0, -1, 0})},
		{"hollow box", model.Box{Half: model.Vec3{0.1, 0.2, 0.3}, Orientation: turn}, true, turn.Rotate(model.Vec3{0.05, -0.2, 0.02}), turn.Rotate(model.Vec3{0, 1, 0})},
		{"capsule", model.Capsule{A: model.Vec3{-1, 0, 0}, B: model.Vec3{1, 0, 0}, Radius: 0.1}, false, model.Vec3{0.2, 0.06, 0.08}, model.Vec3{0, 0.6, 0.8}},
		{"end of a capsule", model.Capsule{A: model.Vec3{-1, 0, 0}, B: model.Vec3{1, 0, 0}, Radius: 0.1}, false, model.Vec3{1.06, 0, 0.08}, model.Vec3{0.6, 0, 0.8}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bothEngines(t, func(t *testing.T, newEngine maker, single bool) {
				const mass, stiffness, speed, dt = 0.1, 1000.0, 0.5, 2e-5 // 5 mm deep; ω dt = 2e-3
				m := lump(mass, c.x.Add(c.n.Mul(0.01)))
				solid := model.Contact{Shape: c.shape, Inside: c.inside, Stiffness: stiffness, StaticFriction: 0.6, KineticFriction: 0.5}
				e := newEngine(m, model.Params{DT: dt, Contacts: []model.Contact{solid}})
				defer e.Close()
				start := m.Start()
				start.Velocity[0] = c.n.Mul(-speed)
				must(t, e.Reset(start))
				s := after(t, e, 4000) // 20 ms there, 31 ms in contact, 29 ms away
				// First order: the touch-down falls between two steps, ω dt.
				if err := s.Velocity[0].Sub(c.n.Mul(speed)).Len() / speed; err > 2e-3 {
					t.Errorf("bounced at %v m/s, want %v", s.Velocity[0], c.n.Mul(speed))
				}
			})
		})
	}
}

// In a corner, and in a groove whose sides are not at right angles, a mass
// comes to rest against both and does not creep.
func TestMassInACorner(t *testing.T) {
	// The groove's friction takes m/(kc dt) = 0.05 s to hand the load to the pushes.
	for name, normals := range map[string][2]model.Vec3{
		"corner": {{0, 0, 1}, {1, 0, 0}},
		"groove": {model.Vec3{1, 0, 2}.Normalize(), model.Vec3{-2, 0.3, 2}.Normalize()},
	} {
		t.Run(name, func(t *testing.T) {
			bothEngines(t, func(t *testing.T, newEngine maker, single bool) {
				p := model.Params{DT: 1e-3, Gravity: model.Vec3{-2, 0.5, -9}}
				for _, n := range normals {
					p.Contacts = append(p.Contacts, model.Contact{Shape: model.Plane{Normal: n}, Stiffness: 2000, Damping: 10,
						StaticFriction: slopeStatic, KineticFriction: slopeKinetic})
				}
				e := newEngine(lump(0.1, model.Vec3{0, 0, 1e-3}), p)
				defer e.Close()
				settled := after(t, e, 5000).Position[0]
				s := after(t, e, 5000)
				moved := s.Position[0].Sub(settled).Len()
				t.Logf("at %v m, moved %.3g m, speed %.3g m/s", settled, moved, s.Velocity[0].Len())
				if moved > 1e-9 {
					t.Errorf("moved %.3g m in 5,000 steps, want none", moved)
				}
				for i, c := range p.Contacts {
					if depth, _ := c.Depth(settled); depth <= 0 {
						t.Errorf("does not touch side %d", i)
					}
				}
			})
		})
	}
}
