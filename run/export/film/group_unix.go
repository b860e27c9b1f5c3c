//go:build unix

package film

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps the Ctrl-C of a terminal from a program: this program decides whether
// the video is completed.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
