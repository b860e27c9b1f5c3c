package session

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hooke/gpu/gltest"
	"hooke/must"
)

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

// While a model is read the run goes on and the picture says so; of what is dropped
// meanwhile the last counts, and what is read by then is not shown any more.
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
