package control

import (
	"fmt"
	"math"
	"slices"
)

// Left returns how many steps can be taken before Pass is called again, at least one: those to the next boundary, or one while inputs
// go along a line.
func (l *Runner) Left() int64 {
	if l.acted && l.goesOn() {
		return 1
	}
	return int64(l.spec.Period) - l.step%int64(l.spec.Period)
}

// goesOn reports whether inputs change within the period of now.
func (l *Runner) goesOn() bool { return l.spec.Linear && !slices.Equal(l.before, l.set) }

// Advance says that k steps were taken, no more than Left.
func (l *Runner) Advance(k int64) {
	l.step += k
	if l.step%int64(l.spec.Period) == 0 {
		l.sensed, l.acted = false, false
	}
}

// Due reports whether Pass would make actions now.
func (l *Runner) Due() bool { return l.step%int64(l.spec.Period) == 0 && !l.acted }

// Pass makes the actions that are due at a boundary at which the body is, unless it was passed already, and sets inputs for the next
// steps, as many as Left. It is called before steps are taken. It returns an error if an action of the host is missing.
func (l *Runner) Pass() error {
	if l.Due() {
		if err := l.act(); err != nil {
			return err
		}
		l.acted = true
	}
	return l.setInputs(l.step % int64(l.spec.Period))
}

// See copies the data of sensors at the current boundary, as Pass does otherwise. A following
// Pass asks a Copier only for older copies, so that runners whose bodies are on one device
// can pass on several threads.
func (l *Runner) See() error {
	if !l.Due() || l.spec.Replay != nil {
		return nil
	}
	return l.see(l.Boundary())
}

// act makes the actions that are due at the boundary of now, and begins the one whose time has come.
func (l *Runner) act() error {
	b := l.Boundary()
	if l.spec.Replay == nil {
		if err := l.see(b); err != nil {
			return err
		}
	}
	due := b - int64(l.ahead())
	if err := l.look(due); err != nil {
		return err
	}
	if l.spec.Host || l.spec.Replay != nil { // a host may take its time, and a record has the needed actions
		due = b - int64(l.spec.Latency)
	}
	if err := l.decide(due); err != nil {
		return err
	}
	if len(l.waiting) == 0 {
		return errBroken // a checkpoint had too few
	}
	l.spare = append(l.spare, l.before)
	l.before, l.set = l.set, l.waiting[0]
	l.waiting = l.waiting[:copy(l.waiting, l.waiting[1:])]
	return nil
}

// setInputs has the body step with the values of the inputs in a step of the period, counted from 0.
func (l *Runner) setInputs(step int64) error {
	values := l.row()
	copy(values, l.set)
	if period := int64(l.spec.Period); step < period-1 && l.goesOn() {
		part := float64(step+1) / float64(period)
		for i := range values {
			values[i] = l.before[i] + part*(l.set[i]-l.before[i])
		}
	}
	was := l.inUse
	if slices.Equal(values, was) {
		l.spare = append(l.spare, values)
		return nil
	}
	for i := range l.setters {
		if s := &l.setters[i]; s.move != nil && !(l.options.Goes && s.cycle != 0) {
			l.shift[i] = s.shifted(l.shift[i], was[i], values[i], l.time())
		}
	}
	l.inUse = values
	l.spare = append(l.spare, was)
	return l.take()
}

// decide makes the missing actions of all boundaries until b.
func (l *Runner) decide(b int64) error {
	for ; l.decided <= b; l.decided++ {
		u, err := l.action(l.decided)
		if err != nil {
			return err
		}
		l.made++
		if l.options.Records {
			l.actions = append(l.actions, u...)
		}
		l.waiting = append(l.waiting, u)
	}
	l.dropRows(min(l.decided, l.Boundary()-int64(l.spec.Latency)))
	return nil
}

// action is that of boundary b.
func (l *Runner) action(b int64) ([]float64, error) {
	if l.spec.Replay != nil {
		given := l.spec.Replay.at(l.made) // a run that begins later has no earlier rows
		if given == nil {
			return nil, fmt.Errorf("control: the recorded inputs end before boundary %d, and step %d needs them; take fewer steps", b, l.step)
		}
		u := l.row()
		copy(u, given)
		return u, nil
	}
	if err := l.look(b); err != nil {
		return nil, err
	}
	if l.width > 0 && l.sensorsAt(b) == nil {
		return nil, errBroken // a checkpoint has left them out
	}
	u := l.row()
	clear(u)
	clear(l.moved)
	if l.spec.Host {
		if err := l.hear(b, u); err != nil {
			return nil, err
		}
	}
	l.answer(b, u)
	return u, l.bound(b, u)
}

// answer adds to u the actions of controllers for the sensors at boundary b.
func (l *Runner) answer(b int64, u []float64) {
	row := l.sensorsAt(b)
	for k := range l.workers {
		c := &l.spec.Controllers[k]
		y, own := l.gets[:len(l.reads[k])], l.gives[:len(c.Inputs)]
		for at, from := range l.reads[k] {
			y[at] = row[from]
		}
		clear(own)
		l.workers[k].act(b, l.timeAt(b*int64(l.spec.Period)), y, own)
		for j, i := range c.Inputs {
			u[i], l.moved[i] = u[i]+own[j], true
		}
	}
}

// notFinite says that an action is no finite number. Where that comes from a state that is none either, the run has diverged;
// else it is a physics.StateError of its own.
type notFinite struct {
	words string
	step  int64 // the step that the action is for
}

func (e *notFinite) Error() string { return e.words }

// AtStep implements physics.StateError.
func (e *notFinite) AtStep() int64 { return e.step }

// bound puts the values of an action within the bounds of their inputs.
func (l *Runner) bound(b int64, u []float64) error {
	before := l.set
	if n := len(l.waiting); n > 0 {
		before = l.waiting[n-1]
	}
	for i, in := range l.spec.Inputs {
		if !l.moved[i] {
			u[i] = in.Initial
		}
		if math.IsNaN(u[i]) || math.IsInf(u[i], 0) {
			step := b * int64(l.spec.Period)
			return &notFinite{fmt.Sprintf("control: input %q is %g at boundary %d, step %d", in.Name, u[i], b, step), step + 1}
		}
		u[i] = in.limit(u[i], before[i], float64(l.spec.Period)*l.given.DT)
	}
	return nil
}

// Settle waits and computes the sensors of all boundaries that were seen, and makes the actions of all that steps have passed, but for
// those that wait for the host.
func (l *Runner) Settle() error {
	passed := l.Boundary()
	if !l.acted {
		passed--
	}
	for l.decided <= passed && !l.spec.Host {
		if r := l.spec.Replay; r != nil && !r.has(l.made) {
			break
		}
		if err := l.decide(l.decided); err != nil {
			return err
		}
	}
	return l.look(l.Boundary())
}
