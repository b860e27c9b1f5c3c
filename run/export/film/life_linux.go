package film

import (
	"os/exec"
	"runtime"
	"syscall"
)

// runWithUs runs a program that is killed when this one is. Otherwise it would continue
// to write a file that the next run may have removed, and leave it behind.
func runWithUs(command *exec.Cmd) (said []byte, err error) {
	runtime.LockOSThread() // Linux kills the program when the thread that began it ends
	defer runtime.UnlockOSThread()
	command.SysProcAttr.Pdeathsig = syscall.SIGKILL
	return command.CombinedOutput()
}
