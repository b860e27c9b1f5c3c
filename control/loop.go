package control

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
)

// Loop is an engine whose run is controlled. It has the abilities of the engine inside, but for steps in the
// background: steps end at boundaries, where the next action is made.
type Loop struct {
	model.Engine
	spec    *Spec
	model   *model.Model
	given   model.Params // without what inputs set
	params  model.Params // in use
	setters []setter
	probes  []*probe
	workers []worker
	ran     int64 // steps that the engine inside had counted before it took up a run anew

	progress
	now model.State // scratch
}

// progress is how far a loop is.
type progress struct {
	step    int64               // steps done since the start
	clock   clock               // of the start
	sensed  bool                // whether the sensors of the last boundary are in y
	acted   bool                // whether that boundary has made its action
	y       []float64           // numbers of all sensors at the last boundary
	waiting [][]float64         // actions that have not begun to act, the oldest first
	set     []float64           // what inputs are set to
	shift   []float64           // of inputs that change a frequency or a velocity: by how much the phase [rad] or place [m] is shifted since
	host    map[int64][]float64 // actions of the host whose boundary has not come
	actions []float64           // all actions since the start, for a Recording
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
	l := &Loop{Engine: inside, spec: spec, model: m, given: p.Clone()}
	for _, in := range spec.Inputs {
		s, err := in.resolve(&p)
		if err != nil {
			return nil, nil, fmt.Errorf("control: %w", err)
		}
		l.setters = append(l.setters, s)
	}
	if err := l.begin(clock{}); err != nil {
		return nil, nil, err
	}
	if watcher, ok := model.As[model.Watcher](inside); ok {
		return &watching{Loop: l, inside: watcher}, l, nil
	}
	return l, l, nil
}

// begin forgets all and puts the loop at a step.
func (l *Loop) begin(at clock) error {
	l.progress = progress{step: at.step, clock: at, host: map[int64][]float64{}}
	l.probes, l.workers, l.ran = nil, nil, 0
	width := 0
	for i, s := range l.spec.Sensors {
		p := newProbe(s, l.model, &l.given)
		p.number = uint64(i)
		l.probes = append(l.probes, p)
		width += s.What.Width()
	}
	l.y = make([]float64, width)
	for i := range l.spec.Controllers {
		c := &l.spec.Controllers[i]
		w, err := c.newWorker(l.spec.numbers(c), float64(l.spec.Period)*l.given.DT)
		if err != nil {
			return fmt.Errorf("control: %w", err)
		}
		l.workers = append(l.workers, w)
	}
	initial := make([]float64, len(l.spec.Inputs))
	for i, in := range l.spec.Inputs {
		initial[i] = in.Initial
	}
	l.set, l.shift = initial, make([]float64, len(initial))
	for range l.spec.Latency {
		l.waiting = append(l.waiting, initial)
	}
	return l.take()
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
	l.given = p.Clone()
	if err := l.take(); err != nil {
		l.given = was
		return err
	}
	return nil
}

// take has the engine step with what inputs are set to.
func (l *Loop) take() error {
	p := l.given.Clone()
	for i := range l.setters {
		l.setters[i].put(&p, l.set[i], l.shift[i])
	}
	setter, ok := model.As[model.ParamsSetter](l.Engine)
	if !ok {
		return fmt.Errorf("control: the engine's parameters cannot change while it runs")
	}
	if err := setter.SetParams(p); err != nil {
		return fmt.Errorf("control: step %d: %w", l.step, err)
	}
	l.params = p
	return nil
}

// Params are the parameters in use, with what inputs have set. The caller does not change what they hold.
func (l *Loop) Params() model.Params { return l.params }

// Boundary is the number of the last boundary that was reached, from 0.
func (l *Loop) Boundary() int64 { return l.step / int64(l.spec.Period) }

// Step takes n steps. It stops with an error at a boundary for which the host has not acted, where it must.
func (l *Loop) Step(n int) error {
	period := int64(l.spec.Period)
	for n > 0 {
		if l.step%period == 0 && !l.acted {
			if err := l.act(); err != nil {
				return err
			}
			l.acted = true
		}
		k := min(int64(n), period-l.step%period)
		if err := l.Engine.Step(int(k)); err != nil {
			return err
		}
		l.step += k
		if n -= int(k); l.step%period == 0 {
			l.sensed, l.acted = false, false
		}
	}
	return nil
}

// act makes the action of the boundary of now, and sets the inputs to the one whose time has come.
func (l *Loop) act() error {
	u, err := l.action(l.Boundary())
	if err != nil {
		return err
	}
	l.actions = append(l.actions, u...)
	l.waiting = append(l.waiting, u)
	next := l.waiting[0]
	l.waiting = l.waiting[1:]
	if slices.Equal(next, l.set) {
		return nil
	}
	for i := range l.setters {
		if s := &l.setters[i]; s.move != nil {
			l.shift[i] = s.shifted(l.shift[i], l.set[i], next[i], l.time())
		}
	}
	l.set = next
	return l.take()
}

// action is that of boundary b, which is now.
func (l *Loop) action(b int64) ([]float64, error) {
	if l.spec.Replay != nil {
		u, ok := l.spec.Replay.at(int64(len(l.actions) / len(l.setters))) // a run that begins later has no rows for what was before
		if !ok {
			return nil, fmt.Errorf("control: the recorded inputs end before boundary %d, at step %d; take fewer steps", b, l.step)
		}
		return u, nil
	}
	if err := l.sense(b); err != nil {
		return nil, err
	}
	u, moved := make([]float64, len(l.spec.Inputs)), make([]bool, len(l.spec.Inputs))
	if l.spec.Host {
		given, ok := l.host[b]
		if !ok {
			return nil, fmt.Errorf("control: the host has not acted for boundary %d, at step %d: call Act before Step", b, l.step)
		}
		delete(l.host, b)
		copy(u, given)
		for i := range moved {
			moved[i] = true
		}
	}
	for k := range l.spec.Controllers {
		c := &l.spec.Controllers[k]
		own := make([]float64, len(c.Inputs))
		l.workers[k].act(b, l.time(), l.numbersOf(c), own)
		for j, i := range c.Inputs {
			u[i], moved[i] = u[i]+own[j], true
		}
	}
	before := l.set
	if n := len(l.waiting); n > 0 {
		before = l.waiting[n-1]
	}
	for i, in := range l.spec.Inputs {
		if !moved[i] {
			u[i] = in.Initial
		}
		if math.IsNaN(u[i]) || math.IsInf(u[i], 0) {
			return nil, fmt.Errorf("control: input %q is %g at boundary %d, step %d", in.Name, u[i], b, l.step)
		}
		u[i] = in.limit(u[i], before[i], float64(l.spec.Period)*l.given.DT)
	}
	return u, nil
}

// sense measures all sensors at boundary b, which is now, once.
func (l *Loop) sense(b int64) error {
	if l.sensed || len(l.probes) == 0 {
		return nil
	}
	reader, ok := model.As[model.StateReader](l.Engine)
	if !ok {
		return fmt.Errorf("control: the engine does not give its state")
	}
	if err := reader.ReadState(&l.now); err != nil {
		return err
	}
	y := l.y
	for _, p := range l.probes {
		width := p.What.Width()
		p.measure(b, l.model, &l.params, &l.now, y[:width])
		y = y[width:]
	}
	l.sensed = true
	return nil
}

// numbersOf are the numbers of a controller's sensors.
func (l *Loop) numbersOf(c *Controller) (y []float64) {
	for _, i := range c.Sensors {
		at := 0
		for _, s := range l.spec.Sensors[:i] {
			at += s.What.Width()
		}
		y = append(y, l.y[at:at+l.spec.Sensors[i].What.Width()]...)
	}
	return y
}
