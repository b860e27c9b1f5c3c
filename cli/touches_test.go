package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
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

// A run tells the most touches of a mass, the same with all engines, and none without
// collisions.
func TestRunTellsTouches(t *testing.T) {
	needsGL(t)
	file := filepath.Join(t.TempDir(), "hollow.toml")
	if err := os.WriteFile(file, []byte(hollow), 0o600); err != nil {
		t.Fatal(err)
	}
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
