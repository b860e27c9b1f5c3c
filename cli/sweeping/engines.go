package sweeping

import (
	"context"
	"fmt"

	"hooke/control/metrics"
	"hooke/cpu/ensemble"
	device "hooke/gpu/ensemble"
	nouns "hooke/lab/ensemble"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/model"
)

// runner runs jobs, and one again.
type runner interface {
	sweep.Runner
	Go(ctx context.Context, j *sweep.Job) (sweep.Outcome, *runners.Ended, error)
}

// runner returns the one for the engine of a plan.
func (p Program) runner(plan *sweep.Plan, jobs int) (runner, error) {
	if !sweep.Together(plan.Spec.Engine) {
		return runners.NewSingle(plan, jobs, p.How)
	}
	precision, err := model.ParsePrecision(plan.Spec.Precision)
	if err != nil {
		return nil, err
	}
	if plan.Spec.Engine == sweep.OnDevice {
		return runners.NewTogether(plan, p.onDevice(precision), jobs, p.How)
	}
	return runners.NewTogether(plan, onCores(precision), jobs, p.How)
}

// onDevice makes ensembles on a device, each in a context of its own.
func (p Program) onDevice(precision model.Precision) runners.Maker {
	o := device.Options{Own: p.How.GPU, Shaders: p.How.GPU.Shaders}
	o.Own.Precision = precision
	return runners.Maker{Pack: device.Pack, MostPacks: 1024, One: true, Takes: device.Takes(), Precision: precision,
		Bytes: func(k nouns.Kind, members int64) int64 { return device.Bytes(k, members, o.Own) },
		Alone: func(k nouns.Kind) string { return device.Alone(k, precision) },
		New: func(kinds []nouns.Kind, members []nouns.Member, m *metrics.Options) (nouns.Engine, error) {
			o := o
			o.Metrics = m
			return device.Open(kinds, members, o)
		}}
}

// onCores makes ensembles on the cores of the machine. Each is stepped by one thread.
func onCores(precision model.Precision) runners.Maker {
	return runners.Maker{Pack: 16, MostPacks: 64, Takes: ensemble.Takes(), Precision: precision,
		Bytes: func(k nouns.Kind, members int64) int64 { return ensemble.Bytes(k, members, precision) },
		Alone: func(k nouns.Kind) string { return ensemble.Alone(k, precision) },
		New: func(kinds []nouns.Kind, members []nouns.Member, o *metrics.Options) (nouns.Engine, error) {
			return ensemble.New(kinds, members, ensemble.Options{Threads: 1, Precision: precision, Metrics: o})
		}}
}

// forecast prints the expected time of a sweep before it begins, if the runner knows it.
func (p Program) forecast(r runner, jobs, rows int) {
	if t, ok := r.(*runners.Together); ok && jobs > 0 {
		fmt.Fprintln(p.Stderr, t.Forecast().Words(int64(jobs), int64(rows)))
	}
}

// fewest is the mean number of members of a kind below which a sweep says how to have more.
const fewest = 8

// ways describes, after the jobs, how they ran.
func ways(r runner) string {
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
