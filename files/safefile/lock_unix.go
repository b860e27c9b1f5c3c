//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package safefile

import (
	"errors"
	"os"
	"syscall"
)

// errTaken means that another process has a lock.
var errTaken = errors.New("taken")

// lock locks an open file without waiting. The lock ends with the last process that has
// the file open; child processes do not have it open.
func lock(file *os.File) error {
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errTaken
		}
		return err
	}
}
