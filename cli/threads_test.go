package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Results do not depend on --threads, bit for bit, in any precision, nor does the run of a
// checkpoint that goes on with another number; auto takes the engine cpu.
func TestThreadsChangeNoResult(t *testing.T) {
	if runtime.NumCPU() < 2 {
		t.Skip("one core: a second thread is not hired")
	}
	for _, precision := range []string{"single", "compensated", "double"} {
		folder := t.TempDir()
		file := func(name string) []byte {
			t.Helper()
			data, err := os.ReadFile(filepath.Join(folder, name, "final.npz"))
			if err != nil {
				t.Fatal(err)
			}
			return data
		}
		run := func(out, threads, steps, says string) {
			t.Helper()
			r := hooke(t, "run", "lattice", "--springs", "30k", "--steps", steps, "--energy-every", "0", "--precision", precision,
				"--threads", threads, "--checkpoint", "60steps", "--out", filepath.Join(folder, out)).worked(t)
			if !strings.Contains(r.stdout, "engine             cpu, ") || !strings.Contains(r.stdout, says+"\n") {
				t.Errorf("--threads %s prints\n%s", threads, r.stdout)
			}
		}
		run("one", "1", "200", ", 1 thread")
		run("two", "2", "200", ", 2 threads")
		run("part", "2", "120", ", 2 threads")
		r := hooke(t, "resume", filepath.Join(folder, "part", "checkpoint.hooke"), "--steps", "200", "--threads", "1").worked(t)
		if !strings.Contains(r.stdout, ", 1 thread\n") {
			t.Errorf("resume --threads 1 prints\n%s", r.stdout)
		}
		if !bytes.Equal(file("one"), file("two")) {
			t.Errorf("%s: one thread and two end in other states", precision)
		}
		if !bytes.Equal(file("one"), file("part")) {
			t.Errorf("%s: a run that went on with another number of threads ends in another state", precision)
		}
		run("other", "2", "199", ", 2 threads")
		if bytes.Equal(file("one"), file("other")) {
			t.Errorf("%s: the state after another number of steps is the same", precision)
		}
	}
}

// A run of the engine gpu does not go on with threads.
func TestThreadsOfAnotherEngine(t *testing.T) {
	folder := t.TempDir()
	hooke(t, "run", "cube", "--engine", "cpuref", "--steps", "20", "--checkpoint", "10steps", "--out", folder).worked(t)
	r := hooke(t, "resume", filepath.Join(folder, "checkpoint.hooke"), "--steps", "40", "--threads", "2")
	if want := "goes on with cpuref: leave it out"; r.code == 0 || !strings.Contains(r.stderr, want) {
		t.Errorf("exit code %d, want an error with %q; it says\n%s", r.code, want, r.stderr)
	}
}
