package sweeping

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"time"

	"hooke/cli/terminal"
	"hooke/control/metrics"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
)

// note prints the notes of a plan.
func (p Program) note(plan *sweep.Plan) {
	for _, line := range plan.Notes {
		fmt.Fprintf(p.Stderr, "note: %s\n", line)
	}
}

// sweep runs a sweep, or a shard of it, and writes its table.
func (p Program) sweep(ctx context.Context, plan *sweep.Plan, folder string, shard sweep.Shard, o *choices) error {
	p.note(plan)
	runner, err := runners.Of(plan, o.jobs, p.How)
	if err != nil {
		return err
	}
	line := terminal.NewLine(p.Stderr)
	err = sweep.Go(ctx, plan, runner, sweep.Options{Folder: folder, Shard: shard, Redo: o.redo != "", Begins: func(jobs int) { p.forecast(runner, jobs, len(plan.Jobs)) }, Told: func(now *sweep.Progress) {
		line.Tell(func() string { return progress(now, plan) })
	}})
	line.Clear()
	if err != nil && !errors.Is(err, sweep.ErrInterrupted) {
		return err
	}
	table, tableErr := sweep.TableIn(plan, folder)
	if tableErr != nil {
		return errors.Join(err, tableErr)
	}
	if shard.Count > 1 {
		return errors.Join(err, p.shardFigures(table, shard, folder, ways(runner), o.json))
	}
	return errors.Join(err, p.write(table, folder, ways(runner), o, err != nil))
}

// progress returns how far a sweep is.
func progress(now *sweep.Progress, plan *sweep.Plan) string {
	out := fmt.Sprintf("%s of %s runs", thousands(now.Runs), thousands(now.Of))
	out += underway(now.Underway)
	if now.Diverged > 0 {
		out += fmt.Sprintf(", %s diverged", thousands(now.Diverged))
	}
	if now.Failed > 0 {
		out += fmt.Sprintf(", %s failed", thousands(now.Failed))
	}
	if seconds := now.Elapsed.Seconds(); now.Steps > 0 && seconds > 0 {
		out += fmt.Sprintf(", %.3g M robot-steps/s", float64(now.Steps)/seconds/1e6)
	}
	if now.Best != nil {
		out += fmt.Sprintf(", best %s (run %s..)", valued(plan.Spec.Metric[0], now.Value), now.Best.ID[:4])
	}
	if now.Left > 0 {
		out += fmt.Sprintf(", %s left", now.Left.Round(time.Second))
	}
	return out
}

// underway returns how far runs without an outcome are.
func underway(now sweep.Underway) (out string) {
	if now.SetUp > 0 {
		out = fmt.Sprintf(", %s set up", thousands(now.SetUp))
	}
	if now.Jobs > 0 {
		out += fmt.Sprintf(", %s under way at %.0f %%", thousands(now.Jobs), math.Floor(100*now.Done/float64(now.Jobs)))
	}
	return out
}

// valued returns a metric with its value and unit.
func valued(metric string, x float64) string {
	name := strings.TrimPrefix(metric, "-")
	for _, c := range (metrics.Options{}).Columns() {
		if c.Name == name && c.Unit != "" {
			return fmt.Sprintf("%s %.4g %s", name, x, c.Unit)
		}
	}
	return fmt.Sprintf("%s %.4g", name, x)
}

// thousands writes 1240 as 1,240.
func thousands(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// write writes table and plots and prints the figures. Runs that could not be made are an error,
// and so is a sweep of which all runs diverged.
func (p Program) write(t *sweep.Table, folder, ways string, o *choices, interrupted bool) error {
	if len(o.measured.Pareto) > 0 {
		if err := t.Pareto(o.measured.Pareto); err != nil {
			return flagged(err)
		}
	}
	if err := t.Write(folder); err != nil {
		return err
	}
	drawn, err := sweep.WritePlots(t, t.Plan.Spec.Metric, folder)
	if err != nil {
		return err
	}
	f := figuresOf(t, folder)
	f.Ways = ways
	f.Wrote = append(f.Wrote, filepath.Join(folder, sweep.TableName), filepath.Join(folder, sweep.ArraysName))
	if t.Plan.Spec.Repeat > 1 {
		f.Wrote = append(f.Wrote, filepath.Join(folder, sweep.PointsName))
	}
	if len(drawn) > 0 {
		f.Wrote = append(f.Wrote, filepath.Join(folder, sweep.PlotFolder))
	}
	if err := p.print(f, o.json); err != nil || interrupted {
		return err
	}
	return t.Verdict()
}

// merge makes table and plots of the results of all shards.
func (p Program) merge(plan *sweep.Plan, folder string, o *choices) error {
	table, err := sweep.TableIn(plan, folder)
	if err != nil {
		return err
	}
	if err := p.write(table, folder, "", o, len(table.Missing) > 0); err != nil {
		return err
	}
	if len(table.Missing) > 0 {
		return fmt.Errorf("sweep: %d of %d points are missing: %s", len(table.Missing), plan.Spec.Runs, numbers(table.Missing))
	}
	return nil
}

// numbers returns the first of some numbers, in words.
func numbers(n []int64) string {
	const most = 12
	var words []string
	for _, x := range n[:min(most, len(n))] {
		words = append(words, fmt.Sprint(x))
	}
	if len(n) > most {
		words = append(words, fmt.Sprintf("and %d more", len(n)-most))
	}
	return strings.Join(words, ", ")
}

// told says that results could not be printed.
func told(err error) error {
	if err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}

// forecast prints the expected time of a sweep before it begins, if the runner knows it.
func (p Program) forecast(r runners.Runner, jobs, rows int) {
	if t, ok := r.(*runners.Together); ok && jobs > 0 {
		fmt.Fprintln(p.Stderr, t.Forecast().Words(int64(jobs), int64(rows)))
	}
}

// fewest is the mean number of members of a kind below which a sweep says how to have more.
const fewest = 8

// ways describes, after the jobs, how they ran.
func ways(r runners.Runner) string {
	t, ok := r.(*runners.Together)
	if !ok {
		return ""
	}
	c := t.Counts()
	words := c.Words()
	if c.Kinds > 1 && c.Together < fewest*c.Kinds {
		words += "; the fewer kinds, the faster: where stiffness varies so does the step, unless --set run.dt=class rounds it or --set run.dt=SECONDS fixes it"
	}
	return words
}
