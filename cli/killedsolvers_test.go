package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/model"
	"hooke/must"
	"hooke/run"
)

// kept is a sheet with rows of energies where it has checkpoints.
const kept = `
[run]
dt = 1e-3
duration = 0.06
[[mesh]]
name = "sheet"
make = "cloth"
masses = [6, 6]
spacing = 0.1
stiffness = 50
damping_ratio = 0.1
move = [0, 0, 0.02]
[[contact]]
shape = "plane"
stiffness = 500
damping = 1
static_friction = 0.5
kinetic_friction = 0.4
`

// A run by any solver that is killed at 20 moments, with a row of energies at each checkpoint, and
// taken up again has the very files of a run that was not.
func TestKilledSolversGoOnBitForBit(t *testing.T) {
	needsGL(t)
	list := filepath.Join(t.TempDir(), "operations")
	moments, engines := 2, []string{engine.CPU, engine.CPURef}
	if os.Getenv("HOOKE_LONG") != "" {
		moments, engines = 20, []string{engine.CPU, engine.CPURef, engine.GPU}
	}
	for i, solver := range model.Solvers() {
		text, ran := kept, 0
		if solver.Method().Conserves {
			text = regexp.MustCompile("(?m)^.*friction = .*$").ReplaceAllString(text, "")
		}
		scene := write(t, "kept.toml", text)
		for j, name := range engines {
			if os.Getenv("HOOKE_LONG") == "" && (i+j)%2 == 1 && !solver.Method().Divides {
				continue // the other engine has it in the short form
			}
			begin := func(out string, after int) (int, string, error) {
				p := process(t, "run", scene, "--solver", solver.String(), "--engine", name, "--energy-every", "6", "--save", "csv,npz", "--every", "6", "--checkpoint", "6steps", "--out", out)
				p.Env = append(p.Env, "HOOKE_TEST_OPERATIONS="+list, fmt.Sprint("HOOKE_TEST_KILL_AFTER=", after))
				said, err := p.CombinedOutput()
				return strings.Count(string(bytesOf(t, list)), "\n"), string(said), err
			}
			out := filepath.Join(t.TempDir(), "out")
			operations, said, err := begin(out, 0)
			if err != nil {
				if strings.Contains(said, "goroutine ") {
					t.Errorf("%v, %s: %v\n%s", solver, name, err, said)
				}
				continue // the engine does not have the solver
			}
			ran++
			want := filesIn(t, out)
			if rows := strings.Count(string(want["energy.csv"]), "\n"); rows != 12 {
				t.Fatalf("%v, %s: %d rows of energies, want 11 and a head", solver, name, rows)
			}
			for m := range moments {
				must.Do(t, os.RemoveAll(out))
				after := operations/5 + (m+1)*(operations-operations/5)/(moments+1)
				begin(out, after)
				path := filepath.Join(out, run.CheckpointName)
				when := fmt.Sprintf("%v, %s, killed after operation %d of %d", solver, name, after, operations)
				if _, err := os.Stat(path); err != nil {
					t.Errorf("%s: there is no checkpoint yet", when)
					continue
				}
				hooke(t, "resume", path).worked(t)
				sameFiles(t, when, filesIn(t, out), want)
			}
		}
		must.Hold(t, ran != 0, "no engine steps by %v", solver)
	}
}
