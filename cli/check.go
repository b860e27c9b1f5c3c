package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/terminal"
	"hooke/cpu"
	"hooke/cpuref"
	"hooke/engine"
	"hooke/engine/check"
	"hooke/gpu"
	"hooke/model"
	"hooke/run"
	"hooke/run/flags"
	"hooke/scene"
	"hooke/scene/preset"
)

// checkOptions are the flags of check, apart from those of the model.
type checkOptions struct {
	model   flags.Structure
	steps   int // of the long runs; zero: chosen
	energy  bool
	json    bool
	gpu     gpu.Options
	threads int

	engines   []string
	pipelines []string // of gpu
	parts     []string // of the proof

	own             bool // rows of the features that a scene uses alone; else the whole proof
	choosesPipeline bool // the pipeline in which a run steps, and the passes of two-pass; else pipelines
}

// Sizes of a check: the long runs of the reference and the device take a
// thousand steps, a few times over.
const (
	checkLattice    = 56_000 // springs of the lattice, unless sized
	checkCanonSteps = 300    // canon cannot carry itself for longer
)

func (a App) check() *cobra.Command {
	o := checkOptions{engines: []string{engine.GPU}, pipelines: []string{gpu.TwoPass, gpu.Fused}, parts: check.Parts()}
	thorough := false
	cmd := &cobra.Command{
		Use:     "check [preset|file ...]",
		GroupID: jobVerify,
		Short:   "Prove that an engine agrees with the float64 reference",
		Long: "check steps presets (default: all of them), scene files or meshes on the gpu engine and compares with the\n" +
			"float64 reference: each pass from the same state, whole steps, and the invariants of a long run.\n" +
			"It tries the features that the scene uses; its last line counts the others, which --thorough tries too.\n" +
			"Exit code 1 means that a comparison failed.\n\n" +
			"The cpu engine steps in a single pass: --engine cpu compares whole steps only.",
		Example: "  hooke check\n  hooke check walker --thorough\n  hooke check lattice --springs 1M --steps 100\n  hooke check --engine all\n  hooke check bunny.obj --json\n  hooke check --energy",
		Args:    cobra.ArbitraryArgs,
		RunE: work(func(cmd *cobra.Command, args []string) error {
			if err := ofEngines(cmd, o.engines...); err != nil {
				return err
			}
			o.own = !thorough && !cmd.Flags().Changed("parts")
			o.choosesPipeline = o.own && !cmd.Flags().Changed("pipeline")
			if o.energy {
				if !slices.Equal(o.engines, []string{engine.GPU}) {
					return usagef("--energy: it proves cpuref, cpu and gpu in one run: leave out --engine")
				}
				return a.checkEnergy(cmd.Context(), &o, args)
			}
			return a.checkScenes(cmd.Context(), &o, args)
		}),
	}
	o.model.Add(cmd)
	set := cmd.Flags()
	set.Var(flags.Choices(&o.engines, []string{engine.GPU, engine.CPU}), "engine", "engines to check")
	set.BoolVar(&thorough, "thorough", false, "prove all features, whatever the scene uses; takes minutes")
	set.Var(flags.Choices(&o.parts, check.Parts()), "parts", "`parts` of the whole proof: "+strings.Join(check.Parts(), ", "))
	set.BoolVar(&o.energy, "energy", false, "prove on built-in cases that energy does not drift and the ledger closes")
	set.Var(flags.Whole(&o.steps, 1), "steps", "steps of the long runs (default 1000; canon 300)")
	set.Var(flags.Pipelines(&o.pipelines), "pipeline", "`pipelines` of gpu: "+strings.Join(gpu.Pipelines(), ", ")+" (default: that of a run, and two-pass)")
	set.BoolVar(&o.json, "json", false, "print one JSON object per check, one per line")
	flags.AddPrecision(cmd, &o.gpu.Precision)
	flags.AddWorkGroup(cmd, &o.gpu.WorkGroup)
	flags.AddThreads(cmd, &o.threads)
	return cmd
}

// checkNames returns the cases of a check without arguments: all presets, or the
// lattice when only its size is given.
func checkNames(sized bool) []string {
	if sized {
		return []string{"lattice"}
	}
	var names []string
	for _, p := range preset.All() {
		names = append(names, p.Name)
	}
	return names
}

// checkCase opens a scene for a check.
func (a App) checkCase(ctx context.Context, o *checkOptions, name string) (check.Case, *scene.Scene, error) {
	f := o.model
	if name == "lattice" && f.Options.Springs == 0 && f.Options.Size[0] == 0 {
		f.Options.Springs = checkLattice
	}
	s, err := a.open(ctx, &f, []string{name}, "")
	if err != nil {
		return check.Case{}, nil, err
	}
	steps := o.steps
	if steps == 0 && name == "canon" {
		steps = checkCanonSteps
	}
	return check.Case{Name: s.Name, Model: s.Model, Start: s.Start, Params: s.Params, Steps: steps, Parts: o.parts, Own: o.own, Shared: &check.Shared{}}, s, nil
}

// checkEnergy proves that both engines keep energy and account for it.
func (a App) checkEnergy(ctx context.Context, o *checkOptions, args []string) error {
	if len(args) > 0 || o.model.Given() || o.steps > 0 {
		return usagef("--energy has cases of its own: leave out scenes, sizes and --steps")
	}
	ctx, stop := terminal.UntilInterrupted(ctx)
	defer stop()
	d, err := engine.OpenDevice(a.reporter())
	if err != nil {
		return err
	}
	defer d.Close()
	printer := &checkPrinter{app: a, json: o.json, software: d.GL.Software()}
	drift := check.SingleDriftTolerance
	if o.gpu.Precision == gpu.Double {
		drift = check.DriftTolerance
	}
	for _, c := range []struct {
		engine string
		drift  float64
		make   func(*model.Model, model.Params) (model.Engine, error)
	}{
		{engine.CPURef, check.DriftTolerance, func(m *model.Model, p model.Params) (model.Engine, error) { return cpuref.New(m, p) }},
		{engine.CPU, check.SingleDriftTolerance, func(m *model.Model, p model.Params) (model.Engine, error) { return cpu.New(m, p, cpu.Options{}) }},
		{engine.GPU, drift, func(m *model.Model, p model.Params) (model.Engine, error) { return a.newGPU(d, m, p, o.gpu) }},
	} {
		a.note("checking the energy of %s", c.engine)
		var proven proof
		rows, err := check.Energy(c.drift, 1, func(m *model.Model, p model.Params) (model.Engine, error) {
			if ctx.Err() != nil {
				return nil, run.ErrInterrupted
			}
			e, err := c.make(m, p)
			if err != nil {
				return nil, err
			}
			proven.engine = e.Describe()
			return e, nil
		})
		for i := range rows {
			rows[i].Case = c.engine + ", " + rows[i].Case
		}
		proven.rows = rows
		if err := printer.print(proven); err != nil {
			return err
		}
		if errors.Is(err, run.ErrInterrupted) {
			return fmt.Errorf("%w at the energy of %s", run.ErrInterrupted, c.engine)
		}
		if err != nil {
			return err
		}
	}
	if err := printer.summary(); err != nil {
		return err
	}
	if len(printer.failed) > 0 {
		return errSilent
	}
	return nil
}
