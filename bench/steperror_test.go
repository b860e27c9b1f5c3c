package bench

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/spring"
)

// The error of the step is that of the closed form: of a mass on a spring that is let go,
// x = cos ω t, by each solver.
func TestStepErrorIsThatOfTheClosedForm(t *testing.T) {
	b := modeltest.NewBuilder("one")
	k := b.Material(40, 0)
	b.Mass(1, model.Vec3{}, model.PinAll)
	b.Mass(0.25, model.Vec3{1, 0, 0}, 0)
	b.Join(0, 1, k)
	m := &b.Model
	start := m.Start()
	start.Position[1][0] = 1.25
	omega := math.Sqrt(40 / 0.25)
	for _, c := range []struct {
		solver model.Integrator
		within float64
	}{{model.SymplecticEuler, 0.1}, {model.VelocityVerlet, 0.01}, {model.RK4, 0.05}} {
		for _, parts := range []float64{40, 100, 400} {
			p := model.Params{DT: 2 * math.Pi / omega / parts, Integrator: c.solver}
			steps := int(parts / 3)
			truth := must.Get(NewTruth(t.Context(), m, p, start, steps))(t)
			got, rms, known, err := truth.StepError(t.Context(), m, p, start)
			if err != nil || !known {
				t.Fatalf("%v: known %v, %v", c.solver, known, err)
			}
			exact := 1 + 0.25*math.Cos(omega*p.DT*float64(steps))
			x := truth.End.Position[1][0]
			if want := math.Abs(x-exact) / math.Abs(x-1.25); math.Abs(got/want-1) > c.within || math.Abs(rms/want-1) > c.within {
				t.Errorf("%v, %g steps a period: %g and %g of the motion, want %g", c.solver, parts, got, rms, want)
			}
		}
	}
}

// Where materials follow from dt, half a step is another structure.
func TestStepErrorOfStepsThatMakeMaterials(t *testing.T) {
	m := modeltest.Rope(4)
	p := model.Params{DT: 1e-3, Gravity: model.EarthGravity()}
	for name, change := range map[string]func(m *model.Model, p *model.Params){
		"normalized": func(m *model.Model, _ *model.Params) {
			m.Materials[1] = model.Material{Name: "n", Normalized: spring.Normalized{Stiffness: 0.1}}
		},
		"contact": func(_ *model.Model, p *model.Params) {
			p.Contacts = []model.Contact{{Shape: model.Plane{Offset: -9}, PerMass: true}}
		},
	} {
		m, p := *m, p
		m.Materials = append([]model.Material(nil), m.Materials...)
		change(&m, &p)
		truth := must.Get(NewTruth(t.Context(), &m, p, m.Start(), 5))(t)
		if _, _, known, err := truth.StepError(t.Context(), &m, p, m.Start()); known || err != nil {
			t.Errorf("%s: known %v, %v", name, known, err)
		}
	}
}
