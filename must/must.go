// Package must ends a test where it cannot continue: at an error that the test does not expect, or
// when an event never comes. Only test files import it.
package must

import (
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

// leave is the time that Until leaves the test program to print its faults.
const leave = 5 * time.Second

// Until waits until a condition holds, however slow the machine is. The test ends with the name of
// the event shortly before the deadline of the test program.
func Until(t testing.TB, event string, holds func() bool) {
	t.Helper()
	var deadline time.Time
	if limited, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		deadline, _ = limited.Deadline()
	}
	for ; !holds(); time.Sleep(time.Millisecond) {
		if !deadline.IsZero() && time.Until(deadline) < leave {
			t.Fatal("waiting in vain for " + event)
			return
		}
	}
}
