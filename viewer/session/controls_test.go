package session

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/viewer/draw"
	"hooke/viewer/draw/hud"
)

// newBench is a session without a window on a lattice above the ground, drawn once, with
// the pipelines of the gpu engine to choose from.
func newBench(t *testing.T, side int, change func(*Options)) *Session {
	t.Helper()
	ctx := gltest.New(t)
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: side, Ny: side, Nz: side, Spacing: 0.01, Mass: 1e-3,
		Stiffness: 500, DampingRatio: 0.05, Bottom: 0.02}))(t)
	p := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 1000, 0.1)}}
	pipeline := gpu.TwoPass
	o := Options{
		Width: 400, Height: 300, Subject: draw.Subject{Model: m, Params: p}, Paused: true,
		Engines: []string{"gpu two-pass", "gpu fused"},
		Choose:  func(name string) { _, pipeline, _ = strings.Cut(name, " ") },
		New: func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			return gpu.New(ctx, m, p, gpu.Options{Pipeline: pipeline, Drawing: true, KeepLastGood: true})
		},
	}
	if change != nil {
		change(&o)
	}
	o = must.Get(o.WithDefaults())(t)
	s := must.Open(New(ctx, o))(t)
	must.Do(t, s.Draw(o.Width, o.Height, 1))
	return s
}

// run takes the given number of steps.
func (s *Session) run(t *testing.T, steps int) {
	t.Helper()
	s.paused, s.once = true, steps
	must.Do(t, s.Advance())
}

// pickControl puts the panel's selection on a control, and returns its place.
func (s *Session) pickControl(t *testing.T, name string) int {
	t.Helper()
	s.panel.open = true
	k := slices.IndexFunc(s.controls(), func(c control) bool { return c.name == name })
	if k < 0 {
		t.Fatalf("there is no control %q", name)
	}
	s.selected = k
	return k
}

// value returns the text of a control.
func (s *Session) value(t *testing.T, name string) hud.Row {
	t.Helper()
	k := s.pickControl(t, name)
	return s.rows()[k]
}

// Each control changes its value with a step up, and has its first value again after a step down; a reset
// brings the parameters and the model back.
func TestEachControl(t *testing.T) {
	s := newBench(t, 3, nil)
	s.panel.open = true
	before := s.Params
	var names []string
	for _, c := range s.controls() {
		names = append(names, c.name)
	}
	for _, name := range []string{"run", "speed", "dt", "substeps", "solver", "engine", "gravity", "drag half-life", "stiffness ×", "damping ×",
		"friction", "collisions", "energy plot", "color", "range", "show", "theme"} {
		must.Hold(t, slices.Contains(names, name), "there is no control %q among %v", name, names)
	}
	for _, name := range names {
		was := s.value(t, name)
		s.nudge(1)
		must.Do(t, s.Draw(400, 300, 1))
		if is := s.value(t, name); is.Value == was.Value {
			t.Errorf("%s says %q after a step up, as before", name, is.Value)
		}
		s.nudge(-1)
		if is := s.value(t, name); is.Value != was.Value && name != "range" { // once fixed, it stays so
			t.Errorf("%s says %q after a step up and down, %q before", name, is.Value, was.Value)
		}
		if s.message != "" || s.failed != nil {
			t.Fatalf("after %s: %s %v", name, s.message, s.failed)
		}
	}
	for _, name := range names {
		s.pickControl(t, name)
		s.nudge(1)
	}
	must.Do(t, s.Key("r"))
	after := s.Params
	after.Ledger = before.Ledger
	if after.DT != before.DT || after.Gravity != before.Gravity || after.DragHalfLife != before.DragHalfLife || after.Integrator != before.Integrator ||
		after.Contacts[0].StaticFriction != before.Contacts[0].StaticFriction || s.Model != s.Subject.Model || s.Substeps != 1 {
		t.Errorf("after a reset %+v, before %+v", after, before)
	}
}

// Substeps divide the step and keep it. Steps beyond the safe one are marked.
func TestSubstepsDivideTheStep(t *testing.T) {
	s := newBench(t, 3, nil)
	step := s.Params.DT
	s.pickControl(t, "substeps")
	for range 3 {
		s.nudge(1)
	}
	if s.Substeps != 4 || math.Abs(s.Params.DT-step/4) > 1e-15*step {
		t.Errorf("%d substeps of %g s, want 4 of %g", s.Substeps, s.Params.DT, step/4)
	}
	// One step of the run is four of the engine.
	must.Do(t, s.Key("s"))
	must.Do(t, s.Advance())
	if s.Step != 4 || math.Abs(s.Time()-step) > 1e-12*step {
		t.Errorf("a step took %d substeps to %g s, want 4 to %g", s.Step, s.Time(), step)
	}

	// dt at first is half of the safe step: 8 of its steps, 2^(8/4), are above that, with four substeps
	// 2^(12/4) are the bound itself.
	dt := s.value(t, "dt")
	must.Hold(t, !dt.Warn && dt.Mark > dt.Share, "dt %+v; its mark is to lie above it", dt)
	for range 13 {
		s.nudge(1)
	}
	safe := physics.SafeStep(s.Model, s.Params)
	if dt := s.value(t, "dt"); !dt.Warn || s.Params.DT <= safe || math.Abs(dt.Share-place(4*s.Params.DT, step)) > 1e-12 || dt.Mark >= dt.Share {
		t.Errorf("dt %g s, safe %g: %+v; want a warning and the mark below it", s.Params.DT, safe, dt)
	}
	row := s.value(t, "substeps")
	s.nudge(1)
	if after := s.value(t, "substeps"); !row.Warn || after.Warn || row.Mark <= row.Share || s.Params.DT > safe {
		t.Errorf("four substeps %+v, five %+v: the mark is to lie at five", row, after)
	}
}

// The key b goes back to the last good state, as far as the engine keeps one: with the
// same step, or with half of it after a divergence.
func TestBackHalvesTheStepAfterADivergenceAlone(t *testing.T) {
	s := newBench(t, 3, nil)
	step := s.Params.DT
	s.run(t, 300)
	must.Do(t, s.Key("b"))
	if s.Params.DT != step || s.Step != 256 || s.notice != "back at the last good state" {
		t.Errorf("without a divergence: a step of %g s at step %d, want %g at 256; it says %q", s.Params.DT, s.Step, step, s.notice)
	}
	s.run(t, 300)
	diverging := 8 * physics.SafeStep(s.Model, s.Params)
	s.pickControl(t, "dt")
	must.Do(t, s.setDT(diverging))
	s.run(t, 1000)
	if s.message == "" {
		t.Fatalf("a step of %g s does not diverge", diverging)
	}
	must.Do(t, s.Key("b"))
	if s.message != "" || s.Params.DT != diverging/2 || !strings.HasPrefix(s.notice, "back at the last good state, with half the step: ") {
		t.Errorf("after a divergence at %g s: a step of %g s, want half; it says %q and %q", diverging, s.Params.DT, s.notice, s.message)
	}
	must.Do(t, s.Key("b"))
	must.Be(t, s.Params.DT, diverging/2, "once more: a step of, in s")
}

// Another engine continues from the state there is, and one that cannot be made is not
// taken.
func TestEngineControlKeepsTheState(t *testing.T) {
	s := newBench(t, 3, func(o *Options) {
		o.Engines = append(o.Engines, "gpu nonsense")
	})
	s.run(t, 50)
	before := must.Get(s.State())(t)
	s.pickControl(t, "engine")
	s.nudge(1)
	if row := s.value(t, "engine"); row.Value != "gpu fused" || s.Engine.Describe().Pipeline != gpu.Fused {
		t.Errorf("the engine says %q, and is %v", row.Value, s.Engine.Describe())
	}
	after := must.Get(s.State())(t)
	if after.Step != 50 || after.Time != before.Time || !slices.Equal(after.Position, before.Position) || !slices.Equal(after.Velocity, before.Velocity) {
		t.Errorf("the state after the change differs: step %d at %g s, before %d at %g s", after.Step, after.Time, before.Step, before.Time)
	}
	s.nudge(1)
	if row := s.value(t, "engine"); row.Value != "gpu fused" || !strings.Contains(s.notice, "nonsense") {
		t.Errorf("after an engine that there is not, the engine is %q and the notice %q", row.Value, s.notice)
	}
	s.run(t, 1)
	if s.Figures.Engine.Pipeline != gpu.Fused || s.Figures.Steps != 1 {
		t.Errorf("figures are of %v over %d steps, want fused over 1", s.Figures.Engine, s.Figures.Steps)
	}
}
