package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Table prints rows for people: the machine first, then a line each.
type Table struct {
	w         io.Writer
	renderers map[string]bool // named so far; true: a software renderer
	order     []string
	rows      int
}

// NewTable prints what goes above the rows.
func NewTable(w io.Writer, m Machine) (*Table, error) {
	_, err := fmt.Fprintf(w, "machine  %s\ncommit   %s\n\n%s\n", m, m.Commit, header())
	return &Table{w: w, renderers: map[string]bool{}}, err
}

const rowFormat = "%-7s %-9s %-9s %-16s %-6s %10s %11s %7s %9s %12s %7s %10s %10s\n"

func header() string {
	return strings.TrimRight(fmt.Sprintf(rowFormat, "engine", "pipeline", "precision", "integrator", "scene", "masses", "springs", "steps",
		"seconds", "updates/s", "spread", "max error", "rms error"), "\n")
}

// Row prints one row.
func (t *Table) Row(r Row) error {
	if _, known := t.renderers[r.Renderer]; !known {
		t.order = append(t.order, r.Renderer)
	}
	t.renderers[r.Renderer] = r.Software
	t.rows++
	_, err := fmt.Fprintf(t.w, rowFormat, r.Engine, r.Pipeline, r.Precision, r.Integrator, r.Scene, fmt.Sprint(r.Masses), fmt.Sprint(r.Springs),
		fmt.Sprint(r.Steps), fmt.Sprintf("%.4f", r.Seconds), fmt.Sprintf("%.4g", r.SpringRate),
		fmt.Sprintf("%.0f %%", 100*r.Spread), fmt.Sprintf("%.2g", r.MaxError), fmt.Sprintf("%.2g", r.RMSError))
	return err
}

// Close prints what explains the rows: the renderers, loudly when one is
// software, and what the columns mean.
func (t *Table) Close() error {
	if t.rows == 0 {
		return nil
	}
	var out strings.Builder
	out.WriteString("\n")
	for _, renderer := range t.order {
		fmt.Fprintf(&out, "renderer  %s\n", renderer)
		if t.renderers[renderer] {
			out.WriteString("          SOFTWARE RENDERER: this runs on the CPU, it is not the speed of a GPU\n")
		}
	}
	out.WriteString("updates/s are spring-updates per second of the median repeat (every spring once a step); spread is\n" +
		"(fastest - slowest)/median. error is max|x - x_ref| / max|x_ref - x_0| against the float64 reference, from\n" +
		"the same start, over 100 steps (20 above 1 M springs, 4 above 10 M): doing nothing scores 1; cpuref is that\n" +
		"reference, so its error is 0 by definition.\n")
	_, err := io.WriteString(t.w, out.String())
	return err
}

// Lines prints rows for machines: a JSON object a line.
type Lines struct{ W io.Writer }

// Row prints one row.
func (l Lines) Row(r Row) error { return json.NewEncoder(l.W).Encode(r) }
