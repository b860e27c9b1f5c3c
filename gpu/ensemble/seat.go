package ensemble

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"hooke/control"
	"hooke/gpu/glx"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// copied is a copy of the sensors' data of all members of a block at a boundary, to be read
// by the host. Members at a boundary then share it. It has a row of how members have ended,
// and six rows of each mass.
type copied struct {
	landing *glx.Landing
	takers  atomic.Int32 // that have not taken theirs
	landed  bool         // whether words are those of this copy
	words   []uint32
}

// copy returns a copy of the block as it is now, which is queued unless there is one.
func (b *block) copy(e *Engine) (*copied, error) {
	if b.latest != nil {
		b.latest.takers.Add(1)
		return b.latest, nil
	}
	c, err := b.room(e.ctx)
	if err != nil {
		return nil, err
	}
	if p := b.kind.passes.sense; p != nil {
		b.lend(p, slot(shaders.BindPosition, b.position[e.held]), slot(shaders.BindVelocity, b.velocity[e.held]), slot(shaders.BindMemberSensed, b.sensed), slot(shaders.BindMemberWord, b.word))
		b.dispatch(e.ctx, p, 1, e.held, massGroups(len(b.kind.table.sensed)), b.packs())
	}
	e.ctx.Barrier(glx.ByTransfer | glx.ByShader) // the copy reads the output of member-sense, and the next pass overwrites the input of that
	row := wordBytes * int64(b.padded)
	c.landing.Copy(b.word, row*int64(b.kind.layout.word.at["ENDED"]), 0, row)
	if b.sensed != nil {
		c.landing.Copy(b.sensed, 0, row, b.sensed.Bytes())
	}
	c.landing.End()
	c.takers.Store(1)
	c.landed, b.latest = false, c
	return c, nil
}

// room returns a copy to fill: one that all have taken, or a new one. Their number grows to that of the
// boundaries queued ahead, and one.
func (b *block) room(ctx *glx.Context) (*copied, error) {
	for _, c := range b.copies {
		if c.takers.Load() == 0 {
			return c, nil
		}
	}
	count := b.padded * (1 + sensedRows*len(b.kind.table.sensed))
	landing, err := ctx.NewLanding("hooke.ensemble.MemberSensed.host", wordBytes*int64(count))
	if err != nil {
		return nil, fmt.Errorf("ensemble: %w", err)
	}
	b.copies = append(b.copies, &copied{landing: landing, words: make([]uint32, count)})
	return b.copies[len(b.copies)-1], nil
}

// land waits for the copy.
func (c *copied) land() error {
	if c.landed {
		return nil
	}
	if err := glx.Landed(c.landing, c.words); err != nil {
		return fmt.Errorf("ensemble: %w", err)
	}
	c.landed = true
	return nil
}

// seat is the place of a member's loop runner: it senses copies of the member's block, which
// are queued between steps, and sends its inputs to the device with those of others.
type seat struct {
	engine *Engine
	member int
	queued []glimpse // copies that it has not taken, the oldest first
}

// glimpse is the part of a copy for a member.
type glimpse struct {
	of   *copied
	at   int // the member's slot then
	step int64
	time float64 // [s]
}

var _ control.Copier = (*seat)(nil)

// Look does nothing; loop runners request copies themselves.
func (s *seat) Look([]uint32) (*model.State, error) {
	return nil, errors.New("ensemble: members on the device are seen in copies")
}

// Copy queues a copy of the sensors' data, with that of all members of the block.
func (s *seat) Copy([]uint32) error {
	r := &s.engine.runs[s.member]
	c, err := r.copy(s.engine)
	if err != nil {
		return err
	}
	step := r.begun + s.engine.clock - r.since
	s.queued = append(s.queued, glimpse{c, r.at, step, r.timeAt(step)})
	return nil
}

// Copied waits for the oldest copy.
func (s *seat) Copied(dst *model.State) error {
	if len(s.queued) == 0 {
		return errors.New("ensemble: no copy of sensor data was queued")
	}
	g, r := s.queued[0], &s.engine.runs[s.member]
	if err := g.of.land(); err != nil {
		return err
	}
	s.queued = s.queued[:copy(s.queued, s.queued[1:])]
	g.of.takers.Add(-1)
	r.ended = r.ended || g.of.words[g.at] != 0
	n := len(r.kind.table.sensed)
	if len(dst.Position) != n {
		dst.Position, dst.Velocity = make([]model.Vec3, n), make([]model.Vec3, n)
	}
	dst.Step, dst.Time = g.step, g.time
	for k := range n {
		for axis := range 3 {
			row := g.of.words[(1+sensedRows*k+axis)*r.padded+g.at:]
			dst.Position[k][axis] = float64(math.Float32frombits(row[0]))
			dst.Velocity[k][axis] = float64(math.Float32frombits(row[3*r.padded]))
		}
	}
	return nil
}

// Forget drops all copies.
func (s *seat) Forget() {
	for _, g := range s.queued {
		g.of.takers.Add(-1)
	}
	s.queued = s.queued[:0]
}

// Take makes the member step with the current inputs. Muscles continue from where they are in
// their cycles.
func (s *seat) Take(p *model.Params) error {
	r := &s.engine.runs[s.member]
	if err := ensemble.ControlFault(r.kind.table.kind.Model, p); err != nil {
		return err
	}
	for k, a := range p.Actuators {
		if from := r.params.Actuators[k]; a.Frequency != from.Frequency || a.Phase != from.Phase {
			r.phases.set(k, r.at, r.phases.of(k, r.at).steered(from, a, uint64(s.engine.clock-r.since), r.params.DT))
		}
	}
	copy(r.params.Actuators, p.Actuators)
	copy(r.params.Forces, p.Forces)
	r.values.writeDrives(r.at, r.params)
	r.steered.Store(true)
	return nil
}

// enter gives a member that is controlled its runner. Its values have been written.
func (e *Engine) enter(i int) (err error) {
	m, r := &e.members[i], &e.runs[i]
	written, _ := e.settled[m.Kind].Written(m.Values)
	r.seat = &seat{engine: e, member: i}
	r.runner, err = e.loops.Make(i, m.Values, written, r.params)
	return err
}

// beginRunner puts the runner of a member at its start.
func (r *run) beginRunner() error {
	if r.ended = false; r.runner == nil {
		return nil
	}
	return r.runner.Begin(r.seat, r.begun, r.time)
}

// give writes changed values, with the current inputs.
func (r *run) give(before model.Params) error {
	given := r.params.Clone()
	r.params.Actuators = before.Actuators // from which the runner steers
	return r.runner.Give(given)
}

// act has the runners act whose members are at boundaries, and says how many of n steps can be queued before they are asked again. With a
// latency it waits for no more than the boundary whose sensors the next action is made of.
func (e *Engine) act(n int) (int, error) {
	if !e.controlled {
		return n, nil
	}
	due := map[*block]bool{}
	for i := range e.runs {
		if r := &e.runs[i]; r.flies() && r.runner.Due() {
			due[r.block] = true
		}
	}
	e.takeWork(due)
	for i := range e.runs {
		if r := &e.runs[i]; r.flies() && r.runner.Due() {
			if err := r.see(e.clock); err != nil {
				return 0, fmt.Errorf("ensemble: member %d: %w", i, err)
			}
		}
	}
	errs := make([]error, len(e.runs))
	order.InParallel(len(e.runs), 1, func(first, end int) {
		for i := first; i < end; i++ {
			if r := &e.runs[i]; r.flies() {
				errs[i] = r.runner.Pass()
			}
		}
	})
	for i, err := range errs {
		if r := &e.runs[i]; r.flies() { // the action of an ended member can be infinite
			if err != nil {
				return 0, fmt.Errorf("ensemble: member %d: %w", i, err)
			}
			n = int(min(int64(n), r.runner.Left()))
		}
	}
	e.steer()
	e.takeWork(due)
	return n, nil
}

// see queues a copy for a member at a boundary, and waits for those that its runner is about to take: then runners pass on several threads, of
// which this one alone may speak to the device.
func (r *run) see(clock int64) error {
	if err := r.runner.See(); err != nil {
		return err
	}
	c := r.kind.table.kind.Control
	until := r.begun + clock - r.since - int64(c.Period)*int64(min(c.Latency, mostLatency))
	for _, g := range r.seat.queued {
		if g.step <= until {
			if err := g.of.land(); err != nil {
				return err
			}
		}
	}
	return nil
}

// flies reports whether the member has a runner and has not ended, as far as is known.
func (r *run) flies() bool { return r.runner != nil && !r.ended }

// steer sends changed inputs, and drives muscles again at the time of the next step.
func (e *Engine) steer() {
	steered := func(b *block) bool { return b.steered.Load() }
	e.each(steered, (*block).send)
	if any := e.each(steered, func(b *block) { b.beginStep(e.ctx, 0, e.held) }); any {
		e.ctx.Barrier(glx.ByShader)
		e.stamp++
	}
	e.each(steered, func(b *block) { b.steered.Store(false) })
}

// takeWork takes in the work of muscles of the members of blocks that are at boundaries; see metrics.Meter.Muscles.
func (e *Engine) takeWork(due map[*block]bool) {
	if any := e.each(func(b *block) bool { return due[b] && b.sum != nil }, func(b *block) { b.sample(e.ctx, takesWork, e.held, b.sum, b.word) }); any {
		e.ctx.Barrier(glx.ByShader)
	}
}

// advance tells the runners that steps are queued.
func (e *Engine) advance(n int) {
	if !e.controlled {
		return
	}
	for i := range e.runs {
		if r := &e.runs[i]; r.flies() {
			r.runner.Advance(int64(n))
		}
	}
}

// findControlled notes whether members that lie interleaved have controllers.
func (e *Engine) findControlled() {
	e.controlled = slices.ContainsFunc(e.blocks, func(b *block) bool { return b.kind.table.kind.Control != nil })
}

// mostLatency bounds how many periods are queued ahead; see control.Runner.
const mostLatency = 6
