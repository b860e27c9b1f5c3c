package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"hooke/engine"
	"hooke/gpu"
	"hooke/model"
	"hooke/safefile"
)

func (a App) resume() *cobra.Command {
	o := runOptions{energyEvery: -1}
	cmd := &cobra.Command{
		Use:   "resume CHECKPOINT",
		Short: "Go on with a run that was interrupted",
		Long: "resume builds the structure of a run again and goes on from DIR/checkpoint.hooke, which hooke run\n" +
			"writes with --checkpoint and after Ctrl-C, to the end that was asked for. The result is bit for bit\n" +
			"that of a run without interruption: same engine, precision, kernel and driver, or an error that\n" +
			"says what differs. Files go to the folder of the checkpoint unless --out names another.",
		Example: "  hooke run lattice --springs 1M --time 10 --checkpoint 30s --out drop\n  hooke resume drop/checkpoint.hooke",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("no checkpoint given; name one, such as out/checkpoint.hooke")
			}
			return atMost(1)(cmd, args)
		},
		RunE: work(func(cmd *cobra.Command, args []string) error {
			return a.resumeRun(cmd.Context(), &o, args[0])
		}),
	}
	flags := cmd.Flags()
	flags.Var(wholeFlag{&o.steps, 1}, "steps", "how many steps in all, from the start of the run (default: as asked for then)")
	flags.StringVar(&o.out, "out", "", "folder to write to (default: that of the checkpoint)")
	flags.Var(checkpointFlag{&o.checkpoint}, "checkpoint", "save the run so often: 10s, 5m, 1000steps (default: as before)")
	flags.BoolVar(&o.json, "json", false, "print the figures as one JSON object")
	return cmd
}

// resumeRun goes on with the run of a checkpoint.
func (a App) resumeRun(ctx context.Context, o *runOptions, path string) error {
	if o.out == "" {
		o.out = filepath.Dir(path)
	} else if err := safefile.MakeFolder(o.out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	g := a.guarded(ctx)
	defer g.release()
	lock, err := a.lockFolder(o.out)
	if err != nil {
		return err
	}
	defer lock.Release()
	r, record, step, err := a.reopen(g, o, path)
	if err != nil {
		return err
	}
	defer r.engine.Close()
	if err := o.judgeResumed(record.Outputs); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	old := append(o.files(), o.lastGood())
	if step == record.Steps {
		a.note("note: the run is finished, all of its %d steps are done; final.npz is written again, and what is not there (--steps N goes further)", step)
		safefile.Sweep(old...)
	} else if err := remove(old...); err != nil {
		return err
	}
	safefile.Sweep(o.checkpointFile(), previousOf(o.checkpointFile()))
	if err := a.drive(g, o, r, record, step); err != nil {
		return err
	}
	return lostFrames(record.Outputs)
}

// sameFolder says whether two folders are one.
func sameFolder(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// reopen builds the run of a checkpoint again, which stands at a step then. The
// caller closes it.
func (a App) reopen(ctx context.Context, o *runOptions, path string) (r *running, record runRecord, step int64, err error) {
	fail := func(err error) (*running, runRecord, int64, error) { return nil, record, 0, err }
	c, used, err := a.loadCheckpoint(path)
	if err != nil {
		return fail(err)
	}
	path = used
	if err := json.Unmarshal(c.Run, &record); err != nil {
		return fail(fmt.Errorf("%s: what it says about its run is not understood: %w", path, err))
	}
	if err := o.adopt(&record, &c.State, path); err != nil {
		return fail(err)
	}
	if err := record.check(); err != nil {
		return fail(fmt.Errorf("%s: %w", path, err))
	}
	if err := record.readable(); err != nil {
		return fail(fmt.Errorf("%s: its structure: %w", path, err))
	}
	s, err := a.open(ctx, &o.model, []string{record.Source}, "")
	if err != nil {
		return fail(fmt.Errorf("%s: its structure cannot be built again: %w", path, err))
	}
	if err := o.countable(record.Steps, s.Params.DT); err != nil {
		return fail(err)
	}
	s.Params.Ledger = record.Ledger
	if now := fingerprintOf(s); now != record.Model {
		return fail(fmt.Errorf("%s: %s is not what it was: the structure or its parameters differ from those of the run "+
			"(written by %s, this is %s); bring the file back, or use that hooke", path, record.Source, record.Hooke, versionText()))
	}
	if c.State.Step > record.Steps {
		return fail(usagef("--steps: the run has done %d steps already", c.State.Step))
	}
	if record.Hooke != versionText() {
		a.note("note: the checkpoint was written by %s, this is %s", record.Hooke, versionText())
	}
	if r, err = a.start(c.State.Engine, o.gpu, s); err != nil {
		return fail(err)
	}
	engine, ok := model.As[model.Checkpointer](r.engine)
	if !ok {
		err = fmt.Errorf("%s: the engine %s cannot take up a run", path, c.State.Engine)
	} else if err = engine.Restore(&c.State); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	} else if err = finiteState(r.engine); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	if err != nil {
		r.engine.Close()
		return fail(err)
	}
	return r, record, c.State.Step, nil
}

// finiteState refuses the state of an engine with a number that is not finite, or at a
// time that no run reaches: a checkpoint is written of sound states alone.
func finiteState(engine model.Engine) error {
	var now model.Snapshot
	if err := engine.Read(&now); err != nil {
		return err
	}
	if t := now.Time; now.Step < 0 || t < 0 || t-t != 0 {
		return fmt.Errorf("its state is of step %d, at %g s: nobody's run is there; take another checkpoint", now.Step, t)
	}
	for i, x := range now.Position {
		for axis, v := range now.Velocity[i] {
			if v-v != 0 || x[axis]-x[axis] != 0 {
				return fmt.Errorf("its state is not one of a run: mass %d is at %v with velocity %v; take another checkpoint", i, x, now.Velocity[i])
			}
		}
	}
	return nil
}

// adopt makes the options those of the run, where none were given.
func (o *runOptions) adopt(record *runRecord, state *model.Checkpoint, path string) (err error) {
	wrong := func(err error) error {
		return fmt.Errorf("%s: what it says about its run is not understood: %w", path, err)
	}
	o.model.options = record.Options
	if o.model.options.DragHalfLife, err = strconv.ParseFloat(record.Drag, 64); err != nil {
		return wrong(err)
	}
	if state.Engine == engine.GPU {
		if o.gpu.Precision, err = gpu.ParsePrecision(state.Precision); err != nil {
			return wrong(err)
		}
		o.gpu.Pipeline = state.Pipeline
		if slices.Contains(gpu.WorkGroups(), state.WorkGroup) { // else the default, to the same result
			o.gpu.WorkGroup = state.WorkGroup
		}
	}
	if !o.checkpoint.wanted() && record.Checkpoint != "" {
		if err := (checkpointFlag{&o.checkpoint}).Set(record.Checkpoint); err != nil {
			return wrong(err)
		}
	}
	o.model.options.StateGiven = true
	if o.out == "" {
		o.out = filepath.Dir(path)
	}
	if !sameFolder(o.out, filepath.Dir(path)) {
		for i := range record.Outputs {
			record.Outputs[i].Progress = nil // its files lie elsewhere, and stay as they are
		}
	}
	o.goesOn = sameFolder(o.out, filepath.Dir(path)) && filepath.Base(path) == checkpointName
	if o.steps > 0 {
		record.Steps = int64(o.steps)
	}
	o.png, o.energy, o.energyEvery = record.PNG, record.Ledger, int(record.EnergyEvery)
	o.gpu.Drawing = o.png || slices.ContainsFunc(record.Outputs, output.drawn)
	return nil
}
