package memory

import (
	"math"
	"syscall"
)

// resource is a limit of a process.
type resource int

const (
	addresses resource = syscall.RLIMIT_AS
	data      resource = syscall.RLIMIT_DATA
)

// limitOf returns a limit of this process [bytes].
func limitOf(r resource) (bytes int64, limited bool) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(int(r), &limit); err != nil || limit.Cur > math.MaxInt64 {
		return 0, false
	}
	return int64(limit.Cur), true
}
