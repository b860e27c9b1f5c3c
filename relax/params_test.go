package relax_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/relax"
)

func TestWrongOptionsAndInterrupts(t *testing.T) {
	m := must.Get(build.Rope(build.RopeSpec{Masses: 5, Length: 1, Mass: 0.01, Stiffness: 100}))(t)
	e := must.Get(cpuref.New(m, relax.Params(m, earth(), 0)))(t)
	for _, o := range []relax.Options{{Residual: -1}, {Residual: math.NaN()}, {Steps: -1}} {
		if _, err := relax.Run(context.Background(), e, m, o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := relax.Run(canceled, e, m, relax.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled context gives %v", err)
	}
}

// The parameters of a relaxation: no drag, a safe step, actuators frozen where
// they are; normalized materials keep their step.
func TestParams(t *testing.T) {
	m := must.Get(build.Rope(build.RopeSpec{Masses: 5, Length: 1, Mass: 0.01, Stiffness: 100}))(t)
	a := model.Actuator{Amplitude: 0.1, Frequency: 3, Phase: 0.4, HalfLife: 0.2}
	p := relax.Params(m, model.Params{DT: 1, DragHalfLife: 2, Actuators: []model.Actuator{a}}, 1.7)
	if p.DragHalfLife != 0 || p.DT != 0.8*physics.SafeStep(m, p) {
		t.Errorf("drag half-life %g s, dt %g s", p.DragHalfLife, p.DT)
	}
	for _, later := range []float64{0, 1.7, 99} {
		if got := p.Actuators[0].Target(later); math.Abs(got-a.Target(1.7)) > 1e-12 {
			t.Errorf("at %g s the actuator is at %g, want %g", later, got, a.Target(1.7))
		}
	}
	m.Materials[1] = model.Material{}
	m.Materials[1].Normalized.Stiffness = 1
	if p := relax.Params(m, model.Params{DT: 0.125}, 0); p.DT != 0.125 {
		t.Errorf("normalized materials at dt = %g s, want 0.125", p.DT)
	}
}

// What changes with time stands still while a structure comes to rest: a mass
// that a half-grown force pulls on a spring from a moved support rests where
// both say at that time.
func TestParamsFreezeWhatChanges(t *testing.T) {
	m := &model.Model{
		Name:         "pulled",
		RestPosition: []model.Vec3{{}, {1, 0, 0}},
		Mass:         []float64{1, 2},
		Pin:          []model.Pin{model.PinAll, 0},
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{}, {Stiffness: 100}},
	}
	p := model.Params{
		DragHalfLife: 1,
		Forces:       []model.Force{{Masses: []uint32{1}, Force: model.Vec3{20, 0, 0}, Table: model.Curve{At: []float64{0, 2}, Value: []float64{0, 1}}}},
		Motors:       []model.Motor{{Axis: model.Vec3{1, 0, 0}, Speed: 3, Damping: 1}},
		Guides:       []model.Guide{{Kind: model.OnPath, Masses: []uint32{0}, Path: model.Path{Velocity: model.Vec3{0.5, 0, 0}}}},
	}
	e := must.Get(cpuref.New(m, relax.Params(m, p, 1)))(t)
	defer e.Close()
	result := must.Get(relax.Run(t.Context(), e, m, relax.Options{Residual: 1e-6}))(t)
	// Half of 20 N stretches 100 N/m by 0.1 m, from a support that has gone 0.5 m.
	if x := float64(result.State.Position[1][0]); math.Abs(x-1.6) > 1e-6 {
		t.Errorf("the mass rests at %g m, want 1.6", x)
	}
}
