package sweeping

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/cli/shown"
	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/gpu/options"
	"hooke/lab/sweep"
	"hooke/run"
	"hooke/run/flags"
)

// choices are the flags of the verb.
type choices struct {
	spec      sweep.Spec
	vary      []string
	noise     []string
	from      string
	file      string
	out       string
	shard     string
	precision options.Precision
	measured  shown.Measured
	runs      int
	repeat    int
	steps     int
	jobs      int
	merge     bool
	best      string
	top       int
	view      bool
	film      bool
	save      string
	redo      string
	json      bool
}

// DefaultFolder is where a sweep is written to unless somebody says otherwise.
const DefaultFolder = "out/sweep"

// Command returns the verb. Its errors are those of its work, and *run.OptionError where a flag is
// wrong.
func Command(p Program) *cobra.Command {
	o := &choices{}
	cmd := &cobra.Command{
		Use:   "sweep [preset|scene.toml]",
		Short: "Simulate a scene for many values and tabulate metrics",
		Long: "sweep simulates a preset or a scene file once for each point of a design, and writes table.csv,\n" +
			"table.npz, plots/ and the journal runs.jsonl to the folder --out. The same command resumes after an\n" +
			"interruption (docs/sweeps.md).",
		Example: "  hooke sweep walker --vary 'actuator[0..11].phase=0:6.283' --sample sobol --runs 64 --time 5\n" +
			"  hooke sweep --spec sweep.toml --shard 3/64 && hooke sweep --merge --out out/sweep\n" +
			"  hooke sweep --best speed --top 3 --view --out out/sweep",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return p.do(cmd, args, o) },
	}
	o.add(cmd)
	return cmd
}

// add adds all flags of sweep.
func (o *choices) add(cmd *cobra.Command) {
	o.addRuns(cmd)
	set := cmd.Flags()
	set.Var(flags.Choice(&o.spec.Sample, sweep.Samples()), "sample", "choice of points (default grid; list with --from)")
	set.Var(flags.Whole(&o.runs, 1), "runs", "number of points (default: those of the grid or list)")
	set.Var(flags.Seed(&o.spec.Seed), "sample-seed", "seed of random, lhs, sobol and noise")
	set.StringVar(&o.from, "from", "", "CSV `file` of points: keys in the first row, then one point per row")
	set.StringVar(&o.file, "spec", "", "TOML `file` with these flags as keys; flags override it")
	set.StringVar(&o.shard, "shard", "", "do part `I/N` of the runs, I from 0, or mpi: the rank of this process")
	set.BoolVar(&o.merge, "merge", false, "tabulate the runs of all shards, and name the missing ones")
	set.Var(flags.Choice(&o.redo, []string{"failed"}), "redo", "repeat the runs that failed")
	set.StringVar(&o.best, "best", "", "repeat the best run by this `metric`, the largest; -METRIC: the least")
	set.Var(flags.Whole(&o.top, 1), "top", "number of best runs for --best (default 1)")
	set.BoolVar(&o.view, "view", false, "show the runs of --best side by side in a window")
}

// addRuns adds the flags of runs, which sweep and optimize share.
func (o *choices) addRuns(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringArrayVar(&o.vary, "vary", nil, "`KEY=VALUES`, as LOW:HIGH[:COUNT][:log|:int] or {a,b,c}; KEY[a..b]: each of them")
	set.StringArrayVar(&o.spec.Set, "set", nil, "`KEY=VALUE`: change a key of the scene in all runs")
	set.Var(flags.Positive(&o.spec.Time), "time", "simulated time of a run [s] (default: the scene's own)")
	set.Var(flags.Whole(&o.steps, 1), "steps", "steps of a run, instead of --time")
	set.StringVar(&o.out, "out", "", "`folder` to write to (default out/"+cmd.Name()+")")
	set.Var(flags.Whole(&o.repeat, 1), "repeat", "runs per point, with noise and different seeds (default 1)")
	set.StringArrayVar(&o.noise, "noise", nil, "`KEY=SIZE`: random noise of repeats, as a standard deviation")
	set.Var(flags.Whole(&o.jobs, 1), "jobs", "runs at a time (default: one per core)")
	engines := append(engine.Names(), sweep.Ensemble, sweep.OnDevice, sweep.Auto)
	set.Var(flags.Choice(&o.spec.Engine, engines), "engine", "`engine`: "+strings.Join(engines, ", ")+" (default auto: ensemble, else cpu)")
	set.Var(flags.Choice(&o.save, []string{"com"}), "save", "com: write the center of mass of each run to com/ID.npy, rows of t, x, y, z")
	set.BoolVar(&o.film, "film", false, "film the best run with ffmpeg: best/1-ID/film/video.mp4")
	flags.AddJSON(cmd, &o.json)
	flags.AddPrecision(cmd, &o.precision)
	o.measured.Add(cmd)
}

// do carries out the flags.
func (p Program) do(cmd *cobra.Command, args []string, o *choices) error {
	shard := sweep.Shard{}
	if o.shard != "" {
		var err error
		if shard, err = sweep.ParseShard(o.shard, os.LookupEnv); err != nil {
			return &run.OptionError{Option: "shard", Reason: err.Error()}
		}
	}
	made := o.merge || o.best != ""
	if made && o.shard != "" {
		return &run.OptionError{Option: "shard", Reason: "it belongs to runs; leave it out with --merge and --best"}
	}
	if o.view && o.best == "" {
		return &run.OptionError{Option: "view", Reason: "it shows the best runs; give --best METRIC, too"}
	}
	if o.film && o.best == "" {
		return &run.OptionError{Option: "film", Reason: "it shows the best runs; give --best METRIC, too"}
	}
	if o.top > 0 && o.best == "" {
		return &run.OptionError{Option: "top", Reason: "it counts the best runs; give --best METRIC, too"}
	}
	if o.film {
		if err := p.MayFilm(); err != nil {
			return err
		}
	}
	spec, err := o.complete(cmd, args, made)
	if err != nil {
		return err
	}
	ctx, stop := terminal.UntilInterrupted(cmd.Context())
	defer stop()
	plan, err := p.judge(ctx, spec, shard)
	if err != nil {
		return flagged(err)
	}
	plan.Paths = o.save != ""
	if made && spec.Digest != plan.Digest {
		return fmt.Errorf("sweep: %s, or a file that it names, changed since the sweep in %s was made", spec.Scene, spec.Out)
	}
	if len(o.measured.Pareto) > 0 {
		if err := sweep.TableOf(plan, nil).Pareto(o.measured.Pareto); err != nil {
			return flagged(err) // of a name, before the first run
		}
	}
	switch {
	case o.best != "":
		stop() // it hears signals itself
		return p.rerun(cmd.Context(), plan, spec.Out, o)
	case o.merge:
		return p.merge(plan, spec.Out, o)
	}
	return p.sweep(ctx, plan, spec.Out, shard, o)
}

// judge judges the points of a sweep, or of a shard of it, and tells how far it is.
func (p Program) judge(ctx context.Context, f sweep.File, shard sweep.Shard) (*sweep.Plan, error) {
	line := terminal.NewLine(p.Stderr)
	defer line.Clear()
	return sweep.Judge(ctx, f.Spec, sweep.Judging{Shard: shard, Folder: f.Out, Told: func(done, all int64) {
		line.Tell(func() string { return fmt.Sprintf("%s of %s runs judged", thousands(done), thousands(all)) })
	}})
}

// flagged returns an error with the flag that it is about.
func flagged(err error) error {
	var wrong *sweep.SpecError
	if errors.As(err, &wrong) && wrong.Key != "scene" {
		return &run.OptionError{Option: wrong.Key, Reason: wrong.Reason}
	}
	if errors.As(err, &wrong) {
		return &run.OptionError{Option: "spec", Reason: wrong.Error()}
	}
	return err
}

// complete returns the spec that the flags say, over the one of a file. made: the sweep is in its folder.
func (o *choices) complete(cmd *cobra.Command, args []string, made bool) (f sweep.File, err error) {
	path := o.file
	if made {
		if err := o.belongs(cmd, args); err != nil {
			return f, err
		}
		if o.out == "" && len(args) == 1 {
			o.out, args = args[0], nil
		}
		if o.out == "" {
			o.out = DefaultFolder
		}
		path = o.out + string(os.PathSeparator) + sweep.SpecName
	}
	if made && !sweep.IsFolder(o.out) {
		return f, fmt.Errorf("sweep: %s has no plain file %s, so that no sweep was written there; name the folder of one with --out", o.out, sweep.SpecName)
	}
	if path != "" {
		if f, err = sweep.ReadSpec(path); err != nil {
			return f, err
		}
	}
	if o.out != "" || f.Out == "" {
		f.Out = o.out
	}
	if f.Out == "" {
		f.Out = DefaultFolder
	}
	if made {
		if len(o.measured.Metric) > 0 {
			f.Metric = o.measured.Metric
		}
		return f, nil
	}
	return f, o.over(&f, cmd, args)
}

// belongs returns an error for a flag that --merge or --best take from the folder.
func (o *choices) belongs(cmd *cobra.Command, args []string) (err error) {
	what := map[bool]string{true: "best", false: "merge"}[o.best != ""]
	if o.out != "" && len(args) == 1 {
		return &run.OptionError{Option: what, Reason: fmt.Sprintf("%s and --out %s are given; name the folder of the sweep once", args[0], o.out)}
	}
	beside := []string{"best", "top", "view", "film", "merge", "out", "jobs", "json", "metric", "pareto"}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if cmd.LocalFlags().Lookup(f.Name) != nil && !slices.Contains(beside, f.Name) && err == nil {
			err = &run.OptionError{Option: f.Name, Reason: "the folder defines the sweep; leave this flag out with --" + what}
		}
	})
	return err
}

// over overrides the values of a file by the given flags.
func (o *choices) over(f *sweep.File, cmd *cobra.Command, args []string) (err error) {
	given := cmd.Flags().Changed
	if len(args) == 1 {
		f.Scene = args[0]
	}
	if f.Scene == "" {
		return &run.OptionError{Option: "vary", Reason: "of which scene? name a preset or a scene file: hooke " + cmd.Name() + " walker --vary ..."}
	}
	if given("vary") || given("from") {
		f.Vary = nil
	}
	for _, text := range o.vary {
		more, err := sweep.ParseVariables(text)
		if err != nil {
			return &run.OptionError{Option: "vary", Reason: err.Error()}
		}
		f.Vary = append(f.Vary, more...)
	}
	if o.from != "" {
		if len(o.vary) > 0 {
			return &run.OptionError{Option: "from", Reason: "--vary is given too; give one of the two"}
		}
		if f.Vary, err = sweep.ReadDesigns(o.from); err != nil {
			return err
		}
		f.Sample = sweep.List
	}
	if given("noise") {
		f.Noise = nil
	}
	for _, text := range o.noise {
		n, err := sweep.ParseNoise(text)
		if err != nil {
			return &run.OptionError{Option: "noise", Reason: err.Error()}
		}
		f.Noise = append(f.Noise, n)
	}
	for _, line := range o.spec.Set {
		if strings.ContainsAny(line, "\n\r") {
			return &run.OptionError{Option: "set", Reason: "give one setting, KEY=VALUE, on one line"}
		}
	}
	f.Put(o.spec.Set, given("vary") || given("from"))
	o.overNumbers(f, given)
	return nil
}

// overNumbers overrides the values of a file by the other flags.
func (o *choices) overNumbers(f *sweep.File, given func(name string) bool) {
	for name, put := range map[string]func(){
		"sample": func() { f.Sample = o.spec.Sample }, "runs": func() { f.Runs = int64(o.runs) }, "sample-seed": func() { f.Seed = o.spec.Seed },
		"repeat": func() { f.Repeat = o.repeat }, "engine": func() { f.Engine = o.spec.Engine }, "precision": func() { f.Precision = o.precision.String() },
		"time": func() { f.Time = o.spec.Time }, "steps": func() { f.Steps = int64(o.steps) },
		"metric": func() { f.Metric = o.measured.Metric }, "metrics-every": func() { f.Metrics.Every = o.measured.Options.Every },
		"settle": func() { f.Metrics.Settle = o.measured.Options.Settle }, "forward": func() { f.Metrics.Forward = o.measured.Options.Forward },
		"body": func() { f.Metrics.Body = o.measured.Options.Body }, "groups": func() { f.Metrics.Groups = o.measured.Options.Groups },
	} {
		if given(name) {
			put()
		}
	}
}
