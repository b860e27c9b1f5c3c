package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

// A set-up that takes long is told, a short one is not, and nothing is written after its end.
func TestLongSetUpIsTold(t *testing.T) {
	var said bytes.Buffer
	a := App{Stderr: &said}
	done := a.settingUp("short")
	done()
	done() // twice is harmless
	if said.Len() > 0 {
		t.Errorf("a set-up of no time says %q", said.String())
	}
	done = a.settingUpEvery("making a cow", time.Millisecond, 20*time.Millisecond)
	time.Sleep(500 * time.Millisecond)
	done()
	before := said.String()
	if !strings.HasPrefix(before, "making a cow: ") || strings.Count(before, " so far\n") < 2 {
		t.Errorf("half a second says %q, want lines with the time", before)
	}
	time.Sleep(60 * time.Millisecond)
	if said.String() != before {
		t.Error("it goes on after its end")
	}
}

// On a terminal it is a bar, which is gone at the end. /dev/null is a device like one.
func TestSetUpOnATerminal(t *testing.T) {
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	if !isTerminal(device) {
		t.Fatal("a device is no terminal")
	}
	done := App{Stderr: device}.settingUpEvery("making a cow", time.Millisecond, time.Hour)
	time.Sleep(250 * time.Millisecond)
	done()
}

// What is larger than the memory of the process is refused within a second, with numbers and
// the limit, whatever the verb.
func TestTooLargeIsRefusedByEveryVerb(t *testing.T) {
	for _, args := range [][]string{
		{"info", "../mesh/testdata/spot.obj", "--springs", "2000000000"},
		{"run", "lattice", "--springs", "2000000000", "--out", t.TempDir()},
		{"relax", "cloth", "--springs", "2000000000", "--out", t.TempDir()},
		{"bench", "--springs", "2G"},
		{"info", "../mesh/testdata/spot.obj", "--fill", "truss", "--springs", "2000000000"},
	} {
		begin := time.Now()
		r := hooke(t, args...)
		for _, words := range []string{"too large for this machine's memory: they need ", " are left by ", "ask for less"} {
			if r.code != exitFailed || !strings.Contains(r.stderr+r.stdout, words) {
				t.Errorf("%v: exit code %d without %q:\n%s", args, r.code, words, r.stderr)
			}
		}
		if took := time.Since(begin); took > 15*time.Second {
			t.Errorf("%v: refused after %v", args, took)
		}
	}
}
