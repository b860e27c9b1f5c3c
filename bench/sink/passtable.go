package sink

import (
	"fmt"
	"io"
	"strings"

	"hooke/bench"
)

// PassTable prints the passes of rows: the bytes that each must move, its time on the
// device, and the resulting bandwidth. Close prints it.
type PassTable struct {
	W          io.Writer
	Begin, End string // texts before and after the table

	collected
}

const passFormat = "%-12s %10s %-6s %-14s %-18s %9s %10s %7s %6s\n"

// Close prints the passes of every row, and skips rows without passes.
func (t *PassTable) Close() error {
	var out strings.Builder
	out.WriteString(t.Begin)
	headed := false
	for _, r := range t.rows {
		for _, p := range r.Passes {
			if !headed {
				fmt.Fprintf(&out, passFormat, "scene", "springs", "engine", "pipeline", "pass", "B/spring", "device ms", "GB/s", "copy")
				headed = true
			}
			printPass(&out, r, p)
		}
	}
	out.WriteString(t.End)
	_, err := io.WriteString(t.W, out.String())
	return err
}

// printPass prints the line of a pass of r.
func printPass(out *strings.Builder, r bench.Row, p bench.Pass) {
	rate, share := 0.0, 0.0
	if p.Seconds > 0 {
		rate = float64(p.Bytes) / p.Seconds
	}
	if r.Copied > 0 {
		share = rate / r.Copied
	}
	fmt.Fprintf(out, passFormat, r.Scene, fmt.Sprint(r.Springs), r.Engine, r.Pipeline, p.Name, known("%.3g", r.PerSpring(p.Bytes)),
		known("%.4g", 1000*p.Seconds), known("%.3g", rate/1e9), known("%.0f %%", 100*share))
}
