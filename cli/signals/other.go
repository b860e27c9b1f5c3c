//go:build !unix

package signals

import (
	"os"
	"os/signal"
	"syscall"
)

// Endings are the signals that end what is going on.
func Endings() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }

// saving is no signal here.
func saving() []os.Signal { return nil }

// pipes are no signal here.
func pipes() []os.Signal { return nil }

// endBy has the next signal end the program.
func endBy(what os.Signal) { signal.Reset(what) }
