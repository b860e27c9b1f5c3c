//go:build unix

package signals

import (
	"os"
	"os/signal"
	"syscall"
)

// Endings are the signals that end what is going on: Ctrl-C, what a system sends before it
// is shut down, and the end of a terminal, unless whoever started the program wants it to
// outlive that (nohup).
func Endings() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// saving asks a run for a checkpoint.
func saving() []os.Signal { return []os.Signal{syscall.SIGUSR1} }

// pipes say that nobody reads what is written any more.
func pipes() []os.Signal { return []os.Signal{syscall.SIGPIPE} }

// endBy ends the program as a signal does that nobody looks after.
func endBy(what os.Signal) {
	signal.Reset(what)
	if number, ok := what.(syscall.Signal); ok {
		_ = syscall.Kill(syscall.Getpid(), number) // it arrives
	}
}
