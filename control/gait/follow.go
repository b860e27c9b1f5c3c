package gait

import (
	"context"
	"errors"

	"hooke/control/metrics"
	"hooke/model"
	"hooke/physics"
	"hooke/scene"
)

// Options choose the robot's groups and metrics.
type Options struct {
	Metrics metrics.Options // Groups are the feet; nil: the lowest masses, see Feet
	Steps   int64           // at most
	// Seen is called at the start and after each step, with the time [s] and whether it is the last. Its error ends Follow.
	// nil: no observer.
	Seen func(now float64, last bool) error
}

// follower steps an engine and shows its states to an observer.
type follower struct {
	*Observer
	scene *scene.Scene
	seen  func(now float64, last bool) error
}

// Follow steps an engine from the start of a scene, and records its motion. The record of a
// run that diverges ends there. The error is that of the context if it is cancelled.
func Follow(ctx context.Context, e model.Engine, s *scene.Scene, o Options) (*Record, error) {
	start := 0.0
	if s.Start != nil {
		start = s.Start.Time
	}
	watched, err := Observe(e, s.Model, s.Params, start, o.Metrics)
	if err != nil {
		return nil, err
	}
	f := &follower{watched, s, o.Seen}
	status, err := f.run(ctx, f.plan.Every(), o.Steps)
	if err != nil {
		return nil, err
	}
	return f.End(status), nil
}

// run steps to the end.
func (f *follower) run(ctx context.Context, every, steps int64) (metrics.Status, error) {
	watch, err := physics.NewWatch(f.engine, f.scene.Model, f.scene.Start, f.scene.Until, physics.Calm{})
	if err != nil {
		return 0, err
	}
	for step := int64(0); ; step++ {
		ended := watch != nil && watch.Ended != nil
		if err := f.Look(step%every == 0 || step == steps || ended); err != nil {
			return 0, err
		}
		if f.seen != nil {
			if err := f.seen(f.state.Time, step == steps || ended); err != nil {
				return 0, err
			}
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
		if err := f.Touch(); err != nil {
			return 0, err
		}
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
