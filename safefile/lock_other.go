//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package safefile

import (
	"errors"
	"os"
)

// errTaken says that somebody else has a lock.
var errTaken = errors.New("taken")

// lock is not there on this system.
func lock(*os.File) error { return errors.ErrUnsupported }
