//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package safefile

import (
	"errors"
	"os"
)

// errTaken means that another process has a lock.
var errTaken = errors.New("taken")

// lock fails: this system has no locks.
func lock(*os.File) error { return errors.ErrUnsupported }
