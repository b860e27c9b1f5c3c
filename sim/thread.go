package sim

import (
	"fmt"
	"runtime/debug"
)

// Panicked is a panic that Guard caught, with the stack where it was.
type Panicked struct {
	what  any
	stack []byte
}

// Error asks for a report.
func (p Panicked) Error() string {
	return fmt.Sprintf("a fault of hooke: %v; please report it, with: %.300s", p.what, p.stack)
}

// Guard calls f. A panic in it is an error, a Panicked, so that a caller in another language or process lives on.
func Guard(f func() error) (err error) {
	defer func() {
		if what := recover(); what != nil {
			err = Panicked{what, debug.Stack()}
		}
	}()
	return f()
}

// Thread makes the calls of something that belongs to the goroutine which opened it, as a Sim on a device does. Begin
// makes it. One goroutine at a time calls Do.
type Thread struct {
	calls chan func() // nil: any goroutine may make the calls
}

// Begin opens something by open on a goroutine of its own. Where stays is true, the goroutine waits there for calls, until
// End. After an error the goroutine has ended.
func Begin(open func() (stays bool, err error)) (*Thread, error) {
	t, opened := &Thread{calls: make(chan func())}, make(chan error)
	var stays bool
	go func() {
		err := Guard(func() (err error) {
			stays, err = open()
			return err
		})
		stays = stays && err == nil
		opened <- err
		for stays {
			f, more := <-t.calls
			if !more {
				return
			}
			f()
		}
	}()
	if err := <-opened; err != nil {
		return nil, err
	}
	if !stays {
		t.calls = nil
	}
	return t, nil
}

// Do calls f, where it belongs, and waits for it. A panic in f is an error.
func (t *Thread) Do(f func() error) error {
	if t == nil || t.calls == nil {
		return Guard(f)
	}
	done := make(chan error)
	t.calls <- func() { done <- Guard(f) }
	return <-done
}

// End ends the goroutine. The caller calls it once, after the last Do.
func (t *Thread) End() {
	if t != nil && t.calls != nil {
		close(t.calls)
	}
}
