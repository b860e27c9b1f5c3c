package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hooke/bench"
	"hooke/gpu"
	"hooke/model"
)

// benchOptions are the flags of bench.
type benchOptions struct {
	scenes     []string
	springs    []int64
	engines    []string
	pipelines  []string
	precisions []string
	threads    []int
	workGroup  int // zero: the engine's own choice
	repeats    int
	length     float64 // of a repeat [s]; zero: the suite's
	integrator model.Integrator

	json   bool
	format string
	passes bool
	plot   string // file
	record string // file
	read   string // file
}

// The formats of bench.
const (
	formatText      = "text"
	formatJSON      = "json"
	formatBenchstat = "benchstat"
	formatMarkdown  = "markdown"
)

func (a App) bench() *cobra.Command {
	o := benchOptions{scenes: []string{"canon"}, springs: []int64{56_000, 1_000_000}, engines: engineNames(), pipelines: gpu.Pipelines(),
		precisions: []string{gpu.Single.String()}, threads: []int{0}, repeats: 5, format: formatText}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure speed and error of every engine",
		Long: "bench steps scenes of the benchmark with every engine, pipeline and size, in turn, and prints the median\n" +
			"rate of each with its error against the float64 reference, and how near it comes to the bandwidth of a copy\n" +
			"in the same memory. Compare rows of one run only, as ratios. docs/performance.md says how to read a row.\n\n" + sceneHelp(),
		Example: "  hooke bench\n" +
			"  hooke bench --springs 56k,1M,10M --engines gpu,cpu --threads 1,2\n" +
			"  hooke bench --scenes all --plot rates.svg --record rates.jsonl\n" +
			"  hooke bench --read rates.jsonl --format markdown\n" +
			"  hooke bench --format benchstat >new.txt && benchstat old.txt new.txt",
		Args: cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, _ []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			return a.benchOrRead(cmd.Context(), &o)
		}),
	}
	flags := cmd.Flags()
	flags.Var(choicesFlag{&o.scenes, bench.SceneNames()}, "scenes", "which scenes")
	flags.Var(countsFlag{&o.springs}, "springs", "sizes; each scene comes as near as it can, but for those with a size of their own")
	flags.Var(choicesFlag{&o.engines, engineNames()}, "engines", "which engines")
	flags.Var(choicesFlag{&o.pipelines, gpu.Pipelines()}, "pipelines", "which pipelines of the gpu engine; the others have only their own")
	flags.Var(choicesFlag{&o.precisions, precisionNames()}, "precisions", "which precisions of the gpu engine")
	flags.Var(threadsFlag{&o.threads}, "threads", "threads of the cpu engine, such as 1,2; all is one for each core")
	addWorkGroup(cmd, &o.workGroup)
	flags.Var(integratorFlag{&o.integrator}, "integrator", "how a step advances (default symplectic-euler)")
	flags.Var(wholeFlag{&o.repeats, bench.MinRepeats}, "repeats", "timed repeats of each row; fewer, but at least 3, where they take long")
	flags.Var(positiveFlag{value: &o.length}, "repeat-time", "length of a repeat [s] (default 0.5)")
	flags.BoolVar(&o.json, "json", false, "short for --format json")
	flags.Var(choiceFlag{&o.format, []string{formatText, formatJSON, formatBenchstat, formatMarkdown}}, "format",
		"of what is printed: json is an object a line, a row each; benchstat the Go benchmark format, a line for each repeat")
	flags.BoolVar(&o.passes, "passes", false, "print the passes of each row after the rows: bytes, time on the device, bandwidth")
	flags.StringVar(&o.plot, "plot", "", "draw rate against size into this file, an SVG picture")
	flags.StringVar(&o.record, "record", "", "write the rows as JSON into this file too, as they come")
	flags.StringVar(&o.read, "read", "", "measure nothing: print or draw the rows of this file, which --record or --json wrote")
	return cmd
}

func sceneHelp() string {
	var out strings.Builder
	out.WriteString("Scenes:\n")
	for _, s := range bench.Scenes() {
		fixed := ""
		if s.Fixed {
			fixed = " (a size of its own)"
		}
		fmt.Fprintf(&out, "  %-11s %s%s\n", s.Name, s.Summary, fixed)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// check refuses flags that contradict each other or have no meaning together.
func (o *benchOptions) check(cmd *cobra.Command) error {
	flags := cmd.Flags()
	if o.json {
		if flags.Changed("format") && o.format != formatJSON {
			return usagef("--json and --format %s cannot be given together: leave one out", o.format)
		}
		o.format = formatJSON
	}
	if o.passes && o.format != formatText {
		return usagef("--passes belongs to --format text; json has the passes of each row in any case")
	}
	if o.plot != "" && !strings.HasSuffix(o.plot, ".svg") {
		return usagef("--plot %s: the picture is SVG; give a name that ends in .svg", o.plot)
	}
	without := func(flag, engine string) error {
		if flags.Changed(flag) && !slices.Contains(o.engines, engine) {
			return usagef("--%s is of the engine %s, which --engines leaves out", flag, engine)
		}
		return nil
	}
	if err := errors.Join(without("pipelines", engineGPU), without("precisions", engineGPU), without("workgroup", engineGPU), without("threads", engineCPU)); err != nil {
		return usage{err.Error()}
	}
	if flags.Changed("springs") && !slices.ContainsFunc(o.scenes, func(name string) bool { return !bench.Fixed(name) }) {
		return usagef("--springs has no meaning for %s: each has a size of its own; leave one out", strings.Join(o.scenes, ", "))
	}
	if o.read != "" {
		for _, flag := range []string{"scenes", "springs", "engines", "pipelines", "precisions", "threads", "workgroup", "integrator", "repeats", "repeat-time", "record"} {
			if flags.Changed(flag) {
				return usagef("--read measures nothing, so --%s has no meaning: leave one out", flag)
			}
		}
	}
	return nil
}

// benchOrRead measures, or prints what was measured.
func (a App) benchOrRead(ctx context.Context, o *benchOptions) error {
	if o.read == "" {
		return a.benchEngines(ctx, o)
	}
	file, err := os.Open(o.read)
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	defer file.Close()
	rows, err := bench.ReadRows(file, o.read)
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	sinks, err := a.benchSinks(o, bench.Machine{CPU: rows[0].Host, Commit: rows[0].Commit})
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
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	makers, release, without := a.benchMakers(o)
	defer release()
	if len(makers) == 0 {
		return without
	}
	if without != nil {
		a.note("note: the gpu engine cannot be measured, only the others: %v", errors.Unwrap(without))
	}
	machine := bench.ThisMachine(builtFrom())
	sinks, err := a.benchSinks(o, machine)
	if err != nil {
		return err
	}
	suite := bench.Suite{Scenes: o.scenes, Springs: o.springs, Makers: makers, Repeats: o.repeats, Target: time.Duration(o.length * float64(time.Second)),
		Integrator: o.integrator, Commit: machine.Commit, Host: machine.String()}
	err = suite.Run(ctx, sinks.Row, func(what string) { a.note("bench: %s", what) })
	if closing := sinks.Close(); err == nil {
		err = closing
	}
	return errors.Join(err, without)
}

// rowSink is something that rows are printed to, or drawn on.
type rowSink interface {
	Row(bench.Row) error
	Close() error
}

// rowSinks hands each row to all.
type rowSinks []rowSink

func (s rowSinks) Row(r bench.Row) error {
	var faults []error
	for _, sink := range s {
		faults = append(faults, sink.Row(r))
	}
	return errors.Join(faults...)
}

func (s rowSinks) Close() error {
	var faults []error
	for _, sink := range s {
		faults = append(faults, sink.Close())
	}
	return errors.Join(faults...)
}

// benchSinks are where the rows go, files among them.
func (a App) benchSinks(o *benchOptions, m bench.Machine) (sinks rowSinks, err error) {
	switch o.format {
	case formatJSON:
		sinks = append(sinks, bench.Lines{W: a.Stdout})
	case formatBenchstat:
		lines, err := bench.NewGoLines(a.Stdout, m)
		if err != nil {
			return nil, err
		}
		sinks = append(sinks, lines)
	case formatMarkdown:
		sinks = append(sinks, &bench.Markdown{W: a.Stdout})
	default:
		table, err := bench.NewTable(a.Stdout, m)
		if err != nil {
			return nil, err
		}
		sinks = append(sinks, table)
	}
	if o.passes {
		sinks = append(sinks, &later{to: bench.NewPassTable(a.Stdout), heading: a.Stdout})
	}
	if o.record != "" {
		file, err := os.Create(o.record)
		if err != nil {
			return nil, fmt.Errorf("bench: --record: %w", err)
		}
		sinks = append(sinks, &fileSink{bench.Lines{W: file}, file, nil})
	}
	if o.plot != "" {
		file, err := os.Create(o.plot)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("bench: --plot: %w", err), sinks.Close())
		}
		buffered := bufio.NewWriter(file)
		sinks = append(sinks, &fileSink{&bench.Plot{W: buffered}, file, buffered})
	}
	return sinks, nil
}

// fileSink closes the file that a sink writes to.
type fileSink struct {
	rowSink
	file     *os.File
	buffered *bufio.Writer // nil: it writes at once
}

func (f *fileSink) Close() error {
	err := f.rowSink.Close()
	if f.buffered != nil && err == nil {
		err = f.buffered.Flush()
	}
	return errors.Join(err, f.file.Close())
}

// later keeps the rows until the end, after an empty line.
type later struct {
	to      rowSink
	heading io.Writer
	rows    []bench.Row
}

func (l *later) Row(r bench.Row) error {
	l.rows = append(l.rows, r)
	return nil
}

func (l *later) Close() error {
	if _, err := io.WriteString(l.heading, "\n"); err != nil {
		return err
	}
	for _, r := range l.rows {
		if err := l.to.Row(r); err != nil {
			return err
		}
	}
	return l.to.Close()
}
