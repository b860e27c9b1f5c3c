package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"hooke/export"
	"hooke/gpu"
	"hooke/gpu/egl"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/scene"
)

// runOptions are the flags of run beside those of the model.
type runOptions struct {
	model       modelFlags
	engine      string
	steps       int
	time        float64 // [s]
	out         string
	from        string // final.npz to start from; empty: the scene's own start
	energy      bool
	energyEvery int // -1: chosen
	png, json   bool
	checkpoint  checkpointEvery
	save        []string // of savedFormats
	saveEvery   int      // steps between frames; 0: chosen
	gpu         gpu.Options
	retune      bool
}

// energySamples is about how many rows energy.csv has unless told otherwise.
const energySamples = 100

// ledgerSamples is that with --energy, whose rows are drawn.
const ledgerSamples = 1000

func (a App) run() *cobra.Command {
	o := runOptions{engine: engineAuto, energyEvery: -1}
	cmd := &cobra.Command{
		Use:   "run [preset|file]",
		Short: "Step a structure without a window and write what came of it",
		Long: "run steps a preset (lattice unless named) or a mesh file, and writes DIR/final.npz (positions,\n" +
			"velocities, time, step; for NumPy), DIR/energy.csv and, with --png, DIR/final.png. With --energy\n" +
			"the table also accounts for what dampers, drag and friction took and for the work of actuators and\n" +
			"external forces, and DIR/energy.png draws it.\n" +
			"Those of an earlier run in DIR are removed first. Ctrl-C stops it between steps, writes the state\n" +
			"reached and DIR/checkpoint.hooke, from which hooke resume goes on, and ends with exit code 1.\n" +
			"After a divergence there are energy.csv, up to the last sample before it, and last-good.npz, a state\n" +
			"from before it. A run whose energy grew beyond all reason also ends with exit code 1.\n\n" + presetHelp(),
		Example: "  hooke run cube\n  hooke run lattice --springs 56k --steps 2000 --out drop --png\n" +
			"  hooke run bunny.obj --as cloth --up y --pin top --time 2\n  hooke run cube --energy",
		Args: atMost(1),
		RunE: work(func(cmd *cobra.Command, args []string) error {
			if err := oneOf(cmd, "steps", "time"); err != nil {
				return err
			}
			a.retune = o.retune
			if o.saveEvery > 0 && len(o.save) == 0 {
				return usagef("--every: nothing is saved every so many steps; add --save, such as --save vtu")
			}
			return a.runScene(cmd.Context(), &o, args)
		}),
	}
	flags := cmd.Flags()
	flags.Var(choiceFlag{&o.engine, append([]string{engineAuto}, engineNames()...)}, "engine", "what steps; auto is gpu where there is one, else cpu")
	flags.Var(wholeFlag{&o.steps, 1}, "steps", "how many steps")
	flags.Var(positiveFlag{value: &o.time}, "time", "simulated time [s] (default: the scene's own)")
	flags.StringVar(&o.out, "out", "out", "folder to write to; made when it is not there")
	flags.StringVar(&o.from, "start", "", "start from the positions and velocities of this final.npz, of the same structure")
	flags.BoolVar(&o.energy, "energy", false, "account for all energy: more columns in energy.csv, and energy.png; steps take longer")
	flags.Var(wholeFlag{&o.energyEvery, 0}, "energy-every", "steps between rows of energy.csv; 0: no such file (default: about 100 rows, 1000 with --energy)")
	flags.BoolVar(&o.png, "png", false, "draw the final state into final.png")
	flags.Var(checkpointFlag{&o.checkpoint}, "checkpoint", "save the run to DIR/checkpoint.hooke so often, and at its end: 10s, 5m, 1000steps")
	flags.Var(listFlag{&o.save, savedFormats()}, "save", "write frames while it runs: vtu (ParaView), npz (NumPy), dump (OVITO), ply and obj (surfaces), probes (centers of mass)")
	flags.Var(wholeFlag{&o.saveEvery, 1}, "every", "steps between frames of --save (default: about 100 frames)")
	flags.BoolVar(&o.json, "json", false, "print the figures as one JSON object")
	addPrecision(cmd, &o.gpu.Precision)
	addPipeline(cmd, &o.gpu.Pipeline)
	addWorkGroup(cmd, &o.gpu.WorkGroup)
	addRetune(cmd, &o.retune)
	o.model.add(cmd)
	return cmd
}

// stepsOf is how many steps the flags ask for of a scene.
func (o *runOptions) stepsOf(s *scene.Scene) (int64, error) {
	if o.steps > 0 {
		return int64(o.steps), nil
	}
	duration := s.Duration
	if o.time > 0 {
		duration = o.time
	}
	// A step that ends within rounding of the time asked for is the last one.
	steps := math.Ceil(duration/s.Params.DT - 1e-9)
	if steps > math.MaxInt32 {
		return 0, usagef("--time: %g s are %.3g steps of %.3g s; at most %d in one run", duration, steps, s.Params.DT, math.MaxInt32)
	}
	return max(1, int64(steps)), nil
}

func (a App) runScene(ctx context.Context, o *runOptions, args []string) error {
	if o.energy && o.energyEvery == 0 {
		return usagef("--energy writes energy.csv, which --energy-every 0 switches off; give one of them")
	}
	s, err := a.open(ctx, &o.model, args, "lattice")
	if err != nil {
		return err
	}
	s.Params.Ledger = o.energy
	steps, err := o.stepsOf(s)
	if err != nil {
		return err
	}
	if err := startFrom(s, o.from); err != nil {
		return err
	}
	if err := os.MkdirAll(o.out, 0o777); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if err := o.removeOld(); err != nil {
		return err
	}
	o.gpu.Drawing = o.png
	r, err := a.start(o.engine, o.gpu, s)
	if errors.Is(err, egl.ErrNoContext) || errors.Is(err, glx.ErrTooOld) {
		return fmt.Errorf("%w\n(--engine cpu needs no OpenGL)", err)
	}
	if err != nil {
		return err
	}
	defer r.close()
	record, err := newRecord(o, s, steps)
	if err != nil {
		return err
	}
	return a.drive(ctx, o, r, record, 0)
}

// drive steps a run from a step on to its end, and writes what comes of it.
func (a App) drive(ctx context.Context, o *runOptions, r *running, record runRecord, from int64) error {
	s, steps := r.scene, record.Steps
	// From here on Ctrl-C ends the steps and not the program.
	stepping, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	e, err := newEnergyLog(o, r, steps)
	if err != nil {
		return err
	}
	defer e.discard()
	if err := e.again(record); err != nil {
		return err
	}
	limit := limitOf(s, &record)
	frames, err := newRecording(o, &record, s, r.engine, from)
	if err != nil {
		return err
	}
	defer frames.close() // on the way out of an error; its own is told below
	keep := &keeper{app: a, path: o.checkpointFile(), every: o.checkpoint, record: record, energy: e}
	keep.engine, _ = r.engine.(model.Checkpointer)
	defer keep.wait()
	good, err := newGoodState(r.engine, s)
	if err != nil {
		return err
	}
	stepper := &stepper{engine: r.engine, good: good}
	done, err := a.stepAll(stepping, stepper, e, keep, frames, from, steps, int64(s.Model.SpringCount()), s.Name)
	var diverged *model.DivergedError
	if errors.As(err, &diverged) {
		keeper, ok := r.engine.(lastGooder)
		if !ok {
			keeper = good
		}
		return o.keepLastGood(keeper, e.keep(err))
	}
	if err != nil {
		return err
	}
	var unsaved error // why there is no checkpoint
	if o.checkpoint.wanted() || done < steps {
		unsaved = keep.now()
	}
	stop() // from here on Ctrl-C ends the program

	f, final, err := a.finish(o, r, stepper, e, done)
	if err != nil {
		return errors.Join(err, unsaved)
	}
	f.from, f.steps = from, done-from
	if err := frames.close(); err != nil {
		return errors.Join(wrote(err, f.wrote...), unsaved)
	}
	if frames != nil {
		f.wrote = append(f.wrote, frames.files...)
	}
	if keep.wrote {
		f.wrote = append(f.wrote, keep.path)
	}
	var unseen error // why there is no picture
	if o.png {
		if unseen = a.drawFinal(r, final, o.picture()); unseen == nil {
			f.wrote = append(f.wrote, o.picture())
		} else {
			unseen = wrote(fmt.Errorf("only the picture failed, the numbers are complete: %w", unseen), f.wrote...)
		}
	}
	failed := limit.exceeded(s, f.gained)
	if done < steps {
		goOn := ""
		if keep.wrote {
			goOn = "\n(to go on: hooke resume " + keep.path + ")"
		}
		failed = errors.Join(fmt.Errorf("interrupted at step %d of %d; wrote the state reached: %s%s", done, steps, strings.Join(f.wrote, ", "), goOn), failed)
	} else if failed != nil {
		failed = wrote(failed, f.wrote...)
	}
	if failed != nil {
		return errors.Join(failed, unseen, unsaved)
	}
	if f.accuracy, err = measureAccuracy(ctx, r.engine, s, f.steps); err != nil {
		return errors.Join(wrote(err, f.wrote...), unseen, unsaved)
	}
	return errors.Join(a.printFigures(f, o.json), unseen, unsaved)
}

// printFigures prints what a run ends with.
func (a App) printFigures(f figures, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(a.Stdout).Encode(f)
	}
	return a.printf("%s", f.text())
}

// stepAll takes all steps after the first ones, stopping for energy samples and
// checkpoints.
func (a App) stepAll(ctx context.Context, s *stepper, e *energyLog, k *keeper, r *recording, from, steps, springs int64, what string) (done int64, err error) {
	bar := newProgress(a.Stderr, what, steps, springs)
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
func (a App) finish(o *runOptions, r *running, s *stepper, e *energyLog, done int64) (figures, *model.Snapshot, error) {
	var final model.Snapshot
	if err := r.engine.Read(&final); err != nil {
		return figures{}, nil, err
	}
	state := filepath.Join(o.out, "final.npz")
	if err := export.WriteFinal(state, &final); err != nil {
		return figures{}, nil, err
	}
	written := []string{state}
	files, err := e.close()
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
		steps: done, seconds: s.seconds, dt: r.scene.Params.DT, time: final.Time, energy: &ledger.Now, gained: end, wrote: written,
	}
	if e.ledger {
		f.ledger = &ledger
	}
	return f, &final, nil
}
