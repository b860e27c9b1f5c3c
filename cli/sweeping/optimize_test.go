//go:build linux

package sweeping_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"hooke/files/safefile"
	"hooke/must"
)

// look is an optimization of three generations of four short runs.
func look(out string) []string {
	return []string{"optimize", "walker", "--vary", "actuator[*].frequency=0.5:3", "--vary", "actuator[0].phase=0:6.283", "--maximize", "speed", "--steps", "20", "--population", "4", "--generations", "3", "--jobs", "2", "--out", out}
}

// TestLookingChild is the optimization that another test kills after HOOKE_TEST_KILL_AFTER changes
// of files. Alone it does nothing.
func TestLookingChild(t *testing.T) {
	out := os.Getenv("HOOKE_TEST_OPTIMIZE")
	if out == "" {
		return
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
	hooke(t, look(out)...).worked(t)
}

// An optimization that is killed at any moment, and whose journal has lost its last bytes, has
// after it is started again the table of one that was not, bit for bit. HOOKE_LONG kills 20 times,
// else 2. A journal that lies is seen in the table.
func TestKilledOptimizationGoesOn(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	var changes atomic.Int64
	safefile.Watch(func(safefile.Operation) { changes.Add(1) })
	hooke(t, look(whole)...).worked(t)
	safefile.Watch(nil)
	want := table(t, whole)
	if strings.Count(want, "\n") != 13 || changes.Load() < 20 {
		t.Fatalf("%d changes of files, and the table\n%s", changes.Load(), want)
	}
	times := 2
	if os.Getenv("HOOKE_LONG") != "" {
		times = 20
	}
	for k := range times {
		out := filepath.Join(t.TempDir(), "out")
		after := 1 + rand.Int64N(changes.Load())
		if k == 0 {
			after = 12 // in the midst of the journal
		}
		cmd := must.Child(t, "TestLookingChild", "HOOKE_TEST_OPTIMIZE="+out, "HOOKE_TEST_KILL_AFTER="+strconv.FormatInt(after, 10))
		said, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || !strings.Contains(err.Error(), "killed")) {
			t.Fatalf("%v\n%s", err, said)
		}
		journal := filepath.Join(out, "runs.jsonl")
		if info, statErr := os.Stat(journal); statErr == nil && err != nil {
			must.Do(t, os.Truncate(journal, max(0, info.Size()-rand.Int64N(60))))
		}
		hooke(t, look(out)...).worked(t)
		if got := table(t, out); got != want {
			t.Fatalf("killed after %d of %d changes, it has the table\n%s\nwant\n%s", after, changes.Load(), got, want)
		}
	}
	journal := filepath.Join(whole, "runs.jsonl")
	text := must.Get(os.ReadFile(journal))(t)
	at := strings.Index(string(text), `"values":[`)
	at += strings.Index(string(text[at:]), ".") + 1
	must.Do(t, os.WriteFile(journal, []byte(string(text[:at])+"1"+string(text[at:])), 0o600))
	if hooke(t, look(whole)...).worked(t); table(t, whole) == want {
		t.Error("another number in the journal is not in the table")
	}
}

// An optimization leaves the scene of the best, which runs alone to the same state, and says its
// figures as JSON, too; one that is interrupted says how to continue.
func TestOptimizationFindsAndKeeps(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := hookeWith(ctx, t, append(look(out), "--engine", "cpu")...); r.code != 1 || !strings.Contains(r.stderr, "interrupted in generation 1 of 3, after 0 runs; the same command continues") || !strings.Contains(r.stdout, "best               none") {
		t.Errorf("interrupted: %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	said := hooke(t, append(look(out), "--engine", "cpu", "--json", "--pareto", "speed,-work", "--metric", "speed")...).worked(t).stdout
	var f struct {
		Generations, Runs int
		Best              struct {
			Value  float64
			ID     string
			Values map[string]string
		}
		Metrics []struct{ Value float64 }
		Curve   []float64 `json:"best_so_far"`
	}
	if err := json.Unmarshal([]byte(said), &f); err != nil || f.Generations != 3 || f.Runs != 12 || len(f.Curve) != 3 || f.Curve[2] != f.Best.Value || f.Curve[0] > f.Curve[2] || f.Metrics[0].Value != f.Best.Value || len(f.Best.Values) != 2 {
		t.Errorf("%v: %s", err, said)
	}
	best := filepath.Join(out, "best", "1-"+f.Best.ID)
	for range 2 { // the search is of another best now
		must.Do(t, os.MkdirAll(filepath.Join(out, "best", "1-0123456789ab", "mine"), 0o700))
		hooke(t, append(look(out), "--engine", "cpu", "--json", "--pareto", "speed,-work", "--metric", "speed")...).worked(t)
	}
	if entries, err := os.ReadDir(filepath.Join(out, "best")); err != nil || len(entries) != 3 || entries[0].Name() != "1-"+f.Best.ID || entries[2].Name() != "earlier-1-0123456789ab-2" {
		t.Errorf("%v: %v; the best alone is 1-ID, and what was it before is set aside", err, entries)
	}
	alone := t.TempDir()
	hooke(t, "run", filepath.Join(best, "scene.toml"), "--engine", "cpu", "--steps", "20", "--out", alone).worked(t)
	if got, want := positions(t, filepath.Join(alone, "final.npz")), positions(t, filepath.Join(best, "final.npz")); got != want {
		t.Errorf("the scene of the best ends at %s, and that ended at %s", got, want)
	}
	for _, name := range []string{"plots/fitness-best.svg", "plots/fitness-parallel.svg", "table.npz", "generations.csv"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
	if text := table(t, out); !strings.Contains(text, ",generation,fitness,pareto,error") {
		t.Error(text)
	}
}

// Faults of flags have exit code 2 and name the flag; another program that asks is held to its
// words.
func TestFaultsOfOptimizations(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	vary := []string{"walker", "--vary", "actuator[*].frequency=1:3", "--steps", "2"}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 2, "--vary: of which scene?"},
		{vary, 2, "--maximize: give --maximize or --minimize"},
		{append(vary, "--maximize", "sped"), 2, "--maximize: column \"sped\" is unknown; did you mean \"speed\"?"},
		{append(vary, "--minimize", "speed", "--method", "best"), 2, "--method"},
		{append(vary, "--minimize", "speed", "--population", "2"), 2, "--method: a population of 2"},
		{append(vary, "--minimize", "speed", "--pareto", "x"), 2, "--pareto: \"x\" is unknown"},
		{append(vary, "--minimize", "speed", "--exec", "cat", "--method", "ga"), 2, "--exec: --method is given too"},
		{append(vary, "--minimize", "speed", "--exec", "sh -c 'exit 3'"), 1, "the program that asks has ended: exit status 3"},
		{append(vary, "--minimize", "cot/0"), 1, "nothing can be learned"},
		{[]string{"walker", "--vary", "actuator[3].amplitude=0:1.5", "--maximize", "speed"}, 2, "(sweep variable actuator[3].amplitude, run 0)"},
	} {
		os.RemoveAll(out)
		r := hooke(t, append(append([]string{"optimize"}, c.args...), "--out", out)...)
		if r.code != c.code || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%v: exit code %d, want %d:\n%s\nwant %s", c.args, r.code, c.code, r.stderr, c.want)
		}
	}
	hooke(t, "sweep", "walker", "--vary", "run.dt=1e-4:2e-4:2", "--pareto", "sped", "--out", out).failed(t, "", 2, "--pareto: \"sped\" is unknown")
}
