package sweeping

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"hooke/cli/terminal"
	"hooke/files/safefile"
	"hooke/lab/optimize"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/scene/words"
)

// follow searches and tells how far it is.
func (p Program) follow(ctx context.Context, s *optimize.Search, runner sweep.Runner, folder string) (*sweep.Table, error) {
	line := terminal.NewLine(p.Stderr)
	defer line.Clear()
	return s.Go(ctx, runner, optimize.SearchOptions{Folder: folder, Told: func(now *optimize.SearchProgress) {
		line.Tell(func() string { return searchWords(now) })
	}})
}

// generations returns a number of generations in words.
func generations(n int64) string {
	return thousands(n) + " " + words.Noun(n, "generation")
}

// searchWords are how far a search is.
func searchWords(now *optimize.SearchProgress) string {
	out := fmt.Sprintf("%s of %s, ", thousands(now.Generation), generations(now.Of))
	if now.Asked > 0 {
		out += fmt.Sprintf("%s of %s runs of the next%s, ", thousands(now.Made), thousands(now.Asked), underway(now.Underway))
	}
	out += fmt.Sprintf("%s runs", thousands(now.Runs))
	if now.Diverged > 0 {
		out += fmt.Sprintf(", %s diverged", thousands(now.Diverged))
	}
	if now.Failed > 0 {
		out += fmt.Sprintf(", %s failed", thousands(now.Failed))
	}
	if seconds := now.Elapsed.Seconds(); now.Steps > 0 && seconds > 0 {
		out += fmt.Sprintf(", %.3g M robot-steps/s", float64(now.Steps)/seconds/1e6)
	}
	if !math.IsNaN(now.Best) {
		out += fmt.Sprintf(", best %.6g (generation %d)", now.Best, now.Since)
	}
	if now.Left > 0 {
		out += fmt.Sprintf(", %s left", now.Left.Round(time.Second))
	}
	return out
}

// found are the figures that a search ends with.
type found struct {
	Scene       string    `json:"scene"`
	Engine      string    `json:"engine"`
	Method      string    `json:"method"`
	Goal        string    `json:"goal"`
	Generations int       `json:"generations"`
	Runs        int       `json:"runs"`
	Diverged    int       `json:"diverged"`
	Failed      int       `json:"failed"`
	Best        *bestOf   `json:"best,omitempty"`
	Metrics     []measure `json:"metrics,omitempty"` // of the best
	Curve       []float64 `json:"best_so_far"`       // after each generation that has a best
	Wrote       []string  `json:"wrote,omitempty"`
}

// measure is a metric of the best run.
type measure struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value"` // null: not defined
}

// record writes tables and plots, and makes the figures.
func (p Program) record(s *optimize.Search, t *sweep.Table, o *searched) (f found, err error) {
	method := s.Spec.Method
	if s.Spec.Program != "" {
		method = s.Spec.Program
	}
	goal := "maximize "
	if s.Less() {
		goal = "minimize "
	}
	sums := figuresOf(t, o.out)
	f = found{Scene: sums.Scene, Engine: sums.Engine, Method: method, Goal: goal + s.Goal(), Runs: sums.Runs, Diverged: sums.Diverged, Failed: sums.Failed}
	if len(o.measured.Pareto) > 0 {
		if err := t.Pareto(o.measured.Pareto); err != nil {
			return f, flagged(err)
		}
	}
	if err := t.Write(o.out); err != nil {
		return f, err
	}
	drawn, err := sweep.WritePlots(t, append([]string{s.Wanted()}, t.Plan.Spec.Metric...), o.out)
	if err != nil {
		return f, err
	}
	f.Wrote = []string{filepath.Join(o.out, sweep.TableName), filepath.Join(o.out, sweep.ArraysName), filepath.Join(o.out, sweep.GenerationsName)}
	if len(drawn) > 0 {
		f.Wrote = append(f.Wrote, filepath.Join(o.out, sweep.PlotFolder))
	}
	if f.Best, err = bestIn(t, s.Wanted()); err != nil {
		return f, err
	}
	if f.Best != nil {
		f.Best.Metric = optimize.FitnessName
		for c, column := range t.Columns {
			for _, name := range t.Plan.Spec.Metric {
				if strings.TrimPrefix(name, "-") == column.Name {
					f.Metrics = append(f.Metrics, measure{column.Name, number(t.Values(c)[f.Best.row])})
				}
			}
		}
	}
	return f, p.writeGenerations(&f, s, t, o.out)
}

// number returns a number for JSON.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// writeGenerations writes a row for each generation: how many points have a fitness, the best and
// the mean of these, and the best so far.
func (p Program) writeGenerations(f *found, s *optimize.Search, t *sweep.Table, folder string) error {
	rows := [][]string{{"generation", "points", "best", "mean", "best_so_far"}}
	of, fitness := t.Values(t.Column("generation")), t.Values(t.Column(optimize.FitnessName))
	soFar := math.NaN()
	better := func(a, b float64) bool { return math.IsNaN(b) || a > b != s.Less() && a != b }
	for first := 0; first < len(of); {
		best, sum, count, last := math.NaN(), 0.0, 0, first
		for ; last < len(of) && of[last] == of[first]; last++ {
			if x := fitness[last]; !math.IsNaN(x) && t.Rows[last].Job.Repeat == 0 {
				if sum, count = sum+x, count+1; better(x, best) {
					best = x
				}
			}
		}
		if !math.IsNaN(best) && better(best, soFar) {
			soFar = best
		}
		f.Generations++
		if !math.IsNaN(soFar) {
			f.Curve = append(f.Curve, soFar)
		}
		rows = append(rows, []string{strconv.FormatFloat(of[first], 'g', -1, 64), strconv.Itoa(count), cell(best), cell(sum / float64(count)), cell(soFar)})
		first = last
	}
	return safefile.WriteFile(filepath.Join(folder, sweep.GenerationsName), func(to io.Writer) error { return csv.NewWriter(to).WriteAll(rows) })
}

// cell returns a number in a table; empty where it is not defined.
func cell(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// keepBest runs the best point again, and writes its scene and last state, and a film where one is wanted.
func (p Program) keepBest(ctx context.Context, s *optimize.Search, t *sweep.Table, f *found, folder string, film bool) error {
	if f.Best == nil {
		return nil
	}
	again, err := runners.Of(s.Plan, 1, p.How)
	if err != nil {
		return err
	}
	j := t.Rows[f.Best.row].Job
	_, end, err := again.Go(ctx, j)
	if err != nil {
		return fmt.Errorf("optimize: run %d: %w", j.Run, err)
	}
	if err := setAside(filepath.Join(folder, sweep.BestFolder), "1-"+j.ID); err != nil {
		return err
	}
	wrote, err := p.keep(ctx, t.Plan, j, end, folder, 1, film)
	f.Wrote = append(f.Wrote, wrote...)
	return err
}

// former is the prefix of folders of runs that were the best before a search found a better
// one.
const former = "earlier-"

// setAside renames the folders of other runs that were the best, so that one alone is called 1-ID. Nothing is removed.
func setAside(folder, best string) error {
	if err := safefile.NoLink(folder); err != nil {
		return fmt.Errorf("optimize: %w", err)
	}
	there, _ := os.ReadDir(folder) // the folder need not exist
	for _, entry := range there {
		name := entry.Name()
		path := filepath.Join(folder, name)
		if name == best || !bestForm.MatchString(name) {
			continue
		}
		to := filepath.Join(folder, former+name)
		for n := 2; ; n++ {
			if _, err := os.Lstat(to); err != nil {
				break
			}
			to = filepath.Join(folder, fmt.Sprintf("%s%s-%d", former, name, n))
		}
		if err := os.Rename(path, to); err != nil {
			return fmt.Errorf("optimize: %w", err)
		}
	}
	return nil
}

// bestForm is the form of the names of folders of the best run.
var bestForm = regexp.MustCompile(`^1-[0-9a-f]{12}$`)

// printFound prints the figures of a search as text or JSON.
func (p Program) printFound(f found, asJSON bool) error {
	if asJSON {
		return told(json.NewEncoder(p.Stdout).Encode(f))
	}
	var out strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&out, "%-19s%s\n", name, fmt.Sprintf(format, args...))
	}
	line("scene", "%s", f.Scene)
	line("engine", "%s", f.Engine)
	line("method", "%s, %s", f.Method, generations(int64(f.Generations)))
	line("runs", "%s: %s diverged, %s failed", thousands(int64(f.Runs)), thousands(int64(f.Diverged)), thousands(int64(f.Failed)))
	line("goal", "%s", f.Goal)
	if f.Best == nil {
		line("best", "none: no run has a number for it")
	} else {
		line("best", "%.6g, run %d (%s)", f.Best.Value, f.Best.Run, f.Best.ID)
		for _, m := range f.Metrics {
			if m.Value != nil {
				line("", "%s", valued(m.Name, *m.Value))
			}
		}
		for _, key := range f.Best.order {
			line("", "%s = %s", key, f.Best.Values[key])
		}
	}
	line("wrote", "%s", strings.Join(f.Wrote, ", "))
	_, err := fmt.Fprint(p.Stdout, out.String())
	return told(err)
}
