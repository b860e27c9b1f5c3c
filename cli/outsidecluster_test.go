package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
)

// hookeProgram writes a program that calls hooke. If a file is named, the first call for a shard of number 1
// is killed in the middle, and leaves that file.
func hookeProgram(t *testing.T, killed string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hooke")
	call := "HOOKE_TEST_ARGS=$(printf '%s\\n' \"$@\") exec '" + os.Args[0] + "' -test.run '^TestHooke$'\n"
	text := "#!/bin/sh\n"
	if killed != "" {
		text += "case \"$*\" in *--merge*) ;; *'--shard 1/'* | *'--shard mpi'*)\n" +
			"if [ \"${OMPI_COMM_WORLD_RANK:-1}\" = 1 ] && [ ! -e '" + killed + "' ]; then\n" +
			"  touch '" + killed + "'\n  (" + strings.TrimSuffix(call, "\n") + ") & sleep 0.4; kill -9 $!; wait $!; exit 137\nfi ;;\nesac\n"
	}
	must.Do(t, os.WriteFile(path, []byte(text+call), 0o777))
	return path
}

// tableOf is the table of a sweep without the column of wall times, which is the last one.
func tableOf(t *testing.T, folder string) string {
	t.Helper()
	var out strings.Builder
	for line := range strings.Lines(string(bytesOf(t, folder, "table.csv"))) {
		out.WriteString(line[:strings.LastIndex(line, ",")] + "\n")
	}
	return out.String()
}

// Each way to spread 200 walkers over processes ends in the table of one process, bit for bit,
// with a worker that is killed and started again.
func TestOutsideClusters(t *testing.T) {
	outside(t)
	folder := t.TempDir()
	spec := filepath.Join(folder, "spec.toml")
	text := "scene = 'walker'\nvary = ['actuator[*].frequency=0.5:3:20', 'actuator[0].phase=0:1:10']\nsteps = 1500\nmetric = ['speed']\n"
	must.Do(t, os.WriteFile(spec, []byte(text), 0o666))
	whole := filepath.Join(folder, "whole")
	hooke(t, "sweep", "--spec", spec, "--out", whole).worked(t)
	want := tableOf(t, whole)
	if rows := strings.Count(want, "\n"); rows != 201 {
		t.Fatalf("%d rows", rows)
	}
	scripts := must.Get(filepath.Abs("../examples/cluster"))(t)
	for _, script := range []string{"parallel.sh", "mpirun.sh", "ray_sweep.py", "dask_sweep.py"} {
		out, killed := filepath.Join(folder, script+".out"), filepath.Join(folder, script+".killed")
		cmd := exec.Command(filepath.Join(scripts, script), spec, out, "3")
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "HOOKE="+hookeProgram(t, killed), "MPIRUN=mpirun --allow-run-as-root --oversubscribe", "RAY_AUTH_MODE=disabled", "RAY_USAGE_STATS_ENABLED=0", "HOME="+t.TempDir())
		if strings.HasSuffix(script, ".py") {
			cmd.Path, cmd.Args = "/usr/bin/python3", append([]string{"/usr/bin/python3"}, cmd.Args...)
		}
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", script, err, said)
			continue
		}
		if _, err := os.Stat(killed); err != nil {
			t.Errorf("%s: no worker was killed", script)
		}
		if got := tableOf(t, out); got != want {
			t.Errorf("%s: the table differs: %d bytes, want %d", script, len(got), len(want))
		}
	}
}

// Schedulers that are not here get the commands that their scripts are to give: each task its
// shard, and one that merges behind all.
func TestClusterScriptsOfSchedulers(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct{ script, program, array, rank string }{
		{"slurm.sh", "sbatch", "--array=0-2", "SLURM_ARRAY_TASK_ID"}, {"pbs.sh", "qsub", "-J 0-2", "PBS_ARRAY_INDEX"},
	} {
		// The scheduler's stand-in runs its jobs at once: of an array, each task.
		fake := fmt.Sprintf(`#!/bin/bash
echo "$*" >> %[1]s/said
command=${!#}
case "$*" in
  *"%[2]s"*) for i in 0 1 2; do %[3]s=$i bash -c "$command" >/dev/null; done; echo 77 ;;
  *) bash -c "$command" ;;
esac
`, folder, c.array, c.rank)
		must.Do(t, os.WriteFile(filepath.Join(folder, c.program), []byte(fake), 0o777))
		spec, out := filepath.Join(folder, "spec.toml"), filepath.Join(folder, c.program+".out")
		must.Do(t, os.WriteFile(spec, []byte("scene = 'walker'\nvary = ['actuator[*].frequency=0.5:3:7']\nsteps = 3\nmetric = ['speed']\n"), 0o666))
		script := must.Get(filepath.Abs(filepath.Join("../examples/cluster", c.script)))(t)
		cmd := exec.Command(script, spec, out, "3")
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "HOOKE="+hookeProgram(t, ""))
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", c.script, err, said)
			continue
		}
		if said := string(bytesOf(t, folder, "said")); !strings.Contains(said, "afterok:77") {
			t.Errorf("%s: nothing waits for the tasks:\n%s", c.script, said)
		}
		os.Remove(filepath.Join(folder, "said"))
		whole := filepath.Join(folder, c.program+".whole")
		hooke(t, "sweep", "--spec", spec, "--out", whole).worked(t)
		if got, want := tableOf(t, out), tableOf(t, whole); got != want {
			t.Errorf("%s: the table is\n%s\nwant\n%s", c.script, got, want)
		}
	}
}
