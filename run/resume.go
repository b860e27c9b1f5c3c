package run

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"

	"hooke/engine"
	"hooke/files/safefile"
	"hooke/gpu"
	"hooke/model"
)

// Resume makes a run from its checkpoint, or from the previous one if the last is damaged.
// The run continues bit for bit as if it had not ended. Steps, Folder and Checkpoint of the
// options, where given, replace those of the run (an empty Folder is that of the checkpoint).
// How.Listener, How.GPU.Shaders, How.Tuning, Program, Progress, SaveNow and Entered are used;
// all other options are those of the run. The caller closes the run. Cancelling ctx ends the
// wait for the structure.
func Resume(ctx context.Context, path string, o Options) (*Run, error) {
	if o.Folder == "" {
		o.Folder = filepath.Dir(path)
	} else if err := safefile.MakeFolder(o.Folder); err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	lock, err := LockFolder(o.Folder, o.How.Listener)
	if err != nil {
		return nil, err
	}
	r, err := reopen(ctx, path, o, true)
	if err != nil {
		lock.Release()
		return nil, err
	}
	r.lock = lock
	if err := r.again(path); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// again prepares the folder for a run that resumes.
func (r *Run) again(path string) error {
	o := r.options
	if err := judgeResumed(o.Folder, r.record.Outputs); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	old := append(o.files(), o.lastGood())
	if r.from == r.record.Steps {
		o.note("note: the run is finished, with all of its %d steps; final.npz and missing files are written again (--steps N continues it)", r.from)
		safefile.Sweep(old...)
	} else if err := Remove(old...); err != nil {
		return err
	}
	safefile.Sweep(o.checkpointFile(), PreviousCheckpoint(o.checkpointFile()))
	return nil
}

// Reopen makes a run from its checkpoint in order to look at it: its Scene, and its Engine in
// the state of the checkpoint. It touches no files. The caller closes the run and does not
// call Go.
func Reopen(ctx context.Context, path string, o Options) (*Run, error) {
	return reopen(ctx, path, o, false)
}

// reopen is Reopen. steps means that the run only takes steps, as Resume does, so that the
// model may keep its pattern if nothing reads springs in arrays.
func reopen(ctx context.Context, path string, o Options, steps bool) (*Run, error) {
	o = o.completeFor(path)
	c, path, lost, err := readLastCheckpoint(path)
	if err != nil {
		return nil, err
	}
	if lost != nil {
		o.How.Listener.Notef("note: %v\n(continuing from the previous checkpoint, %s, of step %d)", lost, path, c.State.Step)
	}
	r := &Run{}
	if err := json.Unmarshal(c.Run, &r.record); err != nil {
		return nil, fmt.Errorf("%s: the record of its run is invalid: %w", path, err)
	}
	if err := r.adopt(o, &c.State, path); err != nil {
		return nil, err
	}
	if err := r.record.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := r.record.readable(); err != nil {
		return nil, fmt.Errorf("%s: its structure: %w", path, err)
	}
	of := &r.record
	r.options.Choices.ByPattern = steps && c.State.Engine == engine.CPU && !of.Ledger && !of.PNG && len(of.Outputs) == 0 && !of.Options.StateGiven
	if err := r.rebuild(ctx, &c.State, path); err != nil {
		return nil, err
	}
	if err := model.Unsupported(c.State.Engine, r.Scene.Model, r.Scene.Params, r.options.How.GPU.Precision); err != nil {
		return nil, fmt.Errorf("%s: its run cannot continue: %w, from its start", path, err)
	}
	if r.Engine, err = r.options.newEngine(c.State.Engine, r.Scene, r.record.draws()); err != nil {
		return nil, err
	}
	if err := restore(r.Engine, &c.State); err != nil {
		r.Engine.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r.from = c.State.Step
	return r, nil
}

// completeFor returns the options with defaults, for a checkpoint at path.
func (o Options) completeFor(path string) Options {
	if o.Folder == "" {
		o.Folder = filepath.Dir(path)
	}
	return o.complete()
}

// rebuild builds the scene of a record as it was.
func (r *Run) rebuild(ctx context.Context, state *model.Checkpoint, path string) error {
	o, of := r.options, &r.record
	s, err := Open(ctx, []string{of.Source}, o.Choices, o.How.Listener)
	if err != nil {
		return fmt.Errorf("%s: its structure cannot be built again: %w", path, err)
	}
	if err := o.countable(of.Steps, s.Params.DT); err != nil {
		return err
	}
	s.Params.Ledger = of.Ledger
	if now := fingerprintOf(s); now != of.Model {
		return fmt.Errorf("%s: %s has changed: the structure or its parameters differ from those of the run "+
			"(written by %s, this is %s); restore the file, or use that hooke", path, of.Source, of.Hooke, o.Program)
	}
	if of.Until != nil && !reflect.DeepEqual(*of.Until, s.Until) {
		return fmt.Errorf("%s: %s has changed: other conditions end the run; restore the file", path, of.Source)
	}
	if state.Step > of.Steps {
		return &OptionError{"steps", fmt.Sprintf("the run has done %d steps already", state.Step)}
	}
	if of.Hooke != o.Program {
		o.note("note: the checkpoint was written by %s, this is %s", of.Hooke, o.Program)
	}
	r.Scene = s
	return nil
}

// restore puts the state of a checkpoint into an engine.
func restore(e model.Engine, state *model.Checkpoint) error {
	saver, ok := model.As[model.Checkpointer](e)
	if !ok {
		return fmt.Errorf("the engine %s cannot take up a run", state.Engine)
	}
	if err := saver.Restore(state); err != nil {
		return err
	}
	return finiteState(e)
}

// finiteState returns an error for a state with a number that is not finite, or with a time
// that no run reaches: runs save only sound states.
func finiteState(e model.Engine) error {
	var now model.Snapshot
	if err := e.Read(&now); err != nil {
		return err
	}
	if t := now.Time; now.Step < 0 || t < 0 || t-t != 0 {
		return fmt.Errorf("its state is of step %d, at %g s, which no run reaches; use another checkpoint", now.Step, t)
	}
	for i, x := range now.Position {
		for axis, v := range now.Velocity[i] {
			if v-v != 0 || x[axis]-x[axis] != 0 {
				return fmt.Errorf("its state is not one of a run: mass %d is at %v with velocity %v; take another checkpoint", i, now.Place(i), now.Velocity[i])
			}
		}
	}
	return nil
}

// sameFolder reports whether two paths name one folder.
func sameFolder(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// adopt uses the options of the run for those that o leaves empty.
func (r *Run) adopt(o Options, state *model.Checkpoint, path string) (err error) {
	of := &r.record
	wrong := func(err error) error {
		return fmt.Errorf("%s: the record of its run is invalid: %w", path, err)
	}
	if o.How.Threads != 0 && state.Engine != engine.CPU {
		return &OptionError{"threads", fmt.Sprintf("they belong to the engine cpu, and %s continues with %s: leave this flag out", path, state.Engine)}
	}
	o.How.GPU = gpu.Options{Shaders: o.How.GPU.Shaders}
	o.Choices = of.Options
	if o.Choices.DragHalfLife, err = strconv.ParseFloat(of.Drag, 64); err != nil {
		return wrong(err)
	}
	if state.Engine == engine.GPU || state.Engine == engine.CPU {
		if o.How.GPU.Precision, err = gpu.ParsePrecision(state.Precision); err != nil {
			return wrong(err)
		}
	}
	if state.Engine == engine.GPU {
		o.How.GPU.Pipeline = state.Pipeline
		if slices.Contains(gpu.WorkGroups(), state.WorkGroup) { // else the default, to the same result
			o.How.GPU.WorkGroup = state.WorkGroup
		}
	}
	if !o.Checkpoint.Wanted() && of.Checkpoint != "" {
		if o.Checkpoint, err = ParseInterval(of.Checkpoint); err != nil {
			return wrong(err)
		}
	}
	o.Choices.StateGiven = true
	if !sameFolder(o.Folder, filepath.Dir(path)) {
		for i := range of.Outputs {
			of.Outputs[i].Progress = nil // its files are in another folder and stay as they are
		}
	}
	r.goesOn = sameFolder(o.Folder, filepath.Dir(path)) && filepath.Base(path) == CheckpointName
	if o.Steps > 0 {
		of.Steps = o.Steps
	}
	o.Picture, o.Float64, o.Energy, o.EnergyEvery = of.PNG, of.Float64, of.Ledger, of.EnergyEvery
	if of.EnergyEvery == 0 {
		o.EnergyEvery = -1
	}
	if of.Pictures != nil {
		o.Pictures = *of.Pictures
	}
	r.options = o
	return nil
}
