package session

import (
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw"
)

// lattice is a block of n³ masses.
func lattice(t *testing.T, n int, stiffness float64) draw.Subject {
	t.Helper()
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: n, Ny: n, Nz: n, Spacing: 0.1, Mass: 0.1, Stiffness: stiffness, DampingRatio: 0.05, Bottom: 1}))(t)
	return draw.Subject{Model: m, Params: model.Params{DT: 1e-4, Gravity: model.EarthGravity()}}
}

// newTested is a session without a window.
func newTested(t *testing.T, ctx *glx.Context, subject draw.Subject) *Session {
	t.Helper()
	s := must.Open(New(ctx, Options{Subject: subject, Width: 320, Height: 200, Samples: 1,
		New: func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			return gpu.New(ctx, m, p, gpu.Options{Drawing: true, KeepLastGood: true})
		}}))(t)
	return s
}

func steps(t *testing.T, s *Session, n int) *model.State {
	t.Helper()
	must.Do(t, errors.Join(s.Engine.Step(n), s.Engine.Finish()))
	s.Step += int64(n)
	return must.Get(s.State())(t)
}

// A model that was read again continues from the present state, with the cuts and pins of hands, and with its
// own numbers; another topology starts anew.
func TestReplacementKeepsTheState(t *testing.T) {
	s := newTested(t, gltest.New(t), lattice(t, 3, 500))
	steps(t, s, 40)
	must.Do(t, s.Pin(13))
	m := *s.Model
	m.MaterialOf = append([]uint16(nil), m.MaterialOf...)
	m.MaterialOf[7] = model.Removed
	must.Do(t, s.Remake(&m, s.Params))
	s.Removed = 1
	before := steps(t, s, 10)

	again := lattice(t, 3, 900)
	again.Params.DT = 5e-5
	must.Do(t, s.replace(&Opened{Subject: again}, true))
	now := steps(t, s, 0)
	for i := range before.Position {
		if now.Position[i] != before.Position[i] || now.Velocity[i] != before.Velocity[i] {
			t.Fatalf("mass %d: at %v with %v, before at %v with %v", i, now.Position[i], now.Velocity[i], before.Position[i], before.Velocity[i])
		}
	}
	if now.Time != before.Time || now.Step != 50 || s.Params.DT != 5e-5 || s.Model.Materials[1].Stiffness != again.Model.Materials[1].Stiffness {
		t.Errorf("time %g s after %g s, step %d, dt %g s, stiffness %g N/m", now.Time, before.Time, now.Step, s.Params.DT, s.Model.Materials[1].Stiffness)
	}
	if s.Model.MaterialOf[7] != model.Removed || s.Model.PinOf(13) != model.PinAll || s.Model.PinOf(12) != 0 || s.Removed != 1 {
		t.Error("what was cut and pinned by hand is not so any more")
	}
	must.Hold(t, again.Model.MaterialOf[7] != model.Removed && again.Model.Pin == nil, "the model that was read was changed")
	if next := steps(t, s, 10); next.Time <= now.Time || next.Position[0] == now.Position[0] {
		t.Error("it does not go on")
	}
	// A reset goes to the start of the model as it was read again.
	must.Do(t, s.Reset())
	if s.Model != again.Model || s.Removed != 0 || s.Step != 0 || s.Time() != 0 {
		t.Errorf("after a reset: cut %d, step %d, time %g s", s.Removed, s.Step, s.Time())
	}

	steps(t, s, 10)
	must.Do(t, s.replace(&Opened{Subject: lattice(t, 4, 500)}, true))
	if s.Step != 0 || s.Time() != 0 || s.Engine.MassCount() != 64 || s.Figures.Masses != 64 || s.picked != -1 {
		t.Errorf("another topology: step %d, time %g s, %d masses", s.Step, s.Time(), s.Engine.MassCount())
	}
	// After a divergence there is no state to keep.
	s.message = "diverged"
	steps(t, s, 10)
	must.Do(t, s.replace(&Opened{Subject: lattice(t, 4, 500)}, true))
	must.Hold(t, s.Step == 0 && s.message == "", "after a divergence: step %d, message %q", s.Step, s.message)
}

// A model that cannot be shown leaves the present one, to the last object.
func TestReplacementThatFails(t *testing.T) {
	ctx := gltest.New(t)
	s := newTested(t, ctx, lattice(t, 3, 500))
	before, live := steps(t, s, 20), ctx.Live()
	refused := errors.New("refused")
	err := s.replace(&Opened{Subject: lattice(t, 4, 500), New: func(*glx.Context, *model.Model, model.Params) (draw.DrawnEngine, error) {
		return nil, refused
	}}, false)
	if !errors.Is(err, refused) {
		t.Fatalf("error %v", err)
	}
	now := steps(t, s, 0)
	if now.Position[5] != before.Position[5] || now.Time != before.Time || s.Subject.Model.MassCount() != 27 || !maps.Equal(ctx.Live(), live) {
		t.Errorf("what was there has changed: time %g s, before %g s; objects %v, before %v", now.Time, before.Time, ctx.Live(), live)
	}
	if next := steps(t, s, 10); next.Position[5] == now.Position[5] {
		t.Error("it does not go on")
	}
}

// Models that were shown one after the other leave no object behind.
func TestReplacementsLeaveNothing(t *testing.T) {
	ctx := gltest.New(t)
	s := newTested(t, ctx, lattice(t, 3, 500))
	s.fixed = true // no coarse pictures, which have another target
	must.Do(t, s.Draw(64, 40, 1))
	live := ctx.Live()
	const replacements = 24 // each compiles all programs anew
	for k := range replacements {
		must.Do(t, s.replace(&Opened{Subject: lattice(t, 2+(k+1)%2, 500)}, k%3 == 0))
		must.Do(t, s.Draw(64, 40, 1))
	}
	must.Do(t, s.replace(&Opened{Subject: lattice(t, 3, 500)}, false))
	must.Do(t, s.Draw(64, 40, 1))
	if now := ctx.Live(); !maps.Equal(now, live) {
		t.Errorf("objects before %v, after %d replacements %v", live, replacements, now)
	}
}

// hosted is an engine whose state is not in the context.
type hosted struct {
	draw.DrawnEngine
	told *bool
}

func (hosted) OnHost() bool { return true }
func (h hosted) Lost()      { *h.told = true }

// A lost context loses the steps since the last copy, and nothing where the state is on the host; then
// everything continues in another context.
func TestAbandon(t *testing.T) {
	for _, onHost := range []bool{false, true} {
		ctx := gltest.New(t)
		s := newTested(t, ctx, lattice(t, 3, 500))
		told := false
		if onHost {
			s.Engine = hosted{s.Engine, &told}
		}
		copied := steps(t, s, 30)
		must.Do(t, s.Save(time.Now()))
		now := steps(t, s, 20)
		if err := s.Save(time.Now()); err != nil { // not due
			t.Fatal(err)
		}
		want := copied
		if onHost {
			want = now
		}
		s.free()
		state := s.Abandon()
		if state.Step != want.Step || state.Time != want.Time || state.Position[4] != want.Position[4] || state.Velocity[4] != want.Velocity[4] {
			t.Errorf("on host %v: back to step %d, %g s; want %d, %g s", onHost, state.Step, state.Time, want.Step, want.Time)
		}
		must.Hold(t, told == onHost, "the engine was not told")
		if live := ctx.Live(); len(live) > 0 {
			t.Errorf("left in the lost context: %v", live)
		}
		must.Do(t, s.Revive(ctx, state))
		if again := steps(t, s, 20); !onHost && (again.Position[4] != now.Position[4] || again.Time != now.Time) {
			t.Errorf("20 steps after the copy mass 4 is at %v, and was at %v", again.Position[4], now.Position[4])
		}
	}
}

// A replacement and a lost context wait for steps that run beside the pictures, and count them by their own
// time alone. Broken steps do not continue.
func TestReplacementWhileStepsRun(t *testing.T) {
	for _, fault := range []error{nil, errors.New("diverged")} {
		s, e := newSlow(t)
		s.round(t)
		begun := e.steps
		e.fault = fault
		again := lattice(t, 4, 500)
		must.Do(t, s.replace(&Opened{Subject: again}, true))
		want := int64(begun)
		if fault != nil {
			want = 0
		}
		if s.Step != want || s.Begun || s.Figures.Steps != 0 || s.Batch.Steps != 0 {
			t.Errorf("fault %v: at step %d, want %d; %d steps count for the new model", fault, s.Step, want, s.Figures.Steps)
		}
		if s.round(t); s.message != "" || !s.Begun {
			t.Errorf("fault %v: afterwards message %q, steps run %v", fault, s.message, s.Begun)
		}
	}
}

// tended tends until something holds.
func tended(t *testing.T, s *Session, what string, ok func() bool) {
	t.Helper()
	must.Until(t, what, func() bool {
		if !ok() {
			s.Tend(time.Now())
		}
		return ok()
	})
}

// While a model is read the run continues and the picture says so. Of several dropped files the last counts,
// and earlier ones are not shown.
func TestOpeningWhileItRuns(t *testing.T) {
	s := newTested(t, gltest.New(t), lattice(t, 3, 500))
	gates := map[string]chan int{"slow": make(chan int), "passed over": nil, "last": make(chan int)}
	s.opener.open = func(names []string) (*Opened, error) {
		side := <-gates[names[0]] // of a name without a gate never
		return &Opened{Subject: lattice(t, side, 500)}, nil
	}
	s.Drop(nil)
	if s.opener.busy != nil {
		t.Fatal("nothing that is dropped is read")
	}
	s.Drop([]string{"slow"})
	begin := time.Now()
	for k := range 3 { // looked at in three tenths of a second
		s.dirty = false
		s.Tend(begin.Add(time.Duration(k+1) * 2 * progressPause))
		if d := s.doingNow(); !s.dirty || d.Opening != "opening slow" || d.Seconds < 0.15 {
			t.Errorf("look %d: %+v, dirty %v", k, d, s.dirty)
		}
		s.dirty = false
		if s.Tend(begin.Add(time.Duration(k+1) * 2 * progressPause)); s.dirty {
			t.Error("another picture within a tenth of a second")
		}
		steps(t, s, 1)
	}
	s.Drop([]string{"passed over"})
	s.Drop([]string{"last"})
	gates["slow"] <- 4
	tended(t, s, "the last one is read", func() bool { return s.opener.busy != nil && s.opener.busy.what == "opening last" })
	if s.Engine.MassCount() != 27 || s.Step != 3 {
		t.Errorf("%d masses after %d steps: what was read too late is shown", s.Engine.MassCount(), s.Step)
	}
	gates["last"] <- 2
	tended(t, s, "the last one is ready", func() bool { return s.opener.ready != nil })
	if d := s.doingNow(); d.Opening != "opening last: 8 masses to the device" {
		t.Errorf("before the replacement the picture says %q", d.Opening)
	}
	tended(t, s, "the last one is shown", func() bool { return s.Engine.MassCount() == 8 })
	if d := s.doingNow(); d.Opening != "" || !strings.HasPrefix(s.notice, "opened ") {
		t.Errorf("after the replacement: %+v, notice %q", d, s.notice)
	}

	// A fault stays until it is closed, or something is opened.
	s.opener.open = func([]string) (*Opened, error) { return nil, errors.New("x.obj:3: one\n  two") }
	s.Drop([]string{"x.obj"})
	tended(t, s, "the fault is shown", func() bool { return len(s.doingNow().Faults) == 2 })
	if !s.closeFaults() || s.closeFaults() || s.doingNow().Faults != nil {
		t.Error("closing faults")
	}
	s.opener.open = func([]string) (*Opened, error) { return &Opened{}, nil }
	s.Drop([]string{"nothing"})
	tended(t, s, "an empty model is a fault", func() bool { return s.doingNow().Faults != nil })
	s.opener.open = nil
	if s.Drop([]string{"x"}); s.opener.busy != nil || !strings.Contains(s.notice, "opens no other files") {
		t.Errorf("a window that opens nothing says %q", s.notice)
	}
}
