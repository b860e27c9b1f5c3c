package sweeping

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"hooke/cli/terminal"
	"hooke/lab/optimize"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/run"
	"hooke/run/flags"
)

// searched are the flags of the verb optimize. Those of runs are the same as of sweep.
type searched struct {
	choices
	search      optimize.SearchSpec
	start       string
	generations int
}

// DefaultSearch is where an optimization is written to unless somebody says otherwise.
const DefaultSearch = "out/optimize"

// Optimize returns the verb optimize. Its errors are those of Command.
func Optimize(p Program) *cobra.Command {
	o := &searched{}
	cmd := &cobra.Command{
		Use:   "optimize [preset|scene.toml]",
		Short: "Search the values that maximize or minimize a metric",
		Long: "optimize simulates a preset or a scene file generation by generation. A method chooses the points. It\n" +
			"writes the files of hooke sweep, and the best run to best/. The same command resumes, also for more\n" +
			"generations (docs/optimize.md).",
		Example: "  hooke optimize walker --vary 'actuator[0..11].phase=0:6.283' --maximize speed --time 3\n" +
			"  hooke optimize walker --vary 'actuator[*].frequency=0.5:3' --maximize 'speed-0.1*cot' --method ga\n" +
			"  hooke optimize walker --vary 'actuator[*].phase=0:6' --minimize cot --exec 'python3 mine.py'",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return p.optimize(cmd, args, o) },
	}
	set := cmd.Flags()
	set.StringVar(&o.search.Maximize, "maximize", "", "`expression` to maximize: columns of the table, + - * / ( ) min max")
	set.StringVar(&o.search.Minimize, "minimize", "", "`expression` to minimize")
	o.addRuns(cmd)
	set.Var(flags.Choice(&o.search.Method, optimize.Methods()), "method", "choice of points (default cma)")
	set.Var(flags.Whole(&o.generations, 1), "generations", "number of generations in all (default 50)")
	set.Var(flags.Whole(&o.search.Population, 1), "population", "points per generation (default: 4 + 3 ln of the variables; ga at least 16)")
	set.Var(flags.Choice(&o.start, []string{"middle", "scene"}), "start", "first point: middle of the ranges or the scene's values (default middle)")
	set.Var(flags.Seed(&o.spec.Seed), "sample-seed", "seed of the method and of noise")
	set.StringVar(&o.search.Program, "exec", "", "`command` that chooses points, instead of a method (docs/optimize.md)")
	return cmd
}

// optimize carries out the flags.
func (p Program) optimize(cmd *cobra.Command, args []string, o *searched) error {
	if o.search.Program != "" && o.search.Method != "" {
		return &run.OptionError{Option: "exec", Reason: "--method is given too; give one of the two"}
	}
	if o.film {
		if err := p.MayFilm(); err != nil { // before a night of searching
			return err
		}
	}
	var f sweep.File
	if err := o.over(&f, cmd, args); err != nil {
		return err
	}
	if o.out == "" {
		o.out = DefaultSearch
	}
	o.search.Sweep, o.search.FromScene, o.search.Generations = f.Spec, o.start == "scene", int64(o.generations)
	s, err := optimize.NewSearch(o.search)
	if err != nil {
		return flagged(err)
	}
	if err := sweep.TableOf(s.Plan, nil).Pareto(o.measured.Pareto); err != nil {
		return flagged(err)
	}
	s.Plan.Paths = o.save != ""
	ctx, stop := terminal.UntilInterrupted(cmd.Context())
	defer stop()
	if o.search.Program != "" {
		asks, err := p.program(ctx, s)
		if err != nil {
			return err
		}
		defer asks.Close()
		s.Asker = asks
	}
	return p.look(ctx, s, o)
}

// program starts the program that asks.
func (p Program) program(ctx context.Context, s *optimize.Search) (*optimize.Program, error) {
	hello := optimize.Hello{Population: s.Spec.Population, Generations: s.Spec.Generations, Seed: s.Plan.Spec.Seed, Start: s.Start}
	for i := range s.Plan.Spec.Vary {
		hello.Variables = append(hello.Variables, s.Plan.Spec.Vary[i].Key)
	}
	return optimize.StartProgram(ctx, s.Spec.Program, hello, p.Stderr)
}

// look searches, and writes table, plots and the best run.
func (p Program) look(ctx context.Context, s *optimize.Search, o *searched) error {
	p.note(s.Plan)
	runner, err := runners.Of(s.Plan, o.jobs, p.How)
	if err != nil {
		return err
	}
	table, err := p.follow(ctx, s, runner, o.out)
	interrupted := errors.Is(err, sweep.ErrInterrupted)
	if err != nil && !interrupted {
		return err
	}
	f, writeErr := p.record(s, table, o)
	if writeErr != nil {
		return errors.Join(err, writeErr)
	}
	if !interrupted {
		err = p.keepBest(ctx, s, table, &f, o.out, o.film)
	}
	return errors.Join(err, p.printFound(f, o.json))
}
