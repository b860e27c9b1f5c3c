// Package panics carries panics across goroutines. A panic in a goroutine ends the whole program, which may be somebody else's
// where hooke is a library, whatever the goroutine that waits for it recovers. So a goroutine that works for another one hands
// its panic to that one (Group, First, Guard), with the stack where it was.
package panics

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Panic is a panic that was caught, with the stack where it was.
type Panic struct {
	what  any
	stack []byte
}

// Error asks for a report.
func (p *Panic) Error() string {
	return fmt.Sprintf("a fault of hooke: %v; please report it, with: %s", p.what, p.stack)
}

// Of makes a Panic of the value that recover has returned; nil: there was none. A Panic that was handed on stays as it is.
func Of(what any) *Panic {
	switch what := what.(type) {
	case nil:
		return nil
	case *Panic:
		return what
	}
	stack := debug.Stack()
	if _, after, ok := bytes.Cut(stack, []byte("\npanic(")); ok { // before it are the frames of this package
		_, after, _ = bytes.Cut(after, []byte("\n"))
		_, stack, _ = bytes.Cut(after, []byte("\n"))
	}
	return &Panic{what, stack}
}

// Guard calls f. A panic in it is an error, a *Panic.
func Guard(f func() error) (err error) {
	defer func() {
		if p := Of(recover()); p != nil {
			err = p
		}
	}()
	return f()
}

// First is the first panic of some goroutines. The zero value has none.
type First struct{ first atomic.Pointer[Panic] }

// Catch, which a goroutine defers, ends its panic and keeps it.
func (f *First) Catch() {
	if p := Of(recover()); p != nil {
		f.first.CompareAndSwap(nil, p)
	}
}

// Caught reports whether there is one.
func (f *First) Caught() bool { return f.first.Load() != nil }

// Again panics with it, once the goroutines have ended, and forgets it; without one it does nothing.
func (f *First) Again() {
	if p := f.first.Swap(nil); p != nil {
		panic(p)
	}
}

// Group is a sync.WaitGroup whose Wait panics as the first goroutine did that panicked, once all have ended.
type Group struct {
	wait  sync.WaitGroup
	first First
}

// Go calls f in a goroutine.
func (g *Group) Go(f func()) {
	g.wait.Go(func() {
		defer g.first.Catch()
		f()
	})
}

// End waits for all goroutines, for a caller that another one waits for. A panic is an error.
func (g *Group) End() error {
	return Guard(func() error {
		g.Wait()
		return nil
	})
}

// Wait waits for all goroutines.
func (g *Group) Wait() {
	g.wait.Wait()
	g.first.Again()
}
