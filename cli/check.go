package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cpuref"
	"hooke/gpu"
	"hooke/model"
	"hooke/scene"
)

// checkOptions are the flags of check beside those of the model.
type checkOptions struct {
	model  modelFlags
	steps  int // of the long runs; zero: chosen
	energy bool
	json   bool
	gpu    gpu.Options

	pipelines []string
}

// Sizes of a check: the long runs of the reference and the device take a
// thousand steps, a few times over.
const (
	checkLattice    = 56_000 // springs of the lattice, unless sized
	checkCanonSteps = 300    // canon cannot carry itself for longer
)

func (a App) check() *cobra.Command {
	o := checkOptions{pipelines: []string{gpu.TwoPass, gpu.Fused}}
	cmd := &cobra.Command{
		Use:   "check [preset|file ...]",
		Short: "Prove the GPU against the float64 reference; exit 1 when they disagree",
		Long: "check runs the gpu engine against the float64 reference on presets and mesh files (all presets unless\n" +
			"named): each pass alone from the same state, one and four steps, and invariants of a long run.\n" +
			"The lattice has 56k springs unless sized. With --energy it proves instead, on cases of its own and for\n" +
			"both engines, that energy does not drift in 10⁵ steps and that the energy ledger closes.\n\n" + presetHelp(),
		Example: "  hooke check\n  hooke check lattice --springs 1M --steps 100\n  hooke check bunny.obj --json\n  hooke check --energy",
		Args:    cobra.ArbitraryArgs,
		RunE: work(func(cmd *cobra.Command, args []string) error {
			if o.energy {
				return a.checkEnergy(cmd.Context(), &o, args)
			}
			return a.checkScenes(cmd.Context(), &o, args)
		}),
	}
	cmd.Flags().Var(wholeFlag{&o.steps, 1}, "steps", "steps of the long runs (default 1000; canon 300)")
	cmd.Flags().BoolVar(&o.energy, "energy", false, "prove that energy is kept and accounted for, on cases of its own")
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object a line, a check each")
	addPrecision(cmd, &o.gpu.Precision)
	addWorkGroup(cmd, &o.gpu.WorkGroup)
	cmd.Flags().Var(choicesFlag{&o.pipelines, gpu.Pipelines()}, "pipeline", "which pipelines of the gpu engine")
	o.model.add(cmd)
	return cmd
}

func (a App) checkScenes(ctx context.Context, o *checkOptions, names []string) error {
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	if len(names) == 0 {
		names = checkNames(o.model.given())
	}
	d, err := openDevice()
	if err != nil {
		return err
	}
	defer d.close()
	printer := &checkPrinter{app: a, json: o.json}
	var faults []error
	for i, name := range names {
		interrupted := fmt.Errorf("%w at %s: %d of %d cases were checked", errInterrupted, name, i, len(names))
		sc, err := a.checkCase(ctx, o, name)
		if errors.Is(err, errInterrupted) {
			return interrupted
		}
		if err != nil {
			return err
		}
		a.note("checking %s: %d masses, %d springs", sc.Name, sc.Model.MassCount(), sc.Model.SpringCount())
		for _, o.gpu.Pipeline = range o.pipelines {
			rows, err := cpuref.Check(sc, func(m *model.Model, p model.Params) (cpuref.Subject, error) {
				// A case makes an engine for each of its parts: between those it can
				// be interrupted.
				if ctx.Err() != nil {
					return nil, errInterrupted
				}
				e, err := a.newGPU(d, m, p, o.gpu)
				if err != nil {
					return nil, err
				}
				printer.engine = e.Describe()
				return e, nil
			})
			if err := printer.print(rows); err != nil {
				return err
			}
			if errors.Is(err, errInterrupted) {
				return interrupted
			}
			if err != nil {
				faults = append(faults, err)
			}
		}
	}
	if len(names) > 1 || o.gpu.Precision != gpu.Single {
		for _, o.gpu.Pipeline = range o.pipelines {
			if err := a.checkPrecision(d, o.gpu.Pipeline, o.gpu.WorkGroup, printer); err != nil {
				return err
			}
		}
	}
	if err := printer.summary(d.gl.Software()); err != nil {
		return err
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	if len(printer.failed) > 0 {
		return errSilent
	}
	return nil
}

// checkPrecision shows what each precision makes of the forces in a structure
// that needs more than single.
func (a App) checkPrecision(d *device, pipeline string, workGroup int, printer *checkPrinter) error {
	rows, err := cpuref.CheckPrecision(precisionNames(), func(name string, m *model.Model, p model.Params) (cpuref.Subject, error) {
		precision, err := gpu.ParsePrecision(name)
		if err != nil {
			return nil, err
		}
		e, err := a.newGPU(d, m, p, gpu.Options{Pipeline: pipeline, Precision: precision, WorkGroup: workGroup})
		if err != nil {
			return nil, err
		}
		printer.engine.Pipeline = pipeline
		return e, nil
	})
	return errors.Join(printer.print(rows), err)
}

// checkNames are the cases of a check without arguments: all presets, or the
// lattice when only its size is given.
func checkNames(sized bool) []string {
	if sized {
		return []string{"lattice"}
	}
	var names []string
	for _, p := range scene.Presets() {
		names = append(names, p.Name)
	}
	return names
}

// checkCase opens a scene for a check.
func (a App) checkCase(ctx context.Context, o *checkOptions, name string) (cpuref.Case, error) {
	f := o.model
	if name == "lattice" && f.options.Springs == 0 && f.options.Size[0] == 0 {
		f.options.Springs = checkLattice
	}
	s, err := a.open(ctx, &f, []string{name}, "")
	if err != nil {
		return cpuref.Case{}, err
	}
	steps := o.steps
	if steps == 0 && name == "canon" {
		steps = checkCanonSteps
	}
	return cpuref.Case{Name: s.Name, Model: s.Model, Start: s.Start, Params: s.Params, Steps: steps}, nil
}

// failedRow is a row that failed, of a pipeline.
type failedRow struct {
	pipeline string
	cpuref.Row
}

// checkPrinter prints rows as they come and remembers what failed.
type checkPrinter struct {
	app    App
	json   bool
	engine model.Description
	seen   []string // pipelines
	rows   int
	failed []failedRow
}

const checkFormat = "%-22s %-9s %-30s %10s %10s %10s %12s  %s\n"

func (p *checkPrinter) print(rows []cpuref.Row) error {
	if !slices.Contains(p.seen, p.engine.Pipeline) {
		p.seen = append(p.seen, p.engine.Pipeline)
	}
	for _, r := range rows {
		p.rows++
		if !r.OK {
			p.failed = append(p.failed, failedRow{p.engine.Pipeline, r})
		}
		if p.json {
			if err := p.printJSON(r); err != nil {
				return err
			}
			continue
		}
		if p.rows == 1 {
			if err := p.app.printf(checkFormat, "case", "pipeline", "check", "max", "rms", "tolerance", "worst", "result"); err != nil {
				return err
			}
		}
		result := "ok"
		if !r.OK {
			result = "FAILED"
		}
		if err := p.app.printf(checkFormat, r.Case, p.engine.Pipeline, r.Check, residual(r.Max), residual(r.RMS), residual(r.Tolerance), worst(r), result); err != nil {
			return err
		}
	}
	return nil
}

// printJSON prints a row with what was proven by which renderer.
func (p *checkPrinter) printJSON(r cpuref.Row) error {
	row, err := json.Marshal(r)
	if err != nil {
		return err
	}
	var object map[string]any
	if err := json.Unmarshal(row, &object); err != nil {
		return err
	}
	object["engine"], object["pipeline"] = p.engine.Engine, p.engine.Pipeline
	object["renderer"], object["precision"] = p.engine.Renderer, p.engine.Precision
	object["work_group"] = p.engine.WorkGroup
	return json.NewEncoder(p.app.Stdout).Encode(object)
}

// summary says what disagreed, and on what it all ran. With --json it goes to
// standard error, so that standard output holds rows only.
func (p *checkPrinter) summary(software bool) error {
	out := p.app
	if p.json {
		out.Stdout = out.Stderr
	}
	note := ""
	if software {
		note = " (SOFTWARE RENDERER: OpenGL on the CPU)"
	}
	if err := out.printf("\n%s %s, work groups of %d, %s precision, on %s%s, against the float64 reference\n",
		p.engine.Engine, strings.Join(p.seen, " and "), p.engine.WorkGroup, p.engine.Precision, p.engine.Renderer, note); err != nil {
		return err
	}
	for _, r := range p.failed {
		if err := out.printf("disagreement: %s, %s, %s: max %s, allowed %s: %s\n", r.Case, r.pipeline, r.Check, residual(r.Max), residual(r.Tolerance), r.Detail); err != nil {
			return err
		}
	}
	return out.printf("%d of %d checks agree\n", p.rows-len(p.failed), p.rows)
}

func residual(x float64) string {
	if math.IsNaN(x) {
		return "NaN"
	}
	return fmt.Sprintf("%.2e", x)
}

// worst is the mass or spring with the largest error.
func worst(r cpuref.Row) string {
	switch {
	case r.WorstMass >= 0:
		return fmt.Sprintf("mass %d", r.WorstMass)
	case r.WorstSpring >= 0:
		return fmt.Sprintf("spring %d", r.WorstSpring)
	}
	return "-"
}
