package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/gpu"
	"hooke/run"
	"hooke/run/flags"
)

func (a App) resume() *cobra.Command {
	o := runOptions{energyEvery: -1}
	var settings []string
	cmd := &cobra.Command{
		Use:     "resume CHECKPOINT",
		GroupID: jobSimulate,
		Short:   "Continue an interrupted run, bit for bit",
		Long: "resume continues a run from the checkpoint.hooke that hooke run writes with --checkpoint and after\n" +
			"Ctrl-C. The result equals that of a run without interruption, bit for bit. When engine, precision,\n" +
			"kernel or driver differ, an error names the difference.",
		Example: "  hooke run lattice --springs 1M --time 10 --checkpoint 30s --out drop\n  hooke resume drop/checkpoint.hooke",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("no checkpoint given; name one, such as out/checkpoint.hooke")
			}
			return atMost(1)(cmd, args)
		},
		RunE: work(func(cmd *cobra.Command, args []string) error {
			if len(settings) > 0 {
				return usagef("--set: resume continues with the values of the checkpoint; for other values start a run: hooke run SCENE --set %s --start DIR/final.npz", settings[0])
			}
			a.threads = o.threads
			return a.resumeRun(cmd.Context(), &o, args[0])
		}),
	}
	set := cmd.Flags()
	set.Var(flags.Whole(&o.steps, 1), "steps", "number of steps from the start of the run (default: those of the run)")
	set.StringVar(&o.out, "out", "", "`folder` to write to (default: that of the checkpoint)")
	set.Var(flags.Interval(&o.checkpoint), "checkpoint", "save at this interval: 10s, 5m, 1000steps (default: that of the run)")
	flags.AddThreads(cmd, &o.threads)
	flags.AddJSON(cmd, &o.json)
	set.StringArrayVar(&settings, "set", nil, "")
	_ = set.MarkHidden("set") // its error says why resume does not have it
	return cmd
}

// resumeRun continues the run of a checkpoint.
func (a App) resumeRun(ctx context.Context, o *runOptions, path string) error {
	g := terminal.NewGuard(ctx, a.note)
	defer g.Release()
	r, err := run.Resume(g, path, a.runOptions(o, g))
	if err != nil {
		return err
	}
	defer r.Close()
	return a.drive(g, r, 0, o.json)
}

// reopen makes the run of a checkpoint, for looking at it.
func (a App) reopen(ctx context.Context, path string) (*run.Run, error) {
	return run.Reopen(ctx, path, run.Options{How: engine.Options{GPU: gpu.Options{Shaders: a.Shaders}, Listener: a.reporter(),
		Selftest: a.Selftest, Tuning: a.remembered()}, Program: versionText()})
}
