package least

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// A limit of addresses in which Go cannot start ends a program with a sentence; a larger one lets
// it run.
func TestLimitOfAddresses(t *testing.T) {
	for megabytes, starts := range map[int]bool{100: false, 500: false, 700: false, 1000: false, 1250: false, 1400: false, 6000: true} {
		child := exec.Command("sh", "-c", fmt.Sprintf("ulimit -v %d && exec \"$0\" -test.run='^$'", megabytes*1000), os.Args[0])
		said, err := child.CombinedOutput()
		var ended *exec.ExitError
		switch {
		case starts && err != nil:
			t.Errorf("%d MB: %v\n%s", megabytes, err, said)
		case !starts && (!errors.As(err, &ended) || ended.ExitCode() != 1):
			t.Errorf("%d MB: %v, want exit code 1\n%s", megabytes, err, said)
		case !starts && (strings.Count(string(said), "\n") != 1 || !strings.HasPrefix(string(said), fmt.Sprintf("hooke: the limit of addresses (RLIMIT_AS, ulimit -v) is %d MB", megabytes*1024/1000))):
			t.Errorf("%d MB: it says\n%s", megabytes, said)
		}
	}
}
