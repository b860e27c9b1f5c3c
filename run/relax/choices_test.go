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
	"hooke/run/relax"
)

// hanging is a mass of 2 kg under a support at x, on a spring of 1 m at rest.
func hanging(x, stiffness float64) *model.Model {
	return &model.Model{
		Name:         "hanging",
		RestPosition: []model.Vec3{{x, 0, 1}, {x, 0, 0}},
		Mass:         []float64{1, 2},
		Pin:          []model.Pin{model.PinAll, 0},
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{}, {Stiffness: stiffness}},
	}
}

// scripted is the reference, which says that it is of another precision, or that
// masses move as written.
type scripted struct {
	*cpuref.Engine
	precision string    // empty: as it is
	residuals []float64 // of the next steps from rest [N]; none left: as it is
}

func (s *scripted) Describe() model.Description {
	d := s.Engine.Describe()
	if s.precision != "" {
		d.Precision = s.precision
	}
	return d
}

func (s *scripted) Motion() (model.Motion, error) {
	motion, err := s.Engine.Motion()
	if len(s.residuals) > 0 {
		motion.Impulse = s.residuals[0] * s.Params().DT
		s.residuals = s.residuals[1:]
	}
	return motion, err
}

func reference(t *testing.T, m *model.Model, p model.Params) *cpuref.Engine {
	t.Helper()
	return must.Get(cpuref.New(m, relax.Params(m, p, 0)))(t)
}

// The chosen residual is a thousandth of that at the start, here the weight, or the limit of single
// precision: 8 roundings of coordinates and length times k, as long as that is less than a tenth of the
// start.
func TestResidualThatIsChosen(t *testing.T) {
	const rounding = 1e-12 // relative, of a step in float64
	weight := 2 * model.StandardGravity
	leaves := func(far, stiffness float64) float64 { return 8 * stiffness * (far + 1) / (1 << 24) }
	for _, c := range []struct {
		name         string
		precision    string
		x, stiffness float64
		want         float64
	}{
		{"double", "double", 3, 1e5, weight / 1000},
		{"single, soft", "single", 3, 1e3, weight / 1000},
		{"single", "single", 3, 1e5, leaves(3, 1e5)},
		{"single, far away", "single", 12, 1e5, leaves(12, 1e5)},
		{"single, nothing but rounding", "single", 12, 1e7, weight / 1000},
	} {
		m := hanging(c.x, c.stiffness)
		result := must.Get(relax.Run(context.Background(), &scripted{Engine: reference(t, m, earth()), precision: c.precision}, m, relax.Options{}))(t)
		must.Within(t, result.Allowed, c.want, rounding, "%s: allowed, in N", c.name)
		pull := -c.stiffness * float64(result.State.Position[1][2])
		if math.Abs(pull-weight) > result.Allowed {
			t.Errorf("%s: the spring pulls %g N, the mass weighs %g N, allowed %g N", c.name, pull, weight, result.Allowed)
		}
	}

	// A residual that was asked for and is not met names the rounding.
	m := hanging(3, 1e5)
	for precision, want := range map[string]float64{"single": leaves(3, 1e5), "double": 0} {
		_, err := relax.Run(context.Background(), &scripted{Engine: reference(t, m, earth()), precision: precision}, m, relax.Options{Residual: 1e-9, Steps: 3})
		var not *relax.NotSettledError
		if !errors.As(err, &not) || math.Abs(not.Rounding-want) > rounding*want {
			t.Errorf("%s: %v, want an error with a rounding of %g N", precision, err, want)
		}
	}
}

// A state within the residual is looked at once more after the step that showed
// it, and taken only if it still is.
func TestSettledIsConfirmed(t *testing.T) {
	m := hanging(0, 100)
	s := &scripted{Engine: reference(t, m, earth()), residuals: []float64{0.5, 3, 0.6, 0.7}}
	result := must.Get(relax.Run(context.Background(), s, m, relax.Options{Residual: 1}))(t)
	if result.Steps != 4 || math.Abs(result.Residual-0.7) > 1e-12 {
		t.Errorf("done after %d steps with %g N; 0.5 N after the first became 3 N, and 0.6 N after the third stayed, at 0.7", result.Steps, result.Residual)
	}
}

// Whatever the run's integrator, a structure is relaxed with symplectic Euler
// at 0.8 of its safe step, in a wind without gusts, and actuators do not lag.
func TestParamsOfOtherRuns(t *testing.T) {
	m := hanging(0, 100)
	m.Materials[1].Damping = 1
	own := 0.8 * physics.SafeStep(m, model.Params{})
	for _, integrator := range model.Integrators() {
		p := relax.Params(m, model.Params{DT: 1, Integrator: integrator,
			Wind:      model.Wind{Velocity: model.Vec3{3, 0, 0}, Gust: 0.5, GustTime: 2, Drag: 1},
			Actuators: []model.Actuator{{Amplitude: 0.1, Frequency: 2, HalfLife: 0.3}}}, 1)
		if p.Integrator != model.SymplecticEuler || p.DT != own {
			t.Errorf("%v becomes %v at dt = %g s, want symplectic Euler at %g s", integrator, p.Integrator, p.DT, own)
		}
		must.Hold(t, p.Wind.Gust == 0 && p.Wind.Velocity == (model.Vec3{3, 0, 0}), "the wind is %+v, want it steady", p.Wind)
		if a := p.Actuators[0]; a.HalfLife != 0 || a.Frequency != 0 || a.Amplitude != 0.1 {
			t.Errorf("the actuator is %+v, want it to stand still at once", a)
		}
	}
}

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
	must.Hold(t, p.DragHalfLife == 0 && p.DT == 0.8*physics.SafeStep(m, p), "drag half-life %g s, dt %g s", p.DragHalfLife, p.DT)
	for _, later := range []float64{0, 1.7, 99} {
		must.Near(t, p.Actuators[0].Target(later), a.Target(1.7), 1e-12, "at %g s the actuator is", later)
	}
	m.Materials[1] = model.Material{}
	m.Materials[1].Normalized.Stiffness = 1
	if p := relax.Params(m, model.Params{DT: 0.125}, 0); p.DT != 0.125 {
		t.Errorf("normalized materials at dt = %g s, want 0.125", p.DT)
	}
}

// Signals stand still while a structure comes to rest: a mass that a half-grown force pulls on a spring from
// a moved support rests where both say at that time.
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
	e := must.Open(cpuref.New(m, relax.Params(m, p, 1)))(t)
	result := must.Get(relax.Run(t.Context(), e, m, relax.Options{Residual: 1e-6}))(t)
	// Half of 20 N stretches 100 N/m by 0.1 m, from a support that has gone 0.5 m.
	must.Near(t, float64(result.State.Position[1][0]), 1.6, 1e-6, "the mass rests, in m")
}
