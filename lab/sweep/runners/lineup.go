package runners

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"hooke/control/metrics"
	"hooke/engine"
	"hooke/gpu"
	"hooke/lab/sweep"
	"hooke/machine/panics"
	"hooke/run"
	"hooke/run/play"
	"hooke/scene"
	"hooke/viewer/draw/color"
)

// Chosen says which runs of a sweep are shown.
type Chosen struct {
	Best string // metric, after a - the one of which less is better; empty: the first one of the sweep, else speed
	Top  int    // how many; 0: Few
}

// Few is how many runs are shown unless somebody says otherwise.
const Few = 4

// Lineup runs the best of a sweep in a folder again, records them, and sets them side by side; told, which may be nil, hears of
// each run that begins.
func Lineup(ctx context.Context, folder string, c Chosen, how engine.Options, told func(number, of int)) (*play.Lineup, error) {
	if at, err := os.Stat(filepath.Join(folder, sweep.GenerationsName)); err == nil && at.Mode().IsRegular() {
		return nil, fmt.Errorf("sweep: %s is a search of hooke optimize, not a sweep: hooke view %s shows its best", folder, filepath.Join(folder, sweep.BestFolder, "1-*", "scene.toml"))
	}
	f, err := sweep.ReadSpec(filepath.Join(folder, sweep.SpecName))
	if err != nil {
		return nil, err
	}
	plan, err := sweep.Judge(ctx, f.Spec, sweep.Judging{Folder: folder})
	if err != nil {
		return nil, err
	}
	if f.Digest != plan.Digest {
		return nil, fmt.Errorf("sweep: %s, or a file that it names, changed since the sweep in %s was made", f.Scene, folder)
	}
	return LineupOf(ctx, plan, folder, c, how, told)
}

// LineupOf is Lineup of a plan.
func LineupOf(ctx context.Context, plan *sweep.Plan, folder string, c Chosen, how engine.Options, told func(number, of int)) (*play.Lineup, error) {
	table, err := sweep.TableIn(plan, folder)
	if err != nil {
		return nil, err
	}
	if c.Best == "" {
		c.Best = append(plan.Spec.Metric, "speed")[0]
	}
	if c.Top == 0 {
		c.Top = Few
	}
	best, err := table.Best(c.Best, c.Top)
	if err != nil {
		return nil, &run.OptionError{Option: "best", Reason: err.Error()}
	}
	name := strings.TrimPrefix(c.Best, "-")
	if len(best) == 0 {
		return nil, fmt.Errorf("sweep: no run in %s has a number for %s", folder, name)
	}
	column := table.Columns[table.Column(name)]
	all, err := recordAll(ctx, plan, best, how, told)
	if err != nil {
		return nil, err
	}
	for k, m := range all {
		m.Value = best[k].Outcome.Values[table.Column(name)]
		m.Label = []string{fmt.Sprintf("%d.", k+1), strings.TrimSpace(fmt.Sprintf("%.4g %s", m.Value, column.Unit)),
			fmt.Sprintf("run %d", best[k].Job.Run), best[k].Job.ID}
	}
	return play.NewLineup(fmt.Sprintf("%s, %d best by %s", filepath.Base(plan.Spec.Scene), len(all), c.Best), folder, all, color.Metric{Name: name, Unit: column.Unit})
}

// recordAll runs jobs again.
func recordAll(ctx context.Context, plan *sweep.Plan, rows []sweep.TableRow, how engine.Options, told func(number, of int)) ([]*play.Member, error) {
	runner, err := NewSingle(plan, 1, how)
	if err != nil {
		return nil, err
	}
	precision, err := gpu.ParsePrecision(plan.Spec.Precision)
	if err != nil {
		return nil, err
	}
	scenes, steps := make([]*scene.Scene, len(rows)), make([]int64, len(rows))
	for k := range rows {
		if scenes[k], err = plan.Base.Scene(rows[k].Job.Settings); err != nil {
			return nil, err
		}
		steps[k] = runner.StepsOf(scenes[k])
	}
	how.GPU.Precision = precision
	return Record(ctx, EngineOf(plan.Spec.Engine), scenes, steps, plan.Spec.Metrics, how, told)
}

// Record runs scenes from their starts, each for at most its number of steps, and records them: several at a time where they need no device.
// told, which may be nil, hears of each run that begins.
func Record(ctx context.Context, name string, scenes []*scene.Scene, steps []int64, measured metrics.Options, how engine.Options, told func(number, of int)) ([]*play.Member, error) {
	masses, longest := 0, 0.0
	for k, s := range scenes {
		masses, longest = max(masses, s.Model.MassCount()), max(longest, float64(steps[k])*s.Params.DT)
	}
	every, err := play.MemberInterval(len(scenes), masses, longest)
	if err != nil {
		return nil, err
	}
	jobs := runtime.GOMAXPROCS(0)
	if OnOneThread(name) {
		jobs = 1
	}
	out, faults := make([]*play.Member, len(scenes)), make([]error, len(scenes))
	next := make(chan int)
	var group panics.Group
	for range min(jobs, len(scenes)) {
		group.Go(func() {
			for k := range next {
				faults[k] = panics.Guard(func() (err error) {
					out[k], err = recordOne(ctx, name, scenes[k], how, play.MemberOptions{Metrics: measured, Steps: steps[k], Every: every})
					return err
				})
			}
		})
	}
	for k := range scenes {
		if told != nil {
			told(k+1, len(scenes))
		}
		next <- k
	}
	close(next)
	group.Wait()
	return out, errors.Join(faults...)
}

// recordOne records a scene in an engine of its own.
func recordOne(ctx context.Context, name string, s *scene.Scene, how engine.Options, o play.MemberOptions) (*play.Member, error) {
	if err := ctx.Err(); err != nil {
		return nil, run.ErrInterrupted
	}
	how.Start, how.Name, how.Control = s.Start, s.Name, s.Control
	how.GPU.Watched = len(s.Until.Words) > 0
	if how.Threads == 0 {
		how.Threads = 1
	}
	if name != engine.CPU {
		how.Threads = 0
	}
	e, err := engine.New(name, s.Model, s.Params, how)
	if err != nil {
		return nil, err
	}
	defer e.Close()
	m, err := play.RecordMember(ctx, e, s, o)
	if errors.Is(err, context.Canceled) {
		return nil, run.ErrInterrupted
	}
	return m, err
}
