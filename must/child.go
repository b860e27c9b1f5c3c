package must

import (
	"os"
	"os/exec"
	"testing"
)

// Child returns the command that runs one test of this program in a process of its own. Temporary folders of the child lie in one of t,
// which t removes also where the child is killed.
func Child(t testing.TB, test string, environment ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+test+"$")
	c.Env = append(append(os.Environ(), environment...), "TMPDIR="+t.TempDir())
	return c
}
