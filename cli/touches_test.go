package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
)

// hollow drops a corner of a cube into the hollow between four masses of another one.
const hollow = `
[run]
duration = 0.1

[[mesh]]
name = "below"
make = "lattice"
masses = 2
spacing = 0.1
stiffness = 1000

[[mesh]]
name = "above"
make = "lattice"
masses = 2
spacing = 0.1
stiffness = 1000
move = [0.05, 0.05, 0.18]

[[contact]]
shape = "plane"
`

// Radii that reach over many neighbors are told before the first step, by info and by run.
func TestCrowdsAreTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "crowd.toml")
	text := "[[mesh]]\nmake = \"lattice\"\nmasses = 6\nspacing = 0.1\nstiffness = 1000\n[collision]\nwhich = \"all\"\nradius = "
	for radius, told := range map[string]bool{"0.05": false, "0.25": true} {
		must.Do(t, os.WriteFile(file, []byte(text+radius+"\n"), 0o600))
		for _, words := range [][]string{{"info", file}, {"run", file, "--engine", "cpu", "--steps", "2", "--out", filepath.Join(t.TempDir(), "out")}} {
			r := hooke(t, words...).worked(t)
			if got := strings.Contains(r.stderr, "of radius 0.25 m, has ") && strings.Contains(r.stderr, "give a smaller radius, such as 0.05 m"); got != told {
				t.Errorf("%s with radius %s: %q", words[0], radius, r.stderr)
			}
		}
	}
}

// A run tells the most touches of a mass, the same with all engines, and none without
// collisions.
func TestRunTellsTouches(t *testing.T) {
	needsGL(t)
	file := filepath.Join(t.TempDir(), "hollow.toml")
	must.Do(t, os.WriteFile(file, []byte(hollow), 0o600))
	for _, engine := range []string{"cpu", "cpuref", "gpu"} {
		r := hooke(t, "run", file, "--collide", "--engine", engine, "--json", "--out", filepath.Join(t.TempDir(), "out")).worked(t)
		var told struct{ Touches *struct{ Most int } }
		if err := json.Unmarshal([]byte(r.stdout), &told); err != nil || told.Touches == nil || told.Touches.Most != 4 {
			t.Errorf("%s: %v: %s", engine, err, r.stdout)
		}
	}
	r := hooke(t, "run", file, "--engine", "cpu", "--out", filepath.Join(t.TempDir(), "out")).worked(t)
	if strings.Contains(r.stdout, "touches") {
		t.Errorf("touches without collisions: %s", r.stdout)
	}
}
