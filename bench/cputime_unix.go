//go:build unix

package bench

import (
	"syscall"
	"time"
)

// processorTime returns how long processors have worked for this process, in user mode and in the
// system's.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
