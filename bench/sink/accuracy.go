package sink

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"hooke/bench"
)

// FormatAccuracy is a table for documents of rows with errors of whole runs: a line for each solver
// as it was told to step, a column for each scene.
const FormatAccuracy = "markdown-accuracy"

// AccuracyTable prints rows with errors of whole runs for users, scene by scene.
type AccuracyTable struct {
	w       io.Writer
	current string // the scene that was printed last
	places  []string
}

// NewAccuracyTable prints the head of the table.
func NewAccuracyTable(w io.Writer, m bench.Machine) (*AccuracyTable, error) {
	_, err := fmt.Fprintf(w, "machine  %s\ncommit   %s\n", m, m.Commit)
	return &AccuracyTable{w: w}, err
}

const accuracyFormat = "%-6s %-14s %-6s %-16s %-20s %6s %7s %8s %8s %8s %9s %8s %8s\n"

// Row prints one row.
func (t *AccuracyTable) Row(r bench.Row) error {
	if r.Accuracy == nil {
		return fmt.Errorf("bench: the row of %s on %s has no error of a whole run", r.Engine, r.Scene)
	}
	place := fmt.Sprintf("%-8s  %s", r.Engine, rendererWithoutThreads(r))
	if r.Software {
		place += "\n          SOFTWARE RENDERER: it runs on the CPU; this is not the speed of a GPU"
	}
	if !slices.Contains(t.places, place) {
		t.places = append(t.places, place)
	}
	a := r.Accuracy
	var out strings.Builder
	if r.Scene != t.current {
		t.current = r.Scene
		fmt.Fprintf(&out, "\n%s: %s; %d masses, %d springs, %.3g s\n", r.Scene, r.Title, r.Masses, r.Springs, a.Simulated)
		line := func(words ...any) {
			out.WriteString(strings.TrimRight(fmt.Sprintf(accuracyFormat, words...), " \n") + "\n")
		}
		line("engine", "pipeline", "real", "solver", "steps of 1/60 s", "visits", "updates", "cost", "CPU", "error", "energy", "angular", "residual")
		line("", "", "", "", "", "", "per s", "s/s", "s/s", "", "", "change", "")
	}
	fmt.Fprintf(&out, accuracyFormat, r.Engine, r.Pipeline, shortPrecision(r.Precision), r.Integrator, stepsText(r), fmt.Sprint(a.Visits), siText(r.SpringRate),
		known("%.3g", r.Cost()), known("%.3g", r.CPUCost()), fmt.Sprintf("%.2g", r.MaxError), fmt.Sprintf("%+.2g", a.Energy), known("%.1g", a.Angular), known("%.2g", a.Residual))
	_, err := io.WriteString(t.w, out.String())
	return err
}

// Close prints the explanation of the rows.
func (t *AccuracyTable) Close() error {
	if t.current == "" {
		return nil
	}
	_, err := fmt.Fprintf(t.w, "\n%s\n\nvisits is how often a spring is visited in 1/60 s: sweeps there and back are two, iterations that end early count;\n"+
		"updates are springs in sweeps per second of the median repeat. cost is its wall time for a simulated second, CPU the time of all processors.\n"+
		"error is max|x - x_ref| / max|x_ref - x_0| at the end of the run, against Verlet in float64 at an eighth of the safe step: doing nothing scores 1.\n"+
		"energy is kinetic and gravitational energy less the reference's, over its kinetic energy: below 0 the motion is slowed.\n"+
		"angular is the change of the angular momentum of a free body. residual is a strain (impulses) or a share of forces (implicit-euler).\n",
		strings.Join(t.places, "\n"))
	return err
}

// stepsText says how a solver divided 1/60 s: 40 × 1, warm 0.5; or its step as a share of the safe one.
func stepsText(r bench.Row) string {
	a := r.Accuracy
	if a.Safe > 0 {
		return fmt.Sprintf("%.2g dt_safe", a.Safe)
	}
	text := fmt.Sprintf("%d × %d", r.Substeps, r.Sweeps)
	if a.Warm > 0 {
		text += fmt.Sprintf(", warm %g", a.Warm)
	}
	if a.Forward {
		text += ", forward"
	}
	if a.Chosen {
		text += ", chosen"
	}
	return text
}

// AccuracyMarkdown prints rows with errors of whole runs as a table for documents. Close prints it.
type AccuracyMarkdown struct {
	W io.Writer

	collected
}

// Close prints the table, and below it the machine and the method.
func (m *AccuracyMarkdown) Close() error {
	if len(m.rows) == 0 {
		return nil
	}
	var lines, scenes []string
	cells := map[[2]string]string{}
	for _, r := range m.rows {
		if r.Accuracy == nil {
			return fmt.Errorf("bench: the row of %s on %s has no error of a whole run", r.Engine, r.Scene)
		}
		steps := stepsText(r)
		if r.Accuracy.Chosen {
			steps = "as it chooses"
		}
		text := fmt.Sprintf("%s | %s | %s", r.Integrator, steps, summaryEngine(r))
		if !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
		if !slices.Contains(scenes, r.Scene) {
			scenes = append(scenes, r.Scene)
		}
		cells[[2]string{text, r.Scene}] = fmt.Sprintf("%.2g (%d; %.2g)", r.MaxError, r.Accuracy.Visits, r.CPUCost())
	}
	var out strings.Builder
	fmt.Fprintf(&out, "| solver | steps of 1/60 s | engine, pipeline, precision | %s |\n|---|---|---|%s\n", strings.Join(scenes, " | "), strings.Repeat("---:|", len(scenes)))
	for _, line := range lines {
		fmt.Fprintf(&out, "| %s |", line)
		for _, scene := range scenes {
			cell := cells[[2]string{line, scene}]
			if cell == "" {
				cell = "-"
			}
			fmt.Fprintf(&out, " %s |", cell)
		}
		out.WriteString("\n")
	}
	first := m.rows[0]
	fmt.Fprintf(&out, "\nEach cell is the error, in brackets the visits to each spring in 1/60 s and the CPU time for a simulated second [s]. Commit `%s` on %s. An error is max\\|x − x_ref\\| / max\\|x_ref − x_0\\| at the end of the run, "+
		"against Verlet in float64 at an eighth of the safe step; doing nothing scores 1. -: unsupported by the engine or the solver, or diverged.\n", first.Commit, first.Host)
	_, err := io.WriteString(m.W, out.String())
	return err
}
