package cli

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hooke/must"
)

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
	// What is left unexplained comes with a hint, where it is more than a thousandth.
	if said := hooke(t, "run", "worm", "--energy", "--steps", "300", "--engine", "cpuref", "--out", t.TempDir()).worked(t).stdout; !strings.Contains(said, "exchanged; a smaller --dt leaves less\n") {
		t.Errorf("no hint to a smaller --dt in\n%s", said)
	}
	if said := hooke(t, "run", "chain", "--energy", "--steps", "300", "--engine", "cpuref", "--out", t.TempDir()).worked(t).stdout; !strings.Contains(said, " J exchanged\n") {
		t.Errorf("a hint where all is explained, in\n%s", said)
	}
	r := hooke(t, "run", "cube", "--energy", "--energy-every", "0")
	if r.code != exitUsage || !strings.Contains(r.stderr, "--energy-every 0") {
		t.Errorf("exit code %d, message %s", r.code, r.stderr)
	}
}
