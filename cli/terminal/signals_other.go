//go:build !unix

package terminal

import (
	"os"
	"os/signal"
	"syscall"
)

// Endings returns the signals that end the work.
func Endings() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }

// saving returns no signal on these systems, so that none asks for a checkpoint.
func saving() []os.Signal { return nil }

// pipes returns no signal on these systems.
func pipes() []os.Signal { return nil }

// endBy gives the signal back its usual effect, so that the next one ends the program.
func endBy(what os.Signal) { signal.Reset(what) }
