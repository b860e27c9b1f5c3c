package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/check"
	"hooke/cpu"
	"hooke/engine"
	"hooke/model"
	"hooke/run"
)

// proveCase proves the engines on a scene: gpu in each pipeline, and cpu. faults gets
// the engines whose proof could not be carried out; an error ends the check.
func (a App) proveCase(ctx context.Context, o *checkOptions, d *engine.Device, sc check.Case, printer *checkPrinter, faults *[]error) error {
	for _, name := range o.engines {
		if name == engine.CPU {
			if err := prove(ctx, sc, printer, faults, model.Description{Engine: engine.CPU, Pipeline: "fused", Precision: o.gpu.Precision.String()}, onCPU(o.gpu.Precision, o.threads)); err != nil {
				return err
			}
			continue
		}
		for _, pipeline := range o.pipelines {
			options := o.gpu
			options.Pipeline = pipeline
			named := model.Description{Engine: engine.GPU, Pipeline: pipeline, Renderer: d.GL.Renderer, Precision: options.Precision.String()}
			told := map[string]bool{} // why another pipeline steps
			onGPU := func(m *model.Model, p model.Params) (check.Subject, error) {
				e, err := a.newGPU(d, m, p, options)
				if err != nil {
					return nil, err // a nil *gpu.Engine in an interface would not be nil
				}
				if why := e.Fallback(); why != "" && !told[why] {
					told[why] = true
					a.note("%s: the pipeline fused steps a case in place of %s: %s", sc.Name, pipeline, why)
				}
				return e, nil
			}
			if err := prove(ctx, sc, printer, faults, named, onGPU); err != nil {
				return err
			}
		}
	}
	return nil
}

// prove proves one engine on a scene. The check can be interrupted between the engines
// that a case makes for each of its parts. What the engine refuses by name is a row,
// once for each thing refused.
func prove(ctx context.Context, sc check.Case, printer *checkPrinter, faults *[]error, named model.Description, newSubject check.Factory) error {
	printer.engine = named    // until an engine is made
	said := map[string]bool{} // what the engine has refused
	var refused []check.Outcome
	rows, err := check.Prove(sc, func(m *model.Model, p model.Params) (check.Subject, error) {
		if ctx.Err() != nil {
			return nil, run.ErrInterrupted
		}
		s, err := newSubject(m, p)
		unasked := p.Integrator.Method().Divides && !sc.Params.Integrator.Method().Divides // check tries such a solver on its own
		if errors.Is(err, model.ErrRefused) && !said[err.Error()] && !unasked {
			said[err.Error()] = true
			refused = append(refused, check.Outcome{Case: sc.Name, Check: refusedCheck, WorstMass: -1, WorstSpring: -1, Detail: err.Error(), OK: true})
		}
		if err != nil {
			return nil, err
		}
		printer.engine = s.Describe()
		return s, nil
	})
	if errors.Is(err, model.ErrRefused) { // it refuses the scene itself
		err = nil
	}
	for _, r := range rows {
		if r.Check != refusedCheck {
			refused = append(refused, r) // after the parts that it refused, so that nobody reads the row as all of them
		}
	}
	if printing := printer.print(refused); printing != nil {
		return printing
	}
	if errors.Is(err, run.ErrInterrupted) {
		return err
	}
	if err != nil {
		*faults = append(*faults, err)
	}
	return nil
}

// refusedCheck is the name of the check in a row of a refusal, as package check has it.
const refusedCheck = "refused by the engine"

// onCPU makes the cpu engine for a proof.
func onCPU(precision model.Precision, threads int) check.Factory {
	return func(m *model.Model, p model.Params) (check.Subject, error) {
		e, err := cpu.New(m, p, cpu.Options{Precision: precision, Threads: threads})
		if err != nil {
			return nil, err
		}
		return &cpuSubject{e}, nil
	}
}

// cpuSubject is the cpu engine in a proof. It has one fused pass, so that only whole
// steps can be compared.
type cpuSubject struct{ cpu.Engine }

// Unwrap is the engine itself.
func (s *cpuSubject) Unwrap() model.Engine { return s.Engine }

func (cpuSubject) Passes() []string               { return nil }
func (cpuSubject) RunPass(string) error           { return nil }
func (cpuSubject) ReadForces([][3]float32) error  { return nil }
func (cpuSubject) WriteForces([][3]float32) error { return nil }
func (cpuSubject) ReadStage([][3]float32) error   { return nil }
func (cpuSubject) WriteStage([][3]float32) error  { return nil }

// failedRow is a row that failed, with its pipeline or engine.
type failedRow struct {
	what string
	check.Outcome
}

// proven is an engine and the pipelines that rows are about.
type proven struct {
	model.Description
	pipelines []string
}

// checkPrinter prints rows as they come and remembers which failed.
type checkPrinter struct {
	app    App
	json   bool
	engine model.Description
	seen   []proven

	software bool // OpenGL runs on the CPU
	rows     int  // printed
	none     int  // number of rows about what an engine refused
	failed   []failedRow
	notes    []string // of rows, each once for a case
}

const checkFormat = "%-22s %-9s %-30s %10s %10s %10s %12s  %s\n"

func (p *checkPrinter) print(rows []check.Outcome) error {
	p.see()
	for _, r := range rows {
		p.rows++
		if r.Check == refusedCheck {
			p.none++
		}
		if note := "note: " + r.Case + ": " + r.Note; r.Note != "" && !slices.Contains(p.notes, note) {
			p.notes = append(p.notes, note)
		}
		if !r.OK {
			p.failed = append(p.failed, failedRow{p.what(), r})
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
		switch {
		case !r.OK:
			result = "FAILED"
		case r.Check == refusedCheck:
			result = r.Detail
		}
		if err := p.app.printf(checkFormat, r.Case, p.what(), r.Check, residual(r.Max), residual(r.RMS), residual(r.Tolerance), worst(r), result); err != nil {
			return err
		}
	}
	return nil
}

// printJSON prints a row with what was proven by which renderer.
func (p *checkPrinter) printJSON(r check.Outcome) error {
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

// see notes what rows are about.
func (p *checkPrinter) see() {
	at := slices.IndexFunc(p.seen, func(s proven) bool { return s.Engine == p.engine.Engine })
	if at < 0 {
		at = len(p.seen)
		p.seen = append(p.seen, proven{Description: p.engine})
	}
	if p.seen[at].Renderer == "" { // it has refused everything so far
		p.seen[at].Description = p.engine
	}
	if s := &p.seen[at]; !slices.Contains(s.pipelines, p.engine.Pipeline) {
		s.pipelines = append(s.pipelines, p.engine.Pipeline)
	}
}

// what is the pipeline of the gpu engine, or the name of another engine: the label of
// rows.
func (p *checkPrinter) what() string {
	if p.engine.Engine == engine.GPU {
		return p.engine.Pipeline
	}
	return p.engine.Engine
}

// summary says what disagreed, and on which renderer and processor the proof ran. With
// --json it goes to standard error, so that standard output has only rows.
func (p *checkPrinter) summary() error {
	out := p.app
	if p.json {
		out.Stdout = out.Stderr
	}
	if err := out.printf("\n"); err != nil {
		return err
	}
	for _, s := range p.seen {
		groups, note := "", ""
		if s.WorkGroup > 0 {
			groups = fmt.Sprintf(" work groups of %d,", s.WorkGroup)
		}
		if s.Engine == engine.GPU && p.software {
			note = " (SOFTWARE RENDERER: OpenGL on the CPU)"
		}
		if s.Renderer == "" {
			s.Renderer = "nothing: it refused every case"
		}
		if err := out.printf("%s %s,%s %s precision, on %s%s, against the float64 reference\n",
			s.Engine, strings.Join(s.pipelines, " and "), groups, s.Precision, s.Renderer, note); err != nil {
			return err
		}
	}
	for _, r := range p.failed {
		if err := out.printf("disagreement: %s, %s, %s: max %s, allowed %s: %s\n", r.Case, r.what, r.Check, residual(r.Max), residual(r.Tolerance), r.Detail); err != nil {
			return err
		}
	}
	for _, note := range p.notes {
		if err := out.printf("%s\n", note); err != nil {
			return err
		}
	}
	refused := ""
	if p.none > 0 {
		refused = fmt.Sprintf("; %d were refused by the engine", p.none)
	}
	checks := p.rows - p.none
	return out.printf("%d of %d checks agree%s\n", checks-len(p.failed), checks, refused)
}

func residual(x float64) string {
	if math.IsNaN(x) {
		return "NaN"
	}
	return fmt.Sprintf("%.2e", x)
}

// worst is the mass or spring with the largest error.
func worst(r check.Outcome) string {
	switch {
	case r.WorstMass >= 0:
		return fmt.Sprintf("mass %d", r.WorstMass)
	case r.WorstSpring >= 0:
		return fmt.Sprintf("spring %d", r.WorstSpring)
	}
	return "-"
}
