package film

import (
	"os/exec"
	"runtime"
	"syscall"
)

// runWithUs runs a program that is killed when this one is: it would go on with a file that
// the next run may have removed, and leave it behind.
func runWithUs(command *exec.Cmd) (said []byte, err error) {
	runtime.LockOSThread() // the end of the thread that begins it counts as ours
	defer runtime.UnlockOSThread()
	command.SysProcAttr.Pdeathsig = syscall.SIGKILL
	return command.CombinedOutput()
}
