//go:build unix

package safefile

import "syscall"

// openAtOnce keeps the opening of a pipe from waiting for a writer.
const openAtOnce = syscall.O_NONBLOCK
