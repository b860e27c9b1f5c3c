package bench

import (
	"fmt"
	"io"
	"strings"
)

// PassTable prints the passes of rows: what each must move, how long it takes on
// the device, and the bandwidth that follows.
type PassTable struct {
	w    io.Writer
	rows int
}

// NewPassTable prints to w.
func NewPassTable(w io.Writer) *PassTable { return &PassTable{w: w} }

const passFormat = "%-12s %10s %-6s %-14s %-18s %9s %10s %7s %6s\n"

// Row prints the passes of a row; nothing of a row without any.
func (t *PassTable) Row(r Row) error {
	var out strings.Builder
	if t.rows == 0 && len(r.Passes) > 0 {
		fmt.Fprintf(&out, passFormat, "scene", "springs", "engine", "pipeline", "pass", "B/spring", "device ms", "GB/s", "copy")
	}
	for _, p := range r.Passes {
		rate, share := 0.0, 0.0
		if p.Seconds > 0 {
			rate = float64(p.Bytes) / p.Seconds
		}
		if r.Copied > 0 {
			share = rate / r.Copied
		}
		fmt.Fprintf(&out, passFormat, r.Scene, fmt.Sprint(r.Springs), r.Engine, r.Pipeline, p.Name, known("%.3g", r.perSpring(p.Bytes)),
			known("%.4g", 1000*p.Seconds), known("%.3g", rate/1e9), known("%.0f %%", 100*share))
		t.rows++
	}
	_, err := io.WriteString(t.w, out.String())
	return err
}

// Close does nothing.
func (t *PassTable) Close() error { return nil }
