package sweep

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"hooke/control/metrics"
	"hooke/files/npy"
	"hooke/files/safefile"
)

// The files of a table in the folder of a sweep.
const (
	TableName  = "table.csv"
	ArraysName = "table.npz"
	PointsName = "points.csv"
)

// Table holds the results of a sweep: a row for each job with an outcome, in the order of the
// jobs.
type Table struct {
	Plan    *Plan
	Columns []metrics.Column
	Rows    []TableRow
	Missing []int64 // points without all of their outcomes

	measured int         // how many of the columns are metrics
	added    [][]float64 // the numbers of the others, see Add
}

// TableRow is a job with its outcome.
type TableRow struct {
	Job     *Job
	Outcome Outcome
}

// TableOf puts outcomes, by id, into the order of the jobs.
func TableOf(p *Plan, outcomes map[string]Outcome) *Table {
	t := &Table{Plan: p, Columns: p.Spec.Metrics.Columns()}
	t.measured = len(t.Columns)
	for i := range p.Jobs {
		j := &p.Jobs[i]
		if o, has := outcomes[j.ID]; has {
			t.Rows = append(t.Rows, TableRow{j, o})
		} else if n := len(t.Missing); n == 0 || t.Missing[n-1] != j.Run {
			t.Missing = append(t.Missing, j.Run)
		}
	}
	return t
}

// Column returns the number of a column by its name; −1 for an unknown name.
func (t *Table) Column(name string) int {
	for i, c := range t.Columns {
		if c.Name == name {
			return i
		}
	}
	return -1
}

// Add adds a column that is no metric, with a number for each row; NaN: not defined.
func (t *Table) Add(column metrics.Column, values []float64) {
	t.Columns, t.added = append(t.Columns, column), append(t.added, values)
}

// Values returns the numbers of a column, NaN where a row lacks one.
func (t *Table) Values(column int) []float64 {
	if column >= t.measured {
		return t.added[column-t.measured]
	}
	out := make([]float64, len(t.Rows))
	for i := range t.Rows {
		out[i] = math.NaN()
		if v := t.Rows[i].Outcome.Values; column >= 0 && column < len(v) {
			out[i] = v[column]
		}
	}
	return out
}

// word returns the status of a row.
func (r *TableRow) word() string {
	if r.Outcome.Failed() {
		return failedWord
	}
	return r.Outcome.Status.String()
}

// Write writes table.csv and table.npz, and points.csv where points are repeated.
func (t *Table) Write(folder string) error {
	if err := tidy(folder); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	err := safefile.WriteFile(filepath.Join(folder, TableName), t.writeCSV)
	if err == nil {
		err = npy.WriteArchive(filepath.Join(folder, ArraysName), t.arrays()...)
	}
	if err == nil && t.Plan.Spec.Repeat > 1 {
		err = safefile.WriteFile(filepath.Join(folder, PointsName), t.writePoints)
	}
	return err
}

// cell returns a number in a table; empty where it is not defined.
func cell(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return written(x)
}

func (t *Table) writeCSV(to io.Writer) error {
	w := csv.NewWriter(to)
	head := []string{"run", "repeat", "id"}
	for i := range t.Plan.Spec.Vary {
		head = append(head, t.Plan.Spec.Vary[i].Key)
	}
	head = append(head, "status")
	for _, c := range t.Columns {
		head = append(head, titled(c))
	}
	if err := w.Write(append(head, "error", "wall_s")); err != nil {
		return err
	}
	columns := make([][]float64, len(t.Columns))
	for c := range columns {
		columns[c] = t.Values(c)
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		row := []string{strconv.FormatInt(r.Job.Run, 10), strconv.Itoa(r.Job.Repeat), r.Job.ID}
		row = append(append(row, r.Job.Values...), r.word())
		for c := range columns {
			row = append(row, cell(columns[c][i]))
		}
		reason := strings.Join(strings.Fields(r.Outcome.Error), " ") // on one line, as all cells are
		if err := w.Write(append(row, reason, written(r.Outcome.Wall))); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// titled returns the name of a column with its unit.
func titled(c metrics.Column) string {
	if c.Unit == "" {
		return c.Name
	}
	return c.Name + " [" + c.Unit + "]"
}

// arrays returns the columns of the table as arrays of NumPy. Variables of words are numbers, with the
// words in an array of text, one a line; so is the status.
func (t *Table) arrays() (out []npy.Array) {
	n := len(t.Rows)
	runs, repeats, ids, wall := make([]int64, n), make([]int64, n), make([]string, n), make([]float64, n)
	for i := range t.Rows {
		r := &t.Rows[i]
		runs[i], repeats[i], ids[i], wall[i] = r.Job.Run, int64(r.Job.Repeat), r.Job.ID, r.Outcome.Wall
	}
	out = append(out, npy.Array{Name: "run", Shape: []int{n}, Data: runs}, npy.Array{Name: "repeat", Shape: []int{n}, Data: repeats}, npy.Text("ids", strings.Join(ids, "\n")))
	for d := range t.Plan.Spec.Vary {
		key := t.Plan.Spec.Vary[d].Key
		if numbers, ok := t.Variable(d); ok {
			out = append(out, npy.Numbers(key, numbers, n))
			continue
		}
		out = append(out, wordArrays(key, n, func(i int) string { return t.Rows[i].Job.Values[d] })...)
	}
	out = append(out, wordArrays("status", n, func(i int) string { return t.Rows[i].word() })...)
	for c := range t.Columns {
		out = append(out, npy.Numbers(t.Columns[c].Name, t.Values(c), n))
	}
	return append(out, npy.Numbers("wall_s", wall, n))
}

// Variable returns the numbers that a variable has in the rows; false where they are no numbers.
func (t *Table) Variable(d int) (out []float64, ok bool) {
	out = make([]float64, len(t.Rows))
	for i := range t.Rows {
		x, err := number(t.Rows[i].Job.Values[d])
		if err != nil {
			return nil, false
		}
		out[i] = x
	}
	return out, true
}

// wordArrays are words as an array of their numbers, and a text of which word is which.
func wordArrays(name string, n int, of func(i int) string) []npy.Array {
	var known []string
	number := map[string]int64{}
	data := make([]int64, n)
	for i := range n {
		word := of(i)
		if _, has := number[word]; !has {
			number[word] = int64(len(known))
			known = append(known, word)
		}
		data[i] = number[word]
	}
	return []npy.Array{{Name: name, Shape: []int{n}, Data: data}, npy.Text(name+"_words", strings.Join(known, "\n"))}
}
