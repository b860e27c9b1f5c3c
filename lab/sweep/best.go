package sweep

import (
	"fmt"
	"math"
	"strings"

	"hooke/control/metrics"
)

// lessIsBetter reports whether a metric is named with a minus.
func (s *Spec) lessIsBetter(name string) bool {
	for _, m := range s.Metric {
		if m == "-"+name {
			return true
		}
	}
	return false
}

// Best returns the rows with the largest, or with a minus before its name the least, values of a
// metric, at most count of them, the best first. Runs that diverged or failed, and rows whose
// number is not defined, do not count; each id counts once.
func (t *Table) Best(metric string, count int) ([]TableRow, error) {
	name, least := strings.CutPrefix(metric, "-")
	column, err := metrics.Index(t.Columns, name)
	if err != nil {
		return nil, fmt.Errorf("metric %w", err)
	}
	var best []TableRow
	seen := map[string]bool{}
	for _, i := range metrics.Ranked(t.Values(column), least) {
		if o := &t.Rows[i].Outcome; len(best) < count && o.Whole() && !seen[o.ID] {
			seen[o.ID] = true
			best = append(best, t.Rows[i])
		}
	}
	return best, nil
}

// counts reports whether an outcome has a number of a column that may be the best.
func counts(o *Outcome, column int) bool {
	return o.Whole() && !math.IsNaN(o.Values[column]) && !math.IsInf(o.Values[column], 0)
}

// Whole says that there was a run, and that it did not diverge.
func (o *Outcome) Whole() bool { return !o.Failed() && o.Status != metrics.Diverged }
