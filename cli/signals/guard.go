package signals

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"time"

	"hooke/run"
)

// UntilInterrupted is a context that the first Ctrl-C, or another signal that ends what
// is going on, cancels; a second one ends the program at once.
func UntilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, Endings()...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// Guard is what signals do to a run: those that end it, and the one that asks for a
// checkpoint (SIGUSR1). It is a context, which the first of those that end it cancels. New
// makes it.
type Guard struct {
	note func(format string, args ...any) // says a line
	context.Context
	cancel context.CancelFunc
	phase  atomic.Int32
	ending chan os.Signal
	asked  chan os.Signal // for a checkpoint
	over   chan struct{}
}

// patience is how long building may take to notice a signal before the program ends
// without it.
const patience = time.Second

// New begins to look after signals, and says with note, a line a call, what they do. It
// ends with ctx, too. The caller releases it.
func New(ctx context.Context, note func(format string, args ...any)) *Guard {
	g := &Guard{note: note, ending: make(chan os.Signal, 4), asked: make(chan os.Signal, 1), over: make(chan struct{})}
	g.Context, g.cancel = context.WithCancel(ctx)
	signal.Notify(g.ending, Endings()...)
	notifyOf(g.asked, saving())
	go g.look()
	return g
}

// notifyOf has signals sent to a channel; none of them means none, not all.
func notifyOf(to chan os.Signal, signals []os.Signal) {
	if len(signals) > 0 {
		signal.Notify(to, signals...)
	}
}

// building is the phase before those of a run: a signal ends it with a message, since
// nothing is there yet. While a run is stepping the steps end, and all is saved; while it
// is finishing the files are completed first, and another signal ends it at once.
const building run.Phase = 0

// Enter says in which phase the run is.
func (g *Guard) Enter(phase run.Phase) { g.phase.Store(int32(phase)) }

// Wanted says whether somebody has asked for a checkpoint since it was asked last.
func (g *Guard) Wanted() bool {
	select {
	case <-g.asked:
		return true
	default:
		return false
	}
}

// Release ends the guard and gives signals back their own meaning.
func (g *Guard) Release() {
	signal.Stop(g.ending)
	signal.Stop(g.asked)
	close(g.over)
	g.cancel()
}

func (g *Guard) look() {
	signaled := false
	for {
		var what os.Signal
		select {
		case <-g.over:
			return
		case what = <-g.ending:
		}
		phase := run.Phase(g.phase.Load())
		switch {
		case phase == building && !signaled:
			g.cancel()
			select {
			case <-g.over:
				return
			case <-time.After(patience):
			}
			if run.Phase(g.phase.Load()) == building {
				g.note("hooke: interrupted (%v) while the run was set up; nothing was written", what)
				endBy(what)
			}
		case phase == run.Finishing && signaled:
			g.note("hooke: ended (%v) before all files were complete; hooke resume completes those of a run that has a checkpoint", what)
			endBy(what)
		case phase == run.Finishing:
			g.cancel()
			g.note("note: %v: the files are completed first; another signal ends the program at once", what)
		default:
			g.cancel() // the steps end; while it saves, more of them change nothing
		}
		signaled = true
	}
}

// IgnorePipes keeps the signal of a pipe that nobody reads any more from ending the program:
// the writing fails instead. stop ends that. The signal that asks a run for a checkpoint
// needs no such care in other verbs: Go's programs do not end by it.
func IgnorePipes() (stop func()) {
	ignored := make(chan os.Signal, 1)
	notifyOf(ignored, pipes())
	return func() { signal.Stop(ignored) }
}
