//go:build unix

package film

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps the Ctrl-C of a terminal from a program: who began the video completes
// it, or does not.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
