package run

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"testing"

	"hooke/engine"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/run/export"
	"hooke/scene"
	"hooke/scene/open"
)

// diverge takes a run of the cube with explicit Euler to its divergence. It resumes the run at each of the
// stops, as after a kill. It returns the folder and the error.
func diverge(t *testing.T, on string, every int64, stops ...int64) (folder string, diverged *physics.DivergedError) {
	t.Helper()
	const steps = 20000
	folder = t.TempDir()
	choices := scene.Options{Integrator: model.ExplicitEuler}
	s, err := open.Scene("cube", choices)
	must.Do(t, err)
	o := Options{Folder: folder, Engine: on, Steps: steps, EnergyEvery: every, Checkpoint: Interval{Steps: 50}, Choices: choices}
	for i := range append(stops, steps) {
		var r *Run
		if o.Steps = steps; i < len(stops) {
			o.Steps = stops[i]
		}
		if i == 0 {
			r, err = New(s, o)
		} else {
			r, err = Resume(context.Background(), filepath.Join(folder, CheckpointName), Options{Steps: o.Steps})
		}
		must.Do(t, err)
		_, err = r.Go(context.Background())
		r.Close()
		var early *physics.DivergedError
		if i < len(stops) && errors.As(err, &early) { // other errors warn that the energy grows
			t.Fatalf("%s: %v before step %d", on, err, o.Steps)
		}
	}
	if !errors.As(err, &diverged) {
		t.Fatalf("%s: %v, want a divergence", on, err)
	}
	return folder, diverged
}

// The step that a divergence names is the same whether the run was stopped before or not, and with rows or
// without; neither a row nor a checkpoint of this step or a later one stays.
func TestDivergedRunIsTheSameResumed(t *testing.T) {
	for _, on := range []string{engine.CPU, engine.CPURef, engine.GPU} {
		if on == engine.GPU {
			gltest.New(t) // asks whether there is OpenGL
		}
		folder, want := diverge(t, on, 50)
		rows := read(t, folder, "energy.csv")
		t.Logf("%s: step %d, spring %d", on, want.Step, want.Runaway)
		for _, c := range []struct {
			every int64
			stops []int64
		}{{-1, nil}, {50, []int64{want.Step/50*50 - 100, want.Step/50*50 - 50}}, {1, nil}, {50, []int64{1000, (want.Step - 1) / 50 * 50}}}[:must.Sized(2, 4)] {
			folder, got := diverge(t, on, c.every, c.stops...)
			if got.Step != want.Step || got.Runaway != want.Runaway {
				t.Errorf("%s, rows every %d steps, stopped at %v: step %d, spring %d; want step %d, spring %d", on, c.every, c.stops, got.Step, got.Runaway, want.Step, want.Runaway)
			}
			if c.every == 50 && !bytes.Equal(read(t, folder, "energy.csv"), rows) {
				t.Errorf("%s, stopped at %v: the table of energies is another one", on, c.stops)
			}
			if c.every > 0 {
				last := bytes.Split(bytes.TrimSpace(read(t, folder, "energy.csv")), []byte("\n"))
				_, step, err := export.ParseEnergyRow(string(last[len(last)-1]))
				if must.Do(t, err); step >= want.Step || step < want.Step-c.every {
					t.Errorf("%s, rows every %d steps: the last row is of step %d, the divergence of %d", on, c.every, step, want.Step)
				}
			}
			file, err := ReadCheckpoint(filepath.Join(folder, CheckpointName))
			if must.Do(t, err); file.State.Step >= want.Step || file.State.Step < want.Step-50 {
				t.Errorf("%s: the last checkpoint is of step %d, the divergence of %d", on, file.State.Step, want.Step)
			}
		}
	}
}
