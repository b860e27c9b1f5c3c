package control

import (
	"errors"
	"fmt"
	"slices"

	"hooke/model"
	"hooke/physics"
)

// Loop is an engine whose run is controlled. It has the abilities of the engine inside, but for steps in the
// background: steps end at boundaries, where the next action is made.
type Loop struct {
	model.Engine
	*Runner
	ran int64 // steps that the engine inside had counted before it took up a run anew
}

var (
	_ model.Wrapper           = (*Loop)(nil)
	_ model.ParamsSetter      = (*Loop)(nil)
	_ model.Checkpointer      = (*Loop)(nil)
	_ model.StepCounter       = (*Loop)(nil)
	_ model.Controlled        = (*Loop)(nil)
	_ model.BackgroundStepper = (*Loop)(nil)
	_ model.Watcher           = (*watching)(nil)
)

// Around closes the loop around an engine in its start, which was made for the model and the parameters and is closed
// with it. The loop is part of the engine that it returns.
func Around(inside model.Engine, m *model.Model, p model.Params, spec *Spec) (model.Engine, *Loop, error) {
	if err := spec.Check(m, p); err != nil {
		return nil, nil, fmt.Errorf("control: %w", err)
	}
	runner, err := NewRunner(m, p, spec, Options{Records: true})
	if err != nil {
		return nil, nil, err
	}
	l := &Loop{Engine: inside, Runner: runner}
	runner.body = &within{engine: inside}
	if err := l.begin(clock{}); err != nil {
		return nil, nil, err
	}
	if watcher, ok := model.As[model.Watcher](inside); ok {
		return &watching{Loop: l, inside: watcher}, l, nil
	}
	return l, l, nil
}

// Of returns the loop around an engine; nil: none.
func Of(e model.Engine) *Loop {
	if w, ok := model.As[*watching](e); ok {
		return w.Loop
	}
	l, _ := model.As[*Loop](e)
	return l
}

// Unwrap returns the engine inside.
func (l *Loop) Unwrap() model.Engine { return l.Engine }

// Background is nil: the next action needs the state.
func (l *Loop) Background() model.Background { return nil }

// Reset puts the engine at a state, and the loop at its beginning.
func (l *Loop) Reset(s *model.State) error {
	if err := l.Engine.Reset(s); err != nil {
		return err
	}
	l.ran = 0
	return l.begin(clock{s.Step, s.Time})
}

// SetParams replaces the parameters, of which inputs set their part at once. The step stays, since controllers count in
// periods of it.
func (l *Loop) SetParams(p model.Params) error {
	if p.DT != l.given.DT {
		return fmt.Errorf("control: dt is %g s; it stays %g s in a controlled run", p.DT, l.given.DT)
	}
	if err := l.spec.Check(l.model, p); err != nil {
		return fmt.Errorf("control: %w", err)
	}
	was := l.given
	if err := l.Give(p); err != nil {
		l.given, l.params = was, was.Clone()
		l.write()
		return err
	}
	return nil
}

// Pass returns Runner.Pass. An action that is not finite since the engine's state has run away is the engine's *physics.DivergedError.
func (l *Loop) Pass() error {
	err := l.Runner.Pass()
	var action *notFinite
	var diverged *physics.DivergedError
	if errors.As(err, &action) && errors.As(l.Engine.Finish(), &diverged) {
		return diverged
	}
	return err
}

// Step takes n steps. It stops with an error at a boundary whose action needs one of the host that is not there, unless
// Spec.Hold says to continue. With a latency, steps are queued while the engine still is at earlier ones: the loop waits
// no longer than for the boundary whose sensors the next action is made of.
func (l *Loop) Step(n int) error {
	for n > 0 {
		if err := l.Pass(); err != nil {
			return err
		}
		k := min(int64(n), l.Left())
		if err := l.Engine.Step(int(k)); err != nil {
			return err
		}
		l.Advance(k)
		n -= int(k)
	}
	return nil
}

// copier is a body of which the masses that sensors read are copied aside, and taken later. Its states have those alone.
type copier interface {
	// copyAside queues a copy of the masses as they are now. At most room copies may be pending.
	copyAside(masses []uint32, room int, scaled bool) (sight, error)
	// takeCopy waits for a copy.
	takeCopy(of *sight) error
	// later reports whether the body works on its own, so that it gains from waiting later.
	later() bool
	// forget drops all copies.
	forget()
}

// within is the engine of a loop as the body of a loop runner.
type within struct {
	engine model.Engine
	room   int // copies that the engine can hold; 0: it was not asked yet
	spare  []*model.State
}

// Look does nothing; the loop runner requests copies itself.
func (w *within) Look([]uint32) (*model.State, error) { return nil, errBroken }

// Take has the engine step with other parameters.
func (w *within) Take(p *model.Params) error {
	setter, ok := model.As[model.ParamsSetter](w.engine)
	if !ok {
		return fmt.Errorf("control: the engine's parameters cannot change while it runs")
	}
	return setter.SetParams(p.Clone())
}

// copyAside copies the masses, or queues their copy where the engine works on its own.
func (w *within) copyAside(masses []uint32, room int, scaled bool) (now sight, err error) {
	now.looked = true
	if placed, ok := model.As[model.Placed](w.engine); ok {
		now.origin = placed.Origin()
	}
	if scaler, ok := model.As[model.RestScaler](w.engine); ok && scaled {
		now.scale = slices.Clone(scaler.RestScale())
	}
	if on, ok := model.As[model.Gatherer](w.engine); ok {
		if w.room == 0 {
			if err := on.GatherFrom(masses, room); err != nil {
				return now, err
			}
			w.room = room
		}
		return now, on.Gather()
	}
	reader, ok := model.As[model.MotionReader](w.engine)
	if !ok {
		return now, fmt.Errorf("control: the engine %s does not give the motion of masses", w.engine.Describe().Engine)
	}
	now.state = w.spareState()
	return now, reader.ReadMotion(masses, now.state)
}

// takeCopy waits for a copy, and counts its positions from the world's origin.
func (w *within) takeCopy(of *sight) error {
	if of.state == nil {
		on, _ := model.As[model.Gatherer](w.engine)
		of.state = w.spareState()
		if err := on.Gathered(of.state); err != nil {
			return err
		}
	}
	if of.origin != (model.Vec3{}) {
		for i, x := range of.state.Position {
			of.state.Position[i] = x.Sub(of.origin.Mul(-1)) // as model.State.From does
		}
	}
	w.spare = append(w.spare, of.state) // no other copy is taken before sensors have read this one
	return nil
}

// later reports whether the engine works on a device.
func (w *within) later() bool {
	_, ok := model.As[model.Gatherer](w.engine)
	return ok
}

// forget drops all copies.
func (w *within) forget() { w.room = 0 }

// spareState returns a state whose memory is free.
func (w *within) spareState() *model.State {
	n := len(w.spare)
	if n == 0 {
		return &model.State{}
	}
	s := w.spare[n-1]
	w.spare = w.spare[:n-1]
	return s
}
