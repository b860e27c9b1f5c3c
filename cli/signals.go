package cli

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"time"

	"hooke/run"
)

// untilInterrupted is a context that the first Ctrl-C, or another signal that ends what
// is going on, cancels; a second one ends the program at once.
func untilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, endings()...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// guard is what signals do to a run: those that end it, and the one that asks for a
// checkpoint (SIGUSR1).
type guard struct {
	app App
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

// guarded begins to look after signals. The caller releases it.
func (a App) guarded(ctx context.Context) *guard {
	g := &guard{app: a, ending: make(chan os.Signal, 4), asked: make(chan os.Signal, 1), over: make(chan struct{})}
	g.Context, g.cancel = context.WithCancel(ctx)
	signal.Notify(g.ending, endings()...)
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

// enter says in which phase the run is.
func (g *guard) enter(phase run.Phase) { g.phase.Store(int32(phase)) }

// wanted says whether somebody has asked for a checkpoint since it was asked last.
func (g *guard) wanted() bool {
	select {
	case <-g.asked:
		return true
	default:
		return false
	}
}

// release gives signals back their own meaning.
func (g *guard) release() {
	signal.Stop(g.ending)
	signal.Stop(g.asked)
	close(g.over)
	g.cancel()
}

func (g *guard) look() {
	told := false
	for {
		var what os.Signal
		select {
		case <-g.over:
			return
		case what = <-g.ending:
		}
		phase := run.Phase(g.phase.Load())
		switch {
		case phase == building && !told:
			g.cancel()
			select {
			case <-g.over:
				return
			case <-time.After(patience):
			}
			if run.Phase(g.phase.Load()) == building {
				g.app.note("hooke: interrupted (%v) while the run was set up; nothing was written", what)
				endBy(what)
			}
		case phase == run.Finishing && told:
			g.app.note("hooke: ended (%v) before all files were complete; hooke resume completes those of a run that has a checkpoint", what)
			endBy(what)
		case phase == run.Finishing:
			g.cancel()
			g.app.note("note: %v: the files are completed first; another signal ends the program at once", what)
		default:
			g.cancel() // the steps end; while it saves, more of them change nothing
		}
		told = true
	}
}

// harmless keeps the signal of a pipe that nobody reads any more from ending the program:
// the writing fails instead. stop ends that. The signal that asks a run for a checkpoint
// needs no such care in other verbs: Go's programs do not end by it.
func harmless() (stop func()) {
	ignored := make(chan os.Signal, 1)
	notifyOf(ignored, pipes())
	return func() { signal.Stop(ignored) }
}
