package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"hooke/checkpoint"
	"hooke/export"
	"hooke/model"
)

// keeper writes the checkpoints of a run, beside its steps.
type keeper struct {
	options Options
	path    string
	engine  model.Checkpointer // nil: the engine has none
	record  record
	energy  *energyLog
	frames  *recording // nil: none
	last    time.Time
	writing chan error // of the file that is being written; nil: none is
	wanted  bool       // somebody does
	whole   bool       // the file at path is known to be; whoever writes it says so
	wrote   bool
}

func (k *keeper) start() { k.last = time.Now() }

// every is how often there is a checkpoint.
func (k *keeper) every() Interval { return k.options.Checkpoint }

// next is how many steps from a step until one that asks for a checkpoint.
func (k *keeper) next(step int64) int64 {
	if k.every().Steps == 0 {
		return 1 << 62
	}
	return k.every().Steps - step%k.every().Steps
}

// after saves when it is time to; a file is written beside the steps, behind the
// frames up to there: whoever goes on from it lacks none. The next
// one has to wait until it is complete. A disk that is full is no reason to stop
// the run.
func (k *keeper) after(step int64) error {
	if k.options.SaveNow != nil && k.options.SaveNow() {
		k.wanted = true
	}
	due := k.wanted || k.every().Steps > 0 && step%k.every().Steps == 0 || k.every().Time > 0 && time.Since(k.last) >= k.every().Time
	select {
	case err := <-k.writing: // told as soon as it is known
		k.done(err)
	default:
	}
	if !due || k.writing != nil && k.every().Steps == 0 {
		return nil // or it is still busy with the one before
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
		done <- write(<-settled)
	}(k.writing)
	return nil
}

// now saves and waits until the file is there.
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

// wait waits for the file that is being written, if any.
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

// save copies everything. What it returns writes the file, once it is known how far the
// outputs are on the disk.
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
	c := &checkpoint.File{}
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

// put writes a checkpoint. One that is known to be damaged never takes the place of one
// that is not.
func (k *keeper) put(c *checkpoint.File) error {
	if err := checkpoint.Replace(k.path, c, k.whole); err != nil {
		return err
	}
	k.whole = true
	return nil
}
