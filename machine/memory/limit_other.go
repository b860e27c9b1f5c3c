//go:build !linux

package memory

// resource is a limit of a process.
type resource int

const (
	addresses resource = iota
	data
)

// limitOf knows no limit here.
func limitOf(resource) (bytes int64, limited bool) { return 0, false }
