package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"hooke/export"
	"hooke/model"
)

// course is a run on its way: what steps, and what is written beside it.
type course struct {
	app     App
	options *runOptions
	running *running
	record  runRecord
	from    int64 // step at which it begins
	limit   energyLimit
	energy  *energyLog
	frames  *recording // nil: none
	keeper  *keeper
	good    lastGooder
	stepper *stepper
}

// newCourse opens what a run writes beside its steps. The caller closes it.
func (a App) newCourse(o *runOptions, r *running, record runRecord, from int64) (*course, error) {
	c := &course{app: a, options: o, running: r, from: from, stepper: &stepper{engine: r.engine}}
	c.limit = limitOf(r.scene, &record)
	c.record = record
	var err error
	if c.energy, err = newEnergyLog(o, r, record.Steps); err != nil {
		return nil, err
	}
	c.keeper = &keeper{app: a, path: o.checkpointFile(), every: o.checkpoint, record: record, energy: c.energy}
	c.keeper.engine, _ = r.engine.(model.Checkpointer)
	if err = c.energy.again(record); err == nil {
		c.stepper.good, err = newGoodState(r.engine, r.scene)
	}
	if err == nil {
		c.frames, err = a.newRecording(record.told(outputsLeft(record, from)), o.out, r, from)
	}
	if err == nil {
		c.frames.goOn(record.Shown)
	}
	if err != nil {
		c.close()
		return nil, err
	}
	c.keeper.frames = c.frames
	if keeps, ok := r.engine.(lastGooder); ok {
		c.good = keeps
	} else {
		c.good = c.stepper.good
	}
	return c, nil
}

// finished says that the run had come to its end before: all is there but, perhaps,
// its final state.
func (c *course) finished() bool { return c.from > 0 && c.from >= c.record.Steps }

// outputsLeft are the outputs of which a run that goes on from a step has frames to
// write. Files of one piece without a frame would only be in the way.
func outputsLeft(record runRecord, from int64) (left []output) {
	for _, out := range record.Outputs {
		goesOn := from < record.Steps && !slices.Contains([]string{"npz", "lammps", "csv"}, out.What) // in the files it has
		if from == 0 || goesOn || record.Steps-record.Steps%out.Every > from {
			left = append(left, out)
		}
	}
	return left
}

// close ends what has not come to its end.
func (c *course) close() {
	c.keeper.wait()
	c.frames.close(true) // on the way out of an error; its own is told elsewhere
	c.energy.discard()
}

// drive steps a run from a step on to its end, and writes what comes of it.
func (a App) drive(ctx context.Context, o *runOptions, r *running, record runRecord, from int64) error {
	// From here on Ctrl-C ends the steps and not the program.
	stepping, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	c, err := a.newCourse(o, r, record, from)
	if err != nil {
		return err
	}
	defer c.close()
	done, err := c.stepAll(stepping)
	var diverged *model.DivergedError
	if errors.As(err, &diverged) {
		return errors.Join(o.keepLastGood(c.good, c.energy.keep(err)), c.frames.close(false))
	}
	if err != nil {
		return err
	}
	interrupted := done < record.Steps
	var lost []error // what could not be written, though the run is complete
	if o.checkpoint.wanted() && !c.finished() || interrupted {
		lost = append(lost, c.keeper.now())
	}
	stop() // from here on Ctrl-C ends the program

	f, final, err := c.finish(done)
	if err != nil {
		return errors.Join(append([]error{err}, lost...)...)
	}
	lost = append(lost, c.frames.close(interrupted))
	f.wrote = append(f.wrote, c.frames.files()...)
	if c.keeper.wrote {
		f.wrote = append(f.wrote, c.keeper.path)
	}
	if o.png && !c.finished() {
		lost = append(lost, c.drawPicture(&f, final))
	}
	if err := c.judge(f, done); err != nil {
		return errors.Join(append([]error{err}, lost...)...)
	}
	if f.accuracy, err = measureAccuracy(ctx, r.engine, r.scene, f.steps); err != nil {
		return errors.Join(append([]error{wrote(err, f.wrote...)}, lost...)...)
	}
	return errors.Join(append([]error{a.printFigures(f, o.json)}, lost...)...)
}

// judge is an error when a run did not come to its end, or blew up.
func (c *course) judge(f figures, done int64) error {
	failed := c.limit.exceeded(c.running.scene, f.gained)
	if done == c.record.Steps {
		if failed != nil {
			return wrote(failed, f.wrote...)
		}
		return nil
	}
	goOn := ""
	if c.keeper.wrote {
		goOn = "\n(to go on: hooke resume " + c.keeper.path + ")"
	}
	return errors.Join(fmt.Errorf("interrupted at step %d of %d; wrote the state reached: %s%s",
		done, c.record.Steps, strings.Join(f.wrote, ", "), goOn), failed)
}

// drawPicture draws the final state.
func (c *course) drawPicture(f *figures, final *model.Snapshot) error {
	path := c.options.picture()
	if err := c.app.drawFinal(c.running, final, path); err != nil {
		return wrote(fmt.Errorf("only the picture failed, the numbers are complete: %w", err), f.wrote...)
	}
	f.wrote = append(f.wrote, path)
	return nil
}

// printFigures prints what a run ends with.
func (a App) printFigures(f figures, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(a.Stdout).Encode(f)
	}
	return a.printf("%s", f.text())
}

// stepAll takes all steps after the first ones, stopping for energy samples,
// frames and checkpoints.
func (c *course) stepAll(ctx context.Context) (done int64, err error) {
	s, e, k, r, from, steps := c.stepper, c.energy, c.keeper, c.frames, c.from, c.record.Steps
	scene := c.running.scene
	bar := newProgress(c.app.Stderr, scene.Name, steps, int64(scene.Model.SpringCount()))
	bar.from = from
	defer bar.clear()
	k.start()
	done = from
	if err := r.frame(done); err != nil {
		return done, err
	}
	if e.due(done, steps) {
		if err := e.sample(done); err != nil {
			return done, err
		}
	}
	for done < steps && ctx.Err() == nil {
		base := done
		var unsaved error
		n, err := s.advance(ctx, min(e.every-base%e.every, k.next(base), r.next(base), steps-base), func(part int64) {
			bar.set(base + part)
			if unsaved == nil && base+part < steps {
				unsaved = r.frame(base + part) // before the checkpoint, which counts on it
			}
			if unsaved == nil && base+part < steps {
				unsaved = k.after(base + part)
			}
		})
		done += n
		if err != nil || unsaved != nil {
			return done, errors.Join(err, unsaved)
		}
		if err := r.frame(done); err != nil {
			return done, err
		}
		if e.due(done, steps) || ctx.Err() != nil {
			if err := e.sample(done); err != nil {
				return done, err
			}
		}
	}
	return done, s.confirm(done - from)
}

// finish writes the numbers of a run that ended in finite ones, collects its
// figures, and returns the final state for a picture of it.
func (c *course) finish(done int64) (figures, *model.Snapshot, error) {
	o, r, s, e := c.options, c.running, c.stepper, c.energy
	var final model.Snapshot
	if err := r.engine.Read(&final); err != nil {
		return figures{}, nil, err
	}
	state := filepath.Join(o.out, "final.npz")
	if err := export.WriteFinal(state, &final, export.Text("run", c.record.brief())); err != nil {
		return figures{}, nil, err
	}
	written := []string{state}
	var files []string
	var err error
	if !c.finished() {
		files, err = e.close()
	}
	written = append(written, files...)
	if err != nil {
		return figures{}, nil, wrote(err, written...)
	}
	ledger, err := e.read()
	if err != nil {
		return figures{}, nil, wrote(err, written...)
	}
	end := gain{ledger.Now, ledger.Work()}
	if e.table != nil && e.gained.of(ledger.Start) > end.of(ledger.Start) {
		end = e.gained
	}
	m := r.scene.Model
	f := figures{
		engine: r.engine.Describe(), tuning: r.tuning, software: r.software(), name: r.scene.Name,
		masses: m.MassCount(), springs: m.SpringCount(),
		from: c.from, steps: done - c.from, seconds: s.seconds, dt: r.scene.Params.DT, time: final.Time, setup: r.setup, energy: &ledger.Now, gained: end, wrote: written,
	}
	if e.ledger {
		f.ledger = &ledger
	}
	return f, &final, nil
}
