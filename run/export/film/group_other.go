//go:build !unix

package film

import "os/exec"

// ownGroup does nothing on systems without groups of processes.
func ownGroup(*exec.Cmd) {}
