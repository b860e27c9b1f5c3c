//go:build unix

package terminal_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"hooke/cli/terminal"
	"hooke/must"
	"hooke/run"
)

// send sends a signal to this program.
func send(t *testing.T, what syscall.Signal) {
	t.Helper()
	must.Do(t, syscall.Kill(syscall.Getpid(), what))
}

// cancelled waits until a context is.
func cancelled(t *testing.T, ctx context.Context, what string) {
	t.Helper()
	must.Until(t, "the end by "+what, func() bool { return ctx.Err() != nil })
}

// While a run is stepping the first signal ends the steps without a word: the run itself reports the saved
// files.
func TestSignalsEndTheSteps(t *testing.T) {
	for _, what := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(what) {
			continue // these tests run under nohup
		}
		said := make(chan string, 4)
		g := terminal.NewGuard(t.Context(), func(format string, args ...any) { said <- fmt.Sprintf(format, args...) })
		g.Enter(run.Stepping)
		if g.Err() != nil {
			t.Fatalf("it begins with %v", g.Err())
		}
		send(t, what)
		cancelled(t, g, what.String())
		g.Release()
		if len(said) > 0 {
			t.Errorf("%v: it says %q", what, <-said)
		}
	}
}

// A signal during the completion of files is reported, with the effect of another one, and ends nothing but
// the context.
func TestSignalWhileFilesAreCompleted(t *testing.T) {
	said := make(chan string, 4)
	g := terminal.NewGuard(t.Context(), func(format string, args ...any) { said <- fmt.Sprintf(format, args...) })
	defer g.Release()
	g.Enter(run.Finishing)
	send(t, syscall.SIGTERM)
	must.Be(t, <-said, "note: terminated: the files are completed first; another signal ends the program at once", "it says")
	if !errors.Is(g.Err(), context.Canceled) {
		t.Errorf("the context has %v", g.Err())
	}
}

// A checkpoint is wanted once for each time that somebody asks, and the run continues.
func TestCheckpointIsWantedOnce(t *testing.T) {
	g := terminal.NewGuard(t.Context(), t.Logf)
	defer g.Release()
	g.Enter(run.Stepping)
	must.Hold(t, !g.Wanted(), "one is wanted before anybody asks")
	for range 2 {
		send(t, syscall.SIGUSR1)
		must.Until(t, "a wanted checkpoint", g.Wanted)
		must.Hold(t, !g.Wanted(), "asked once it is wanted again")
	}
	if g.Err() != nil {
		t.Errorf("it ends the run: %v", g.Err())
	}
}

// A guard ends with the context that it was made of.
func TestGuardEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g := terminal.NewGuard(ctx, t.Logf)
	defer g.Release()
	cancel()
	cancelled(t, g, "its context")
}

// Other verbs end by the first signal, too.
func TestUntilInterrupted(t *testing.T) {
	ctx, stop := terminal.UntilInterrupted(t.Context())
	defer stop()
	if ctx.Err() != nil {
		t.Fatalf("it begins with %v", ctx.Err())
	}
	send(t, syscall.SIGINT)
	cancelled(t, ctx, "Ctrl-C")
}

// A process that serves hears each Ctrl-C, which ends nothing, and ends by another signal.
func TestUntilEnded(t *testing.T) {
	ctx, interrupts, stop := terminal.UntilEnded(t.Context())
	defer stop()
	for range 2 {
		send(t, syscall.SIGINT)
		must.Be(t, <-interrupts, os.Signal(syscall.SIGINT), "the signal")
	}
	if ctx.Err() != nil {
		t.Errorf("Ctrl-C ends it: %v", ctx.Err())
	}
	send(t, syscall.SIGTERM)
	cancelled(t, ctx, "SIGTERM")
}

// The signals that end a continuing run: that of a terminal's end unless the program that started the program
// had it ignored.
func TestEndings(t *testing.T) {
	want := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		want = append(want, syscall.SIGHUP)
	}
	must.BeAll(t, terminal.Endings(), want, "endings")
}

// asChild is the variable that selects the work of a child of these tests.
const asChild = "HOOKE_TEST_SIGNALS"

// TestAsChild does the work of the children of the tests below; it is skipped elsewhere.
func TestAsChild(t *testing.T) {
	switch os.Getenv(asChild) {
	case "":
		t.Skip("this is no child")
	case "careless":
		fmt.Println("nobody reads this")
	case "careful":
		terminal.IgnorePipes() // to the end: the test program writes, too
		if _, err := fmt.Println("nobody reads this"); !errors.Is(err, syscall.EPIPE) {
			t.Errorf("writing to a pipe that nobody reads: %v", err)
		}
	case "finishing":
		g := terminal.NewGuard(t.Context(), func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) })
		g.Enter(run.Finishing)
		send(t, syscall.SIGTERM)
		cancelled(t, g, "the first signal")
		send(t, syscall.SIGTERM)
		select {} // until it arrives
	}
}

// child runs this test program as a child that does that, with a standard output that
// is not read.
func child(t *testing.T, what string) (ended syscall.WaitStatus, said string) {
	t.Helper()
	in, out, err := os.Pipe()
	must.Do(t, err)
	in.Close()
	defer out.Close()
	var errors strings.Builder
	c := must.Child(t, "TestAsChild", asChild+"="+what)
	c.Stdout, c.Stderr = out, &errors
	_ = c.Run() // how it ended is looked at
	return c.ProcessState.Sys().(syscall.WaitStatus), errors.String()
}

// A program that writes to a pipe without a reader is ended, unless it handles the signal.
func TestIgnorePipes(t *testing.T) {
	if ended, said := child(t, "careless"); !ended.Signaled() || ended.Signal() != syscall.SIGPIPE {
		t.Errorf("without care: %v, %s", ended, said)
	}
	if ended, said := child(t, "careful"); ended.Signaled() {
		t.Errorf("with care: %v, %s", ended.Signal(), said)
	}
}

// The second signal while files are completed ends the program, as that signal.
func TestSecondSignalEnds(t *testing.T) {
	ended, said := child(t, "finishing")
	must.Hold(t, ended.Signaled() && ended.Signal() == syscall.SIGTERM, "it ends with %v, want by %v", ended, syscall.SIGTERM)
	if want := "hooke: ended (terminated) before all files were complete"; !strings.Contains(said, want) {
		t.Errorf("it says %q, want %q", said, want)
	}
}
