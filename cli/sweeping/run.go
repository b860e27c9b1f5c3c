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
	runner, err := p.runner(plan, o.jobs)
	if err != nil {
		return err
	}
	line := terminal.NewLine(p.Stderr)
	err = sweep.Go(ctx, plan, runner, sweep.Options{Folder: folder, Shard: shard, Redo: o.redo != "", Begins: func(jobs int) { p.forecast(runner, jobs, len(plan.Jobs)) }, Told: func(now *sweep.Progress) {
		line.Tell(func() string { return words(now, plan) })
	}})
	line.Clear()
	if err != nil && !errors.Is(err, sweep.ErrInterrupted) {
		return err
	}
	table, tableErr := tableIn(plan, folder)
	if tableErr != nil {
		return errors.Join(err, tableErr)
	}
	if shard.Count > 1 {
		return errors.Join(err, p.shardFigures(table, shard, folder, ways(runner), o.json))
	}
	return errors.Join(err, p.write(table, folder, ways(runner), o, err != nil))
}

// words returns how far a sweep is.
func words(now *sweep.Progress, plan *sweep.Plan) string {
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

// tableIn returns the table of the runs in the journals of a folder. A shard may find runs of others alone.
func tableIn(plan *sweep.Plan, folder string) (*sweep.Table, error) {
	outcomes, err := sweep.ReadJournals(folder, plan.Columns())
	if err != nil {
		return nil, err
	}
	table := sweep.TableOf(plan, outcomes)
	if whole := int64(len(plan.Jobs)) == plan.Spec.Runs*int64(plan.Spec.Repeat); whole && len(table.Rows) == 0 && len(outcomes) > 0 {
		return nil, fmt.Errorf("sweep: the %d runs in the journals of %s are not of this sweep, or another version of the program has made them; give another folder", len(outcomes), folder)
	}
	return table, nil
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
	return verdict(t)
}

// verdict returns an error where runs could not be made, or all diverged.
func verdict(t *sweep.Table) error {
	failed, diverged := 0, 0
	var first *sweep.TableRow
	for i := range t.Rows {
		switch r := &t.Rows[i]; {
		case r.Outcome.Failed():
			if failed++; first == nil {
				first = r
			}
		case r.Outcome.Status == metrics.Diverged:
			diverged++
		}
	}
	switch {
	case failed > 0:
		return fmt.Errorf("sweep: %d of %d runs could not be made; run %d: %s\n(--redo failed runs them again)", failed, len(t.Rows), first.Job.Run, first.Outcome.Error)
	case diverged > 0 && diverged == len(t.Rows):
		return fmt.Errorf("sweep: all %d runs diverged; take a smaller step or softer springs (hooke info says the safe step)", diverged)
	}
	return nil
}

// merge makes table and plots of the results of all shards.
func (p Program) merge(plan *sweep.Plan, folder string, o *choices) error {
	table, err := tableIn(plan, folder)
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
