package sink

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"hooke/bench"
)

// Markdown prints rows as a table for documents. Close prints it.
type Markdown struct {
	W io.Writer

	collected
}

// Close prints the table, and below it the machine and the method.
func (m *Markdown) Close() error {
	if len(m.rows) == 0 {
		return nil
	}
	var out strings.Builder
	out.WriteString("| scene | springs | engine, pipeline | precision | spring-updates/s | max error | RMS error | bytes/spring | of a copy's bandwidth | memory/spring |\n" +
		"|---|---:|---|---|---:|---:|---:|---:|---:|---:|\n")
	for _, r := range m.rows {
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", r.Scene, grouped(r.Springs), markdownEngine(r), r.Precision,
			siText(r.SpringRate), markdownError(r, r.MaxError), markdownError(r, r.RMSError),
			known("%.3g B", r.PerSpring(r.StepBytes())), known("%.0f %%", 100*r.Roof()), known("%.3g B", r.PerSpring(r.Memory)))
	}
	out.WriteString("\n" + below(m.rows) + "\n")
	_, err := io.WriteString(m.W, out.String())
	return err
}

// below describes the machine and the method of rows.
func below(rows []bench.Row) string {
	var renderers []string
	fewest, repeated := rows[0].RepeatsDone, false
	var least, most float64 // of the spreads of repeated rows
	for _, r := range rows {
		fewest = min(fewest, r.RepeatsDone)
		if r.Repeated() {
			if !repeated {
				least = r.Spread
			}
			repeated, least, most = true, min(least, r.Spread), max(most, r.Spread)
		}
		text := fmt.Sprintf("`%s` on %s", r.Engine, rendererWithoutThreads(r))
		if r.Driver != "" && !strings.Contains(r.Renderer, r.Driver) && r.Engine != "cpuref" {
			text += " (" + r.Driver + ")"
		}
		if r.Software {
			text += ", which is software and runs on the CPU"
		}
		if !slices.Contains(renderers, text) {
			renderers = append(renderers, text)
		}
	}
	apart := ""
	if repeated {
		apart = fmt.Sprintf("Repeats of a row were %.0f to %.0f %% apart, (fastest − slowest)/median. ", 100*least, 100*most)
	}
	first := rows[0]
	return fmt.Sprintf("Medians of at least %d interleaved repeats at commit `%s` on %s; %s. %s"+
		"An error is max\\|x − x_ref\\| / max\\|x_ref − x_0\\| against the float64 reference after 100 steps "+
		"(20 above 1 M springs, 4 above 10 M); doing nothing scores 1.",
		fewest, first.Commit, first.Host, strings.Join(renderers, "; "), apart)
}

// rendererWithoutThreads returns the renderer of a row without its threads. A cpu engine names
// its threads there, but a row has another column for them.
func rendererWithoutThreads(r bench.Row) string {
	return strings.TrimSuffix(strings.TrimSuffix(r.Renderer, fmt.Sprintf(", %d threads", r.Threads)), ", 1 thread")
}

func markdownEngine(r bench.Row) string {
	text := fmt.Sprintf("`%s`, %s", r.Engine, r.Pipeline)
	switch {
	case r.Threads == 1:
		text += ", 1 thread"
	case r.Threads > 1:
		text += fmt.Sprintf(", %d threads", r.Threads)
	}
	return text
}

func markdownError(r bench.Row, value float64) string {
	if r.Engine == "cpuref" {
		return "0, by definition"
	}
	return fmt.Sprintf("%.2g", value)
}

// grouped writes a number with commas: 984,438.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	var out strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out.WriteByte(',')
		}
		out.WriteRune(digit)
	}
	return out.String()
}
