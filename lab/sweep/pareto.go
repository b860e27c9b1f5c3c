package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/control/metrics"
	"hooke/scene/words"
)

// Pareto adds the column pareto for some metrics, with a minus before those whose least is best:
// 1 for a run when no other is as good in all of them and better in one, else 0. It is not defined
// for runs that diverged or failed, or lack one of the numbers.
func (t *Table) Pareto(names []string) error {
	var known []string
	for _, c := range t.Columns {
		known = append(known, c.Name)
	}
	goods := make([][]float64, len(t.Rows)) // of each row, the larger the better
	for _, name := range names {
		bare := strings.TrimPrefix(name, "-")
		column := t.Column(bare)
		if column < 0 {
			return fault("pareto", "%q is unknown%s; known are %s", bare, words.Guess(bare, known), strings.Join(known, ", "))
		}
		for i, x := range t.Values(column) {
			if bare != name {
				x = -x
			}
			goods[i] = append(goods[i], x)
		}
	}
	out := make([]float64, len(t.Rows))
	var order []int
	for i := range t.Rows {
		if out[i] = 0; !t.Rows[i].Outcome.Whole() || slices.ContainsFunc(goods[i], math.IsNaN) {
			out[i] = math.NaN()
			continue
		}
		order = append(order, i)
	}
	// No run behind a run in this order beats it.
	slices.SortStableFunc(order, func(a, b int) int { return slices.Compare(goods[b], goods[a]) })
	var front []int
	for _, i := range order {
		if !slices.ContainsFunc(front, func(j int) bool { return beats(goods[j], goods[i]) }) {
			front = append(front, i)
			out[i] = 1
		}
	}
	t.Add(metrics.Column{Name: "pareto", Meaning: fmt.Sprintf("1: no other run is better in all of %s", strings.Join(names, ", "))}, out)
	return nil
}

// beats reports whether a is as good as b in all and better in one.
func beats(a, b []float64) bool {
	better := false
	for i := range a {
		switch cmp.Compare(a[i], b[i]) {
		case -1:
			return false
		case 1:
			better = true
		}
	}
	return better
}
