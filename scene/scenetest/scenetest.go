package scenetest

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"hooke/cpu"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
)

// Parts of OBJ files: a box of 1 × 2 × 3 m with its lowest corner at z = 10 m, and its
// faces, none of them labeled or its two ends along z.
const (
	CubePoints  = "v 0 0 10\nv 1 0 10\nv 1 2 10\nv 0 2 10\nv 0 0 13\nv 1 0 13\nv 1 2 13\nv 0 2 13\n"
	CubeFaces   = "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\nf 5 6 7 8\n"
	LabeledCube = CubePoints + "g low\nf 1 4 3 2\ng high\nf 5 6 7 8\ng\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
)

// MeshDrop is how far above the ground a mesh starts, as a share of its size.
const MeshDrop = 1. / 100

// Within reports whether a number is the one wanted within a share of that.
func Within(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance*math.Abs(want) }

// Write makes a file and returns its path.
func Write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// Sound fails the test when a scene is not ready to run.
func Sound(t *testing.T, s *scene.Scene) {
	t.Helper()
	if err := errors.Join(s.Model.Validate(), s.Model.ValidateState(s.Start), s.Params.Validate()); err != nil {
		t.Error(err)
	}
	if safe := physics.SafeStep(s.Model, s.Params); s.Params.DT <= 0 || s.Params.DT > safe {
		t.Errorf("%s: dt %g s, safe %g s", s.Name, s.Params.DT, safe)
	}
	if s.Name == "" || s.Source == "" || s.Model.Name == "" || s.Duration <= 0 {
		t.Errorf("name %q, source %q, model %q, duration %g s", s.Name, s.Source, s.Model.Name, s.Duration)
	}
}

// Stretch steps a scene and returns the smallest and the largest L/L0 of all
// springs, looked at every few steps.
func Stretch(t *testing.T, s *scene.Scene, seconds float64, every int) (lo, hi float64, end *model.State) {
	t.Helper()
	engine, err := cpu.New(s.Model, s.Params, cpu.Options{Precision: model.Double, Threads: 2})
	must.Do(t, err)
	defer engine.Close()
	end = new(model.State)
	must.Do(t, engine.Reset(s.Start))
	lo, hi = math.Inf(1), 0
	for done := 0.0; done < seconds; done += float64(every) * s.Params.DT {
		must.Do(t, engine.Step(every))
		must.Do(t, engine.Finish())
		must.Do(t, engine.ReadState(end))
		x := end.Position
		for i, ends := range s.Model.Ends {
			ratio := x[ends[0]].Sub(x[ends[1]]).Len() / s.Model.RestLength[i]
			lo, hi = min(lo, ratio), max(hi, ratio)
		}
	}
	return lo, hi, end
}
