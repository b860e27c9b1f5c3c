//go:build unix

package terminal

import (
	"os"
	"os/signal"
	"syscall"
)

// Endings returns the signals that end the work: Ctrl-C, the signal that a system sends
// before it shuts down, and the end of a terminal, unless the starter of the program
// wants it to outlive the terminal (nohup).
func Endings() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// saving returns the signal that asks a run for a checkpoint.
func saving() []os.Signal { return []os.Signal{syscall.SIGUSR1} }

// pipes returns the signal of a pipe without a reader.
func pipes() []os.Signal { return []os.Signal{syscall.SIGPIPE} }

// endBy ends the program as the signal does when no program handles it.
func endBy(what os.Signal) {
	signal.Reset(what)
	if number, ok := what.(syscall.Signal); ok {
		_ = syscall.Kill(syscall.Getpid(), number) // the signal reaches this process
	}
}
