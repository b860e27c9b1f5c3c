package bench

import (
	"fmt"
	"io"
	"runtime"
	"strings"
)

// GoLines prints rows in the format of Go benchmarks, a line for each repeat, for
// benchstat.
//
// Source: https://go.dev/design/14313-benchmark-format and
// golang.org/x/perf/benchfmt.
type GoLines struct {
	w      io.Writer
	config map[string]string // as last printed
}

// NewGoLines prints what holds for all rows.
func NewGoLines(w io.Writer, m Machine) (*GoLines, error) {
	_, err := fmt.Fprintf(w, "goos: %s\ngoarch: %s\npkg: hooke\ncpu: %s\ncommit: %s\nUnit spring-updates/s better=higher\nUnit error assume=exact\n",
		runtime.GOOS, runtime.GOARCH, oneLine(m.CPU), oneLine(m.Commit))
	return &GoLines{w: w, config: map[string]string{}}, err
}

// Row prints the repeats of one row.
func (g *GoLines) Row(r Row) error {
	var out strings.Builder
	for _, c := range [][2]string{{"renderer", r.Renderer}, {"driver", r.Driver}, {"machine", r.Host}} {
		if g.config[c[0]] != c[1] {
			fmt.Fprintf(&out, "%s: %s\n", c[0], oneLine(c[1]))
			g.config[c[0]] = c[1]
		}
	}
	name := fmt.Sprintf("BenchmarkStep/scene=%s/springs=%d/engine=%s/pipeline=%s/precision=%s/integrator=%s",
		word(r.Scene), r.Springs, word(r.Engine), word(r.Pipeline), word(r.Precision), word(r.Integrator))
	if r.Threads > 0 {
		name += fmt.Sprintf("-%d", r.Threads) // as GOMAXPROCS
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

// word is a value in a benchmark's name, which has no spaces, and ends in no
// hyphen with a number, which would be taken for GOMAXPROCS.
func word(text string) string {
	text = strings.Join(strings.Fields(text), "_")
	if at := strings.LastIndexByte(text, '-'); at >= 0 && strings.Trim(text[at+1:], "0123456789") == "" {
		text = text[:at] + "_" + text[at+1:]
	}
	return text
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
