package engine_test

import (
	"math"
	"slices"
	"testing"

	"hooke/control"
	"hooke/engine"
	"hooke/gpu"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/open"
)

// steered is the quadruped, whose first muscle answers to how fast it goes and how it lies, one period late.
func steered(t *testing.T) *scene.Scene {
	t.Helper()
	s := must.Get(open.Scene("quadruped", scene.Options{}))(t)
	s.Params.Actuators = slices.Clone(s.Params.Actuators)
	for i := range 3 { // smoothed, so that it counts when they are told
		s.Params.Actuators[i].HalfLife = 0.01
	}
	s.Control = &control.Spec{Seconds: 0.01, Latency: 1, Inputs: []control.Input{{Name: "u", Of: "actuator[0].length", Initial: 1, Min: 0.8, Max: 1.2}, {Name: "f", Of: "actuator[1].frequency", Initial: 1.5}},
		Sensors: []control.Sensor{{Name: "v", What: control.Velocity}, {Name: "q", What: control.Orientation}, {Name: "feet", What: control.ContactCount, Every: 2},
			{Name: "pull", What: control.Force, Actuator: 1}, {Name: "way", What: control.Metric, Metric: "path"}},
		Controllers: []control.Controller{{Name: "c", Kind: control.Linear, Sensors: []int{0, 1, 2, 3, 4}, Inputs: []int{0, 1},
			Gain: []float64{0.5, 0.1, 0.2, 0, 3, 0, 0, 0.005, 0.01, 0.3, 2, 0, 0, 0, 0, 0, 0, 0.02, 0, 1}, Bias: []float64{1, 1.5}}}}
	return s
}

// The engines step a controlled run alike; a loop that is a period later goes elsewhere by more than they differ.
func TestControlOnAllEngines(t *testing.T) {
	end := func(name string, spec *control.Spec, o engine.Options) *model.State {
		t.Helper()
		s := steered(t)
		o.Start, o.Control = s.Start, spec
		e := must.Get(engine.New(name, s.Model, s.Params, o))(t)
		defer e.Close()
		for range 4 {
			must.Do(t, e.Step(150))
		}
		var out model.State
		reader, _ := model.As[model.StateReader](e)
		must.Do(t, reader.ReadState(&out))
		return &out
	}
	spec := steered(t).Control
	want := end(engine.CPURef, spec, engine.Options{})
	off := func(got *model.State) (worst float64) {
		for i, x := range got.Position {
			worst = math.Max(worst, x.Sub(want.Position[i]).Len())
		}
		return worst
	}
	const tolerance = 2e-6 // [m]; the robot moves by centimeters
	for name, o := range map[string]engine.Options{"cpu": {}, "gpu": {GPU: gpu.Options{Pipeline: "fused"}}} {
		if d := off(end(name, spec, o)); d > tolerance {
			t.Errorf("%s is %g m off", name, d)
		}
	}
	linear := *spec
	linear.Linear = true
	straight := want
	want = end(engine.CPURef, &linear, engine.Options{})
	for name, o := range map[string]engine.Options{"cpu": {}, "gpu": {GPU: gpu.Options{Pipeline: "fused"}}} {
		if d := off(end(name, &linear, o)); d > tolerance {
			t.Errorf("with linear inputs %s is %g m off", name, d)
		}
	}
	if d := off(straight); d < 10*tolerance {
		t.Errorf("linear inputs end only %g m elsewhere", d)
	}
	want = straight
	late := *spec
	late.Latency = 2
	if d := off(end(engine.CPU, &late, engine.Options{})); d < 10*tolerance {
		t.Errorf("a later loop ends only %g m elsewhere", d)
	}
}

// A condition ends a controlled run at the step at which it would end stepped one look at a time, and the run
// goes back there with its loop.
func TestControlledRunsEnd(t *testing.T) {
	s := steered(t)
	s.Until.Words, s.Until.LeaveRadius = []string{"left"}, 0.02
	run := func(name string, pieces int64) (step int64, sum float64) {
		t.Helper()
		e := must.Get(engine.New(name, s.Model, s.Params, engine.Options{Start: s.Start, Control: s.Control}))(t)
		defer e.Close()
		stepper := must.Get(physics.NewWatch(e, s.Model, s.Start, s.Until, physics.Calm{}))(t)
		for range 4000 / pieces {
			done := must.Get(stepper.Step(e, pieces, s.Params.Contacts))(t)
			if step += done; stepper.Ended != nil {
				break
			}
		}
		counter, _ := model.As[model.StepCounter](e)
		if ran, err := counter.StepsRun(); err != nil || ran != step {
			t.Errorf("%s counts %d steps of %d, %v", name, ran, step, err)
		}
		var out model.State
		reader, _ := model.As[model.StateReader](e)
		must.Do(t, reader.ReadState(&out))
		for _, x := range out.Position {
			sum += x[0] + 2*x[1] + 3*x[2]
		}
		return step, sum
	}
	for _, name := range engine.Names() {
		long, a := run(name, 1000)
		short, b := run(name, 10)
		if long != short || a != b || long == 0 || long >= 4000 {
			t.Errorf("%s: ended at step %d by thousands and %d by tens; states %g, %g", name, long, short, a, b)
		}
	}
}
