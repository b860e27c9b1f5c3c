package terminal

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"sync/atomic"
	"time"

	"hooke/run"
)

// UntilInterrupted returns a context that the first Ctrl-C, or another signal of Endings,
// cancels. A second signal ends the program at once. The function that it returns
// releases the context.
func UntilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, Endings()...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// UntilEnded returns a context that the first signal of Endings cancels, except Ctrl-C, and a channel that receives each
// Ctrl-C. A second such signal ends the program at once. The function that it returns releases both.
func UntilEnded(ctx context.Context) (context.Context, <-chan os.Signal, context.CancelFunc) {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	ctx, stop := signal.NotifyContext(ctx, slices.DeleteFunc(Endings(), func(s os.Signal) bool { return s == os.Interrupt })...)
	context.AfterFunc(ctx, stop)
	return ctx, interrupts, func() {
		signal.Stop(interrupts)
		stop()
	}
}

// Guard handles signals during a run: those that end the run and the one that requests a
// checkpoint (SIGUSR1). It is a context, which the first ending signal cancels. NewGuard makes a
// Guard; its zero value cannot be used.
type Guard struct {
	note func(format string, args ...any) // writes a line
	context.Context
	cancel context.CancelFunc
	phase  atomic.Int32
	ending chan os.Signal
	asked  chan os.Signal // signals that ask for a checkpoint
	over   chan struct{}
}

// patience is how long the set-up of a run may take to notice a signal before the guard
// ends the program.
const patience = time.Second

// NewGuard starts to handle signals. It reports their effects by note, one line per call. Its
// context also ends with ctx. The caller calls Release.
func NewGuard(ctx context.Context, note func(format string, args ...any)) *Guard {
	g := &Guard{note: note, ending: make(chan os.Signal, 4), asked: make(chan os.Signal, 1), over: make(chan struct{})}
	g.Context, g.cancel = context.WithCancel(ctx)
	signal.Notify(g.ending, Endings()...)
	notifyOf(g.asked, saving())
	go g.look()
	return g
}

// notifyOf has signals sent to a channel. For an empty list it sends none, where
// signal.Notify would send all.
func notifyOf(to chan os.Signal, signals []os.Signal) {
	if len(signals) > 0 {
		signal.Notify(to, signals...)
	}
}

// building is the phase before the phases of a run. A signal in it ends the program with
// a message, since no file is there yet. A signal while a run is stepping ends the steps,
// and the run saves everything. While a run is finishing, it completes the files first,
// and another signal ends the program at once.
const building run.Phase = 0

// Enter tells the guard in which phase the run is.
func (g *Guard) Enter(phase run.Phase) { g.phase.Store(int32(phase)) }

// Wanted reports whether somebody has asked for a checkpoint since the last call of Wanted.
func (g *Guard) Wanted() bool {
	select {
	case <-g.asked:
		return true
	default:
		return false
	}
}

// Release ends the guard and gives signals back their usual effect. The caller calls it
// once.
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
			g.cancel() // the steps end; while the run saves, further signals change nothing
		}
		signaled = true
	}
}

// IgnorePipes keeps the signal of a pipe without a reader from ending the
// program; writing to the pipe fails instead. stop ends that. The signal that asks a run
// for a checkpoint needs no such care in other verbs, since it does not end a Go program.
func IgnorePipes() (stop func()) {
	ignored := make(chan os.Signal, 1)
	notifyOf(ignored, pipes())
	return func() { signal.Stop(ignored) }
}
