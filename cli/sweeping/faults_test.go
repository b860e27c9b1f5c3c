//go:build linux

package sweeping_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
)

// Faults of flags have exit code 2 and name the flag; those of values name variable and run; runs
// that cannot be made, and sweeps of which all runs diverge, have exit code 1.
func TestFaultsOfSweeps(t *testing.T) {
	out, two := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "two.toml")
	must.Do(t, os.WriteFile(two, []byte("[collision]\nradius = 0.05\n[[mass]]\nmass = 1\nposition = [0, 0, 0]\nradius = 0.3\n[[mass]]\nmass = 1\nposition = [0.4, 0, 0]\n[[spring]]\na = 0\nb = 1\nstiffness = 100\n"), 0o600))
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 2, "--vary: of which scene?"},
		{[]string{two, "--vary", "mass[0].radius=0.1:0.5:3"}, 2, "    mass[0].radius=0.5\n                   ^^^\n(sweep variable mass[0].radius, run 2)"}, // which the whole scene shows
		{[]string{"walker"}, 2, "--vary: nothing varies"},
		{[]string{"walker", "--vary", "x"}, 2, "--vary: \"x\" is no variable"},
		{[]string{"walker", "--vary", "run.dt=1e-4:2e-4"}, 2, "--vary: run.dt: a grid needs to know"},
		{[]string{"walker", "--vary", "run.dt=1e-4:2e-4", "--sample", "sobol"}, 2, "--runs: give the number of runs"},
		{[]string{"walker", "--vary", "run.dt=1e-4:2e-4:2", "--metric", "sped"}, 2, "--metric: \"sped\" is unknown"},
		{[]string{"walker", "--vary", "run.dt=1e-4:2e-4:2", "--shard", "3/3"}, 2, "--shard: 3/3: shards are counted from 0; the last of 3 is 2/3"},
		{[]string{"walker", "--vary", "run.dt=1e-4:2e-4:2", "--shard", "0/99999999999"}, 2, "--shard: 0/99999999999: no sweep has more than 10000000 points; give at most as many shards"},
		{[]string{"walker", "--vary", "run.dt=1e-4:2e-4:2", "--shard", "mpi"}, 2, "--shard: mpi: no variable holds a rank"},
		{[]string{"walker", "--vary", "run.dt=1e-4:2e-4:2", "--noise", "x"}, 2, "--noise: "},
		{[]string{"walker", "--vary", "run.dt=1e-4:2e-4:2", "--forward", "0,0,1"}, 2, "forward is [0 0 1], along gravity"},
		{[]string{"walker", "--vary", "run.dt=1e-4:2e-4:2", "--body", "trunk"}, 2, "trunk"},
		{[]string{"rope", "--engine", "cpu", "--vary", "run.solver={verlet,implicit-euler}"}, 1, "unsupported by the engine cpu; use --engine cpuref\n(sweep variable run.solver = implicit-euler, run 1)"},
		{[]string{"walkr", "--vary", "run.dt=1e-4:2e-4:2"}, 1, "did you mean \"walker\"?"},
		{[]string{"walker", "--vary", "actuator[3].amplitude=0:1.5:4"}, 2, "(sweep variable actuator[3].amplitude, run 2)"},
		{[]string{"walker", "--vary", "actuator[3].amplitde=0:1.5:4"}, 2, "did you mean \"amplitude\"?"},
		{[]string{"--merge"}, 1, "spec.toml"},
		{[]string{"walker", "--merge"}, 2, "--merge: walker and --out "},
		{[]string{"--best", "speed", "--vary", "run.dt=1e-4:2e-4:2"}, 2, "--vary: the folder defines the sweep; leave this flag out with --best"},
		{[]string{"--merge", "--metrics-every", "3"}, 2, "--metrics-every: the folder defines the sweep"},
		{[]string{"walker", "--view"}, 2, "--view: it shows the best runs"},
		{[]string{"walker", "--vary", "run.dt=1e-4:2e-4:2", "--top", "3"}, 2, "--top: it counts the best runs; give --best"},
		{[]string{"walker", "--vary", "run.dt=1e-4:2e-4:2", "--time", "0.02", "--settle", "0.02"}, 2, "--settle: nothing before 0.02 s counts"},
		{[]string{"walker", "--vary", "actuator[0..11].phase=0:1:9"}, 2, "--vary: all values together are more than 10000000 runs"},
		{[]string{"walker", "--vary", "contact[0..99].stiffness=1:2:2"}, 2, "there is one contact, counted from 0: contact[0]"},
		{[]string{"walker", "--vary", "run.dt=1e-4:2e-4:2", "--sample-seed", "-1"}, 2, "give a whole number from 0 to 18446744073709551615"},
		{[]string{"walker", "--vary", "actuator[0].phase=0:3:2", "--vary", "actuator[*].phase=1:2:2"}, 2, "--vary: actuator[0].phase has no effect: actuator[*].phase, which comes later, sets the same number; leave one out, or give actuator[0].phase last"},
		{[]string{"walker", "--vary", "actuator[*].phase=1:2:2", "--vary", "actuator[0..11].phase=0:1:1"}, 2, "--vary: actuator[*].phase has no effect: actuator[0].phase and 11 more, which come later, set the same numbers"},
		{[]string{"walker", "--set", "contact[0].stiffness=9000", "--vary", "contact[*].stiffness=8000:9000:2"}, 2, "--set: contact[0].stiffness=9000 has no effect: contact[*].stiffness, which comes later, sets the same number; leave one out\n"},
		{[]string{"walker", "--set", "run.dt=1e-4", "--set", "run.dt=2e-4", "--vary", "run.seed=1:2:2"}, 2, "--set: run.dt=1e-4 has no effect: run.dt=2e-4"},
		{[]string{"--best", "speed"}, 1, "so that no sweep was written there"},
		{[]string{"--merge", "--shard", "0/2"}, 2, "--shard: it belongs to runs"},
	} {
		r := hooke(t, append(append([]string{"sweep"}, c.args...), "--out", out)...)
		r.failed(t, fmt.Sprint(c.args), c.code, c.want)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a sweep with faults makes its folder")
	}
	all := hooke(t, "sweep", "rope", "--vary", "run.dt={0.1,0.2}", "--out", filepath.Join(t.TempDir(), "a"))
	all.failed(t, "all diverge", 1, "all 2 runs diverged")
}

// Runs that could not be made have exit code 1 and are named; --redo failed makes them, and them alone, again.
func TestFailedRunsAreMadeAgain(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"sweep", "rope", "--engine", "cpu", "--vary", "run.solver={verlet,rk4}", "--steps", "2", "--jobs", "1", "--out", out}
	hooke(t, args...).worked(t)
	journal := filepath.Join(out, "runs.jsonl")
	text := must.Get(os.ReadFile(journal))(t)
	whole := string(text)
	lines := strings.SplitAfter(whole, "\n")
	id, _, _ := strings.Cut(strings.TrimPrefix(lines[2], "{\"id\":\""), "\"")
	lines[2] = fmt.Sprintf("{\"id\":%q,\"run\":1,\"repeat\":0,\"status\":\"failed\",\"step\":0,\"error\":\"no memory\",\"wall_s\":0}\n", id)
	must.Do(t, os.WriteFile(journal, []byte(strings.Join(lines, "")), 0o600))
	hooke(t, args...).failed(t, "a run that failed", 1, "1 of 2 runs could not be made; run 1: no memory\n(--redo failed runs them again)")
	hooke(t, append(args, "--redo", "failed")...).worked(t)
	again, err := os.ReadFile(journal)
	if err != nil || strings.Count(string(again), "\"done\"") != 2 || strings.Count(string(again), "\n") != 4 {
		t.Errorf("%v\n%s", err, again)
	}
}

// Notes of scenes are printed once, as run prints them.
func TestNotesOfSweeps(t *testing.T) {
	scene, out := filepath.Join(t.TempDir(), "x.toml"), filepath.Join(t.TempDir(), "out")
	must.Do(t, os.WriteFile(scene, []byte("[run]\ndt = 1e-4\n[[mesh]]\nmake = \"voxels\"\nspacing = 0.1\nvoxels = \"A.A\"\n[[voxel]]\nletter = \"A\"\nmodulus = 1e5\ndensity = 1000\n"), 0o600))
	for _, args := range [][]string{
		{"sweep", scene, "--vary", "voxel[A].modulus=1e5:2e5:9", "--steps", "2"},
		{"optimize", scene, "--vary", "voxel[A].modulus=1e5:2e5", "--maximize", "speed", "--generations", "1", "--steps", "2"},
	} {
		if r := hooke(t, append(args, "--out", out+args[0])...).worked(t); strings.Count(r.stderr, "note: the voxels are 2 bodies that touch nowhere") != 1 {
			t.Errorf("%s:\n%s", args[0], r.stderr)
		} else if args[0] == "optimize" && !strings.Contains(r.stdout, ", 1 generation\n") {
			t.Errorf("one generation:\n%s", r.stdout)
		}
	}
}
