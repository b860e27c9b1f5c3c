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

	"hooke/export"
	"hooke/gpu"
	"hooke/model"
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
	r, record, step, err := a.reopen(ctx, o, path)
	if err != nil {
		return err
	}
	defer r.close()
	if err := os.MkdirAll(o.out, 0o777); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	old := append(o.files(), o.lastGood())
	if step == record.Steps {
		a.note("note: the run is finished, all of its %d steps are done; only final.npz is written again (--steps N goes further)", step)
		old = old[:1] // the rest is there, and stays
	}
	if err := remove(old...); err != nil {
		return err
	}
	sweep(filepath.Join(o.out, ".checkpoint.hooke.????????.tmp"))
	return a.drive(ctx, o, r, record, step)
}

// reopen builds the run of a checkpoint again, which stands at a step then. The
// caller closes it.
func (a App) reopen(ctx context.Context, o *runOptions, path string) (r *running, record runRecord, step int64, err error) {
	fail := func(err error) (*running, runRecord, int64, error) { return nil, record, 0, err }
	c, err := export.ReadCheckpoint(path)
	if err != nil {
		return fail(err)
	}
	if err := json.Unmarshal(c.Run, &record); err != nil {
		return fail(fmt.Errorf("%s: what it says about its run is not understood: %w", path, err))
	}
	if err := o.adopt(&record, &c.State, path); err != nil {
		return fail(err)
	}
	s, err := a.open(ctx, &o.model, []string{record.Source}, "")
	if err != nil {
		return fail(fmt.Errorf("%s: its structure cannot be built again: %w", path, err))
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
	engine, ok := r.engine.(model.Checkpointer)
	if !ok {
		err = fmt.Errorf("%s: the engine %s cannot take up a run", path, c.State.Engine)
	} else if err = engine.Restore(&c.State); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	if err != nil {
		r.close()
		return fail(err)
	}
	return r, record, c.State.Step, nil
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
	if state.Engine == engineGPU {
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
	if o.out == "" {
		o.out = filepath.Dir(path)
	}
	if o.steps > 0 {
		record.Steps = int64(o.steps)
	}
	o.png, o.energy, o.energyEvery = record.PNG, record.Ledger, int(record.EnergyEvery)
	o.gpu.Drawing = o.png || slices.ContainsFunc(record.Outputs, output.drawn)
	return nil
}
