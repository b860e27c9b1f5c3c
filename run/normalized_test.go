package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// normalizedScenes are structures of normalized springs at the steps of a screen, as people
// write them: with explicit steps the cloth diverges, the rope hangs far below its length and the
// jelly lies flat.
var normalizedScenes = map[string]string{
	"cloth": "make = \"cloth\"\nmasses = [40, 40]\nspacing = 0.025\nmove = [0, 0, 1]\n[[pin]]\ngroup = \"corners\"\n",
	"rope":  "make = \"rope\"\nmasses = 50\nlength = 1\nspan = 0.8\n[[pin]]\ngroup = \"ends\"\n",
	"jelly": "make = \"lattice\"\nmasses = 8\nspacing = 0.05\nmove = [0, 0, 0.1]\n[[contact]]\nshape = \"plane\"\nstiffness = 100\ndamping = 1\n",
}

// Normalized springs that explicit steps make soft are told before the first step, with the
// line to write; with that line nothing is told.
func TestSoftScenesAreToldBeforeTheFirstStep(t *testing.T) {
	for name, mesh := range normalizedScenes {
		path := filepath.Join(t.TempDir(), name+".toml")
		text := "[[material]]\nname = \"r\"\nnormalized_stiffness = 1\nnormalized_damping = 1\n[[mesh]]\nmaterial = \"r\"\n" + mesh + "[run]\ndt = 0.0166667\nduration = 10\n"
		for _, solver := range []string{"", "solver = \"impulses\"\n"} {
			must.Do(t, os.WriteFile(path, []byte(text+solver), 0o600))
			var told []string
			s := must.Get(Open(context.Background(), []string{path}, scene.Options{}, engine.Listener{Note: func(line string) { told = append(told, line) }}))(t)
			warned := strings.Contains(strings.Join(told, "\n"), `write solver = "impulses" in [run]`)
			if warned != (solver == "") || (s.Params.Integrator == model.Impulses) == warned {
				t.Errorf("%s with %q: %v is told %q", name, solver, s.Params.Integrator, told)
			}
		}
	}
}
