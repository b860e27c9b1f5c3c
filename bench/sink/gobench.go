package sink

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"hooke/bench"
)

// GoLines prints rows in the format of Go benchmarks, a line for each repeat, for
// benchstat.
//
// Source: https://go.dev/design/14313-benchmark-format and
// golang.org/x/perf/benchfmt.
type GoLines struct {
	w        io.Writer
	renderer string // the renderer that was printed last
}

// NewGoLines prints the data common to all rows. The commit is left out, since benchstat
// compares only rows of equal configuration.
func NewGoLines(w io.Writer, m bench.Machine) (*GoLines, error) {
	_, err := fmt.Fprintf(w, "# commit %s\ngoos: %s\ngoarch: %s\npkg: hooke\ncpu: %s\nUnit spring-updates/s better=higher\nUnit error assume=exact\n",
		oneLine(m.Commit), runtime.GOOS, runtime.GOARCH, oneLine(m.CPU))
	return &GoLines{w: w}, err
}

// Row prints the repeats of one row.
func (g *GoLines) Row(r bench.Row) error {
	var out strings.Builder
	if g.renderer != r.Renderer {
		fmt.Fprintf(&out, "renderer: %s\n", oneLine(r.Renderer))
		g.renderer = r.Renderer
	}
	name := fmt.Sprintf("BenchmarkStep/scene=%s/springs=%d/engine=%s/pipeline=%s/precision=%s/integrator=%s",
		word(r.Scene), r.Springs, word(r.Engine), word(r.Pipeline), word(r.Precision), word(r.Integrator))
	if r.Threads > 0 {
		name += fmt.Sprintf("-%d", r.Threads) // instead of GOMAXPROCS
	}
	for _, seconds := range r.Repeats {
		fmt.Fprintf(&out, "%s\t%d\t%.6g ns/op\t%.6g spring-updates/s\t%.3g error\n", name, r.Steps,
			1e9*seconds/float64(r.Steps), float64(r.Springs)*float64(r.Steps)/seconds, r.MaxError)
	}
	_, err := io.WriteString(g.w, out.String())
	return err
}

// Close does nothing.
func (g *GoLines) Close() error { return nil }

// word makes a value fit for a benchmark's name: it has no spaces, and does not end in a
// hyphen with a number, which benchstat would take for GOMAXPROCS.
func word(text string) string {
	text = strings.Join(strings.Fields(text), "_")
	if at := strings.LastIndexByte(text, '-'); at >= 0 && strings.Trim(text[at+1:], "0123456789") == "" {
		text = text[:at] + "_" + text[at+1:]
	}
	return text
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
