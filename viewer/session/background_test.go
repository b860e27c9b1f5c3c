package session

import (
	"errors"
	"testing"
	"time"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/viewer/draw"
)

// slow is an engine whose steps run beside the pictures and last until the test says so.
// It records the calls meanwhile: it waits, as the interface says.
type slow struct {
	draw.DrawnEngine
	begun, steps int          // batches, steps of the last
	running      bool         // whether steps run
	over         bool         // whether the test has let them end
	waited       int          // for steps that ran
	ended        model.Batch  // done, and not handed on
	fault        error        // of the next batch
	params       model.Params // set last
}

func (e *slow) Background() model.Background { return e }

// Unwrap and Inside are as those of engines without a device.
func (e *slow) Unwrap() model.Engine { e.settle(); return e.DrawnEngine }
func (e *slow) Inside() model.Engine { return e.DrawnEngine }

func (e *slow) Begin(n int, _ func()) {
	e.begun, e.steps, e.running, e.over = e.begun+1, n, true, false
}

func (e *slow) Ended() (model.Batch, bool) {
	if e.running && e.over {
		e.end()
	}
	b := e.ended
	e.ended = model.Batch{}
	return b, b.Steps > 0
}

// end takes the steps that were begun.
func (e *slow) end() {
	e.running = false
	err := errors.Join(e.DrawnEngine.Step(e.steps), e.DrawnEngine.Finish(), e.fault)
	e.ended, e.fault = model.Batch{Steps: e.steps, Took: time.Duration(e.steps) * time.Millisecond, Err: err}, nil
}

func (e *slow) settle() {
	if e.running {
		e.waited++
		e.end()
	}
}

func (e *slow) Finish() error                  { e.settle(); return e.DrawnEngine.Finish() }
func (e *slow) Read(dst *model.Snapshot) error { e.settle(); return e.DrawnEngine.Read(dst) }
func (e *slow) Reset(s *model.State) error     { e.settle(); return e.DrawnEngine.Reset(s) }
func (e *slow) SetParams(p model.Params) error {
	e.settle()
	e.params = p
	inner, _ := model.As[model.ParamsSetter](e.DrawnEngine)
	return inner.SetParams(p)
}

// newSlow is a session that steps beside its pictures.
func newSlow(t *testing.T) (*Session, *slow) {
	t.Helper()
	var e *slow
	s := newBench(t, 4, func(o *Options) {
		inner := o.New
		o.Paused = false
		o.New = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			engine, err := inner(ctx, m, p)
			e = &slow{DrawnEngine: engine}
			return e, err
		}
	})
	return s, e
}

// frame is a round of the loop that draws.
func (s *Session) round(t *testing.T) {
	t.Helper()
	must.Do(t, s.Advance())
	s.Ease(time.Now())
	must.Do(t, s.Draw(400, 300, 1))
}

// While steps run, pictures continue, of the state before them, and the camera moves; when
// they are done the next picture shows it, and the next batch has begun.
func TestPicturesGoOnWhileTheSolverIsBusy(t *testing.T) {
	s, e := newSlow(t)
	s.round(t)
	if e.begun != 1 || s.Step != 0 {
		t.Fatalf("%d batches were begun and %d steps counted, want one and none", e.begun, s.Step)
	}
	before := s.frames
	azimuth := s.shown.Camera().Azimuth
	for range 20 {
		s.Drag(0.05, 0, false)
		s.eased = s.eased.Add(-50 * time.Millisecond) // so long a frame takes
		s.round(t)
	}
	if s.frames-before != 20 || s.shown.Camera().Azimuth == azimuth {
		t.Errorf("%d pictures while the solver was busy, want 20, and a camera that moved", s.frames-before)
	}
	if e.begun != 1 || e.waited != 0 || s.Step != 0 || s.Idle() {
		t.Errorf("while steps run: %d batches, %d waits, step %d, idle %v", e.begun, e.waited, s.Step, s.Idle())
	}
	steps := e.steps
	e.over = true
	s.round(t)
	if e.begun != 2 || e.waited != 0 || s.Step != int64(steps) || s.seen.step != s.Step {
		t.Errorf("after them: %d batches, %d waits, step %d of %d, picture of step %d", e.begun, e.waited, s.Step, steps, s.seen.step)
	}
	if s.Figures.Steps != int64(steps) || s.pacer.StepSeconds() == 0 {
		t.Errorf("%d steps were counted, of %g s", s.Figures.Steps, s.pacer.StepSeconds())
	}
}

// Changes of the run are put off until no steps run, in order, and nothing waits. Actions that cannot be put
// off wait, and no step is lost.
func TestEditsComeBetweenSteps(t *testing.T) {
	s, e := newSlow(t)
	s.round(t)
	var did []int
	for k := range 3 {
		s.later(func() { did = append(did, k) })
	}
	gravity := s.Params.Gravity
	s.later(func() {
		p := s.Params
		p.Gravity = model.Vec3{1, 2, 3}
		s.Fail(s.Apply(p))
	})
	s.round(t)
	if len(did) != 0 || s.Params.Gravity != gravity || e.waited != 0 {
		t.Fatalf("while steps run %v was done, gravity is %v, after %d waits", did, s.Params.Gravity, e.waited)
	}
	e.over = true
	s.round(t)
	if len(did) != 3 || did[0] != 0 || did[2] != 2 || e.params.Gravity != (model.Vec3{1, 2, 3}) || e.waited != 0 {
		t.Errorf("after them %v was done, gravity is %v, after %d waits", did, e.params.Gravity, e.waited)
	}
	// An action after the steps stays behind the actions that were put off before.
	did = nil
	s.later(func() { did = append(did, 4) })
	e.over = true
	s.later(func() { did = append(did, 5) })
	s.round(t)
	if len(did) != 2 || did[0] != 4 || e.waited != 0 {
		t.Errorf("after steps that ended between two requests %v was done, after %d waits", did, e.waited)
	}
	did = []int{0, 1, 2}
	// Nothing was put off: it is done at once.
	e.over = true
	must.Do(t, s.Advance())
	s.paused = true
	e.over = true
	must.Do(t, s.Advance())
	s.later(func() { did = append(did, 3) })
	must.Hold(t, len(did) == 4, "what comes while no steps run is put off, too")

	s.paused = false
	must.Do(t, s.Advance()) // begins
	step, steps := s.Step, e.steps
	state := must.Get(s.State())(t)
	if e.waited != 1 || state.Step != step+int64(steps) || s.Step != state.Step || s.Begun {
		t.Errorf("a state that cannot wait: %d waits, step %d, want %d", e.waited, state.Step, step+int64(steps))
	}
	counted := s.Figures.Steps
	must.Do(t, s.Advance())
	must.Be(t, s.Figures.Steps, counted+int64(steps), "steps are counted")
}

// A divergence beside the pictures pauses the run and is said; one of steps before a
// reset is not.
func TestDivergenceInTheBackground(t *testing.T) {
	s, e := newSlow(t)
	s.round(t)
	e.over, e.fault = true, &physics.DivergedError{}
	s.round(t)
	if s.message == "" || !s.paused || s.Begun {
		t.Errorf("message %q, paused %v, stepping %v", s.message, s.paused, s.Begun)
	}
	s.message, s.paused = "", false
	must.Do(t, s.Reset())
	s.round(t)
	e.fault = &physics.DivergedError{}
	must.Do(t, s.Reset()) // waits for them
	s.round(t)
	must.Hold(t, s.message == "" && s.Step == 0, "after a reset: message %q, step %d", s.message, s.Step)
}

// A number of frames is asked for: every picture is of the next state.
func TestCountedFramesWaitForTheirSteps(t *testing.T) {
	s, e := newSlow(t)
	s.Inline = true
	must.Do(t, s.Build(s.Model, s.Params))
	if s.Solver != nil {
		t.Fatal("there is a solver")
	}
	_ = e
	must.Do(t, s.Advance())
	must.Hold(t, s.Step != 0, "no step was taken")
}
