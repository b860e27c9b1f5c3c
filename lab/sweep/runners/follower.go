package runners

import (
	"context"
	"errors"

	"hooke/control"
	"hooke/control/metrics"
	"hooke/engine"
	"hooke/lab/sweep"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/measure"
	"hooke/scene"
)

// follower steps an engine and shows its states to a meter.
type follower struct {
	engine  *engine.Engine
	scene   *scene.Scene
	meter   *metrics.Meter
	every   int64
	touches bool // whether every step has to be seen
	step    int64
	part    *sweep.Part // is told how far the run is
	state   model.State
	read    model.Snapshot
	muscles *measure.Muscles

	path      *sweep.Path // of the center of mass; nil: not requested
	noted     int64       // step of its latest position
	pathSteps int64       // from one position to the next, at least
}

// lookEvery is the number of steps after which the context is asked whether to continue.
const lookEvery = 64

// follow steps to the end of the run.
func (f *follower) follow(ctx context.Context, steps int64) (metrics.Status, error) {
	p, start := f.scene.Params, 0.0
	if f.scene.Start != nil {
		start = f.scene.Start.Time
	}
	f.muscles = measure.NewMuscles(p, start)
	watch, err := physics.NewWatch(f.engine, f.scene.Model, f.scene.Start, f.scene.Until, physics.Calm{})
	if err != nil {
		return 0, err
	}
	if err := f.pass(steps); err != nil {
		return 0, err
	}
	if err := f.show(true); err != nil {
		return 0, err
	}
	for f.step < steps {
		if f.step%lookEvery == 0 && ctx.Err() != nil {
			return 0, sweep.ErrInterrupted
		}
		f.part.At(f.step)
		n := min(f.every-f.step%f.every, steps-f.step)
		if loop := control.Of(f.engine); loop != nil {
			n = min(n, loop.Left())
		}
		if f.touches {
			n = 1
			f.meter.Touch(&f.state, f.contacts())
		}
		taken, err := f.take(watch, n, f.step+n == steps)
		var diverged *physics.DivergedError
		if errors.As(err, &diverged) {
			f.step = diverged.Step
			return metrics.Diverged, nil
		}
		if err != nil {
			return 0, err
		}
		f.step += taken
		ended := watch != nil && watch.Ended != nil
		if !ended {
			if err := f.pass(steps); errors.As(err, &diverged) {
				f.step = diverged.Step
				return metrics.Diverged, nil
			} else if err != nil {
				return 0, err
			}
		}
		if f.touches || f.step%f.every == 0 || f.step == steps || ended {
			if err := f.show(f.step%f.every == 0 || f.step == steps || ended); err != nil {
				return 0, err
			}
		}
		if ended {
			status, _ := metrics.ParseStatus(watch.Ended.By) // its words are those of physics
			return status, nil
		}
	}
	return metrics.Done, nil
}

// pass has controllers act, where steps are left and the run is at a boundary: a sample is of muscles as they are after it.
func (f *follower) pass(steps int64) error {
	loop := control.Of(f.engine)
	if loop == nil || f.step >= steps {
		return nil
	}
	if !loop.Due() {
		return loop.Pass()
	}
	if err := f.show(false); err != nil {
		return err
	}
	f.meter.Muscles(&f.state, f.restScale())
	if err := loop.Pass(); err != nil {
		return err
	}
	f.meter.Muscles(&f.state, f.restScale())
	return nil
}

// take takes n steps, which may be the last. Where nothing ends the run early, it waits for them only when
// a sample is due: that is when a divergence is found.
func (f *follower) take(watch *physics.Watch, n int64, last bool) (int64, error) {
	if watch != nil || (f.step+n)%f.every == 0 || last {
		return watch.Step(f.engine, n, f.scene.Params.Contacts)
	}
	return n, f.engine.Step(int(n))
}

// show reads the state, and has the meter sample it.
func (f *follower) show(sample bool) error {
	if reader, ok := model.As[model.StateReader](f.engine); ok {
		if err := reader.ReadState(&f.state); err != nil {
			return err
		}
	} else {
		if err := f.engine.Read(&f.read); err != nil {
			return err
		}
		f.state = *f.read.State()
	}
	if sample {
		f.meter.Sample(&f.state, f.restScale())
		f.note()
	}
	return nil
}

// note records the position of the center of mass, if a path is wanted and its next position is due.
func (f *follower) note() {
	if f.path == nil || f.meter.Samples == 0 || len(*f.path) > 0 && f.state.Step < f.noted+f.pathSteps {
		return
	}
	f.noted = f.state.Step
	f.path.Add(f.state.Time, f.meter.Center)
}

// contacts returns those in use at the time of the state.
func (f *follower) contacts() []model.Contact {
	if loop := control.Of(f.engine); loop != nil {
		return loop.Params().ContactsAt(f.state.Time)
	}
	return f.scene.Params.ContactsAt(f.state.Time)
}

// restScale returns L0(t)/L0 of each muscle: of a controlled run, whose inputs set muscles, that of the engine.
func (f *follower) restScale() []float64 {
	if control.Of(f.engine) != nil {
		if scaler, ok := model.As[model.RestScaler](f.engine); ok {
			return scaler.RestScale()
		}
	}
	return f.muscles.At(f.state.Time)
}
