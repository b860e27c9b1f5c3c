package sweep

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"hooke/control/metrics"
)

// writePoints writes a row for each point, with mean, standard deviation and worst of its
// repeats that did not diverge. The worst is the least, or the largest of metrics that are
// better when they are less.
func (t *Table) writePoints(to io.Writer) error {
	w := csv.NewWriter(to)
	head := []string{"run"}
	for i := range t.Plan.Spec.Vary {
		head = append(head, t.Plan.Spec.Vary[i].Key)
	}
	head = append(head, "repeats", "diverged")
	less := make([]bool, t.measured)
	for c, column := range t.Columns[:t.measured] {
		less[c] = t.Plan.Spec.lessIsBetter(column.Name)
		for _, what := range []string{"mean", "sd", "worst"} {
			head = append(head, column.Name+"_"+what)
		}
	}
	if err := w.Write(head); err != nil {
		return err
	}
	for first := 0; first < len(t.Rows); {
		last := first
		for last < len(t.Rows) && t.Rows[last].Job.Run == t.Rows[first].Job.Run {
			last++
		}
		rows := t.Rows[first:last]
		row := append([]string{strconv.FormatInt(rows[0].Job.Run, 10)}, rows[0].Job.Values...)
		diverged := 0
		for i := range rows {
			if rows[i].Outcome.Status == metrics.Diverged {
				diverged++
			}
		}
		row = append(row, strconv.Itoa(len(rows)), strconv.Itoa(diverged))
		for c := range t.measured {
			mean, sd, worst := summary(rows, c, less[c])
			row = append(row, cell(mean), cell(sd), cell(worst))
		}
		if err := w.Write(row); err != nil {
			return err
		}
		first = last
	}
	w.Flush()
	return w.Error()
}

// summary is mean, standard deviation (of a sample) and worst of a column; NaN where too few rows
// have it.
func summary(rows []TableRow, column int, less bool) (mean, sd, worst float64) {
	var x []float64
	for i := range rows {
		if o := &rows[i].Outcome; !o.Failed() && o.Status != metrics.Diverged && !math.IsNaN(o.Values[column]) {
			x = append(x, o.Values[column])
		}
	}
	mean, sd, worst = math.NaN(), math.NaN(), math.NaN()
	if len(x) == 0 {
		return mean, sd, worst
	}
	mean, worst = 0, x[0]
	for _, v := range x {
		mean += v / float64(len(x))
		if v < worst != less && v != worst {
			worst = v
		}
	}
	if len(x) > 1 {
		sum := 0.0
		for _, v := range x {
			sum += (v - mean) * (v - mean)
		}
		sd = math.Sqrt(sum / float64(len(x)-1))
	}
	return mean, sd, worst
}
