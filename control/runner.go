package control

import (
	"fmt"

	"hooke/model"
)

// Body is a structure that a Runner senses and steers.
type Body interface {
	// Look waits and returns the body's state, in which at least positions and velocities of these masses hold. It is the body's, and
	// holds until the next Look.
	Look(masses []uint32) (*model.State, error)
	// Take has the body step with other parameters from now on. They stay the runner's: the body copies those it keeps.
	Take(p *model.Params) error
}

// Copier is a body that works on its own, on a device: masses are copied at a boundary while it continues, and the copy is taken when an
// action needs it, which with a latency is that many periods later. Its Look is not called.
type Copier interface {
	Body
	// Copy has the masses copied as they are now, without waiting. They are the same in each call since Forget.
	Copy(masses []uint32) error
	// Copied waits for the oldest copy that was not taken, and writes it into dst: these masses alone, in their order.
	Copied(dst *model.State) error
	// Forget drops all copies that were not taken.
	Forget()
}

// Runner is the control of one structure that something else steps: sensors, controllers and inputs, without an engine. Before
// steps Pass is called, after them Advance.
type Runner struct {
	body    Body
	spec    *Spec
	model   *model.Model
	options Options
	varied  uint64       // joined to the seeds of sensors, see Vary
	given   model.Params // without inputs
	params  model.Params // in use
	setters []setter
	workers []worker

	senses
	progress
	host
	spare [][]float64 // rows of numbers of inputs that nothing has in use
	moved []bool      // scratch: of each input, whether something has set it
	reads [][]int     // of each controller, which numbers of sensors it gets
	gets  []float64   // scratch: these numbers
	gives []float64   // scratch: outputs of a controller
}

// Options of a runner. The zero value records nothing.
type Options struct {
	Records bool   // whether actions are kept for a Recording
	Seed    uint64 // joined to the seeds of all sensors by exclusive or, so that a runner of sensors without seeds has noise of its own
	Goes    bool   // whether muscles of the body continue from where they are in their cycle when their frequency changes, by themselves
}

// progress is how far a runner is. Boundaries count from the start of the run.
type progress struct {
	step    int64       // steps done since the start
	clock   clock       // of the start
	sensed  bool        // whether the sensors of the boundary of now were seen
	acted   bool        // whether steps behind that boundary were taken
	made    int64       // actions since the runner began
	decided int64       // the first boundary whose action is not made
	first   int64       // the boundary of the first of rows
	rows    [][]float64 // numbers of all sensors: at boundaries whose action is not made, and at Latency ones before
	waiting [][]float64 // actions that have not begun to act, the oldest first
	before  []float64   // action of the period before, from which inputs that are linear come
	set     []float64   // action of the period of now
	inUse   []float64   // the current inputs
	shift   []float64   // of inputs that change a frequency or a velocity: shift of the phase [rad] or position [m] since
	actions []float64   // all actions since the start, for a Recording
	used    []int64     // the boundary whose action of the host each action has, where Hold; −1: none
}

// NewRunner returns the runner of a structure. The spec has been checked. Begin gives it a body and a start.
func NewRunner(m *model.Model, p model.Params, spec *Spec, o Options) (*Runner, error) {
	l := &Runner{spec: spec, model: m, options: o, given: p.Clone(), params: p.Clone(), moved: make([]bool, len(spec.Inputs))}
	for _, in := range spec.Inputs {
		s, err := in.resolve(&p)
		if err != nil {
			return nil, fmt.Errorf("control: %w", err)
		}
		l.setters = append(l.setters, s)
	}
	first := make([]int, len(spec.Sensors))
	for i, s := range spec.Sensors {
		first[i] = l.width
		l.width += s.What.Width()
	}
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

// Begin puts the runner at the start of a body, at a step and a time [s], and has the body take the initial inputs.
func (l *Runner) Begin(body Body, step int64, time float64) error {
	l.body = late(body)
	return l.begin(clock{step, time})
}

// Vary gives sensors other noise from the next Begin on: number is joined to their seeds by exclusive or.
func (l *Runner) Vary(number uint64) { l.varied = number }

// Move has the runner continue with another body, which is where the one was that it had.
func (l *Runner) Move(body Body) { l.body = late(body) }

// begin forgets all and puts the runner at a step.
func (l *Runner) begin(at clock) error {
	l.progress = progress{step: at.step, clock: at}
	l.decided, l.first = l.next(), l.next()
	l.host.forget(l.decided)
	l.workers = nil
	l.senses = l.newSenses()
	for i := range l.spec.Controllers {
		c := &l.spec.Controllers[i]
		w, err := c.newWorker(l.spec.numbers(c), float64(l.spec.Period)*l.given.DT)
		if err != nil {
			return fmt.Errorf("control: %w", err)
		}
		l.workers = append(l.workers, w)
	}
	l.before, l.set, l.inUse = l.initial(), l.initial(), l.initial()
	l.shift = make([]float64, len(l.spec.Inputs))
	for range l.spec.Latency {
		l.waiting = append(l.waiting, l.initial())
	}
	return l.take()
}

// next returns the boundary of now, or else the next one.
func (l *Runner) next() int64 {
	period := int64(l.spec.Period)
	return (l.step + period - 1) / period
}

// initial returns a row with the inputs until the first action.
func (l *Runner) initial() []float64 {
	row := l.row()
	for i, in := range l.spec.Inputs {
		row[i] = in.Initial
	}
	return row
}

// row returns a row of numbers of inputs that nothing has in use.
func (l *Runner) row() []float64 {
	if last := len(l.spare) - 1; last >= 0 {
		row := l.spare[last]
		l.spare = l.spare[:last]
		return row
	}
	return make([]float64, len(l.spec.Inputs))
}

// Give replaces the parameters of the structure, of which inputs set their part at once.
func (l *Runner) Give(p model.Params) error {
	l.given, l.params = p.Clone(), p.Clone()
	return l.take()
}

// take makes the body step with the current inputs.
func (l *Runner) take() error {
	l.write()
	if err := l.body.Take(&l.params); err != nil {
		return fmt.Errorf("control: step %d: %w", l.step, err)
	}
	return nil
}

// write writes the current inputs into the parameters in use.
func (l *Runner) write() {
	copy(l.params.Actuators, l.given.Actuators)
	copy(l.params.Motors, l.given.Motors)
	copy(l.params.Forces, l.given.Forces)
	copy(l.params.Handles, l.given.Handles)
	copy(l.params.Contacts, l.given.Contacts)
	for i := range l.setters {
		l.setters[i].put(&l.params, l.inUse[i], l.shift[i])
	}
}

// Params returns the parameters in use, inputs included, until the next boundary. The caller
// must not change them.
func (l *Runner) Params() model.Params { return l.params }

// Boundary returns the number of the last boundary that was reached, from 0.
func (l *Runner) Boundary() int64 { return l.step / int64(l.spec.Period) }
