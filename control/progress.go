package control

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"hooke/model"
)

// wordsName is the name of the loop's part of a checkpoint.
const wordsName = "control"

// clock is a step of the run whose time is known.
type clock struct {
	step int64
	time float64 // [s]
}

// time returns the simulated time of a run whose step has not changed [s].
func (l *Runner) time() float64 { return l.timeAt(l.step) }

// timeAt is that at a step.
func (l *Runner) timeAt(step int64) float64 {
	return l.clock.time + float64(step-l.clock.step)*l.given.DT
}

// Save copies into c all that the engine and the loop need to continue.
func (l *Loop) Save(c *model.Checkpoint) error {
	keeper, ok := model.As[model.Checkpointer](l.Engine)
	if !ok {
		return errors.New("control: the engine writes no checkpoints")
	}
	if err := l.Settle(); err != nil {
		return err
	}
	if err := keeper.Save(c); err != nil {
		return err
	}
	numbers := l.encode()
	words := model.Words{Name: wordsName, Data: make([]uint32, 0, 2*len(numbers))}
	for _, x := range numbers {
		words.Data = append(words.Data, uint32(x), uint32(x>>32))
	}
	c.Words = append(c.Words, words)
	return nil
}

// Restore takes up a run of the same spec.
func (l *Loop) Restore(c *model.Checkpoint) error {
	keeper, ok := model.As[model.Checkpointer](l.Engine)
	last := len(c.Words) - 1
	if !ok || last < 0 || c.Words[last].Name != wordsName || len(c.Words[last].Data)%2 != 0 {
		return errors.New("control: the checkpoint is of a run that was not controlled")
	}
	var numbers []uint64
	for pair := range slices.Chunk(c.Words[last].Data, 2) {
		numbers = append(numbers, uint64(pair[0])|uint64(pair[1])<<32)
	}
	if err := l.decode(numbers); err != nil {
		return err
	}
	if l.step != c.Step {
		return fmt.Errorf("control: the checkpoint is of step %d, but its control state is of step %d", c.Step, l.step)
	}
	// The engine comes last: it takes up the clock that parameters which change set anew.
	inside := *c
	inside.Words = c.Words[:last]
	return keeper.Restore(&inside)
}

// StepsRun waits and counts the steps since the state was set or a run was taken up.
func (l *Loop) StepsRun() (int64, error) {
	counter, ok := model.As[model.StepCounter](l.Engine)
	if !ok {
		return 0, errors.New("control: the engine does not count steps")
	}
	ran, err := counter.StepsRun()
	return l.ran + ran, err
}

// watching is a loop whose engine looks at its state. It returns to an earlier state by a checkpoint, since
// between Mark and Back engines take steps only, and a loop changes parameters.
type watching struct {
	*Loop
	inside model.Watcher
	marked *model.Checkpoint // nil: nothing is marked
	ran    int64             // steps until then
}

func (w *watching) Watch(every int) error                        { return w.inside.Watch(every) }
func (w *watching) Looks(dst []model.Look) ([]model.Look, error) { return w.inside.Looks(dst) }

func (w *watching) Mark() (err error) {
	w.marked = &model.Checkpoint{}
	if w.ran, err = w.StepsRun(); err != nil {
		return err
	}
	return w.Save(w.marked)
}

func (w *watching) Back() error {
	if w.marked == nil {
		return errors.New("control: nothing is marked")
	}
	if err := w.Restore(w.marked); err != nil {
		return err
	}
	w.Loop.ran = 0
	counted, err := w.StepsRun()
	w.Loop.ran = w.ran - counted
	return err
}

// encode returns the progress as numbers of 64 bits.
func (l *Runner) encode() (out []uint64) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	flag := func(set bool) {
		out = append(out, map[bool]uint64{true: 1}[set])
	}
	list := func(values []float64) {
		out = append(out, uint64(len(values)))
		for _, x := range values {
			out = append(out, math.Float64bits(x))
		}
	}
	out = append(out, uint64(l.step), uint64(l.clock.step), math.Float64bits(l.clock.time))
	flag(l.sensed)
	flag(l.acted)
	out = append(out, uint64(l.decided), uint64(l.first), uint64(l.begun), uint64(len(l.rows)))
	list(slices.Concat(l.rows...))
	list(slices.Concat(l.waiting...))
	for _, values := range [][]float64{l.before, l.set, l.inUse, l.shift, l.actions, l.last} {
		list(values)
	}
	out = append(out, uint64(l.lastOf), uint64(len(l.used)))
	for _, of := range l.used {
		out = append(out, uint64(of))
	}
	out = append(out, uint64(len(l.said)))
	for _, b := range slices.Sorted(maps.Keys(l.said)) {
		out = append(out, uint64(b))
		list(l.said[b])
	}
	for _, p := range l.probes {
		list(slices.Concat(p.past...))
		list(p.kept())
	}
	for _, w := range l.workers {
		state := w.state()
		out = append(append(out, uint64(len(state))), state...)
	}
	return out
}

// errBroken means that a checkpoint does not fit the spec.
var errBroken = errors.New("control: the control state of the checkpoint is damaged, or of another run")

// pending are the numbers of a checkpoint that have not been read yet.
type pending struct {
	numbers []uint64
	broken  bool // whether something was asked for that is not there
}

// next returns the next number; 0 at the end.
func (p *pending) next() uint64 {
	if len(p.numbers) == 0 {
		p.broken = true
		return 0
	}
	x := p.numbers[0]
	p.numbers = p.numbers[1:]
	return x
}

// list returns the next list, of a length that fits; it is no longer than the remaining
// numbers.
func (p *pending) list(fits func(n int) bool) (values []float64) {
	n := p.next()
	if n > uint64(len(p.numbers)) || !fits(int(n)) {
		p.broken = true
		return nil
	}
	for range n {
		values = append(values, math.Float64frombits(p.next()))
	}
	return values
}

// exactly fits lists of one length.
func exactly(want int) func(int) bool { return func(n int) bool { return n == want } }

// decode takes up a progress, and sets the inputs as they were set then. A list of another length than the spec has, or one that
// the numbers do not hold, is refused.
func (l *Runner) decode(numbers []uint64) error {
	in := &pending{numbers: numbers}
	inputs := len(l.spec.Inputs)
	p := progress{step: int64(in.next()), clock: clock{int64(in.next()), math.Float64frombits(in.next())}, sensed: in.next() == 1, acted: in.next() == 1}
	p.decided, p.first = int64(in.next()), int64(in.next())
	begun, rows := int64(in.next()), int(min(in.next(), mostLatency+1))
	if l.width == 0 {
		rows = 0
	}
	flat := in.list(exactly(rows * l.width))
	for k := range rows {
		if !in.broken {
			p.rows = append(p.rows, flat[k*l.width:(k+1)*l.width])
		}
	}
	for row := range slices.Chunk(in.list(func(n int) bool { return n%inputs == 0 && n <= (l.spec.Latency+1)*inputs }), inputs) {
		p.waiting = append(p.waiting, row)
	}
	for _, to := range []*[]float64{&p.before, &p.set, &p.inUse, &p.shift} {
		*to = in.list(exactly(inputs))
	}
	p.actions = in.list(func(n int) bool { return n%inputs == 0 })
	p.made = int64(len(p.actions) / inputs)
	heard := l.decodeHost(in, &p)
	l.decodeParts(in)
	boundary := p.step / int64(l.spec.Period)
	if in.broken || len(in.numbers) > 0 || p.clock.step < 0 || p.step < p.clock.step || p.decided < 0 || p.decided > boundary+1 || p.decided < boundary-int64(l.spec.Latency) {
		return errBroken
	}
	l.progress = p
	l.begun, l.seen = begun, nil
	if copies, ok := l.body.(copier); ok {
		copies.forget() // they are of another run
	}
	l.host.forget(p.decided)
	l.host.recall(heard)
	if err := l.take(); err != nil {
		return fmt.Errorf("control: %w", err)
	}
	return nil
}

// heard is a saved state of the host's actions.
type heard struct {
	said   map[int64][]float64
	last   []float64
	lastOf int64
}

// recall restores saved actions.
func (h *host) recall(was heard) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.said, h.last, h.lastOf = was.said, was.last, was.lastOf
}

// decodeHost restores the host's actions.
func (l *Runner) decodeHost(in *pending, p *progress) (h heard) {
	inputs := len(l.spec.Inputs)
	h.said = map[int64][]float64{}
	h.last = in.list(func(n int) bool { return n == 0 || n == inputs })
	h.lastOf = int64(in.next())
	for n := in.next(); n > 0 && !in.broken; n-- {
		p.used = append(p.used, int64(in.next()))
	}
	for n := in.next(); n > 0 && !in.broken; n-- {
		b := int64(in.next())
		h.said[b] = in.list(exactly(inputs))
		in.broken = in.broken || b < p.decided || b > p.decided+mostLatency
	}
	return h
}

// decodeParts restores the states of sensors and controllers.
func (l *Runner) decodeParts(in *pending) {
	for _, probe := range l.probes {
		width := probe.What.Width()
		flat := in.list(func(n int) bool { return n%width == 0 && n <= (probe.Delay+1)*width })
		probe.past = nil
		for row := range slices.Chunk(flat, width) {
			probe.past = append(probe.past, row)
		}
		if kept := in.list(func(int) bool { return true }); !in.broken && !probe.keep(kept) {
			in.broken = true
		}
	}
	for _, w := range l.workers {
		state := make([]uint64, 0, len(w.state()))
		in.broken = in.next() != uint64(cap(state)) || in.broken
		for range cap(state) {
			state = append(state, in.next())
		}
		if !in.broken {
			w.restore(state)
		}
	}
}
