package run_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"hooke/must"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/open"
)

// The state that a run of a model by a pattern writes block by block has the bytes of the one
// that a run in arrays writes at once, and so have the energies, the last of which is not
// computed twice; a run of another length ends elsewhere.
func TestFinalInBlocks(t *testing.T) {
	ended := func(byPattern bool, steps int64) (final, energies []byte) {
		s := must.Get(open.Scene("lattice", scene.Options{Springs: 300_000, ByPattern: byPattern}))(t)
		folder := t.TempDir()
		r := must.Get(run.New(s, run.Options{Folder: folder, Engine: "cpu", Steps: steps, Choices: scene.Options{Springs: 300_000}}))(t)
		defer r.Close()
		must.Do(t, must.Err(r.Go(t.Context())))
		if (s.Model.Pattern != nil) != byPattern {
			t.Fatal("the model has changed its form")
		}
		read := func(name string) []byte {
			return must.Get(os.ReadFile(filepath.Join(folder, name)))(t)
		}
		return read(run.FinalName), read("energy.csv")
	}
	final, energies := ended(true, 60)
	want, rows := ended(false, 60)
	if !bytes.Equal(final, want) || !bytes.Equal(energies, rows) {
		t.Errorf("%d bytes by a pattern, %d in arrays, or others; energies\n%s\nwant\n%s", len(final), len(want), energies, rows)
	}
	if other, _ := ended(true, 61); bytes.Equal(final, other) {
		t.Error("a run of another length ends in the same state")
	}
}

// A run by a pattern continues by the pattern, and ends as one that was not interrupted.
func TestResumeByPattern(t *testing.T) {
	options := scene.Options{Springs: 60_000}
	step := func(folder string, o run.Options) {
		choices := options
		choices.ByPattern = true
		s := must.Get(open.Scene("lattice", choices))(t)
		o.Folder, o.Engine, o.Choices = folder, "cpu", options
		r := must.Get(run.New(s, o))(t)
		defer r.Close()
		must.Do(t, must.Err(r.Go(t.Context())))
	}
	whole, half := t.TempDir(), t.TempDir()
	step(whole, run.Options{Steps: 120})
	step(half, run.Options{Steps: 60, Checkpoint: run.Interval{Steps: 30}})
	before := must.Get(os.ReadFile(filepath.Join(half, run.FinalName)))(t)
	r := must.Open(run.Resume(t.Context(), filepath.Join(half, run.CheckpointName), run.Options{Steps: 120}))(t)
	must.Hold(t, r.Scene.Model.Pattern != nil, "the run goes on in arrays")
	must.Do(t, must.Err(r.Go(t.Context())))
	got := must.Get(os.ReadFile(filepath.Join(half, run.FinalName)))(t)
	want := must.Get(os.ReadFile(filepath.Join(whole, run.FinalName)))(t)
	must.Hold(t, bytes.Equal(got, want) && !bytes.Equal(got, before), "the resumed run ends elsewhere, or where it was")
}
