//go:build linux

package sweeping_test

import (
	"context"
	"encoding/csv"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"hooke/cli"
	"hooke/files/safefile"
	"hooke/must"
)

// result holds the exit code and the output of one call of the program.
type result struct {
	code           int
	stdout, stderr string
}

// hooke calls the program as main does.
func hooke(t *testing.T, args ...string) result {
	t.Helper()
	return hookeWith(t.Context(), t, args...)
}

func hookeWith(ctx context.Context, t *testing.T, args ...string) result {
	t.Helper()
	var stdout, stderr strings.Builder
	code := cli.App{Stdout: &stdout, Stderr: &stderr, Cache: t.TempDir()}.Run(ctx, args)
	return result{code, stdout.String(), stderr.String()}
}

// worked ends the test unless the exit code is 0.
func (r result) worked(t *testing.T) result {
	t.Helper()
	if r.code != 0 {
		t.Fatalf("exit code %d, want 0; stderr:\n%s\nstdout:\n%s", r.code, r.stderr, r.stdout)
	}
	return r
}

// failed reports a program that ended otherwise than with an exit code and the words. The name of
// the case may be empty.
func (r result) failed(t *testing.T, name string, code int, words ...string) {
	t.Helper()
	must.Be(t, r.code, code, "%s: exit code; stderr:\n%s\nstdout:\n%s\n", name, r.stderr, r.stdout)
	must.Say(t, name, errors.New(r.stderr), words...)
}

// table is the table of a sweep without the column of wall times.
func table(t *testing.T, folder string) string {
	t.Helper()
	file := must.Get(os.Open(filepath.Join(folder, "table.csv")))(t)
	defer file.Close()
	rows := must.Get(csv.NewReader(file).ReadAll())(t)
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(strings.Join(row[:len(row)-1], ",") + "\n")
	}
	return b.String()
}

// short is a sweep of nine short runs on the engine cpu, or on another one: then of 72, with a step
// for each three, so that there are units to lose.
func short(out string, engine ...string) []string {
	if len(engine) == 1 && engine[0] != "" {
		return []string{"sweep", "walker", "--engine", engine[0], "--vary", "actuator[*].frequency=0.5:3:3", "--vary", "run.dt=0.0001:0.0002:24", "--steps", "20", "--jobs", "2", "--out", out}
	}
	return []string{"sweep", "walker", "--engine", "cpu", "--vary", "actuator[*].frequency=0.5:3:3", "--vary", "actuator[0].phase=0:6:3", "--steps", "20", "--jobs", "2", "--out", out}
}

// TestChild is the sweep that other tests kill: HOOKE_TEST_KILL_AFTER changes of files after its
// beginning, hard; or whose files may have HOOKE_TEST_FILE_BYTES. Alone it does nothing.
func TestChild(t *testing.T) {
	out := os.Getenv("HOOKE_TEST_SWEEP")
	if out == "" {
		return
	}
	if limit, err := strconv.ParseUint(os.Getenv("HOOKE_TEST_FILE_BYTES"), 10, 64); err == nil {
		signal.Ignore(syscall.SIGXFSZ) // writing fails instead
		must.Do(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}))
		os.Exit(cli.App{Stdout: os.Stdout, Stderr: os.Stderr}.Run(t.Context(), short(out, os.Getenv("HOOKE_TEST_ENGINE"))))
	}
	left := must.Get(strconv.ParseInt(os.Getenv("HOOKE_TEST_KILL_AFTER"), 10, 64))(t)
	var count atomic.Int64
	count.Store(left)
	safefile.Watch(func(safefile.Operation) {
		if count.Add(-1) == 0 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {} // until it arrives
		}
	})
	hooke(t, short(out, os.Getenv("HOOKE_TEST_ENGINE"))...).worked(t)
}

// killed runs the sweep in a process of its own and kills it after some changes of files; false
// when it had ended before.
func killed(t *testing.T, out, engine string, after int64) bool {
	t.Helper()
	cmd := must.Child(t, "TestChild", "HOOKE_TEST_SWEEP="+out, "HOOKE_TEST_ENGINE="+engine, "HOOKE_TEST_KILL_AFTER="+strconv.FormatInt(after, 10))
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || !strings.Contains(err.Error(), "killed")) {
		t.Fatalf("%v\n%s", err, said)
	}
	return err != nil
}

// A sweep that is killed at any moment, and whose journal has lost its last bytes, has after it is
// started again the table of one that was not, bit for bit. HOOKE_LONG kills 20 times, else 3.
func TestKilledSweepGoesOn(t *testing.T) {
	whole := killedAndGoesOn(t, "", 9)
	want := table(t, whole)
	// A journal that lies is seen in the table.
	journal := filepath.Join(whole, "runs.jsonl")
	text := must.Get(os.ReadFile(journal))(t)
	at := strings.LastIndex(string(text), `"values":[`) + len(`"values":[`)
	must.Do(t, os.WriteFile(journal, []byte(string(text[:at])+"1"+string(text[at:])), 0o600))
	if hooke(t, short(whole)...).worked(t); table(t, whole) == want {
		t.Error("another number in the journal is not in the table")
	}
}

// Nor is a bit of a sweep of ensembles lost, of which a kill loses units.
func TestKilledEnsemblesGoOn(t *testing.T) { killedAndGoesOn(t, "ensemble", 72) }

// killedAndGoesOn kills sweeps of the given number of runs and lets them continue, and returns the folder of one that was not killed.
func killedAndGoesOn(t *testing.T, engine string, runs int) (whole string) {
	whole = filepath.Join(t.TempDir(), "whole")
	var changes atomic.Int64
	safefile.Watch(func(safefile.Operation) { changes.Add(1) })
	hooke(t, short(whole, engine)...).worked(t)
	safefile.Watch(nil)
	want := table(t, whole)
	if strings.Count(want, "\n") != runs+1 || changes.Load() < 20 {
		t.Fatalf("%d changes of files, and the table\n%s", changes.Load(), want)
	}
	times := 3
	if os.Getenv("HOOKE_LONG") != "" {
		times = 20
	}
	for k := range times {
		out := filepath.Join(t.TempDir(), "out")
		after := 1 + rand.Int64N(changes.Load())
		if k == 0 {
			after = 8 // in the midst of the journal
		}
		dead := killed(t, out, engine, after)
		journal := filepath.Join(out, "runs.jsonl")
		if info, err := os.Stat(journal); err == nil && dead {
			must.Do(t, os.Truncate(journal, max(0, info.Size()-rand.Int64N(60))))
		}
		hooke(t, short(out, engine)...).worked(t)
		if got := table(t, out); got != want {
			t.Fatalf("killed after %d of %d changes, it has the table\n%s\nwant\n%s", after, changes.Load(), got, want)
		}
		lines, err := os.ReadFile(journal)
		if err != nil || strings.Count(string(lines), "\n") != runs+1 {
			t.Errorf("killed after %d changes: runs were made twice, or are lost (%v):\n%s", after, err, lines)
		}
	}
	return whole
}

// A full disk stops a sweep with an error that says so. The journal is whole, and the sweep continues from it
// when the disk has space again.
func TestFullDiskStopsASweep(t *testing.T) {
	for engine, most := range map[string]int{"": 8, "ensemble": 60} {
		t.Run(engine, func(t *testing.T) { fillDisk(t, engine, most) })
	}
}

// fillDisk stops a sweep by a full disk, after which the journal has at most the given number of lines.
func fillDisk(t *testing.T, engine string, most int) {
	whole, out := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "out")
	hooke(t, short(whole, engine)...).worked(t)
	cmd := must.Child(t, "TestChild", "HOOKE_TEST_SWEEP="+out, "HOOKE_TEST_ENGINE="+engine, "HOOKE_TEST_FILE_BYTES=2000")
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(said), "runs.jsonl: cannot write: "+syscall.EFBIG.Error()) {
		t.Fatalf("%v\n%s", err, said)
	}
	journal, err := os.ReadFile(filepath.Join(out, "runs.jsonl"))
	if lines := strings.Count(string(journal), "\n"); err != nil || lines < 2 || lines > most || !strings.HasSuffix(string(journal), "}\n") {
		t.Errorf("the journal has %d lines: %v\n%s", lines, err, journal)
	}
	hooke(t, short(out, engine)...).worked(t)
	if got, want := table(t, out), table(t, whole); got != want {
		t.Errorf("it goes on to the table\n%s\nwant\n%s", got, want)
	}
}
