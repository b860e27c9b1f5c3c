package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"hooke/export"
	"hooke/memory"
	"hooke/model"
	"hooke/npy"
	"hooke/physics"
	"hooke/run"
)

// course is a run on its way: what steps, and what is written beside it.
type course struct {
	app     App
	options *runOptions
	running *running
	record  runRecord
	from    int64 // step at which it begins
	judge   run.Judge
	energy  *energyLog
	frames  *recording // nil: none
	keeper  *keeper
	good    model.LastGoodKeeper
	stepper *stepper
}

// newCourse opens what a run writes beside its steps. The caller closes it.
func (a App) newCourse(o *runOptions, r *running, record runRecord, from int64) (*course, error) {
	c := &course{app: a, options: o, running: r, from: from, stepper: &stepper{engine: r.engine}}
	c.judge = judgeOf(r.scene, r.engine.Describe().Precision, &record)
	a.noteRounding(c.judge, record.Steps)
	c.record = record
	var err error
	if c.energy, err = newEnergyLog(o, r, record.Steps); err != nil {
		return nil, err
	}
	c.energy.judge = c.judge
	c.keeper = &keeper{app: a, path: o.checkpointFile(), every: o.checkpoint, record: record, energy: c.energy, whole: o.goesOn}
	c.keeper.engine, _ = model.As[model.Checkpointer](r.engine)
	if err = c.energy.again(record); err == nil {
		c.stepper.good, err = newGoodState(r.engine, r.scene)
	}
	if err == nil {
		c.frames, err = a.newRecording(record.told(record.Outputs), o.out, r, from, record.Steps)
	}
	if err == nil {
		c.frames.goOn(record.Shown, from)
	}
	if err != nil {
		c.close()
		return nil, err
	}
	c.keeper.frames = c.frames
	if keeps, ok := model.As[model.LastGoodKeeper](r.engine); ok {
		c.good = keeps
	} else {
		c.good = c.stepper.good
	}
	return c, nil
}

// finished says that the run had taken all its steps before: its files are there, but,
// where it was killed while it completed them, not all.
func (c *course) finished() bool { return c.from > 0 && c.from >= c.record.Steps }

// missing says whether a file of a run is to be written: one that is finished writes what
// is not there.
func (c *course) missing(path string) bool {
	_, err := os.Stat(path)
	return !c.finished() || err != nil
}

// close ends what has not come to its end.
func (c *course) close() {
	c.keeper.wait()
	c.frames.close(true) // on the way out of an error; its own is told elsewhere
	c.energy.discard()
}

// drive steps a run from a step on to its end, and writes what comes of it.
func (a App) drive(g *guard, o *runOptions, r *running, record runRecord, from int64) error {
	// From here on a signal ends the steps and not the program.
	g.now(stepping)
	c, err := a.newCourse(o, r, record, from)
	if err != nil {
		return err
	}
	defer c.close()
	c.keeper.asked = g.asked
	done, err := c.stepAll(g)
	var diverged *physics.DivergedError
	if errors.As(err, &diverged) {
		return errors.Join(o.keepLastGood(c.good, c.energy.keep(err)), c.frames.close(false))
	}
	if err != nil {
		return err
	}
	interrupted := done < record.Steps
	var lost []error // what could not be written, though the run is complete
	c.keeper.wait()
	if (o.checkpoint.wanted() || c.keeper.wrote) && !c.finished() || interrupted {
		lost = append(lost, c.keeper.now())
	}
	g.now(finishing)
	f, final, err := c.finish(done)
	if err != nil {
		return errors.Join(append([]error{err}, lost...)...)
	}
	lost = append(lost, c.frames.close(interrupted))
	f.wrote = append(f.wrote, c.frames.files()...)
	if c.keeper.wrote {
		f.wrote = append(f.wrote, c.keeper.path)
	}
	if o.png && c.missing(o.picture()) {
		lost = append(lost, c.drawPicture(&f, final))
	}
	if err := c.verdict(f, done); err != nil {
		return errors.Join(append([]error{err}, lost...)...)
	}
	if note := c.judge.Unexplained(r.scene.Model, r.scene.Params, f.gained, f.ledger); note != "" {
		a.note("warning: %s", note)
	}
	switch f.accuracy, err = measureAccuracy(g, r.engine, r.scene, f.steps); {
	case errors.Is(err, context.Canceled):
		f.accuracy = accuracy{} // the run is complete: what was interrupted is the measuring
	case errors.Is(err, memory.ErrTooLarge): // of the reference
		f.accuracy = accuracy{}
		a.note("note: %v", err)
	case err != nil:
		return errors.Join(append([]error{wrote(err, f.wrote...)}, lost...)...)
	}
	return errors.Join(append([]error{a.printFigures(f, o.json)}, lost...)...)
}

// verdict is an error when a run did not come to its end, or blew up.
func (c *course) verdict(f figures, done int64) error {
	failed := c.judge.Verdict(c.running.scene.Model, c.running.scene.Params, f.gained)
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
	if err := export.WriteFinal(state, &final, npy.Text("run", c.record.brief())); err != nil {
		return figures{}, nil, err
	}
	written := []string{state}
	files, err := e.close(c.missing)
	written = append(written, files...)
	if err != nil {
		return figures{}, nil, wrote(err, written...)
	}
	ledger, err := e.read()
	if err != nil {
		return figures{}, nil, wrote(err, written...)
	}
	e.note(done, ledger)
	e.gained = e.gained.Ending(&final)
	m := r.scene.Model
	f := figures{
		engine: r.engine.Describe(), tuning: r.engine.Tuning, software: r.engine.Software(), name: r.scene.Name,
		masses: m.MassCount(), springs: m.SpringCount(),
		from: c.from, steps: done - c.from, seconds: s.seconds, dt: r.scene.Params.DT, time: final.Time, setup: r.setup, energy: &ledger.Now, gained: e.gained, wrote: written,
	}
	if e.ledger {
		f.ledger = &ledger
	}
	return f, &final, nil
}
