package cli

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"hooke/export"
	"hooke/model"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/preset"
)

// checkpointEvery is how often a run saves itself: after a time or after a
// number of steps. The zero value never does, but when it is interrupted.
type checkpointEvery struct {
	time  time.Duration
	steps int64
}

func (c checkpointEvery) wanted() bool { return c != checkpointEvery{} }

// checkpointFlag is a duration, such as 10s, or a number of steps, 1000steps.
type checkpointFlag struct{ value *checkpointEvery }

func (f checkpointFlag) Type() string { return "interval" }
func (f checkpointFlag) String() string {
	switch {
	case f.value == nil || !f.value.wanted():
		return ""
	case f.value.steps > 0:
		return fmt.Sprintf("%dsteps", f.value.steps)
	}
	return f.value.time.String()
}

func (f checkpointFlag) Set(text string) error {
	if number, ok := strings.CutSuffix(text, "steps"); ok {
		steps, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		if err != nil || steps < 1 {
			return errors.New("give a whole number of steps of at least 1, such as 1000steps")
		}
		*f.value = checkpointEvery{steps: steps}
		return nil
	}
	interval, err := time.ParseDuration(text)
	if err != nil || interval <= 0 {
		return errors.New("give a time, such as 10s or 5m, or steps, such as 1000steps")
	}
	*f.value = checkpointEvery{time: interval}
	return nil
}

// runRecord is what a checkpoint remembers of a run beside the engine's state.
type runRecord struct {
	Hooke       string        `json:"hooke"`  // what wrote it
	Source      string        `json:"source"` // preset, or absolute path
	Options     scene.Options `json:"options"`
	Drag        string        `json:"drag"`             // Options.DragHalfLife, which may be infinite
	Model       string        `json:"model"`            // fingerprint of model and parameters
	Steps       int64         `json:"steps"`            // wanted in all
	Ledger      bool          `json:"ledger,omitempty"` // --energy
	EnergyEvery int64         `json:"energy_every"`
	Energies    string        `json:"energies"` // rows of energy.csv so far
	EnergyLast  int64         `json:"energy_last"`
	Judge       *run.Judge    `json:"judge,omitempty"`            // nil: as the scene starts
	Start       *float64      `json:"start_energy,omitempty"`     // [J], of records without a judge
	Available   *float64      `json:"available_energy,omitempty"` // [J]
	Shown       *shown        `json:"shown,omitempty"`            // by pictures so far; nil: none are drawn
	PNG         bool          `json:"png"`
	Outputs     []output      `json:"outputs,omitempty"`
	Checkpoint  string        `json:"checkpoint"` // the flag
}

// newRecord is the record of a run of a scene, energies left out.
func newRecord(o *runOptions, s *scene.Scene, steps int64) (runRecord, error) {
	options := o.model.resolve()
	record := runRecord{
		Hooke: versionText(), Source: s.Source, Options: options, Drag: fmt.Sprint(options.DragHalfLife),
		Model: fingerprintOf(s), Steps: steps, Ledger: o.energy, PNG: o.png, Checkpoint: checkpointFlag{&o.checkpoint}.String(),
	}
	record.Options.DragHalfLife = 0
	if file := &record.Options.MassFile; *file != "" {
		var err error
		if *file, err = filepath.Abs(*file); err != nil {
			return record, err
		}
	}
	if !slices.ContainsFunc(preset.All(), func(p preset.Preset) bool { return p.Name == s.Source }) {
		var err error
		if record.Source, err = filepath.Abs(s.Source); err != nil {
			return record, err
		}
	}
	return record, nil
}

func fingerprintOf(s *scene.Scene) string {
	sum := model.Fingerprint(s.Model, s.Params)
	return hex.EncodeToString(sum[:])
}

// keeper writes the checkpoints of a run, beside its steps.
type keeper struct {
	app     App
	path    string
	every   checkpointEvery
	engine  model.Checkpointer // nil: the engine has none
	record  runRecord
	energy  *energyLog
	frames  *recording // nil: none
	last    time.Time
	writing chan error       // of the file that is being written; nil: none is
	asked   <-chan os.Signal // somebody wants one at once; nil: nobody can
	wanted  bool             // somebody does
	whole   bool             // the file at path is known to be; whoever writes it says so
	wrote   bool
}

func (k *keeper) start() { k.last = time.Now() }

// next is how many steps from a step until one that asks for a checkpoint.
func (k *keeper) next(step int64) int64 {
	if k.every.steps == 0 {
		return 1 << 62
	}
	return k.every.steps - step%k.every.steps
}

// after saves when it is time to; a file is written beside the steps, behind the
// frames up to there: whoever goes on from it lacks none. The next
// one has to wait until it is complete. A disk that is full is no reason to stop
// the run.
func (k *keeper) after(step int64) error {
	select {
	case <-k.asked:
		k.wanted = true
	default:
	}
	due := k.wanted || k.every.steps > 0 && step%k.every.steps == 0 || k.every.time > 0 && time.Since(k.last) >= k.every.time
	select {
	case err := <-k.writing: // told as soon as it is known
		k.done(err)
	default:
	}
	if !due || k.writing != nil && k.every.steps == 0 {
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
		k.app.note("note: the run is at step %d; its checkpoint goes to %s", step, k.path)
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
		k.app.note("warning: no checkpoint: %v", err)
		return
	}
	k.wrote = true
}

// save copies everything. What it returns writes the file, once it is known how far the
// outputs are on the disk.
func (k *keeper) save() (write func([]*export.Progress) error, err error) {
	if k.engine == nil {
		return nil, errors.New("this engine cannot save its state")
	}
	record := k.record
	record.EnergyEvery, record.EnergyLast = k.energy.every, k.energy.last
	if k.energy.table == nil {
		record.EnergyEvery = 0
	} else {
		record.Energies = string(k.energy.table.Rows())
	}
	record.Shown = k.frames.shown(record.Shown)
	c := &export.Checkpoint{}
	if err := k.engine.Save(&c.State); err != nil {
		return nil, err
	}
	return func(progress []*export.Progress) error {
		record.Outputs = k.frames.recorded(record.Outputs, progress, c.State.Step)
		var err error
		if c.Run, err = json.Marshal(record); err != nil {
			return fmt.Errorf("checkpoint: %w", err)
		}
		return k.put(c)
	}, nil
}
