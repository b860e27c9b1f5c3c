package control

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
)

// Body is what a Pilot senses and steers.
type Body interface {
	// Look waits and returns the body's state, in which at least positions and velocities of these masses hold. It is the body's, and
	// holds until the next Look.
	Look(masses []uint32) (*model.State, error)
	// Take has the body step with other parameters from now on. They stay the pilot's: what the body keeps of them it copies.
	Take(p *model.Params) error
}

// Pilot is the control of one structure that something else steps: sensors, controllers and inputs, without an engine. Before each
// step Pass is called, after some steps Advance.
type Pilot struct {
	body    Body
	spec    *Spec
	model   *model.Model
	options Options
	given   model.Params // without what inputs set
	params  model.Params // in use
	setters []setter
	probes  []*probe
	workers []worker
	needs   []uint32 // masses that the probes look at, ascending

	progress
	spare [][]float64 // rows of numbers of inputs that nothing has in use
	moved []bool      // scratch: of each input, whether something has set it
	reads [][]int     // of each controller, which numbers of y it gets
	gets  []float64   // scratch: these numbers
	gives []float64   // scratch: outputs of a controller
}

// Options of a pilot. The zero value records nothing.
type Options struct {
	Records bool   // whether actions are kept for a Recording
	Seed    uint64 // joined to the seeds of all sensors by exclusive or, so that a pilot of sensors without seeds has noise of its own
	Goes    bool   // whether muscles of the body go on from where they are in their cycle when their frequency changes, by themselves
}

// progress is how far a pilot is.
type progress struct {
	step    int64               // steps done since the start
	clock   clock               // of the start
	sensed  bool                // whether the sensors of the last boundary are in y
	acted   bool                // whether that boundary has made its action
	made    int64               // actions since the start
	y       []float64           // numbers of all sensors at the last boundary
	waiting [][]float64         // actions that have not begun to act, the oldest first
	set     []float64           // what inputs are set to
	shift   []float64           // of inputs that change a frequency or a velocity: by how much the phase [rad] or place [m] is shifted since
	host    map[int64][]float64 // actions of the host whose boundary has not come
	actions []float64           // all actions since the start, for a Recording
}

// NewPilot returns the pilot of a structure. The spec has been checked. Begin gives it a body and a start.
func NewPilot(m *model.Model, p model.Params, spec *Spec, o Options) (*Pilot, error) {
	l := &Pilot{spec: spec, model: m, options: o, given: p.Clone(), params: p.Clone(), moved: make([]bool, len(spec.Inputs))}
	for _, in := range spec.Inputs {
		s, err := in.resolve(&p)
		if err != nil {
			return nil, fmt.Errorf("control: %w", err)
		}
		l.setters = append(l.setters, s)
	}
	first := make([]int, len(spec.Sensors))
	width := 0
	for i, s := range spec.Sensors {
		first[i] = width
		width += s.What.Width()
	}
	l.y = make([]float64, width)
	gets, gives := 0, 0
	for i := range spec.Controllers {
		c := &spec.Controllers[i]
		var reads []int
		for _, s := range c.Sensors {
			for k := range spec.Sensors[s].What.Width() {
				reads = append(reads, first[s]+k)
			}
		}
		l.reads = append(l.reads, reads)
		gets, gives = max(gets, len(reads)), max(gives, len(c.Inputs))
	}
	l.gets, l.gives = make([]float64, gets), make([]float64, gives)
	return l, nil
}

// Begin puts the pilot at the start of a body, at a step and a time [s], and has the body take the initial inputs.
func (l *Pilot) Begin(body Body, step int64, time float64) error {
	l.body = body
	return l.begin(clock{step, time})
}

// begin forgets all and puts the pilot at a step.
func (l *Pilot) begin(at clock) error {
	y := l.y
	clear(y)
	l.progress = progress{step: at.step, clock: at, y: y, host: map[int64][]float64{}}
	l.probes, l.workers, l.needs = nil, nil, nil
	for i, s := range l.spec.Sensors {
		s.Seed ^= l.options.Seed
		p := newProbe(s, l.model, &l.given)
		p.number = uint64(i)
		l.probes = append(l.probes, p)
		l.needs = append(l.needs, p.needs(l.model)...)
	}
	slices.Sort(l.needs)
	l.needs = slices.Compact(l.needs)
	for i := range l.spec.Controllers {
		c := &l.spec.Controllers[i]
		w, err := c.newWorker(l.spec.numbers(c), float64(l.spec.Period)*l.given.DT)
		if err != nil {
			return fmt.Errorf("control: %w", err)
		}
		l.workers = append(l.workers, w)
	}
	l.set, l.shift = l.initial(), make([]float64, len(l.spec.Inputs))
	for range l.spec.Latency {
		l.waiting = append(l.waiting, l.initial())
	}
	return l.take()
}

// initial is a row with what inputs are set to until the first action.
func (l *Pilot) initial() []float64 {
	row := l.row()
	for i, in := range l.spec.Inputs {
		row[i] = in.Initial
	}
	return row
}

// row is a row of numbers of inputs that nothing has in use.
func (l *Pilot) row() []float64 {
	if last := len(l.spare) - 1; last >= 0 {
		row := l.spare[last]
		l.spare = l.spare[:last]
		return row
	}
	return make([]float64, len(l.spec.Inputs))
}

// Give replaces the parameters of the structure, of which inputs set their part at once.
func (l *Pilot) Give(p model.Params) error {
	l.given, l.params = p.Clone(), p.Clone()
	return l.take()
}

// take has the body step with what inputs are set to.
func (l *Pilot) take() error {
	l.write()
	if err := l.body.Take(&l.params); err != nil {
		return fmt.Errorf("control: step %d: %w", l.step, err)
	}
	return nil
}

// write writes what inputs are set to into the parameters in use.
func (l *Pilot) write() {
	copy(l.params.Actuators, l.given.Actuators)
	copy(l.params.Motors, l.given.Motors)
	copy(l.params.Forces, l.given.Forces)
	copy(l.params.Handles, l.given.Handles)
	copy(l.params.Contacts, l.given.Contacts)
	for i := range l.setters {
		l.setters[i].put(&l.params, l.set[i], l.shift[i])
	}
}

// Params are the parameters in use, with what inputs have set, until the next boundary. The caller does not change what they hold.
func (l *Pilot) Params() model.Params { return l.params }

// Boundary is the number of the last boundary that was reached, from 0.
func (l *Pilot) Boundary() int64 { return l.step / int64(l.spec.Period) }

// Left is how many steps there are to the next boundary, at least one.
func (l *Pilot) Left() int64 { return int64(l.spec.Period) - l.step%int64(l.spec.Period) }

// Advance says that k steps were taken, no more than Left.
func (l *Pilot) Advance(k int64) {
	l.step += k
	if l.step%int64(l.spec.Period) == 0 {
		l.sensed, l.acted = false, false
	}
}

// Pass makes the action of a boundary at which the body is, unless it was made already. It is called before steps are taken. It is
// an error where the host must act and has not.
func (l *Pilot) Pass() error {
	if l.step%int64(l.spec.Period) != 0 || l.acted {
		return nil
	}
	err := l.act()
	l.acted = err == nil
	return err
}

// act makes the action of the boundary of now, and sets the inputs to the one whose time has come.
func (l *Pilot) act() error {
	u, err := l.action(l.Boundary())
	if err != nil {
		return err
	}
	l.made++
	if l.options.Records {
		l.actions = append(l.actions, u...)
	}
	l.waiting = append(l.waiting, u)
	next := l.waiting[0]
	l.waiting = l.waiting[:copy(l.waiting, l.waiting[1:])]
	before := l.set
	if l.set = next; slices.Equal(next, before) {
		l.spare = append(l.spare, before)
		return nil
	}
	for i := range l.setters {
		if s := &l.setters[i]; s.move != nil && !(l.options.Goes && s.cycle != 0) {
			l.shift[i] = s.shifted(l.shift[i], before[i], next[i], l.time())
		}
	}
	l.spare = append(l.spare, before)
	return l.take()
}

// action is that of boundary b, which is now.
func (l *Pilot) action(b int64) ([]float64, error) {
	u := l.row()
	if l.spec.Replay != nil {
		given, ok := l.spec.Replay.at(l.made) // a run that begins later has no rows for what was before
		if !ok {
			return nil, fmt.Errorf("control: the recorded inputs end before boundary %d, at step %d; take fewer steps", b, l.step)
		}
		copy(u, given)
		return u, nil
	}
	if err := l.sense(b); err != nil {
		return nil, err
	}
	clear(u)
	clear(l.moved)
	if l.spec.Host {
		given, ok := l.host[b]
		if !ok {
			return nil, fmt.Errorf("control: the host has not acted for boundary %d, at step %d: call Act before Step", b, l.step)
		}
		delete(l.host, b)
		copy(u, given)
		l.spare = append(l.spare, given)
		for i := range l.moved {
			l.moved[i] = true
		}
	}
	l.answer(b, u)
	before := l.set
	if n := len(l.waiting); n > 0 {
		before = l.waiting[n-1]
	}
	for i, in := range l.spec.Inputs {
		if !l.moved[i] {
			u[i] = in.Initial
		}
		if math.IsNaN(u[i]) || math.IsInf(u[i], 0) {
			return nil, fmt.Errorf("control: input %q is %g at boundary %d, step %d", in.Name, u[i], b, l.step)
		}
		u[i] = in.limit(u[i], before[i], float64(l.spec.Period)*l.given.DT)
	}
	return u, nil
}

// answer adds to u what controllers answer at boundary b.
func (l *Pilot) answer(b int64, u []float64) {
	for k := range l.workers {
		c := &l.spec.Controllers[k]
		y, own := l.gets[:len(l.reads[k])], l.gives[:len(c.Inputs)]
		for at, from := range l.reads[k] {
			y[at] = l.y[from]
		}
		clear(own)
		l.workers[k].act(b, l.time(), y, own)
		for j, i := range c.Inputs {
			u[i], l.moved[i] = u[i]+own[j], true
		}
	}
}
