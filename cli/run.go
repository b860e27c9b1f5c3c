package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/egl"
	"hooke/gpu/glx"
	"hooke/safefile"
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
	save        saveFlags
	gpu         gpu.Options
	retune      bool
	goesOn      bool // from the checkpoint that is in the output folder
}

// energySamples is about how many rows energy.csv has unless told otherwise.
const energySamples = 100

// energyApart is how many steps apart those are at least: the engine is waited for
// at each, and what steps in small pieces runs at a fraction of its speed.
const energyApart = 50

// ledgerSamples is that with --energy, whose rows are drawn.
const ledgerSamples = 1000

func (a App) run() *cobra.Command {
	o := runOptions{engine: engine.Auto, energyEvery: -1}
	cmd := &cobra.Command{
		Use:   "run [preset|file]",
		Short: "Step a structure without a window and write what came of it",
		Long: "run steps a preset (lattice unless named), a scene or a mesh file, and writes DIR/final.npz (positions,\n" +
			"velocities, time, step; for NumPy) and DIR/energy.csv. Those of an earlier run in DIR are removed first.\n" +
			"With --energy the table also accounts for what dampers, drag and friction took and for the work of\n" +
			"actuators and external forces. Ctrl-C stops it between steps, writes the state reached and\n" +
			"DIR/checkpoint.hooke, from which hooke resume goes on, and ends with exit code 1. After a divergence\n" +
			"there are energy.csv, up to the last sample before it, and last-good.npz, a state from before it. A run\n" +
			"whose energy grew beyond all reason also ends with exit code 1.",
		Example: "  hooke run cube\n  hooke run lattice --springs 56k --steps 2000 --out drop --png\n" +
			"  hooke run bunny.obj --as cloth --up y --pin top --time 2\n  hooke run cube --energy",
		Args: atMost(1),
		RunE: work(func(cmd *cobra.Command, args []string) error {
			if err := oneOf(cmd, "steps", "time"); err != nil {
				return err
			}
			if err := ofGPU(cmd, o.engine); err != nil {
				return err
			}
			a.retune = o.retune
			if err := o.save.complete(); err != nil {
				return err
			}
			return a.runScene(cmd.Context(), &o, args)
		}),
	}
	flags := cmd.Flags()
	flags.Var(choiceFlag{&o.engine, append([]string{engine.Auto}, engine.Names()...)}, "engine", "what steps; auto is gpu where there is one, else cpu")
	flags.Var(wholeFlag{&o.steps, 1}, "steps", "how many steps")
	flags.Var(positiveFlag{value: &o.time}, "time", "simulated time [s] (default: the scene's own)")
	flags.StringVar(&o.out, "out", "out", "folder to write to; made when it is not there")
	flags.StringVar(&o.from, "start", "", "start from the positions and velocities of this final.npz, of the same structure")
	flags.BoolVar(&o.energy, "energy", false, "account for all energy in energy.csv, and draw energy.png; steps take longer")
	flags.Var(wholeFlag{&o.energyEvery, 0}, "energy-every", "steps between rows of energy.csv; 0: no such file (default: for 100 rows; 1000 with --energy)")
	flags.BoolVar(&o.png, "png", false, "draw the final state into final.png")
	flags.Var(checkpointFlag{&o.checkpoint}, "checkpoint", "save to DIR/checkpoint.hooke so often, and at the end: 10s, 5m, 1000steps")
	o.save.add(cmd)
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
		return int64(o.steps), o.countable(int64(o.steps), s.Params.DT)
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
	return max(1, int64(steps)), o.countable(max(1, int64(steps)), s.Params.DT)
}

// mostSeconds is the longest simulated time [s] whose nanoseconds an int64 holds, as
// those of films are held: 292 years. mostRows is how many rows a table may have.
const (
	mostSeconds = math.MaxInt64 / 1e9
	mostRows    = math.MaxInt32
)

// countable refuses a run of more steps of dt [s] than its times and tables can hold.
func (o *runOptions) countable(steps int64, dt float64) error {
	if seconds := float64(steps) * dt; !(seconds < mostSeconds) || steps > 1<<53 {
		return usagef("--steps: %d steps of %.3g s are %.3g s; at most %.3g s and 2⁵³ steps in one run, more than which no clock of it can count", steps, dt, seconds, mostSeconds)
	}
	if rows := steps / max(1, int64(o.energyEvery)); o.energyEvery > 0 && rows > mostRows {
		return usagef("--energy-every: a row each %d steps of %d makes %d rows of energy.csv; at most %d: give a larger number", o.energyEvery, steps, rows, mostRows)
	}
	return nil
}

func (a App) runScene(ctx context.Context, o *runOptions, args []string) error {
	if o.energy && o.energyEvery == 0 {
		return usagef("--energy writes energy.csv, which --energy-every 0 switches off; give one of them")
	}
	begin := time.Now()
	g := a.guarded(ctx)
	defer g.release()
	o.model.options.StateGiven = o.from != ""
	s, err := a.open(g, &o.model, args, "lattice")
	if err != nil {
		return err
	}
	opened := time.Now()
	s.Params.Ledger = o.energy
	steps, err := o.stepsOf(s)
	if err != nil {
		return err
	}
	if err := startFrom(s, o.from); err != nil {
		return err
	}
	record, err := newRecord(o, s, steps)
	if err != nil {
		return err
	}
	if record.Outputs, err = outputsOf(o, s, steps); err != nil {
		return err
	}
	if err := safefile.MakeFolder(o.out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	lock, err := a.lockFolder(o.out)
	if err != nil {
		return err
	}
	defer lock.Release()
	if err := judgeOutputs(o.out, record.Outputs); err != nil {
		return err
	}
	if err := o.removeOld(record.Outputs); err != nil {
		return err
	}
	o.gpu.Drawing = o.png || slices.ContainsFunc(record.Outputs, output.drawn)
	r, err := a.start(o.engine, o.gpu, s)
	if errors.Is(err, egl.ErrNoContext) || errors.Is(err, glx.ErrTooOld) {
		return fmt.Errorf("%w\n(--engine cpu needs no OpenGL)", err)
	}
	if err != nil {
		return err
	}
	defer r.engine.Close()
	r.setup = setup{structure: opened.Sub(begin).Seconds(), engine: time.Since(opened).Seconds()}
	return a.drive(g, o, r, record, 0)
}
