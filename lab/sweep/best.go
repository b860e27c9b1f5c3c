package sweep

import (
	"fmt"
	"math"
	"strings"

	"hooke/control/metrics"
	"hooke/scene/words"
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
	name := strings.TrimPrefix(metric, "-")
	column := t.Column(name)
	if column < 0 {
		var known []string
		for _, c := range t.Columns {
			known = append(known, c.Name)
		}
		return nil, fmt.Errorf("metric %q is unknown%s; known are %s", name, words.Guess(name, known), strings.Join(known, ", "))
	}
	values := t.Values(column)
	var best []TableRow
	seen := map[string]bool{}
	for len(best) < count {
		at, x := -1, 0.0
		for i := range t.Rows {
			o := &t.Rows[i].Outcome
			v := values[i]
			if seen[o.ID] || !o.Whole() || math.IsNaN(v) {
				continue
			}
			if at < 0 || v > x != (name != metric) && v != x {
				at, x = i, v
			}
		}
		if at < 0 {
			break
		}
		seen[t.Rows[at].Outcome.ID] = true
		best = append(best, t.Rows[at])
	}
	return best, nil
}

// counts reports whether an outcome has a number of a column that may be the best.
func counts(o *Outcome, column int) bool {
	return o.Whole() && !math.IsNaN(o.Values[column]) && !math.IsInf(o.Values[column], 0)
}

// Whole says that there was a run, and that it did not diverge.
func (o *Outcome) Whole() bool { return !o.Failed() && o.Status != metrics.Diverged }
