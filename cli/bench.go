package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"hooke/bench"
	"hooke/cpu"
	"hooke/gpu"
	"hooke/model"
)

// benchOptions are the flags of bench.
type benchOptions struct {
	springs    []int64
	engines    []string
	pipelines  []string
	precisions []string
	workGroup  int // zero: the engine's own choice
	repeats    int
	integrator model.Integrator
	json       bool
}

func (a App) bench() *cobra.Command {
	o := benchOptions{springs: []int64{56_000, 1_000_000}, engines: engineNames(), pipelines: gpu.Pipelines(), precisions: []string{gpu.Single.String()}, repeats: 5}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure speed and error of every engine on the benchmark lattice",
		Long: "bench steps the preset canon with every engine, pipeline and size, in turn, and prints the median rate\n" +
			"of each with its error against the float64 reference. Compare rows of one run only, as ratios.",
		Example: "  hooke bench\n  hooke bench --springs 56k,1M,10M --engines gpu\n  hooke bench --json >result.jsonl",
		Args:    cobra.NoArgs,
		RunE:    work(func(cmd *cobra.Command, _ []string) error { return a.benchEngines(cmd.Context(), &o) }),
	}
	flags := cmd.Flags()
	flags.Var(countsFlag{&o.springs}, "springs", "sizes, the nearest cubic lattices")
	flags.Var(choicesFlag{&o.engines, engineNames()}, "engines", "which engines")
	flags.Var(choicesFlag{&o.pipelines, gpu.Pipelines()}, "pipelines", "which pipelines of the gpu engine; the others have only their own")
	flags.Var(choicesFlag{&o.precisions, precisionNames()}, "precisions", "which precisions of the gpu engine")
	addWorkGroup(cmd, &o.workGroup)
	flags.Var(integratorFlag{&o.integrator}, "integrator", "how a step advances (default symplectic-euler)")
	flags.Var(wholeFlag{&o.repeats, bench.MinRepeats}, "repeats", "timed repeats of each row; fewer, but at least 3, where they take long")
	flags.BoolVar(&o.json, "json", false, "print one JSON object a line, a row each")
	return cmd
}

func (a App) benchEngines(ctx context.Context, o *benchOptions) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	var makers []bench.Maker
	var without error // why the gpu engine has no rows
	if slices.Contains(o.engines, engineCPURef) {
		makers = append(makers, bench.Reference())
	}
	if slices.Contains(o.engines, engineCPU) {
		makers = append(makers, cpuMaker())
	}
	if slices.Contains(o.engines, engineGPU) {
		d, err := openDevice()
		if err != nil {
			without = fmt.Errorf("%w\n(the gpu engine was not measured; --engines cpu,cpuref needs no OpenGL)", err)
			if len(makers) == 0 {
				return without
			}
			a.note("note: the gpu engine cannot be measured, only the others: %v", err)
		} else {
			defer d.close()
			makers = append(makers, a.gpuMakers(d, o)...)
		}
	}

	machine := bench.ThisMachine(builtFrom())
	suite := bench.Suite{Springs: o.springs, Makers: makers, Repeats: o.repeats, Integrator: o.integrator, Commit: machine.Commit, Host: machine.String()}
	progress := func(what string) { a.note("bench: %s", what) }
	if o.json {
		return errors.Join(suite.Run(ctx, bench.Lines{W: a.Stdout}.Row, progress), without)
	}
	table, err := bench.NewTable(a.Stdout, machine)
	if err != nil {
		return err
	}
	err = suite.Run(ctx, table.Row, progress)
	if closing := table.Close(); err == nil {
		err = closing
	}
	return errors.Join(err, without)
}

// cpuMaker makes the cpu engine, on all cores.
func cpuMaker() bench.Maker {
	return bench.Maker{
		Engine: engineCPU, Pipeline: "fused",
		New: func(m *model.Model, p model.Params) (model.Engine, error) { return cpu.New(m, p, cpu.Options{}) },
	}
}

// gpuMakers make the gpu engine with each of the pipelines and precisions.
func (a App) gpuMakers(d *device, o *benchOptions) (makers []bench.Maker) {
	for _, pipeline := range o.pipelines {
		for _, name := range o.precisions {
			precision, _ := gpu.ParsePrecision(name) // the flag allows no other
			makers = append(makers, bench.Maker{
				Engine: engineGPU, Pipeline: pipeline, Software: d.gl.Software(),
				New: func(m *model.Model, p model.Params) (model.Engine, error) {
					return a.newGPU(d, m, p, gpu.Options{Pipeline: pipeline, Precision: precision, WorkGroup: o.workGroup})
				},
			})
		}
	}
	return makers
}
