package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hooke/engine"
	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/bigstep"
	"hooke/scene"
)

// Run is a scene in an engine, with the files that it writes. New and Resume make a run, Go
// takes it to its end, and Close releases it. One goroutine makes all calls.
type Run struct {
	Scene  *scene.Scene   // the scene at its start
	Engine *engine.Engine // in its last state after Go; Close closes it

	options Options
	record  record
	lock    *safefile.Lock // nil: the file system lacks locks
	from    int64          // step at which it begins
	goesOn  bool           // whether it continues from the checkpoint in the folder
	setUp   float64        // time to make the engine [s]; 0: not measured

	judge    Judge
	energy   *energyLog
	frames   *recording // nil: the run has no outputs
	keeper   *keeper
	lastGood model.LastGoodKeeper
	stepper  *Stepper
	passes   *physics.PassWatch // nil: no mass can tunnel unnoticed
	seen     model.Snapshot     // for passes
}

// New puts a scene into an engine and prepares the folder: it locks it, rejects outputs that
// would overwrite each other, and removes files of an earlier run that this one writes. It
// sets Params.Ledger of the scene if the options require a ledger. The caller closes the run.
// The error for a wrong option is an *OptionError.
func New(s *scene.Scene, o Options) (*Run, error) {
	o = o.complete()
	if o.Energy && o.EnergyEvery < 0 {
		return nil, &OptionError{"energy", "it writes energy.csv, which is switched off"}
	}
	begin := time.Now()
	s.Params.Ledger = o.Energy
	steps, err := o.stepsOf(s)
	if err != nil {
		return nil, err
	}
	r := &Run{Scene: s, options: o}
	if r.record, err = newRecord(o, s, steps); err != nil {
		return nil, err
	}
	if r.record.Outputs, err = outputsOf(o, s, steps); err != nil {
		return nil, err
	}
	// A run that the engine refuses leaves the folder as it is.
	if slices.Contains([]string{engine.GPU, engine.CPU, engine.CPURef}, o.Engine) {
		if err := model.Unsupported(o.Engine, s.Model, s.Params, o.How.GPU.Precision); err != nil {
			return nil, err
		}
	}
	if err := safefile.MakeFolder(o.Folder); err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	if r.lock, err = LockFolder(o.Folder, o.How.Listener); err != nil {
		return nil, err
	}
	if err := r.prepare(); err != nil {
		r.Close()
		return nil, err
	}
	r.setUp = time.Since(begin).Seconds()
	return r, nil
}

// prepare prepares the locked folder and makes the engine.
func (r *Run) prepare() (err error) {
	if err := judgeOutputs(r.options.Folder, r.record.Outputs); err != nil {
		return err
	}
	if err := Replaceable(r.options.ownFiles()...); err != nil {
		return err
	}
	if err := r.options.removeOld(r.record.Outputs); err != nil {
		return err
	}
	r.Engine, err = r.options.newEngine(r.options.Engine, r.Scene, r.record.draws())
	return err
}

// newEngine makes the named engine for a scene. draws says that the run draws pictures.
func (o Options) newEngine(name string, s *scene.Scene, draws bool) (*engine.Engine, error) {
	how := o.How
	how.Control = s.Control
	how.Start, how.Name, how.GPU.Drawing, how.GPU.Watched = s.Start, s.Name, draws, len(s.Until.Words) > 0
	return engine.New(name, s.Model, s.Params, how)
}

// Close releases the engine and unlocks the folder. Written files stay.
func (r *Run) Close() {
	if r.Engine != nil {
		r.Engine.Close()
	}
	r.lock.Release()
}

// Go takes the run to its end and writes its files. Call it once. Cancelling ctx ends it
// between two steps and saves the state and a checkpoint. A Complete result is valid even
// with an error, which then names files that could not be written. For a state that cannot be
// stepped further, Go returns a physics.StateError and keeps the last good state.
func (r *Run) Go(ctx context.Context) (Result, error) {
	r.options.enter(Stepping)
	if err := r.open(); err != nil {
		return Result{}, err
	}
	defer r.end()
	done, err := r.stepAll(ctx)
	var state physics.StateError
	if errors.As(err, &state) {
		return Result{}, r.endBefore(state.AtStep(), err)
	}
	if err != nil {
		return Result{}, err
	}
	r.endEarly(done)
	interrupted := done < r.record.Steps
	var lost []error // files that could not be written, although the run is complete
	r.keeper.wait()
	if (r.options.Checkpoint.Wanted() || r.keeper.wrote) && !r.finished() || interrupted {
		lost = append(lost, r.keeper.now())
	}
	r.options.enter(Finishing)
	result, final, err := r.finish(ctx, done)
	if err != nil {
		return result, errors.Join(append([]error{err, r.frames.close(true)}, lost...)...)
	}
	lost = append(lost, r.frames.close(interrupted))
	result.Wrote = append(result.Wrote, r.frames.files()...)
	if r.keeper.wrote {
		result.Wrote = append(result.Wrote, r.keeper.path)
	}
	if r.options.Picture && r.missing(r.options.picture()) {
		lost = append(lost, r.drawPicture(&result, final))
	}
	if err := r.verdict(result, done); err != nil {
		return result, errors.Join(append([]error{err, r.frames.close(true)}, lost...)...)
	}
	if warned := r.warn(&result); warned != "" && r.options.Strict {
		lost = append(lost, fmt.Errorf("--strict: %s", warned))
	}
	result.Complete, result.Lost = true, lostFrames(r.record.Outputs)
	return result, errors.Join(lost...)
}

// open opens the files that are written while the run steps.
func (r *Run) open() error {
	s, o := r.Scene, r.options
	r.stepper = NewStepper(r.Engine)
	r.judge = judgeOf(s, r.Engine.Describe().Precision, &r.record)
	r.passes = physics.NewPassWatch(s.Model, s.Params)
	if warning := r.judge.Warning(r.record.Steps); warning != "" {
		o.note("warning: %s", warning)
	}
	if words := bigstep.Caveat(s.Params); words != "" {
		o.note("note: %s", words)
	}
	if err := errors.Join(r.pictureFits(), r.watch()); err != nil {
		return err
	}
	var err error
	if r.energy, err = newEnergyLog(o, s, r.Engine, r.record.Steps); err != nil {
		return err
	}
	r.energy.judge = r.judge
	r.keeper = &keeper{options: o, path: o.checkpointFile(), record: r.record, energy: r.energy, watch: r.stepper.watch, whole: r.goesOn}
	r.keeper.engine, _ = model.As[model.Checkpointer](r.Engine)
	if err = r.energy.again(r.record); err == nil {
		r.stepper.lastGood, err = newLastGood(r.Engine, s)
	}
	if err == nil {
		r.frames, err = newRecording(o, r.record.withOrigin(r.record.Outputs), s, r.Engine, r.from, r.record.Steps)
	}
	if err == nil {
		r.frames.goOn(r.record.Shown, r.from)
	}
	if err != nil {
		r.end()
		return err
	}
	if r.keeper.frames = r.frames; r.frames != nil {
		r.frames.passes = r.passes
	}
	if keeps, ok := model.As[model.LastGoodKeeper](r.Engine); ok {
		r.lastGood = keeps
	} else {
		r.lastGood = r.stepper.lastGood
	}
	return nil
}

// end closes all open files.
func (r *Run) end() {
	r.keeper.wait()
	r.frames.close(true) // after an error, which is reported by its own return; errors of closing are not
	r.energy.discard()
}

// finished reports whether the run had taken all its steps before. All its files exist,
// unless it was killed while it completed them.
func (r *Run) finished() bool { return r.from > 0 && r.from >= r.record.Steps }

// missing reports whether the run must write a file: a finished run writes only the files
// that do not exist.
func (r *Run) missing(path string) bool {
	_, err := os.Stat(path)
	return !r.finished() || err != nil
}

// verdict returns an error when a run did not reach its end, or blew up.
func (r *Run) verdict(result Result, done int64) error {
	failed := r.judge.Verdict(r.Scene.Model, r.Scene.Params, result.Worst)
	if done == r.record.Steps {
		if failed != nil {
			return Wrote(failed, result.Wrote...)
		}
		return nil
	}
	goOn := ""
	if r.keeper.wrote {
		goOn = "\n(to continue: hooke resume " + r.keeper.path + ")"
	}
	return errors.Join(fmt.Errorf("interrupted at step %d of %d; wrote the state reached: %s%s",
		done, r.record.Steps, strings.Join(result.Wrote, ", "), goOn), failed)
}

// finish writes the numbers of a run that ended in finite ones, and collects its
// figures. It returns the final state for a picture.
func (r *Run) finish(ctx context.Context, done int64) (Result, *model.Snapshot, error) {
	e := r.energy
	final, err := r.ending()
	if err != nil {
		return Result{}, nil, err
	}
	state := filepath.Join(r.options.Folder, FinalName)
	if err := r.writeFinal(state, &final, append(r.endText(done), npy.Text("run", r.record.origin()))...); err != nil {
		return Result{}, nil, err
	}
	written := []string{state}
	if path, err := r.writeInputs(); err != nil {
		return Result{}, nil, Wrote(err, written...)
	} else if path != "" {
		written = append(written, path)
	}
	files, err := e.close(r.missing)
	written = append(written, files...)
	if err != nil {
		return Result{}, nil, Wrote(err, written...)
	}
	ledger, err := e.ending(done)
	if err != nil {
		return Result{}, nil, Wrote(err, written...)
	}
	e.gained.Far = max(e.gained.Far, final.far)
	touching, err := TouchingOf(r.Engine, r.Scene.Params)
	if err != nil {
		return Result{}, nil, Wrote(err, written...)
	}
	result := resultOf(r.Scene, r.Engine)
	result.Touching = touching
	if result.Residual, err = residualOf(r.Engine); err != nil {
		return Result{}, nil, Wrote(err, written...)
	}
	result.Softest = e.softest
	if result.Judged, err = r.judgeBigSteps(ctx, result.Residual); err != nil {
		return Result{}, nil, Wrote(err, written...)
	}
	result.From, result.Steps, result.Seconds = r.from, done-r.from, r.stepper.Seconds
	result.Time, result.SetUp, result.Wrote = final.Time, r.setUp, written
	result.Energy, result.Worst, result.Ended = &ledger.Now, e.gained, r.record.Ended
	if e.ledger {
		result.Ledger = &ledger
	}
	r.passes.Look(&final.Snapshot)
	result.Torn = tornOf(r.Scene.Model, &final.Snapshot)
	if result.Caught, err = r.caught(); err != nil {
		return Result{}, nil, Wrote(err, written...)
	}
	return result, &final.Snapshot, nil
}
