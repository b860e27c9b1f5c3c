package session

import (
	"slices"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw"
)

// weighing is a bench that the engine cpu steps.
func weighing(t *testing.T, factors ...model.MassFactor) *Session {
	t.Helper()
	return newBench(t, 3, func(o *Options) {
		o.Subject.Params.MassFactors = factors
		o.Engines, o.Choose = nil, nil
		o.New = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			e, _, err := engine.NewDrawn(engine.CPU, ctx, m, p, engine.Options{GPU: gpu.Options{Drawing: true, KeepLastGood: true}, Threads: 1})
			return e, err
		}
	})
}

// A slider makes masses heavier while velocities stay: free fall continues, and springs give by more. Lighter
// masses shorten a step that would not be safe; factors of the run have a control each.
func TestMassesAreASlider(t *testing.T) {
	s := weighing(t)
	s.run(t, 20)
	before := must.Get(s.State())(t)
	of := s.sliderOf("mass ×")
	must.Hold(t, of != nil && of.get() == 1, "there is no slider of masses")
	must.Do(t, of.set(4))
	after := must.Get(s.State())(t)
	must.Hold(t, slices.Equal(before.Velocity, after.Velocity) && slices.Equal(before.Position, after.Position), "heavier masses move differently at once")
	must.Hold(t, s.value(t, "mass ×").Value == "× 4" && s.Touched, "the control says %q", s.value(t, "mass ×").Value)
	s.run(t, 1)
	m, p := s.Params.Weighed(s.Model)
	must.Near(t, m.Mass[5], 4*s.Model.Mass[5], 1e-15, "mass")
	dt := s.Params.DT
	must.Do(t, of.set(1./64))
	must.Hold(t, s.Params.DT < dt && s.Params.DT <= s.SafeStep(), "the step of lighter masses is %g s, safe %g s", s.Params.DT, s.SafeStep())
	must.Hold(t, of.set(0) != nil, "masses of 0 are taken")
	must.Do(t, of.set(1))
	must.Hold(t, s.Params.MassFactors == nil, "a factor of 1 stays: %v, %v", s.Params.MassFactors, p.DT)

	own := weighing(t, model.MassFactor{Name: "feet", Masses: []uint32{0, 1}, Factor: 2, Least: 1})
	of = own.sliderOf("mass of feet ×")
	must.Hold(t, of != nil && of.get() == 2 && of.first() == 2, "an input of masses has no slider")
	must.Do(t, of.set(0.5))
	must.Hold(t, own.Params.MassFactors[0].Factor == 0.5 && own.Params.MassFactors[0].Least == 0.5, "the factor is %v", own.Params.MassFactors)

	for _, c := range newBench(t, 3, nil).controls() { // of gpu
		must.Hold(t, !strings.HasPrefix(c.name, "mass "), "gpu has %q", c.name)
	}
}
