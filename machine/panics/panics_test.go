package panics_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"hooke/machine/panics"
	"hooke/must"
)

// fails panics in a function that a stack names.
func fails() { panic("a reason") }

// A panic in one goroutine comes out of Wait after all have ended, with the stack where it was, and is an error outside.
func TestGroup(t *testing.T) {
	var ended atomic.Int32
	err := panics.Guard(func() error {
		var outer panics.Group
		outer.Go(func() {
			var inner panics.Group
			for i := range 10 {
				inner.Go(func() {
					defer ended.Add(1)
					if i == 3 {
						fails()
					}
				})
			}
			inner.Wait()
		})
		outer.Wait()
		return nil
	})
	must.Be(t, int(ended.Load()), 10, "goroutines that ended")
	var p *panics.Panic
	must.Hold(t, errors.As(err, &p), "%v is no Panic", err)
	must.Say(t, "Guard", err, "a fault of hooke: a reason; please report it, with: hooke/machine/panics_test.fails(")
	must.Be(t, strings.Count(err.Error(), "a fault of hooke"), 1, "times that it says so")
}

// Without a panic there is no error; an error stays what it is.
func TestGuard(t *testing.T) {
	own := errors.New("mine")
	must.Hold(t, panics.Guard(func() error { return nil }) == nil && panics.Guard(func() error { return own }) == own, "an error changes")
	var first panics.First
	func() {
		defer first.Catch()
	}()
	first.Again()
	must.Hold(t, !first.Caught(), "a panic of none")
	func() {
		defer first.Catch()
		fails()
	}()
	must.Hold(t, first.Caught(), "a panic is lost")
	must.Say(t, "Again", panics.Guard(func() error { first.Again(); return nil }), "a reason")
	first.Again() // which is forgotten
}
