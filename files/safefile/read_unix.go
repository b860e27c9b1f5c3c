//go:build unix

package safefile

import (
	"errors"
	"syscall"
)

// openAtOnce keeps the opening of a pipe from waiting for the other end.
const openAtOnce = syscall.O_NONBLOCK

// notThrough keeps an opening from following a link.
const notThrough = syscall.O_NOFOLLOW

// nobodyReads reports whether a pipe was opened for writing at once, and nobody reads it.
func nobodyReads(err error) bool { return errors.Is(err, syscall.ENXIO) }
