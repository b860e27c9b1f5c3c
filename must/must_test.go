package must

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// ended records the error that ends a test.
type ended struct {
	testing.TB
	by       []any
	reports  []string
	deadline time.Time
}

func (e *ended) Helper()           {}
func (e *ended) Fatal(args ...any) { e.by = append(e.by, args...) }

func (e *ended) Errorf(format string, args ...any) {
	e.reports = append(e.reports, fmt.Sprintf(format, args...))
}

func (e *ended) Deadline() (time.Time, bool) { return e.deadline, !e.deadline.IsZero() }

func TestErrorEndsTheTest(t *testing.T) {
	var e ended
	if Do(&e, nil); len(e.by) != 0 {
		t.Errorf("ended by %v without an error", e.by)
	}
	if Do(&e, errors.New("broken")); len(e.by) != 1 {
		t.Errorf("ended by %v, want the error", e.by)
	}
}

func TestErrorsSayWords(t *testing.T) {
	broken := Err(3, errors.New("x.toml:4: no such key"))
	for _, c := range []struct {
		err     error
		words   []string
		reports int
	}{{broken, nil, 0}, {broken, []string{"x.toml:4", "key"}, 0}, {broken, []string{"x.toml:5", "key", "use"}, 2}, {nil, []string{"key"}, 1}, {nil, nil, 1}} {
		var e ended
		if Say(&e, "case", c.err, c.words...); len(e.reports) != c.reports {
			t.Errorf("%v, %q: reports %q, want %d", c.err, c.words, e.reports, c.reports)
		}
	}
}

func TestGetReturnsTheValue(t *testing.T) {
	var e ended
	if got := Get(3, nil)(&e); got != 3 || len(e.by) != 0 {
		t.Errorf("got %d, ended by %v", got, e.by)
	}
	if Get(3, errors.New("broken"))(&e); len(e.by) != 1 {
		t.Errorf("ended by %v, want the error", e.by)
	}
}

// closer counts its closings.
type closer struct{ closed int }

func (c *closer) Close() { c.closed++ }

func TestOpenClosesAtTheEnd(t *testing.T) {
	var c closer
	t.Run("opens", func(t *testing.T) {
		if Open(&c, nil)(t) != &c || c.closed != 0 {
			t.Errorf("closed %d times within the test", c.closed)
		}
	})
	if c.closed != 1 {
		t.Errorf("closed %d times, want once", c.closed)
	}
	var e ended
	e.TB = t
	if Open(&c, errors.New("broken"))(&e); len(e.by) != 1 {
		t.Errorf("ended by %v, want the error", e.by)
	}
}

func TestUntilEndsBeforeTheDeadline(t *testing.T) {
	var unlimited ended
	asked := 0
	if Until(&unlimited, "three", func() bool { asked++; return asked == 3 }); asked != 3 || len(unlimited.by) != 0 {
		t.Errorf("asked %d times, ended by %v", asked, unlimited.by)
	}
	limited := ended{deadline: time.Now().Add(leave / 2)}
	if Until(&limited, "the moon", func() bool { return false }); len(limited.by) != 1 || limited.by[0] != "waiting in vain for the moon" {
		t.Errorf("ended by %v, want the name of the event", limited.by)
	}
}
