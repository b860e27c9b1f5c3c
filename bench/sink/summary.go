package sink

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"hooke/bench"
)

// Summary prints rows as a small table for documents: a line for each engine, a
// column for each case, rates with their errors. Close prints it.
type Summary struct {
	W io.Writer

	collected
}

// Close prints the table, and below it the machine and the method.
func (s *Summary) Close() error {
	if len(s.rows) == 0 {
		return nil
	}
	var engines, cases []string
	cells := map[[2]string]string{}
	for _, r := range s.rows {
		engine, column := summaryEngine(r), fmt.Sprintf("%s, %s springs", r.Scene, grouped(r.Springs))
		if !slices.Contains(engines, engine) {
			engines = append(engines, engine)
		}
		if !slices.Contains(cases, column) {
			cases = append(cases, column)
		}
		fault := fmt.Sprintf("error %.2g", r.MaxError)
		if r.Engine == "cpuref" {
			fault = "the reference"
		}
		cells[[2]string{engine, column}] = fmt.Sprintf("%s/s (%s)", siText(r.SpringRate), fault)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "| engine, pipeline, precision | %s |\n|---|%s\n", strings.Join(cases, " | "), strings.Repeat("---:|", len(cases)))
	for _, engine := range engines {
		fmt.Fprintf(&out, "| %s |", engine)
		for _, column := range cases {
			cell := cells[[2]string{engine, column}]
			if cell == "" {
				cell = "-"
			}
			fmt.Fprintf(&out, " %s |", cell)
		}
		out.WriteString("\n")
	}
	out.WriteString("\n" + below(s.rows) + "\n")
	_, err := io.WriteString(s.W, out.String())
	return err
}

func summaryEngine(r bench.Row) string {
	text := markdownEngine(r) + ", " + r.Precision
	if r.Software {
		text += " (software OpenGL)"
	}
	return text
}
