package runners

import (
	"context"

	"hooke/control/metrics"
	"hooke/cpu/ensemble"
	"hooke/engine"
	device "hooke/gpu/ensemble"
	nouns "hooke/lab/ensemble"
	"hooke/lab/sweep"
	"hooke/model"
)

// Runner runs jobs, and one again.
type Runner interface {
	sweep.Runner
	Go(ctx context.Context, j *sweep.Job) (sweep.Outcome, *Ended, error)
}

// Of returns the runner for the engine of a plan. It runs some jobs at a time; 0: one on each core.
func Of(plan *sweep.Plan, jobs int, how engine.Options) (Runner, error) {
	if !sweep.Together(plan.Spec.Engine) {
		return NewSingle(plan, jobs, how)
	}
	precision, err := model.ParsePrecision(plan.Spec.Precision)
	if err != nil {
		return nil, err
	}
	if plan.Spec.Engine == sweep.OnDevice {
		return NewTogether(plan, onDevice(precision, how), jobs, how)
	}
	return NewTogether(plan, onCores(precision), jobs, how)
}

// onDevice makes ensembles on a device, each in a context of its own.
func onDevice(precision model.Precision, how engine.Options) Maker {
	o := device.Options{Own: how.GPU, Shaders: how.GPU.Shaders}
	o.Own.Precision = precision
	return Maker{Pack: device.Pack, MostPacks: 1024, One: true, Precision: precision,
		Bytes: func(k nouns.Kind, members int64) int64 { return device.Bytes(k, members, o.Own) },
		Alone: func(k nouns.Kind) string { return device.Alone(k, precision) },
		New: func(kinds []nouns.Kind, members []nouns.Member, m *metrics.Options) (nouns.Engine, error) {
			o := o
			o.Metrics = m
			return device.Open(kinds, members, o)
		}}
}

// onCores makes ensembles on the cores of the machine. Each is stepped by one thread.
func onCores(precision model.Precision) Maker {
	return Maker{Pack: 16, MostPacks: 64, Precision: precision,
		Bytes: func(k nouns.Kind, members int64) int64 { return ensemble.Bytes(k, members, precision) },
		Alone: func(k nouns.Kind) string { return ensemble.Alone(k, precision) },
		New: func(kinds []nouns.Kind, members []nouns.Member, o *metrics.Options) (nouns.Engine, error) {
			return ensemble.New(kinds, members, ensemble.Options{Threads: 1, Precision: precision, Metrics: o})
		}}
}
