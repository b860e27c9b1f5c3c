package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/engine"
	"hooke/engine/check"
	"hooke/model"
)

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
	engine model.Description // of the rows that are printed
	seen   []proven

	software bool // OpenGL runs on the CPU
	rows     int  // printed
	none     int  // number of rows about unsupported features
	left     int  // rows of the whole proof that were not asked for, at most
	failed   []failedRow
	notes    []string // of rows, each once for a case
}

const checkFormat = "%-22s %-9s %-30s %10s %10s %10s %12s  %s\n"

func (p *checkPrinter) print(of proof) error {
	p.left += of.left
	if len(of.rows) == 0 {
		return nil
	}
	p.engine = of.engine
	p.see()
	for _, r := range of.rows {
		p.rows++
		if r.Check == refusedCheck {
			p.none++
		}
		if note := "note: " + r.Case + ": " + r.Note; r.Note != "" && !slices.Contains(p.notes, note) {
			p.notes = append(p.notes, note)
		}
		if !r.OK {
			p.failed = append(p.failed, failedRow{p.label(), r})
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
		if err := p.app.printf(checkFormat, r.Case, p.label(), r.Check, residual(r.Max), residual(r.RMS), residual(r.Tolerance), worst(r), result); err != nil {
			return err
		}
	}
	return nil
}

// printJSON prints a row with the checked engine and its renderer.
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

// see records the engine of the rows.
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

// label returns the pipeline of the gpu engine, or the name of another engine, as the label of rows.
func (p *checkPrinter) label() string {
	if p.engine.Engine == engine.GPU {
		return p.engine.Pipeline
	}
	return p.engine.Engine
}

// summary prints the disagreements, and the renderer and processor of the check. With --json
// it goes to standard error, so that standard output has only rows.
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
		refused = fmt.Sprintf("; %d are unsupported by the engine", p.none)
	}
	checks := p.rows - p.none
	if err := out.printf("%d of %d checks agree%s\n", checks-len(p.failed), checks, refused); err != nil || p.left == 0 {
		return err
	}
	return out.printf("--thorough adds up to %d checks, of features that these scenes do not use and of other pipelines\n", p.left)
}

func residual(x float64) string {
	if math.IsNaN(x) {
		return "NaN"
	}
	return fmt.Sprintf("%.2e", x)
}

// worst returns the mass or spring with the largest error.
func worst(r check.Outcome) string {
	switch {
	case r.WorstMass >= 0:
		return fmt.Sprintf("mass %d", r.WorstMass)
	case r.WorstSpring >= 0:
		return fmt.Sprintf("spring %d", r.WorstSpring)
	}
	return "-"
}
