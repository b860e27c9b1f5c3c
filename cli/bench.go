package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hooke/bench"
	"hooke/bench/sink"
	"hooke/cli/shown"
	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/egl"
	"hooke/model"
	"hooke/run"
	"hooke/run/flags"
)

// benchOptions are the flags of bench.
type benchOptions struct {
	scenes      []string
	springs     []int64
	engines     []string
	pipelines   []string
	precisions  []string
	threads     []int
	members     []int64
	workGroups  []int // nil: the engine's own choice
	repeats     int
	length      float64 // of a repeat [s]; zero: the suite's
	integrator  model.Integrator
	collide     bool
	energy      bool
	with        []string
	json        bool
	format, set string
	passes      bool
	plot        string // file
	record      string // file
	read        string // file
	document    string // file
	viewer      bool
	size        [3]int // of the pictures of viewer [pixels]

	accuracy shown.Accuracy
}

func (a App) bench() *cobra.Command {
	o := benchOptions{scenes: []string{"canon"}, springs: []int64{56_000, 1_000_000}, engines: engine.Names(), pipelines: gpu.Pipelines(),
		precisions: []string{gpu.Single.String()}, threads: []int{0}, repeats: 5, format: sink.FormatText,
		size: [3]int{flags.DefaultWidth, flags.DefaultHeight}}
	cmd := &cobra.Command{
		Use:     "bench",
		GroupID: jobVerify,
		Short:   "Measure speed and error of every engine",
		Long: "bench steps scenes with every engine, pipeline and size, and prints the median rate and the error\n" +
			"against the float64 reference. Compare rows of the same run only, as ratios (docs/performance.md).",
		Example: "  hooke bench --springs 56k,1M,10M --engines gpu,cpu --threads 1,2\n" +
			"  hooke bench --scenes all --record rates.jsonl && hooke bench --read rates.jsonl --format markdown\n" +
			"  hooke bench --scenes stiff --solvers all --accuracy --plot errors.svg",
		Args: cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, _ []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			return a.benchOrRead(cmd.Context(), &o)
		}),
	}
	set := cmd.Flags()
	set.Var(flags.Choices(&o.scenes, shown.AccuracyScenes()), "scenes", "`names` of scenes, which hooke help scenes lists")
	set.Var(flags.Counts(&o.springs), "springs", "numbers of springs, as near as a scene allows")
	set.Var(flags.Choices(&o.engines, engine.Names()), "engines", "engines to measure")
	set.Var(flags.Pipelines(&o.pipelines), "pipelines", "`pipelines` of gpu: "+strings.Join(gpu.Pipelines(), ", "))
	set.Var(flags.Choices(&o.precisions, flags.PrecisionNames()), "precisions", "`precisions` of cpu and gpu: "+strings.Join(flags.PrecisionNames(), ", "))
	set.Var(flags.Threads(&o.threads), "threads", "threads of cpu, such as 1,2, or all, or auto: as many as help")
	set.Var(flags.Counts(&o.members), "members", "also ensembles of this many copies, such as 32,400")
	set.Var(flags.List(&o.with, bench.Burdens()), "with", "also each scene with these `features`: "+strings.Join(bench.Burdens(), ","))
	set.BoolVar(&o.collide, "collide", false, "let masses collide; rows are named +collide")
	set.BoolVar(&o.energy, "energy", false, "also each engine with the energy ledger; rows are named +energy")
	set.BoolVar(&o.passes, "passes", false, "print bytes, device time and bandwidth of each pass")
	set.BoolVar(&o.viewer, "viewer", false, "measure pictures instead of steps: rate and time of each part")
	set.Var(flags.Size(&o.size, 2, 2, "WxH", "width x height in pixels, such as 1280x720"), "size", "size of the pictures of --viewer [pixels]")
	set.Var(flags.Whole(&o.repeats, bench.MinRepeats), "repeats", "timed repeats of each row; at least 3 of slow rows")
	set.Var(flags.Positive(&o.length), "repeat-time", "length of a repeat [s] (default 0.5)")
	formats := append([]string{sink.FormatText, sink.FormatJSON, sink.FormatBenchstat}, sink.DocumentFormats()...)
	set.Var(flags.Choice(&o.format, formats), "format", "`format` of rows: "+strings.Join(formats, ", "))
	set.BoolVar(&o.json, "json", false, "the same as --format json")
	set.StringVar(&o.record, "record", "", "also write each row as JSON to this `file`")
	set.StringVar(&o.read, "read", "", "print or plot the rows of a `file` of --record")
	set.StringVar(&o.plot, "plot", "", "plot rate against size to this SVG `file`")
	set.StringVar(&o.document, "document", "", "update the tables of a Markdown `file` from the records that it names")
	set.Var(flags.WorkGroups(&o.workGroups), "workgroup", "invocations per work group of gpu, such as 64,128: rows for each")
	flags.AddSolver(cmd, &o.integrator, nil)
	o.accuracy.Add(cmd)
	flags.AddSettings(cmd, &o.set)
	return cmd
}

// check returns an error for flags that contradict each other.
func (o *benchOptions) check(cmd *cobra.Command) error {
	set := cmd.Flags()
	if o.json {
		if set.Changed("format") && o.format != sink.FormatJSON {
			return usagef("--json and --format %s cannot be given together: leave one out", o.format)
		}
		o.format = sink.FormatJSON
	}
	if o.passes && o.format != sink.FormatText {
		return usagef("--passes belongs to --format text; json has the passes of each row in any case")
	}
	if err := o.accuracy.Check(cmd, &o.scenes); err != nil {
		return usage{err.Error()}
	}
	if o.accuracy.On && len(o.members) > 0 {
		return usagef("--members belongs to rates, not to --accuracy: leave one out")
	}
	if o.accuracy.On && !set.Changed("pipelines") {
		o.pipelines = []string{gpu.TwoPass, gpu.Fused} // one for solvers that sweep, one for the others
	}
	if o.plot != "" && !strings.HasSuffix(o.plot, ".svg") {
		return usagef("--plot %s: the picture is SVG; give a name that ends in .svg", o.plot)
	}
	without := func(flag, engine string) error {
		if set.Changed(flag) && !slices.Contains(o.engines, engine) {
			return usagef("--%s is of the engine %s, which --engines leaves out", flag, engine)
		}
		return nil
	}
	if set.Changed("precisions") && !slices.Contains(o.engines, engine.GPU) && !slices.Contains(o.engines, engine.CPU) {
		return usagef("--precisions is of the engines cpu and gpu, which --engines leaves out")
	}
	if err := errors.Join(without("pipelines", engine.GPU), without("workgroup", engine.GPU), without("threads", engine.CPU)); err != nil {
		return usage{err.Error()}
	}
	if set.Changed("springs") && !slices.ContainsFunc(o.scenes, func(name string) bool { return !bench.Fixed(name) }) {
		return usagef("--springs has no meaning for %s: each has a size of its own; leave one out", strings.Join(o.scenes, ", "))
	}
	if !o.viewer && set.Changed("size") {
		return usagef("--size is of the pictures of --viewer, which is not given")
	} else if o.viewer && o.format != sink.FormatText && o.format != sink.FormatJSON {
		return usagef("--viewer prints text or json, not %s", o.format)
	}
	return o.checkOther(cmd)
}

// checkOther returns an error for flags of rates when bench measures no rates.
func (o *benchOptions) checkOther(cmd *cobra.Command) error {
	rates := []string{"engines", "pipelines", "precisions", "threads", "members", "workgroup", "energy", "repeats", "repeat-time", "record"}
	cases := append([]string{"scenes", "springs", "solver", "integrator", "collide", "with", "set"}, rates...)
	for _, other := range []struct {
		flag, does string
		given      bool
		beside     []string // flags that have no meaning together with it
	}{
		{"viewer", "measures pictures and no steps", o.viewer, append([]string{"plot", "passes", "read", "document"}, rates...)},
		{"read", "measures nothing", o.read != "", append([]string{"document"}, cases...)},
		{"document", "measures nothing", o.document != "", append([]string{"format", "json", "passes", "plot"}, cases...)},
	} {
		for _, flag := range other.beside {
			if other.given && cmd.Flags().Changed(flag) {
				return usagef("--%s %s, so --%s has no meaning: leave one out", other.flag, other.does, flag)
			}
		}
	}
	return nil
}

// benchOrRead measures, or prints recorded rows.
func (a App) benchOrRead(ctx context.Context, o *benchOptions) error {
	if o.viewer {
		return a.benchViewer(ctx, o)
	}
	if o.document != "" {
		tables, err := sink.RemakeDocument(o.document)
		if err != nil {
			return fmt.Errorf("bench: --document: %w", err)
		}
		return a.printf("%s: %d tables\n", o.document, tables)
	}
	if o.read == "" {
		return a.benchEngines(ctx, o)
	}
	rows, err := bench.ReadFile(o.read)
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	sinks, err := a.benchSinks(o, bench.Machine{CPU: rows[0].Host, Commit: rows[0].Commit}, rows[0].Accuracy != nil)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := sinks.Row(row); err != nil {
			return err
		}
	}
	return sinks.Close()
}

func (a App) benchEngines(ctx context.Context, o *benchOptions) (err error) {
	ctx, stop := terminal.UntilInterrupted(ctx)
	defer stop()
	makers, release, without := bench.NewMakers(bench.MakerOptions{Engines: o.engines, Threads: o.threads, Pipelines: o.pipelines,
		Precisions: o.precisions, Members: o.members, WorkGroups: o.workGroups, Shaders: a.Shaders, Listener: a.reporter()})
	defer release()
	if without != nil {
		told := fmt.Errorf("%w\n(the gpu engine was not measured; --engines cpu,cpuref needs no OpenGL)", without)
		if len(makers) == 0 || errors.Is(without, egl.ErrNoDevice) { // not the one that is named
			return told
		}
		a.note("note: the gpu engine cannot be measured, only the others: %v", without)
		without = told
	}
	machine := bench.ThisMachine(run.Commit())
	suite := bench.Suite{Scenes: o.scenes, Springs: o.springs, Makers: makers, Repeats: o.repeats, Target: time.Duration(o.length * float64(time.Second)),
		Integrator: o.integrator, With: o.with, Set: flags.Settings(o.set), Collide: o.collide, Energy: o.energy, Commit: machine.Commit, Host: machine.String()}
	if err := suite.Judge(); err != nil { // before the first line of the table
		return err
	}
	sinks, err := a.benchSinks(o, machine, o.accuracy.On)
	if err != nil {
		return err
	}
	if o.accuracy.On {
		return errors.Join(a.benchAccuracy(ctx, o, makers, machine, sinks), without)
	}
	err = suite.Run(ctx, sinks.Row, func(what string) { a.note("bench: %s", what) })
	if closing := sinks.Close(); err == nil {
		err = closing
	}
	return errors.Join(err, without)
}

// benchAccuracy compares solvers on stiff scenes.
func (a App) benchAccuracy(ctx context.Context, o *benchOptions, makers []bench.Maker, machine bench.Machine, sinks sink.All) error {
	suite, err := o.accuracy.Suite(o.scenes)
	if err == nil {
		suite.Makers, suite.Repeats, suite.Commit, suite.Host = makers, o.repeats, machine.Commit, machine.String()
		err = suite.Run(ctx, sinks.Row, func(what string) { a.note("bench: %s", what) })
	}
	return errors.Join(err, sinks.Close())
}

// benchSinks are where the rows go, files among them.
func (a App) benchSinks(o *benchOptions, m bench.Machine, accuracy bool) (sink.All, error) {
	return sink.Open(a.Stdout, m, sink.Options{Format: o.format, Accuracy: accuracy, Passes: o.passes, Record: o.record, Plot: o.plot})
}
