package report

import (
	"encoding/json"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/run"
	"hooke/scene"
)

// Set-up is told by part where it was timed, and not where it was not.
func TestSetUpIsReported(t *testing.T) {
	f := Figures{Result: run.Result{SetUp: 1.5}, Structure: 0.25}
	if want := "set-up             1.75 s: structure 0.25, engine 1.5\n"; !strings.Contains(f.Text(), want) {
		t.Errorf("the figures do not say %q:\n%s", want, f.Text())
	}
	data, err := json.Marshal(f)
	if want := `"setup_seconds":{"engine":1.5,"structure":0.25}`; err != nil || !strings.Contains(string(data), want) {
		t.Errorf("JSON is %s (%v), without %s", data, err, want)
	}
	data, err = json.Marshal(Figures{})
	if err != nil || strings.Contains(string(data)+(Figures{}).Text(), "set") {
		t.Errorf("what was not timed is told: %s, %v\n%s", data, err, Figures{}.Text())
	}
}

// The figures count the masses, edges and triangles that contacts caught, and name the first one with its
// time, its contact, and the speed up to which that contact holds it. If nothing was caught, JSON has the
// count alone.
func TestCaughtIsReported(t *testing.T) {
	c := run.Caught{Caught: model.Caught{Count: 12, Step: 45, Mass: 3, Contact: 1}, Time: 0.0045, Speed: 1.25}
	f := Figures{Result: run.Result{Caught: &c}}
	want := "caught             12 times a mass that would have crossed a contact within a step\n" +
		"                   mass 3 first, in step 45 at 0.0045 s, by contact 1, which holds it up to 1.25 m/s by its stiffness alone\n"
	if !strings.Contains(f.Text(), want) {
		t.Errorf("the figures do not say %q:\n%s", want, f.Text())
	}
	data, err := json.Marshal(f)
	if want := `"caught":{"contact":1,"count":12,"mass":3,"step":45,"time":0.0045,"v_max":1.25}`; err != nil || !strings.Contains(string(data), want) {
		t.Errorf("JSON is %s (%v), without %s", data, err, want)
	}
	c = run.Caught{}
	data, err = json.Marshal(f)
	if want := `"caught":{"count":0}`; err != nil || !strings.Contains(string(data), want) || strings.Contains(f.Text(), "caught") {
		t.Errorf("JSON is %s (%v), without %s", data, err, want)
	}
}

// An error is judged only beside a motion that float32 can resolve; the numbers
// stay in JSON.
func TestErrorOfTooLittleMotion(t *testing.T) {
	a := Accuracy{steps: 4, max: 1, rms: 0.83, roundings: fewRoundings - 1}
	must.Be(t, a.String(), "not judged: the motion in the first 4 steps is only 999 float32 roundings of the coordinates", "too little motion")
	data, err := json.Marshal(Figures{Accuracy: a})
	var object map[string]any
	if err := json.Unmarshal(data, &object); err != nil || object["max_error"] != 1.0 || object["rms_error"] != 0.83 {
		t.Errorf("JSON is %s, %v", data, err)
	}
	if err != nil {
		t.Error(err)
	}
	a.roundings = fewRoundings
	must.Be(t, a.String(), "of rounding: max 1, rms 0.83 of the motion in the first 4 steps, against the float64 reference", "enough motion")
}

// The most touches of a mass are told beside the number that safe steps reckon with, where
// masses collide, and nowhere else.
func TestTouchesAreReported(t *testing.T) {
	f := Figures{Result: run.Result{Touching: &model.Touching{Most: 9, Rebuilds: 12, Repeats: 1}}}
	if want := "touches            at most 9 of one mass; the safe step is for 6\n"; !strings.Contains(f.Text(), want) {
		t.Errorf("the figures do not say %q:\n%s", want, f.Text())
	}
	data, err := json.Marshal(f)
	if want := `"touches":{"lists_made":12,"most":9,"safe_step_for":6,"steps_repeated":1}`; err != nil || !strings.Contains(string(data), want) {
		t.Errorf("JSON is %s (%v), without %s", data, err, want)
	}
	data, err = json.Marshal(Figures{})
	if err != nil || strings.Contains(string(data)+(Figures{}).Text(), "touches") {
		t.Errorf("touches are told where masses do not collide: %s, %v", data, err)
	}
}

// The error of the step stands beside that of rounding, or why it is not known.
func TestErrorOfTheStep(t *testing.T) {
	a := Accuracy{steps: 75, max: 1e-6, rms: 1e-6, roundings: fewRoundings, step: stepError{known: true, max: 0.034, rms: 0.03}}
	want := "error              of rounding: max 1e-06, rms 1e-06 of the motion in the first 75 steps, against the float64 reference\n" +
		"                   of the step: max 0.034, rms 0.03 of the motion in the first 75 steps, estimated with half the step in float64\n"
	f := Figures{Accuracy: a}
	f.Steps = 100
	if !strings.Contains(f.Text(), want) {
		t.Errorf("the figures do not say %q:\n%s", want, f.Text())
	}
	data, err := json.Marshal(f)
	var object map[string]any
	if err := json.Unmarshal(data, &object); err != nil || object["step_max_error"] != 0.034 || object["step_rms_error"] != 0.03 {
		t.Errorf("JSON is %s, %v", data, err)
	}
	if err != nil {
		t.Error(err)
	}
	f.Accuracy.step, f.Accuracy.because = stepError{}, "a controller acts at steps"
	if want := "of the step: not known: a controller acts at steps\n"; !strings.Contains(f.Text(), want) {
		t.Errorf("the figures do not say %q:\n%s", want, f.Text())
	}
}

// A small structure is judged by a window in which it moves: one that swings back within a
// hundred steps, too.
func TestErrorOfAWholePeriod(t *testing.T) {
	b := modeltest.NewBuilder("one")
	k := b.Material(40, 0)
	b.Mass(1, model.Vec3{}, model.PinAll)
	b.Mass(0.25, model.Vec3{1, 0, 0}, 0)
	b.Join(0, 1, k)
	p := model.Params{DT: physics.ShortestPeriod(&b.Model, model.Params{}) / 100}
	s := &scene.Scene{Model: &b.Model, Start: b.Model.Start(), Params: p}
	s.Start.Position[1][0] = 1.2
	e := must.Open(engine.New(engine.CPU, s.Model, p, engine.Options{}))(t)
	a, err := MeasureAccuracy(t.Context(), e, s, 1000)
	if err != nil || a.steps != 75 || a.roundings < fewRoundings || !a.step.known || a.step.max < 0.025 || a.step.max > 0.04 {
		t.Errorf("%+v, %v", a, err)
	}
}
