package run

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"hooke/checkpoint"
	"hooke/engine"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// A run that goes on from a checkpoint of a step that has a row of energies ends in the table of a
// run that was never stopped, bit for bit, with every solver and with and without a ledger: the
// residual of a solver is known after its steps alone, and no checkpoint has it.
func TestRowOfTheCheckpoint(t *testing.T) {
	for _, solver := range model.Solvers() {
		on := engine.CPU
		if solver == model.ImplicitEuler || solver == model.PositionBased {
			on = engine.CPURef // which alone has them
		}
		for _, ledger := range []bool{false, true} {
			s, err := open.Scene("cube", scene.Options{Integrator: solver})
			must.Do(t, err)
			folder := t.TempDir()
			r := must.Get(New(s, Options{Folder: folder, Engine: on, Steps: 37, Energy: ledger, EnergyEvery: 5, Checkpoint: Interval{Steps: 15},
				Choices: scene.Options{Integrator: solver}}))(t)
			_, err = r.Go(context.Background())
			r.Close()
			must.Do(t, err)
			want := read(t, folder, "energy.csv")
			// What a kill in the middle leaves is the checkpoint before the last one.
			cut := t.TempDir()
			must.Do(t, os.Rename(checkpoint.PreviousOf(filepath.Join(folder, CheckpointName)), filepath.Join(cut, CheckpointName)))
			r = must.Get(Resume(context.Background(), filepath.Join(cut, CheckpointName), Options{}))(t)
			if r.from != 30 {
				t.Fatalf("%v: it goes on from step %d, want 30", solver, r.from)
			}
			_, err = r.Go(context.Background())
			r.Close()
			must.Do(t, err)
			if got := read(t, cut, "energy.csv"); !bytes.Equal(got, want) {
				t.Errorf("%v, ledger %v: the table is\n%s, want\n%s", solver, ledger, got, want)
			}
		}
	}
}

func read(t *testing.T, path ...string) []byte {
	t.Helper()
	content := must.Get(os.ReadFile(filepath.Join(path...)))(t)
	return content
}
