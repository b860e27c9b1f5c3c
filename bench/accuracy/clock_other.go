//go:build !unix

package accuracy

import "time"

// processorTime is not known here.
func processorTime() time.Duration { return 0 }
