package control

import (
	"fmt"

	"hooke/model"
)

// Loop is an engine whose run is controlled. It has the abilities of the engine inside, but for steps in the
// background: steps end at boundaries, where the next action is made.
type Loop struct {
	model.Engine
	*Pilot
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
	pilot, err := NewPilot(m, p, spec, Options{Records: true})
	if err != nil {
		return nil, nil, err
	}
	l := &Loop{Engine: inside, Pilot: pilot}
	pilot.body = &within{engine: inside}
	if err := l.begin(clock{}); err != nil {
		return nil, nil, err
	}
	if watcher, ok := model.As[model.Watcher](inside); ok {
		return &watching{Loop: l, inside: watcher}, l, nil
	}
	return l, l, nil
}

// Of is the loop around an engine; nil: there is none.
func Of(e model.Engine) *Loop {
	if w, ok := model.As[*watching](e); ok {
		return w.Loop
	}
	l, _ := model.As[*Loop](e)
	return l
}

// Unwrap is the engine inside.
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

// Step takes n steps. It stops with an error at a boundary whose action needs one of the host that is not there, unless
// Spec.Hold says to go on. With a latency, steps are queued while the engine still is at earlier ones: the loop waits
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
