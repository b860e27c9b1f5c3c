package cli

import (
	"runtime"
	"strings"
	"testing"
)

// What is larger than the memory of the process is refused before it is allocated, with numbers and
// the limit, whatever the verb.
func TestTooLargeIsRefusedByEveryVerb(t *testing.T) {
	for _, args := range [][]string{
		{"info", "../mesh/testdata/spot.obj", "--springs", "2000000000"},
		{"run", "lattice", "--springs", "2000000000", "--out", t.TempDir()},
		{"relax", "cloth", "--springs", "2000000000", "--out", t.TempDir()},
		{"bench", "--springs", "2G"},
		{"info", "../mesh/testdata/spot.obj", "--fill", "truss", "--springs", "2000000000"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := hooke(t, args...)
		for _, words := range []string{"too large for this machine's memory: they need ", " are left by ", "ask for less"} {
			if r.code != exitFailed || !strings.Contains(r.stderr+r.stdout, words) {
				t.Errorf("%v: exit code %d without %q:\n%s", args, r.code, words, r.stderr)
			}
		}
		runtime.ReadMemStats(&after)
		if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 256<<20 {
			t.Errorf("%v: refused after %d bytes were allocated", args, bytes)
		}
	}
}
