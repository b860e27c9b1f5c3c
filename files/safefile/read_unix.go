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

// nobodyReads reports whether opening a pipe for writing failed for lack of a reader.
func nobodyReads(err error) bool { return errors.Is(err, syscall.ENXIO) }
