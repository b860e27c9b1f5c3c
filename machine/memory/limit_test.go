//go:build linux

package memory

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"hooke/must"
)

// child is set in the process that TestLimitOfAProcess starts.
const child = "HOOKE_TEST_MEMORY_CHILD"

// A process that limits its addresses or data asks for more than that and is refused, with the limit's name.
// Requests that fit are granted, and can be had.
func TestLimitOfAProcess(t *testing.T) {
	if which := os.Getenv(child); which != "" {
		limited(which)
		return
	}
	for which, name := range map[string]string{"as": "RLIMIT_AS", "data": "RLIMIT_DATA"} {
		run := must.Child(t, "TestLimitOfAProcess", child+"="+which)
		out, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", which, err, out)
		}
		if text := string(out); !strings.Contains(text, "refused: many are too large") || !strings.Contains(text, name) || !strings.Contains(text, "granted 104857600") || strings.Contains(text, "Go may take") {
			t.Errorf("%s: the process says\n%s", which, text)
		}
	}
}

// limited does the work of the child: it leaves itself 400 MB more than it has.
func limited(which string) {
	const left = 550<<20 + reserve
	pages := machine{root: "/"}.fields("proc/self/statm")
	r, used := addresses, pages[0]
	if which == "data" {
		r, used = data, pages[5]
	}
	limit := uint64(used)*uint64(os.Getpagesize()) + left
	if err := syscall.Setrlimit(int(r), &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		fmt.Println(err)
	}
	Heed()
	if limit := debug.SetMemoryLimit(-1); limit > left || limit < left/2 {
		fmt.Println("Go may take", limit)
	}
	fmt.Println("refused:", Ask(1<<30, "many"))
	if err := Ask(100<<20, "few"); err != nil {
		fmt.Println(err)
		return
	}
	held := make([]byte, 100<<20)
	for i := 0; i < len(held); i += 4096 {
		held[i] = 1
	}
	fmt.Println("granted", len(held))
}
