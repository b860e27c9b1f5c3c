package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/shown"
	"hooke/cli/terminal"
	"hooke/control/gait"
	"hooke/control/metrics"
	"hooke/engine"
	"hooke/gpu"
	"hooke/run"
	"hooke/run/flags"
	"hooke/scene"
)

// gaitOptions are the flags of the verb.
type gaitOptions struct {
	set      string // settings of keys of the scene, one a line
	engine   string
	time     float64 // [s]
	steps    int
	out      string
	measured shown.Measured
}

// gait returns the verb gait: a robot is followed, and plots of it are written.
func (a App) gait() *cobra.Command {
	o := &gaitOptions{engine: engine.CPU}
	cmd := &cobra.Command{
		Use:     "gait [preset|scene.toml]",
		GroupID: jobDesign,
		Short:   "Plot a robot's footfalls, path and metrics",
		Long: "gait simulates a preset (default walker) or a scene file and writes to the folder --out:\n\n" +
			"  gait.svg, gait.csv                when each foot touches the ground\n" +
			"  way.svg                           path of the center of mass, from above\n" +
			"  height.svg, speed.svg, work.svg   these over time; their numbers in series.csv\n\n" +
			"Feet are the groups of --groups (default: the lowest masses, one foot per connected patch).",
		Example: "  hooke gait walker --time 3\n  hooke gait robot.toml --groups left,right --settle 1 --out out/robot",
		Args:    atMost(1),
		RunE: work(func(cmd *cobra.Command, args []string) error {
			if o.steps > 0 && o.time > 0 {
				return &run.OptionError{Option: "steps", Reason: "--time is given, too; give one of the two"}
			}
			return a.followGait(cmd.Context(), o, args)
		}),
	}
	set := cmd.Flags()
	set.Var(flags.Positive(&o.time), "time", "simulated time [s] (default: the scene's own)")
	set.Var(flags.Whole(&o.steps, 1), "steps", "number of steps, instead of --time")
	set.StringVar(&o.out, "out", "out/gait", "`folder` to write to; created when missing")
	set.Var(flags.Choice(&o.engine, engine.Names()), "engine", "engine that steps the robot")
	flags.AddSettings(cmd, &o.set)
	o.measured.AddOfOne(cmd)
	return cmd
}

// followGait records the motion of a scene and writes it.
func (a App) followGait(ctx context.Context, o *gaitOptions, args []string) error {
	ctx, stop := terminal.UntilInterrupted(ctx)
	defer stop()
	if len(args) == 0 {
		args = []string{"walker"}
	}
	listener := a.reporter()
	s, err := run.Open(ctx, args, scene.Options{Set: o.set, Lone: true}, listener)
	if err != nil {
		return err
	}
	if err := knownMetrics(o.measured.Metric, o.measured.Options); err != nil {
		return err
	}
	if len(s.Params.Contacts) == 0 {
		return fmt.Errorf("gait: %s has no contacts that feet could touch; a [[contact]] of the scene makes one", s.Name)
	}
	if end, settle := float64(gaitSteps(s, o))*s.Params.DT, o.measured.Options.Settle; settle >= end {
		return &run.OptionError{Option: "settle", Reason: fmt.Sprintf("nothing before %g s counts, and the run ends at %.4g s; give less, or a longer run", settle, end)}
	}
	e, err := engine.New(o.engine, s.Model, s.Params, a.engineOptions(s, gpu.Options{Watched: len(s.Until.Words) > 0}))
	if err != nil {
		return err
	}
	defer e.Close()
	done := listener.Begin("following " + s.Name)
	record, err := gait.Follow(ctx, e, s, gait.Options{Metrics: o.measured.Options, Steps: gaitSteps(s, o)})
	done()
	if errors.Is(err, context.Canceled) {
		return run.ErrInterrupted
	}
	if err != nil {
		return err
	}
	wrote, err := gait.WritePlots(record, o.out)
	if err != nil {
		return err
	}
	if _, err = io.WriteString(a.Stdout, gaitText(record, s, o, wrote)); err == nil && record.Row.Status == metrics.Diverged {
		err = fmt.Errorf("gait: %s diverged, and the files end before that; try a smaller step: --set run.dt=SECONDS", s.Name)
	}
	return err
}

// knownMetrics refuses metrics that there are not.
func knownMetrics(wanted []string, o metrics.Options) error {
	for _, name := range wanted {
		if _, err := metrics.Index(o.Columns(), strings.TrimPrefix(name, "-")); err != nil {
			return &run.OptionError{Option: "metric", Reason: err.Error()}
		}
	}
	return nil
}

// gaitSteps returns the number of steps of a run.
func gaitSteps(s *scene.Scene, o *gaitOptions) int64 {
	if o.steps > 0 {
		return int64(o.steps)
	}
	duration := s.Duration
	if o.time > 0 {
		duration = o.time
	}
	return s.StepsIn(duration)
}

// gaitText returns the output of the verb: feet with their duty, metrics, and the files written.
func gaitText(r *gait.Record, s *scene.Scene, o *gaitOptions, wrote []string) string {
	var out strings.Builder
	line := func(key, format string, args ...any) {
		fmt.Fprintf(&out, "%-18s %s\n", key, fmt.Sprintf(format, args...))
	}
	line("scene", "%s", s.Name)
	line("status", "%v, %.4g s", r.Row.Status, r.End)
	for _, foot := range r.Feet {
		line(foot.Name, "in contact %.3g %% of the steps, %d times", 100*foot.Duty, len(foot.Touches))
	}
	wanted := o.measured.Metric
	if len(wanted) == 0 {
		wanted = []string{"speed", "straightness", "height_mean", "work", "cot"}
	}
	for _, name := range wanted {
		for i, c := range r.Columns {
			if x := r.Row.Values[i]; c.Name == strings.TrimPrefix(name, "-") && !math.IsNaN(x) {
				line(c.Name, "%s", strings.TrimSpace(fmt.Sprintf("%.4g %s", x, c.Unit)))
			}
		}
	}
	line("wrote", "%s", strings.Join(wrote, ", "))
	return out.String()
}
