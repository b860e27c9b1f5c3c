// Package must ends a test where it cannot continue, at an error that the test does not expect or
// when an event never comes, reports values that are not those wanted and errors that do not say
// the expected words, and runs a test in a process of its own. Only test files import it.
package must

import (
	"strings"
	"testing"
	"time"
)

// Do ends the test where an error occurred.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Say reports an error that does not have all of the words, or the lack of an error. The name of
// the case may be empty.
func Say(t testing.TB, name string, err error, words ...string) {
	t.Helper()
	if name != "" {
		name += ": "
	}
	if err == nil {
		t.Errorf("%sno error, want one with %q", name, words)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%serror %q, want %q in it", name, err, w)
		}
	}
}

// Err returns the error of a call that returns a value, too.
func Err[T any](_ T, err error) error { return err }

// Get returns the value of a call, and ends the test where the call failed:
//
//	e := must.Get(gpu.New(ctx, m, p, o))(t)
func Get[T any](value T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return value
	}
}

// Open returns the value of a call, as Get does, and closes it at the end of the test.
func Open[T interface{ Close() }](value T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		t.Cleanup(value.Close)
		return value
	}
}

// leave is the time that Late leaves the test program to print its faults.
const leave = 5 * time.Second

// Limited is a test that knows when it must end, such as a *testing.T.
type Limited interface {
	testing.TB
	Deadline() (deadline time.Time, ok bool)
}

// Until waits until a condition holds, however slow the machine is. The test ends with the name of
// the event shortly before the deadline of the test program.
func Until(t Limited, event string, holds func() bool) {
	t.Helper()
	for late := Late(t); !holds(); {
		select {
		case <-late:
			t.Fatal("waiting in vain for " + event)
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// Late returns a channel that receives shortly before the deadline of the test program, or never.
func Late(t Limited) <-chan time.Time {
	deadline, limited := t.Deadline()
	if !limited {
		return nil
	}
	return time.After(time.Until(deadline) - leave)
}
