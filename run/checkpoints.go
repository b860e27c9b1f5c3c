package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"hooke/files/safefile"
	"hooke/machine/panics"
	"hooke/model"
	"hooke/physics"
	"hooke/run/export"
	"hooke/scene"
)

// keeper writes the checkpoints of a run while it steps.
type keeper struct {
	options Options
	path    string
	engine  model.Checkpointer // nil: the engine cannot save checkpoints
	record  record
	energy  *energyLog
	frames  *recording     // nil: the run has no outputs
	watch   *physics.Watch // nil: nothing ends the run early
	last    time.Time
	writing chan error // gets the outcome of the file that is being written; nil: no file is
	wanted  bool       // whether someone has asked for a checkpoint
	whole   bool       // whether the file at path is known to be whole; its writer sets this
	wrote   bool
}

func (k *keeper) start() { k.last = time.Now() }

// every returns the interval between checkpoints.
func (k *keeper) every() Interval { return k.options.Checkpoint }

// next returns the number of steps from a step to the next one that wants a checkpoint.
func (k *keeper) next(step int64) int64 {
	if k.every().Steps == 0 {
		return 1 << 62
	}
	return k.every().Steps - step%k.every().Steps
}

// after saves a checkpoint if it is time to. The file is written while the run steps
// on, after the frames up to the checkpoint, so that a run that resumes from it lacks
// none of them. The next checkpoint waits until the file is complete. A full disk does
// not stop the run.
func (k *keeper) after(step int64) error {
	if k.options.SaveNow != nil && k.options.SaveNow() {
		k.wanted = true
	}
	due := k.wanted || k.every().Steps > 0 && step%k.every().Steps == 0 || k.every().Time > 0 && time.Since(k.last) >= k.every().Time
	select {
	case err := <-k.writing: // an error is reported as soon as it is known
		k.done(err)
	default:
	}
	if !due || k.writing != nil && k.every().Steps == 0 {
		return nil // the checkpoint before is still being written
	}
	k.wait()
	k.last = time.Now()
	write, err := k.save()
	if err != nil {
		return err
	}
	if k.wanted {
		k.wanted = false
		k.options.note("note: the run is at step %d; its checkpoint goes to %s", step, k.path)
	}
	k.writing = make(chan error, 1)
	settled := k.frames.settled()
	go func(done chan<- error) {
		progress := <-settled
		done <- panics.Guard(func() error { return write(progress) })
	}(k.writing)
	return nil
}

// now saves a checkpoint and waits until the file is complete.
func (k *keeper) now() error {
	k.wait()
	write, err := k.save()
	if err != nil {
		return err
	}
	if err := write(<-k.frames.settled()); err != nil {
		return err
	}
	k.wrote = true
	return nil
}

// wait waits for the file that is being written, if there is one.
func (k *keeper) wait() {
	if k.writing != nil {
		k.done(<-k.writing)
	}
}

func (k *keeper) done(err error) {
	k.writing = nil
	if err != nil {
		k.options.note("warning: no checkpoint: %v", err)
		return
	}
	k.wrote = true
}

// save copies the state of the run. The function that it returns writes the file; its
// argument is the progress of the outputs on disk.
func (k *keeper) save() (write func([]*export.SeriesProgress) error, err error) {
	if k.engine == nil {
		return nil, errors.New("this engine cannot save its state")
	}
	now := k.record
	now.EnergyEvery, now.EnergyLast = k.energy.every, k.energy.last
	if k.energy.table == nil {
		now.EnergyEvery = 0
	} else {
		now.Energies = string(k.energy.table.Rows())
	}
	now.Shown = k.frames.shown(now.Shown)
	if k.watch != nil {
		calm := k.watch.Calm()
		now.Calm, now.Ended = &calm, k.watch.Ended
	}
	c := &CheckpointFile{}
	if err := k.engine.Save(&c.State); err != nil {
		return nil, err
	}
	return func(progress []*export.SeriesProgress) error {
		now.Outputs = k.frames.recorded(now.Outputs, progress, c.State.Step)
		var err error
		if c.Run, err = json.Marshal(now); err != nil {
			return fmt.Errorf("checkpoint: %w", err)
		}
		return k.put(c)
	}, nil
}

// cut removes the checkpoints from a step on, so that no run resumes from an invalid state.
// The previous one replaces the last, if it is older.
func (k *keeper) cut(step int64) error {
	k.wait()
	previous := PreviousCheckpoint(k.path)
	for _, path := range []string{previous, k.path} {
		c, err := ReadCheckpoint(path)
		if err != nil || c.State.Step < step {
			continue // it is missing or damaged; or valid
		}
		if err := safefile.Remove(path); err != nil {
			return err
		}
	}
	if _, err := os.Lstat(k.path); errors.Is(err, fs.ErrNotExist) && safefile.Regular(previous) == nil {
		return safefile.Rename(previous, k.path)
	}
	return nil
}

// put writes a checkpoint. A damaged checkpoint never replaces a whole one.
func (k *keeper) put(c *CheckpointFile) error {
	if err := replaceCheckpoint(k.path, c, k.whole); err != nil {
		return err
	}
	k.whole = true
	return nil
}

// SaveState writes a checkpoint of an engine that its caller steps, without a run: Program and Choices of the options name
// its structure, as of a run. Resume continues it with more Steps, and TakeUp in another engine.
func SaveState(path string, s *scene.Scene, e model.Engine, o Options) error {
	saver, ok := model.As[model.Checkpointer](e)
	if !ok {
		return errors.New("this engine cannot save its state")
	}
	c := &CheckpointFile{}
	if err := saver.Save(&c.State); err != nil {
		return err
	}
	of, err := newRecord(o.complete(), s, c.State.Step)
	if err != nil {
		return err
	}
	of.Ledger, of.Until = s.Params.Ledger, nil
	if c.Run, err = json.Marshal(of); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return WriteCheckpoint(path, c)
}

// TakeUp puts the state of a checkpoint, of a run or of SaveState, into an engine that was made for the same scene.
func TakeUp(path string, s *scene.Scene, e model.Engine) error {
	c, _, _, err := readLastCheckpoint(path)
	if err != nil {
		return err
	}
	var of record
	if err := json.Unmarshal(c.Run, &of); err != nil {
		return fmt.Errorf("%s: the record of its run is invalid: %w", path, err)
	}
	if fingerprintOf(s) != of.Model {
		return fmt.Errorf("%s is the state of another structure, or of other parameters (%s, written by %s); open what it is of", path, of.Source, of.Hooke)
	}
	if err := restore(e, &c.State); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
