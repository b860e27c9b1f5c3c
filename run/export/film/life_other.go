//go:build !linux

package film

import "os/exec"

// runWithUs runs a program, which may outlive this one on systems that cannot tie them
// together.
func runWithUs(command *exec.Cmd) (said []byte, err error) { return command.CombinedOutput() }
