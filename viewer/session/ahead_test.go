package session

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/viewer/draw"
)

// noted is an engine that records its calls, and which state pictures are of.
type noted struct {
	draw.DrawnEngine
	did    []string
	queued int64 // steps that were asked for
	drawn  int64 // of them, when the last picture was queued
}

func (e *noted) Unwrap() model.Engine { return e.DrawnEngine }

func (e *noted) Step(n int) error {
	e.did, e.queued = append(e.did, "queue"), e.queued+int64(n)
	return e.DrawnEngine.Step(n)
}

func (e *noted) Finish() error {
	e.did = append(e.did, "collect")
	return e.DrawnEngine.Finish()
}

func (e *noted) PositionBuffer() *glx.Buffer { // each picture asks for it
	e.did, e.drawn = append(e.did, "draw"), e.queued
	return e.DrawnEngine.PositionBuffer()
}

// newNoted returns a session whose engine records its calls.
func newNoted(t *testing.T, change func(*Options)) (*Session, *noted) {
	t.Helper()
	var e *noted
	s := newBench(t, 4, func(o *Options) {
		inner := o.New
		o.Paused = false
		o.New = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			engine, err := inner(ctx, m, p)
			e = &noted{DrawnEngine: engine}
			return e, err
		}
		if change != nil {
			change(o)
		}
	})
	e.did = nil
	return s, e
}

// shown is a round of the loop of the window.
func (s *Session) showNext(t *testing.T) {
	t.Helper()
	s.round(t)
	must.Do(t, s.Ahead())
}

// The steps of the next frame are queued behind a picture and collected before the next one;
// all numbers beside a picture are of the state that it shows.
func TestNumbersAreOfTheStateThatIsDrawn(t *testing.T) {
	s, e := newNoted(t, nil)
	s.plots.shown = heldPlot
	ctx := s.Ctx
	twin := must.Open(gpu.New(ctx, s.Model, s.Params, gpu.Options{Pipeline: gpu.TwoPass}))(t)
	at := int64(0)
	for range 12 {
		s.plots.sampled = time.Time{} // the energy is summed at each picture
		s.round(t)
		if e.drawn != s.Step || s.seen.step != s.Step || s.Figures.Steps != s.Step || s.Status().Step != s.Step {
			t.Fatalf("a picture is of step %d; the window tells %d, its figures %d", e.drawn, s.Step, s.Figures.Steps)
		}
		must.Do(t, errors.Join(twin.Step(int(s.Step-at)), twin.Finish()))
		at = s.Step
		want := must.Get(twin.Energy())(t)
		series := s.plots.energy
		last := len(series.Time) - 1
		now, total := series.Time[last], series.Values[last][len(series.Names)-1]
		if now != s.Time() || now != float64(s.Step)*s.Params.DT {
			t.Errorf("the plots end at %g s, the picture is at %g s", now, s.Time())
		}
		if math.Abs(total-want.Total()) > 1e-6*math.Abs(want.Total()) {
			t.Errorf("step %d: the plots tell %.9g J, the state has %.9g J", s.Step, total, want.Total())
		}
		if want := float64(s.Figures.Steps) * float64(s.Figures.Springs) / s.Figures.Seconds; s.Figures.SpringUpdates != want || s.Figures.Seconds <= 0 {
			t.Errorf("the rate is %g, want %g", s.Figures.SpringUpdates, want)
		}
		must.Do(t, s.Ahead())
		if !s.Begun || e.queued == s.Step {
			t.Fatalf("nothing is queued behind the picture of step %d", s.Step)
		}
	}
	if want := []string{"queue", "collect", "draw", "queue", "collect", "draw", "queue"}; !slices.Equal(slices.DeleteFunc(e.did, repeated())[:len(want)], want) {
		t.Errorf("the engine was asked to %v, want %v", e.did, want)
	}
}

// repeated says which words are those before them.
func repeated() func(string) bool {
	last := ""
	return func(word string) bool {
		again := word == last
		last = word
		return again
	}
}

// An action of a hand between pictures comes behind the queued steps, and none is lost or counted twice; a
// pause shows them.
func TestHandsComeBehindQueuedSteps(t *testing.T) {
	s, e := newNoted(t, nil)
	for range 3 {
		s.showNext(t)
	}
	state := must.Get(s.State())(t)
	if state.Step != e.queued || s.Step != e.queued || s.Begun {
		t.Errorf("the state is of step %d, the window's %d, and %d were queued", state.Step, s.Step, e.queued)
	}
	s.round(t)
	if e.drawn != s.Step || s.Figures.Steps != s.Step || s.Step != e.queued {
		t.Errorf("the picture is of step %d, the window tells %d and counts %d", e.drawn, s.Step, s.Figures.Steps)
	}
	must.Do(t, s.Ahead())
	must.Do(t, s.Key("space"))
	s.showNext(t)
	if !s.paused || s.Begun || e.drawn != e.queued || s.Step != e.queued {
		t.Errorf("paused %v, steps run %v, the picture is of step %d of %d", s.paused, s.Begun, e.drawn, e.queued)
	}
	must.Do(t, s.Key("space"))
	s.showNext(t)
	must.Do(t, s.Reset())
	s.round(t)
	if s.Step >= e.queued || s.Time() != float64(s.Step)*s.Params.DT {
		t.Errorf("after a reset: step %d, %g s", s.Step, s.Time())
	}
	must.Do(t, s.Ahead())
	must.Do(t, s.Settle())
	must.Hold(t, !s.Begun && s.Batch.Steps == 0, "Settle leaves steps")
}

// A divergence of queued steps is told with the picture of their state, and nothing is queued
// behind it; the same holds for the end of a run.
func TestQueuedStepsThatEndARun(t *testing.T) {
	s, e := newNoted(t, nil)
	s.showNext(t)
	p := s.Params
	p.DT = 1
	must.Do(t, s.Apply(p))
	for range 20 {
		s.showNext(t)
	}
	if s.message == "" || !s.paused || s.Begun || e.drawn != s.Step {
		t.Errorf("message %q, paused %v, steps run %v, picture of step %d of %d", s.message, s.paused, s.Begun, e.drawn, s.Step)
	}
	must.Do(t, s.Reset())
	s.message, s.paused = "", false
	s.showNext(t)
	must.Be(t, s.message, "", "after a reset")
	must.Do(t, errors.Join(s.Settle(), s.Apply(p), s.QueueSteps(100), s.Reset())) // their divergence was not seen yet
	if s.round(t); s.message != "" {
		t.Errorf("a divergence before a reset is told after it: %q", s.message)
	}

	s, _ = newNoted(t, func(o *Options) {
		o.Until = physics.Until{Words: []string{physics.Still}, StillSpeed: 1e9} // true at the first look
	})
	for range 10 {
		s.showNext(t)
	}
	if s.Step != physics.LookEvery || !s.paused || s.Begun {
		t.Errorf("at step %d, paused %v, want the end at step %d", s.Step, s.paused, physics.LookEvery)
	}
}

// A picture waits for nothing when the device has nothing to do, and neither do finished steps. Their cost is
// known all the same.
func TestNothingWaitsForADeviceThatIsDone(t *testing.T) {
	s, _ := newNoted(t, nil)
	for range 6 {
		s.showNext(t)
		s.Ctx.Finish()
		before := s.Ctx.Waits()
		s.showNext(t)
		must.Be(t, s.Ctx.Waits()-before, 0, "waits of a frame for a device that is done")
	}
	must.Do(t, s.Settle())
	s.paused = true
	for range 3 {
		s.dirty = true
		s.Ctx.Finish()
		before := s.Ctx.Waits()
		s.showNext(t)
		must.Hold(t, s.Ctx.Waits() == before, "a picture of a run that stands still waits")
	}
	if s.Figures.PictureSeconds <= 0 || s.pacer.StepSeconds() <= 0 {
		t.Errorf("a picture takes %g s, a step %g s", s.Figures.PictureSeconds, s.pacer.StepSeconds())
	}
}
