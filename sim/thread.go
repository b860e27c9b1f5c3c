package sim

import "hooke/machine/panics"

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
		err := panics.Guard(func() (err error) {
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
		return panics.Guard(f)
	}
	done := make(chan error)
	t.calls <- func() { done <- panics.Guard(f) }
	return <-done
}

// End ends the goroutine. The caller calls it once, after the last Do.
func (t *Thread) End() {
	if t != nil && t.calls != nil {
		close(t.calls)
	}
}
