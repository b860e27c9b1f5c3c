package ensemble

import (
	"errors"
	"fmt"

	"hooke/control"
	"hooke/model"
)

// Loops are the control loops of the members of an engine. A nil pointer is that of an engine whose members are not controlled.
type Loops struct {
	kinds   []Kind
	members []Member
	runners []*control.Runner // of each member; nil: it is not controlled
	specs   []*control.Spec   // likewise
	varied  []uint64          // likewise, see Vary
	ended   func(member int) bool
	period  int64               // of all kinds [steps]; 0: they differ
	steps   int64               // of the engine
	given   map[int64][]float64 // the host's actions for boundaries of the engine, from the last one on
}

// NewLoops makes the loops of an engine of settled kinds, nil where nothing is controlled. ended says whether a member has ended. Each
// member that is controlled gets a runner by Make.
func NewLoops(kinds []Kind, members []Member, ended func(member int) bool) (*Loops, error) {
	l := &Loops{kinds: kinds, members: members, ended: ended, runners: make([]*control.Runner, len(members)), specs: make([]*control.Spec, len(members)), varied: make([]uint64, len(members))}
	controlled, hosted := false, false
	for _, k := range kinds {
		if k.Control == nil {
			continue
		}
		n := int64(k.Control.Period)
		if l.period == 0 && !controlled {
			l.period = n
		}
		if n != l.period {
			l.period = 0
		}
		controlled, hosted = true, hosted || k.Control.Host
	}
	switch {
	case !controlled:
		return nil, nil
	case hosted && l.period == 0:
		return nil, errors.New("ensemble: a host acts for members of several kinds, whose periods are not the same number of steps; give them one period and one dt")
	}
	return l, nil
}

// Spec makes the control of a member of its values, and keeps it; nil: it is not controlled.
func (l *Loops) Spec(member int, values []float64) *control.Spec {
	k := &l.kinds[l.members[member].Kind]
	if k.Control == nil {
		return nil
	}
	l.specs[member] = k.Steered(values)
	return l.specs[member]
}

// Put sets the runner of a member, which has the control that Spec has made.
func (l *Loops) Put(member int, p *control.Runner) {
	p.Vary(l.varied[member])
	l.runners[member] = p
}

// Vary gives the sensors of a member other noise from its next start on; see ensemble.Engine.
func (l *Loops) Vary(member int, number uint64) {
	if l == nil {
		return
	}
	l.varied[member] = number
	if p := l.runners[member]; p != nil {
		p.Vary(number)
	}
}

// Make makes the runner of a member of its values, with its structure and parameters; nil: it is not controlled. Its body continues
// from where its muscles are in their cycles. Control.Begin puts it at a start.
func (l *Loops) Make(member int, values []float64, m *model.Model, p model.Params) (*control.Runner, error) {
	if l == nil {
		return nil, nil
	}
	spec := l.Spec(member, values)
	if spec == nil {
		return nil, nil
	}
	runner, err := control.NewRunner(m, p, spec, control.Options{Seed: l.members[member].Seed, Goes: true})
	if err != nil {
		return nil, fmt.Errorf("ensemble: member %d: %w", member, err)
	}
	l.Put(member, runner)
	return runner, nil
}

// Steer gives the controllers of a member another number, of a free field that steers. Where a runner decides late, it waits: actions of
// boundaries that have passed are those of the number before.
func (l *Loops) Steer(member, field int, x float64) error {
	if l == nil || l.specs[member] == nil {
		return nil
	}
	if p := l.runners[member]; p != nil && !l.ended(member) {
		if err := p.Settle(); err != nil && !l.ended(member) { // the action of an ended member can be infinite
			return err
		}
	}
	l.kinds[l.members[member].Kind].SteerField(l.specs[member], field, x)
	return nil
}

// own returns the boundary of a member that lies in the period of the engine that begins at boundary b. Members that were reset within a
// period have theirs that much later.
func (l *Loops) own(p *control.Runner, b int64) int64 { return b - l.since(p) }

// since returns the boundary of the engine in whose period the first of a member lies.
func (l *Loops) since(p *control.Runner) int64 {
	ahead := l.steps - p.Taken()
	if ahead < 0 {
		ahead -= l.period - 1
	}
	return ahead / l.period
}

// Ready returns an error if an action of the host is missing for the next n steps. A member that was reset since the host has acted for
// its boundary gets that action again.
func (l *Loops) Ready(n int) error {
	if l == nil {
		return nil
	}
	for i, p := range l.runners {
		if p == nil || l.ended(i) {
			continue
		}
		for {
			b, ok := p.Ready(int64(n))
			if ok {
				break
			}
			at := b + l.since(p)
			again, ok := l.given[at]
			if !ok {
				return fmt.Errorf("ensemble: member %d: the host did not act for boundary %d of the engine: call Act before Step", i, at)
			}
			from := l.inputsBefore(i)
			if err := p.Act(b, again[from:from+len(l.specs[i].Inputs)]); err != nil {
				return fmt.Errorf("ensemble: member %d: %w", i, err)
			}
		}
	}
	return nil
}

// inputsBefore returns how many inputs the members before one have.
func (l *Loops) inputsBefore(member int) (count int) {
	for i, p := range l.runners[:member] {
		if p != nil {
			count += len(l.specs[i].Inputs)
		}
	}
	return count
}

// Advance counts steps of the engine.
func (l *Loops) Advance(n int) {
	if l != nil {
		l.steps += int64(n)
	}
}

// Boundary returns the number of the last boundary of the engine, from 0; 0 before the first.
func (l *Loops) Boundary() int64 {
	if l == nil || l.period == 0 {
		return 0
	}
	return l.steps / l.period
}

// Act gives the actions of all members for boundary b of the engine; see ensemble.Engine.
// Members that have passed theirs keep their actions while another still needs the boundary.
func (l *Loops) Act(b int64, u []float64) error {
	if err := l.fits(len(u), "inputs", func(s *control.Spec, _ *control.Runner) int { return len(s.Inputs) }); err != nil {
		return err
	}
	needed, from := false, 0
	for i, p := range l.runners {
		if p == nil {
			continue
		}
		inputs := l.specs[i].Inputs
		own := u[from : from+len(inputs)]
		from += len(inputs)
		if l.ended(i) {
			continue
		}
		needed = needed || !p.Passed(l.own(p, b))
		if err := control.Judge(inputs, own); err != nil { // before any member takes its action
			return fmt.Errorf("ensemble: member %d: %w", i, err)
		}
	}
	from = 0
	for i, p := range l.runners {
		if p == nil {
			continue
		}
		n := len(l.specs[i].Inputs)
		if at := l.own(p, b); !l.ended(i) && (!needed || !p.Passed(at)) {
			if err := p.Act(at, u[from:from+n]); err != nil {
				return fmt.Errorf("ensemble: member %d: %w", i, err)
			}
		}
		from += n
	}
	l.keep(b, u)
	return nil
}

// keep keeps an action for members that are reset before they need it, and forgets those of boundaries that have passed.
func (l *Loops) keep(b int64, u []float64) {
	if l.given == nil {
		l.given = map[int64][]float64{}
	}
	row := l.given[b]
	for old, unused := range l.given {
		if old < l.Boundary() {
			delete(l.given, old)
			row = unused
		}
	}
	l.given[b] = append(row[:0], u...)
}

// Sense copies the sensors of all members at boundary b of the engine, which must be now; see ensemble.Engine.
func (l *Loops) Sense(b int64, y []float64) error {
	if err := l.fits(len(y), "sensors", func(_ *control.Spec, p *control.Runner) int { return p.Width() }); err != nil {
		return err
	}
	if b != l.Boundary() || l.steps%l.period != 0 {
		return fmt.Errorf("ensemble: sensors of boundary %d after %d steps; they can be had at that boundary alone", b, l.steps)
	}
	for i, p := range l.runners {
		if p == nil {
			continue
		}
		if err := p.Recent(y[:p.Width()]); err != nil {
			return fmt.Errorf("ensemble: member %d: %w", i, err)
		}
		y = y[p.Width():]
	}
	return nil
}

// fits returns an error unless room is the number of numbers of all members together.
func (l *Loops) fits(room int, what string, of func(*control.Spec, *control.Runner) int) error {
	switch {
	case l == nil:
		return errors.New("ensemble: no member is controlled; give a kind a control")
	case l.period == 0:
		return errors.New("ensemble: kinds have periods of unlike numbers of steps, so that there are no boundaries of the engine")
	}
	need := 0
	for i, p := range l.runners {
		if p != nil {
			need += of(l.specs[i], p)
		}
	}
	if room != need {
		return fmt.Errorf("ensemble: %d numbers for the %s of all members; it must be %d", room, what, need)
	}
	return nil
}
