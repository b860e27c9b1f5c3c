package sink

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"hooke/bench"
)

// Table prints rows for users: the machine first, then each case with a line
// per engine, at most 120 columns wide.
type Table struct {
	w         io.Writer
	current   string               // the case that was printed last
	renderers map[string]bench.Row // one row for each pair of renderer and driver
	order     []string
}

// NewTable prints the head of the table.
func NewTable(w io.Writer, m bench.Machine) (*Table, error) {
	_, err := fmt.Fprintf(w, "machine  %s\ncommit   %s\n", m, m.Commit)
	return &Table{w: w, renderers: map[string]bench.Row{}}, err
}

const pipelineWidth = 14

const rowFormat = "%-6s %-14s %-6s %5s %8s %8s %4s %7s %6s %7s %7s %6s %5s %4s %6s %5s\n"

func header() string {
	line := func(words ...any) string { return strings.TrimRight(fmt.Sprintf(rowFormat, words...), " \n") + "\n" }
	return line("engine", "pipeline", "real", "width", "ms/step", "device", "host", "updates", "spread", "max", "rms", "bytes/", "GB/s", "of", "memory", "setup") +
		line("", "", "", "", "", "ms/step", "µs", "per s", "", "error", "error", "spring", "", "copy", "B/spr.", "s")
}

// Row prints one row.
func (t *Table) Row(r bench.Row) error {
	place := rendererWithoutThreads(r)
	if r.Driver != "" && !strings.Contains(r.Renderer, r.Driver) {
		place += ", " + r.Driver
	}
	if _, known := t.renderers[place]; !known {
		t.order = append(t.order, place)
	}
	t.renderers[place] = r
	var out strings.Builder
	if which := fmt.Sprint(r.Scene, r.Title, r.Springs, r.DT, r.Integrator); which != t.current {
		t.current = which
		fmt.Fprintf(&out, "\n%s\n%s", caseLine(r), header())
	}
	engine, pipeline := r.Engine, r.Pipeline
	if len(pipeline) > pipelineWidth { // a line of its own, so that columns stay
		fmt.Fprintf(&out, "%-6s %s\n", engine, pipeline)
		engine, pipeline = "", ""
	}
	fmt.Fprintf(&out, rowFormat, engine, pipeline, shortPrecision(r.Precision), widthText(r), milliseconds(r.Seconds, r.Steps), milliseconds(r.Device, r.Steps), hostText(r.HostMicros),
		siText(r.SpringRate), spreadText(r), fmt.Sprintf("%.2g", r.MaxError), fmt.Sprintf("%.2g", r.RMSError),
		known("%.3g", r.PerSpring(r.StepBytes())), rateText(r.ByteRate()/1e9), known("%.0f %%", 100*r.Roof()),
		known("%.4g", r.PerSpring(r.Memory)), seconds(r.SetupSeconds))
	_, err := io.WriteString(t.w, out.String())
	return err
}

// caseLine returns the data common to all rows of a case.
func caseLine(r bench.Row) string {
	title := r.Scene
	if r.Title != "" && r.Title != r.Scene {
		title += ": " + r.Title
	}
	frame := ""
	if r.StepsPerFrame > 0 {
		frame = fmt.Sprintf(", %d steps a frame", r.StepsPerFrame)
	}
	if r.Substeps > 0 {
		frame += fmt.Sprintf(", %d substeps of %d sweeps, in each of which a spring is updated once", r.Substeps, r.Sweeps)
	}
	return fmt.Sprintf("%s; %d masses, %d springs, built in %.2g s\ndt %.3g s%s, %s, errors over %d steps", title, r.Masses, r.Springs, r.BuildSeconds,
		r.DT, frame, r.Integrator, r.ErrorSteps)
}

// widthText returns the width of an engine: threads, or invocations of a work group.
func widthText(r bench.Row) string {
	switch {
	case r.Threads > 0:
		return fmt.Sprintf("%d thr", r.Threads)
	case r.WorkGroup > 0:
		return fmt.Sprintf("%d wg", r.WorkGroup)
	}
	return "-"
}

// spreadText returns the spread of the repeats, or a dash for a single repeat.
func spreadText(r bench.Row) string {
	if !r.Repeated() {
		return "-"
	}
	return fmt.Sprintf("%.0f %%", 100*r.Spread)
}

func shortPrecision(name string) string {
	if name == "compensated" {
		return "comp."
	}
	return name
}

func milliseconds(seconds float64, steps int) string {
	each := 1000 * seconds / float64(max(1, steps))
	if each >= 1e5 {
		return fmt.Sprintf("%.2e", each)
	}
	return known("%.4g", each)
}

// hostText returns a time [µs] in four letters: 1.23, 12.3, 1234, 12k, 123M.
func hostText(micros float64) string {
	switch {
	case micros >= 999.5e3:
		return fmt.Sprintf("%.0fM", micros/1e6)
	case micros >= 9999.5:
		return fmt.Sprintf("%.0fk", micros/1e3)
	case micros >= 99.95:
		return fmt.Sprintf("%.0f", micros)
	}
	return known("%.3g", micros)
}

// rateText writes a bandwidth [GB/s] in five letters.
func rateText(rate float64) string {
	if rate < 1e-3 {
		return known("%.0e", rate)
	}
	return known("%.3g", rate)
}

func seconds(s float64) string {
	if s >= 10 {
		return fmt.Sprintf("%.0f", s)
	}
	return fmt.Sprintf("%.2g", s)
}

// known writes a number, or a dash for 0, which means unknown.
func known(format string, x float64) string {
	if x == 0 {
		return "-"
	}
	return fmt.Sprintf(format, x)
}

// siText writes a number with three digits and a factor: 3.12 G.
func siText(x float64) string {
	for _, unit := range []struct {
		factor float64
		name   string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if x >= unit.factor {
			return fmt.Sprintf("%s %s", threeDigits(x/unit.factor), unit.name)
		}
	}
	return threeDigits(x)
}

// threeDigits writes a number from 1 to 1000 with three digits, without an exponent.
func threeDigits(x float64) string {
	switch {
	case x >= 99.95:
		return fmt.Sprintf("%.0f", x)
	case x >= 9.995:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// Close prints the explanation of the rows: the renderers, with a warning for software ones,
// and the meaning of the columns.
func (t *Table) Close() error {
	if len(t.order) == 0 {
		return nil
	}
	var out strings.Builder
	out.WriteString("\n")
	copied := false
	for _, place := range t.order {
		r := t.renderers[place]
		fmt.Fprintf(&out, "%-8s  %s\n", r.Engine, place)
		if r.Software {
			out.WriteString("          SOFTWARE RENDERER: it runs on the CPU; this is not the speed of a GPU\n")
		}
		if r.Copied > 0 {
			fmt.Fprintf(&out, "          a copy moves %.3g GB/s, bytes read and written together\n", r.Copied/1e9)
		}
		copied = copied || r.Copied > 0
	}
	out.WriteString("\nupdates are spring-updates of the median repeat (each spring once a step); width is threads or a work group;\n" +
		"device is the time between two timestamps there; host is the host's time to queue a step, without waits;\n" +
		"spread is (fastest - slowest)/median.\n" +
		"error is max|x - x_ref| / max|x_ref - x_0| against the float64 reference, from the same start, over 100 steps\n" +
		"(20 above 1 M springs, 4 above 10 M): doing nothing scores 1; cpuref is that reference: 0 by definition.\n" +
		"bytes are those that a step must move by the cost model (docs/performance.md); GB/s follows from them and the time,\n" +
		"and is compared with a copy in the same run: above 100 % caches serve it. memory is the engine's own.\n")
	_, err := io.WriteString(t.w, out.String())
	return err
}

// Lines prints rows for machines: a JSON object on each line.
type Lines struct{ W io.Writer }

// Row prints one row.
func (l Lines) Row(r bench.Row) error { return json.NewEncoder(l.W).Encode(r) }

// Close does nothing.
func (l Lines) Close() error { return nil }
