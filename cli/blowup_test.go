package cli

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hooke/must"
)

// A run whose energy grew although every number stayed finite fails, loudly,
// and says what it wrote.
func TestBlowUpIsAFailure(t *testing.T) {
	out := t.TempDir()
	r := hooke(t, "run", "cube", "--engine", "cpuref", "--dt", "0.002", "--steps", "3000", "--out", out)
	must.Hold(t, r.code == exitFailed, "exit code %d, want 1:\n%s", r.code, r.stdout)
	for _, want := range []string{
		"\nhooke: energy grew from 1.18 J to ", ": the run blew up; dt = 0.002 s, safe step 0.00129 s: dt is above the safe step",
		fmt.Sprintf("\n(wrote %s, %s)\n", filepath.Join(out, "final.npz"), filepath.Join(out, "energy.csv")),
	} {
		must.Hold(t, strings.Contains(r.stderr, want), "want %q in the message\n%s", want, r.stderr)
	}
	if _, err := os.Stat(filepath.Join(out, "final.npz")); err != nil {
		t.Error(err)
	}
}

func TestBlowUpInAPicture(t *testing.T) {
	needsGL(t)
	path := filepath.Join(t.TempDir(), "x.png")
	r := hooke(t, "view", "cube", "--offscreen", path, "--dt", "0.002", "--steps-per-frame", "3000")
	if r.code != exitFailed || !strings.Contains(r.stderr, ": the run blew up; dt = 0.002 s") || !strings.HasSuffix(r.stderr, "\n(wrote "+path+")\n") {
		t.Errorf("exit code %d, message\n%s", r.code, r.stderr)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// Near the limit of stability a run makes energy up without blowing up: that is told,
// with the step. Far from the limit it is not.
func TestUnexplainedEnergyIsReported(t *testing.T) {
	for dt, want := range map[string]string{"0.001158": "warning: nothing explains 0.", "0.0002": ""} {
		for _, more := range [][]string{nil, {"--energy"}} {
			args := append([]string{"run", "cube", "--engine", "cpuref", "--integrator", "verlet", "--dt", dt, "--steps", "2000", "--energy-every", "10", "--out", t.TempDir()}, more...)
			r := hooke(t, args...).worked(t)
			told := strings.Contains(r.stderr, "nothing explains")
			if told != (want != "") || !strings.Contains(r.stderr, want) || told && !strings.Contains(r.stderr, "dt = 0.00116 s is 0.9 of the safe step") {
				t.Errorf("%v:\n%s", args, r.stderr)
			}
		}
	}
}

// run --energy writes the ledger and draws it, and the account closes.
func TestRunEnergy(t *testing.T) {
	needsGL(t)
	for _, engine := range []string{"cpu", "cpuref"} {
		out := t.TempDir()
		r := hooke(t, "run", "lattice", "--springs", "500", "--energy", "--steps", "400", "--energy-every", "20", "--engine", engine, "--out", out).worked(t)
		for _, want := range []string{"\ndissipated ", "\nwork ", "\nunexplained ", filepath.Join(out, "energy.png") + "\n"} {
			if !strings.Contains(r.stdout, want) {
				t.Errorf("%s: want %q in\n%s", engine, want, r.stdout)
			}
		}
		file := must.Get(os.Open(filepath.Join(out, "energy.csv")))(t)
		rows, err := csv.NewReader(file).ReadAll()
		file.Close()
		if err != nil || len(rows) != 22 {
			t.Fatalf("%s: %d rows, %v; want a header, the start and 20", engine, len(rows), err)
		}
		last := func(name string) float64 {
			return must.Get(strconv.ParseFloat(rows[21][slices.Index(rows[0], name)], 64))(t)
		}
		// Half the safe step explains a damped fall to a few percent.
		const unexplained = 0.05
		if lost := last("damping_J"); lost <= 0 || last("residual_J") > unexplained*lost {
			t.Errorf("%s: dampers took %g J, unexplained are %g J", engine, lost, last("residual_J"))
		}
		if info, err := os.Stat(filepath.Join(out, "energy.png")); err != nil || info.Size() < 10_000 {
			t.Errorf("%s: energy.png: %v", engine, err)
		}
	}
	// Unexplained energy comes with a hint if it is more than a thousandth.
	if said := hooke(t, "run", "worm", "--energy", "--steps", "300", "--engine", "cpuref", "--out", t.TempDir()).worked(t).stdout; !strings.Contains(said, "exchanged; a smaller --dt reduces it\n") {
		t.Errorf("no hint to a smaller --dt in\n%s", said)
	}
	if said := hooke(t, "run", "chain", "--energy", "--steps", "300", "--engine", "cpuref", "--out", t.TempDir()).worked(t).stdout; !strings.Contains(said, " J exchanged\n") {
		t.Errorf("a hint where all is explained, in\n%s", said)
	}
	r := hooke(t, "run", "cube", "--energy", "--energy-every", "0")
	r.failed(t, "", exitUsage, "--energy-every 0")
}

// A hanging rope that too few substeps leave too long says by how much, with the substeps that help; with
// --strict that is an error. With those substeps neither is said.
func TestStrictRunsRefuseUnsolvedSteps(t *testing.T) {
	scene := write(t, "hang.toml", `[run]
duration = 3
dt = 0.016666666666666666
solver = "impulses"
drag_half_life = 0.2
[[mesh]]
make = "rope"
masses = 21
length = 1
mass = 0.05
turn = [0, 90, 0]
stiffness = 2000
[[group]]
name = "top"
shape = "plane"
point = [0, 0, 0.499]
normal = [0, 0, 1]
[[pin]]
group = "top"
`)
	out := filepath.Join(t.TempDir(), "out")
	r := hooke(t, "run", scene, "--engine", "cpuref", "--substeps", "4", "--out", out).worked(t)
	if !strings.Contains(r.stderr, "warning: springs are stretched by 0.07") || !strings.Contains(r.stderr, "16 substeps") {
		t.Errorf("it says\n%s", r.stderr)
	}
	if r = hooke(t, "run", scene, "--engine", "cpuref", "--substeps", "4", "--strict", "--out", out); r.code != exitFailed || !strings.Contains(r.stderr, "--strict: springs are stretched by 0.07") {
		t.Errorf("exit code %d; it says\n%s", r.code, r.stderr)
	}
	if r = hooke(t, "run", scene, "--engine", "cpuref", "--substeps", "200", "--strict", "--out", out).worked(t); strings.Contains(r.stderr, "warning") {
		t.Errorf("with many substeps it says\n%s", r.stderr)
	}
}
