package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/cli/report"
	"hooke/cli/sweeping"
	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/gpu"
	"hooke/machine/memory"
	"hooke/run"
	"hooke/run/flags"
	"hooke/scene"
)

// runOptions are the flags of run, apart from those of the model.
type runOptions struct {
	model       flags.Structure
	engine      string
	steps       int
	time        float64 // [s]
	out         string
	from        string // final.npz to start from; empty: the scene's own start
	strict      bool   // large errors of big steps end the run with an error
	energy      bool
	energyEvery int // -1: chosen
	png, json   bool
	film        bool // it prints no figures, so that none are measured
	checkpoint  run.Interval
	save        flags.Frames
	look        flags.Look
	lookFlag    string // the first flag of look that is given; empty: none
	outputs     []run.Output
	gpu         gpu.Options
	retune      bool
	threads     int // of the cpu engine; 0: it chooses
}

func (a App) run() *cobra.Command {
	o := runOptions{engine: engine.Auto, energyEvery: -1}
	cmd := &cobra.Command{
		Use:     "run [preset|file]",
		GroupID: jobSimulate,
		Short:   "Simulate without a window and write the results",
		Long: "run simulates a preset (default lattice), a scene file or a mesh, and writes to the folder --out:\n\n" +
			"  final.npz    positions, velocities, time and step at the end, for NumPy\n" +
			"  energy.csv   energies over time; --energy adds dissipation and the work of muscles and forces\n\n" +
			"Ctrl-C writes the state reached and checkpoint.hooke, from which hooke resume continues. A run that\n" +
			"diverges keeps last-good.npz, an earlier state. Both end with exit code 1.",
		Example: "  hooke run walker --time 2 --png\n  hooke run lattice --springs 56k --steps 2000 --out drop\n" +
			"  hooke run bunny.obj --as cloth --up y --pin top --time 2",
		Args: atMost(1),
		RunE: work(func(cmd *cobra.Command, args []string) (err error) {
			if err := oneOf(cmd, "steps", "time"); err != nil {
				return err
			}
			if err := ofEngines(cmd, o.engine); err != nil {
				return err
			}
			a.retune, a.threads, o.lookFlag = o.retune, o.threads, o.look.Given(cmd)
			if o.outputs, err = o.save.Outputs(); err != nil {
				return usagef("%v", err)
			}
			return a.runScene(cmd.Context(), &o, args)
		}),
	}
	o.model.Add(cmd)
	set := cmd.Flags()
	set.Var(flags.Positive(&o.time), "time", "simulated time [s] (default: the scene's own)")
	set.Var(flags.Whole(&o.steps, 1), "steps", "number of steps, instead of --time")
	set.StringVar(&o.out, "out", "out", "`folder` to write to; created when missing")
	set.BoolVar(&o.png, "png", false, "draw the final state to final.png")
	o.save.AddFormats(cmd)
	set.BoolVar(&o.energy, "energy", false, "account for all energy in energy.csv and energy.png; takes longer")
	set.Var(flags.Interval(&o.checkpoint), "checkpoint", "save checkpoint.hooke at this interval: 10s, 5m, 1000steps")
	set.Var(flags.Choice(&o.engine, append([]string{engine.Auto}, engine.Names()...)), "engine", "auto takes the faster of a graphics card and the CPU")
	o.save.AddEvery(cmd)
	flags.AddReactions(cmd, &o.save.Reactions)
	o.save.AddHow(cmd)
	flags.ResultSection.Add(cmd, o.addRare)
	flags.AddJSON(cmd, &o.json)
	o.look.AddShown(cmd)
	flags.SolverSection.Add(cmd, func(set *pflag.FlagSet) {
		set.BoolVar(&o.strict, "strict", false, "end with an error when large steps cause an error above 5 %")
	})
	flags.AddPrecision(cmd, &o.gpu.Precision)
	flags.AddPipeline(cmd, &o.gpu.Pipeline)
	flags.AddWorkGroup(cmd, &o.gpu.WorkGroup)
	addRetune(cmd, &o.retune)
	flags.AddThreads(cmd, &o.threads)
	return cmd
}

// addRare adds flags of results that few runs need.
func (o *runOptions) addRare(set *pflag.FlagSet) {
	set.Var(flags.Whole(&o.energyEvery, 0), "energy-every", "steps between rows of energy.csv; 0: no file (default: 100 rows; 1000 with --energy)")
	set.StringVar(&o.from, "start", "", "start from the positions and velocities of this final.npz `file`")
	set.StringVar(&o.model.Options.Inputs, "inputs", "", "replay the inputs.npz `file` of an earlier run instead of its controllers")
}

// runOptions are the options of a run under a guard.
func (a App) runOptions(o *runOptions, g *terminal.Guard) run.Options {
	every := int64(o.energyEvery)
	switch {
	case every < 0:
		every = 0 // the run chooses
	case every == 0:
		every = -1 // none
	}
	o.gpu.Shaders = a.Shaders
	return run.Options{
		Folder: o.out, Steps: int64(o.steps), Time: o.time, Engine: o.engine,
		How:    engine.Options{GPU: o.gpu, Threads: a.threads, Listener: a.reporter(), Selftest: a.Selftest, Tuning: a.remembered()},
		Strict: o.strict, Energy: o.energy, EnergyEvery: every, Picture: o.png, Pictures: o.pictures(), Checkpoint: o.checkpoint, Outputs: o.outputs, Float64: o.save.Float64(),
		Choices: o.model.Resolve(), Program: versionText(), Progress: terminal.NewOfRun(a.Stderr), SaveNow: g.Wanted, Entered: g.Enter,
	}
}

// pictures returns the look of the run's pictures; the zero value without flags.
func (o *runOptions) pictures() run.Pictures {
	if o.lookFlag == "" {
		return run.Pictures{}
	}
	return run.Pictures{Look: o.look.Shown(), View: o.look.From()}
}

// shows returns an error for flags of pictures when the run draws none.
func (o *runOptions) shows(s *scene.Scene) error {
	draws := o.png || slices.ContainsFunc(o.outputs, func(out run.Output) bool { return out.What == "png" || out.What == "mp4" }) ||
		slices.ContainsFunc(s.Outputs, func(out scene.OutputRequest) bool { return out.What == "png" || out.What == "mp4" })
	if o.lookFlag != "" && !draws {
		return usagef("--%s: the run draws no picture that it could be of; add --png, --save png or --save mp4", o.lookFlag)
	}
	return nil
}

// byPattern reports that nothing of a run reads springs in arrays: neither the engine, nor
// frames or the ledger; final.png shows the surface.
func (o *runOptions) byPattern() bool {
	return (o.engine == engine.CPU || o.engine == engine.Auto) && !o.energy && len(o.save.Formats) == 0 && o.from == "" && o.look.Seen()
}

func (a App) runScene(ctx context.Context, o *runOptions, args []string) error {
	if o.energy && o.energyEvery == 0 {
		return usagef("--energy writes energy.csv, which --energy-every 0 switches off; give one of them")
	}
	begin := time.Now()
	g := terminal.NewGuard(ctx, a.note)
	defer g.Release()
	o.model.Options.Lone = true
	o.model.Options.StateGiven, o.model.Options.ByPattern = o.from != "", o.byPattern()
	s, err := a.open(g, &o.model, args, "lattice")
	if err != nil {
		return err
	}
	if err := o.shows(s); err != nil {
		return err
	}
	structure := time.Since(begin).Seconds()
	if err := run.StartFrom(s, o.from); err != nil {
		return err
	}
	r, err := run.New(s, a.runOptions(o, g))
	if engine.NoOpenGL(err) {
		return fmt.Errorf("%w\n(--engine cpu needs no OpenGL)", err)
	}
	if err != nil {
		return err
	}
	defer r.Close()
	if o.film {
		result, lost := r.Go(g)
		return errors.Join(lost, result.Lost)
	}
	return a.drive(g, r, structure, o.json)
}

// film runs a scene and writes a film of it, and no figures.
func (a App) film(ctx context.Context, f sweeping.Film) error {
	o := runOptions{engine: f.Engine, out: f.Out, time: f.Time, steps: int(f.Steps), film: true, outputs: []run.Output{{What: "mp4"}}}
	o.gpu.Precision = f.Precision
	o.save.Formats = []string{"mp4"}
	return a.runScene(ctx, &o, []string{f.Scene})
}

// drive takes a run to its end and prints its figures. structure is the time to make
// the structure [s].
func (a App) drive(g *terminal.Guard, r *run.Run, structure float64, asJSON bool) error {
	result, lost := r.Go(g)
	if !result.Complete {
		return lost
	}
	f := report.Figures{Result: result, Structure: structure}
	var err error
	switch f.Accuracy, err = report.MeasureAccuracy(g, r.Engine, r.Scene, f.Steps); {
	case errors.Is(err, context.Canceled):
		f.Accuracy = report.Accuracy{} // the run is complete; only the measuring of the error was interrupted
	case errors.Is(err, memory.ErrTooLarge): // of the reference
		f.Accuracy = report.Accuracy{}
		a.note("note: %v", err)
	case err != nil:
		return errors.Join(run.Wrote(err, f.Wrote...), lost)
	}
	if err := errors.Join(a.printFigures(f, asJSON), lost); err != nil {
		return err
	}
	return result.Lost
}

// printFigures prints the final report of a run.
func (a App) printFigures(f report.Figures, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(a.Stdout).Encode(f)
	}
	return a.printf("%s", f.Text())
}

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

// reopening are the options with which the run of a file is made, for looking at it.
func (a App) reopening() run.Options {
	return run.Options{How: engine.Options{GPU: gpu.Options{Shaders: a.Shaders}, Listener: a.reporter(), Selftest: a.Selftest, Tuning: a.remembered()}, Program: versionText()}
}
