package gait

import (
	"context"
	"errors"
	"fmt"

	"hooke/control"
	"hooke/measure"
	"hooke/metrics"
	"hooke/model"
	"hooke/physics"
	"hooke/scene"
	"hooke/until"
)

// Options say what is followed.
type Options struct {
	Metrics metrics.Options // Groups are the feet; nil: the lowest masses, see Feet
	Steps   int64           // at most
}

// follower steps an engine and shows a meter what it has to see.
type follower struct {
	engine  model.Engine
	scene   *scene.Scene
	meter   *metrics.Meter
	muscles *measure.Muscles
	record  *Record
	state   model.State
}

// Follow steps an engine that is at the start of a scene, and records what it does. A run that diverges ends there. Its error
// is that of the context where this ends it.
func Follow(ctx context.Context, e model.Engine, s *scene.Scene, o Options) (*Record, error) {
	if len(s.Params.Contacts) == 0 {
		return nil, fmt.Errorf("gait: %s has no contacts that feet could touch; a [[contact]] of the scene makes one", s.Name)
	}
	m := s.Model
	if o.Metrics.Groups == nil {
		m, o.Metrics.Groups = withFeet(m, s.Params.Gravity)
	}
	plan, err := metrics.New(m, s.Params, o.Metrics)
	if err != nil {
		return nil, err
	}
	f := &follower{engine: e, scene: s, meter: plan.Meter(), record: &Record{Columns: plan.Columns(), up: model.Vec3{0, 0, 1}}}
	if g := s.Params.Gravity; g.Len() > 0 {
		f.record.up = g.Mul(-1 / g.Len())
	}
	for _, name := range o.Metrics.Groups {
		f.record.Feet = append(f.record.Feet, Foot{Name: name})
	}
	start := 0.0
	if s.Start != nil {
		start = s.Start.Time
	}
	f.muscles = measure.NewMuscles(s.Params, start)
	status, err := f.run(ctx, plan.Every(), o.Steps)
	if err != nil {
		return nil, err
	}
	f.record.Begin, f.record.End = f.meter.Since, f.state.Time
	for i := range f.record.Feet {
		f.record.Feet[i].end(f.state.Time, f.meter.Steps)
	}
	f.record.Row = plan.Row(&f.meter.Sums, status)
	return f.record, nil
}

// run steps to the end.
func (f *follower) run(ctx context.Context, every, steps int64) (metrics.Status, error) {
	watch, err := until.New(f.engine, f.scene.Model, f.scene.Start, f.scene.Until, physics.Calm{})
	if err != nil {
		return 0, err
	}
	for step := int64(0); ; step++ {
		ended := watch != nil && watch.Ended != nil
		if err := f.look(step%every == 0 || step == steps || ended); err != nil {
			return 0, err
		}
		if ended {
			status, _ := metrics.ParseStatus(watch.Ended.By) // its words are those of physics
			return status, nil
		}
		if step == steps {
			return metrics.Done, nil
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		f.touch()
		_, err := watch.Step(f.engine, 1, f.scene.Params.Contacts)
		var diverged *physics.DivergedError
		if errors.As(err, &diverged) {
			return metrics.Diverged, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// touch judges the contacts of the step that starts now.
func (f *follower) touch() {
	judged := f.meter.Steps
	f.meter.Touch(&f.state, f.params().ContactsAt(f.state.Time))
	if f.meter.Steps == judged {
		return // it does not count yet
	}
	for i := range f.record.Feet {
		f.record.Feet[i].touch(f.meter.InContact(i+1), f.state.Time)
	}
}

// look reads the state, and samples it.
func (f *follower) look(sample bool) error {
	if reader, ok := model.As[model.StateReader](f.engine); ok {
		if err := reader.ReadState(&f.state); err != nil {
			return err
		}
	} else {
		var now model.Snapshot
		if err := f.engine.Read(&now); err != nil {
			return err
		}
		f.state = *now.State()
	}
	if !sample {
		return nil
	}
	before := f.meter.Samples
	if f.meter.Sample(&f.state, f.restScale()); f.meter.Samples > before {
		f.record.sample(&f.meter.Sums, physics.Clearance(f.meter.Center, f.params().Contacts, f.state.Time))
	}
	return nil
}

// params are the parameters in use.
func (f *follower) params() model.Params {
	if loop := control.Of(f.engine); loop != nil {
		return loop.Params()
	}
	return f.scene.Params
}

// restScale is L0(t)/L0 of each muscle: of a controlled run, whose inputs set muscles, that of the engine.
func (f *follower) restScale() []float64 {
	if control.Of(f.engine) != nil {
		if scaler, ok := model.As[model.RestScaler](f.engine); ok {
			return scaler.RestScale()
		}
	}
	return f.muscles.At(f.state.Time)
}
