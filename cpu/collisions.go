package cpu

import (
	"math"
	"reflect"

	"hooke/cpu/collide"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/machine"
	"hooke/model"
	"hooke/physics"
)

// pairs handles collisions of masses. Such a step rebuilds outdated lists, computes the
// pushes of all pairs from one state, adds them to the forces of springs in the sweep, and
// applies friction to the state that the sweep wrote.
type pairs[T table.Real] struct {
	lists       *collide.Lists[T] // nil: masses do not collide
	pressed     bool              // whether pushes are those of the state
	inSweep     bool              // whether the sweep evaluates pushes, block by block
	frictionDue bool              // whether friction has to act on the state
	pass        int               // of friction
	ways        [mostLevels]T     // squares of the longest ways of a mass in the steps of the last task [m²]
	made        int64             // how often lists have been made since the state was set
	touched     int               // most touches of a mass that were counted since then
	counts      bool              // whether the next press counts touches: lists are new
	wanted      bool              // whether lists are wanted without a step, see Energy

	before kept[T] // the state before a task of several steps, see rollback.go
	single int     // steps to take one by one, since the engine went back
	back   int     // how often it went back
}

var _ model.ContactSource = (*engine[float32])(nil)

// pairSlices is the number of slices with pairs in a block of press or pairFriction.
const pairSlices = 32

// choosePairs prepares lists where masses collide in the parameters in use, if they did not
// collide in this way before.
func (e *engine[T]) choosePairs(before model.Params) {
	p := e.run.params
	if e.pairs.lists == nil || !reflect.DeepEqual(p.Collision, before.Collision) {
		e.pairs = pairs[T]{lists: collide.New[T](e.model, p, e.table.Order, e.table.LaneCount())}
	}
	e.pairs.pressed = false
	if e.pairs.lists != nil {
		e.pairs.lists.Use(p)
	}
}

// moved says that masses are somewhere else than steps have brought them.
func (p *pairs[T]) moved() {
	p.pressed, p.frictionDue, p.pass, p.single = false, false, 0, 0
	if p.lists != nil {
		p.lists.Motion.Forget()
	}
}

// chooseLists returns the next task until the lists are those of the current state; idle then.
func (e *engine[T]) chooseLists() task {
	switch late, measured := e.pairs.lists.Motion.Late(); {
	case late && measured:
		e.pairs.lists.Begin(e.buffers.now())
		return list
	case late:
		return distance
	}
	return idle
}

// choosePress returns the next task until the pushes of pairs in the current state are known;
// idle then. inSweep says that a sweep comes next. It evaluates them itself where it leaves
// the state alone that it begins with, as it does where velocities alternate: so positions
// and velocities come from memory once for both.
func (e *engine[T]) choosePress(inSweep bool) task {
	p := &e.pairs
	p.inSweep = false
	if p.lists == nil || p.pressed {
		return idle
	}
	if t := e.chooseLists(); t != idle {
		return t
	}
	switch {
	case len(p.lists.Slices) == 0:
		p.pressed = true
	case inSweep && e.buffers.both:
		p.inSweep = true
	default:
		return press
	}
	return idle
}

// choosePairFriction returns the next task until friction of pairs has acted on the current state; idle
// then. Symplectic Euler has the pushes of the state before, velocity Verlet takes those of
// this state.
func (e *engine[T]) choosePairFriction() task {
	p := &e.pairs
	if !p.frictionDue {
		return idle
	}
	if e.run.params.Integrator.Method().Impulsive {
		if t := e.choosePress(false); t != idle {
			return t
		}
	}
	if p.pass < p.lists.Passes() && len(p.lists.Slices) > 0 {
		e.slowPaths(true)
		return pairFriction
	}
	e.slowPaths(false)
	p.frictionDue, p.pass, p.pressed = false, 0, false
	return idle
}

// pairsDone ends a task of pairs. It is false when the task continues with another stage.
func (e *engine[T]) pairsDone(t task) (job machine.Job, goesOn bool) {
	p := &e.pairs
	square := T(0)
	for i := range e.workers {
		square = max(square, e.workers[i].way)
		e.workers[i].way = 0
	}
	switch t {
	case list:
		if blocks := p.lists.Next(); blocks > 0 {
			return machine.Job{Blocks: blocks}, true
		}
		if err := p.lists.Refused(); err != nil {
			e.progress.refused = &physics.CollisionError{Step: e.step() + 1, Cause: err}
		}
		p.made, p.counts = p.made+1, true
	case distance:
		p.lists.Motion.Measured(square, e.buffers.now().Position)
	case press:
		p.pressed = true
		e.countTouches()
	case pairFriction:
		p.lists.Motion.Nudged(math.Sqrt(float64(square)))
		if p.pass++; p.pass == p.lists.Passes() {
			e.copyHubs(e.table.Hubs, e.buffers.now())
		}
	case drift:
		p.lists.Motion.Drifted(e.buffers.now().Position)
		p.pressed = false
	}
	return machine.Job{}, false
}

// countTouches collects the counts of workers from the evaluation of pushes.
func (e *engine[T]) countTouches() {
	p, most := &e.pairs, uint32(0)
	for i := range e.workers {
		w := &e.workers[i]
		p.touched, most = max(p.touched, w.touched), max(most, w.mostTouches)
		w.touched, w.mostTouches = 0, 0
	}
	p.counts = false
	p.lists.Pressed(most)
}

// pairsStepped begins with the state that a task of steps has made. It is false where the
// steps must be taken again, see rollback.go.
func (e *engine[T]) pairsStepped() bool {
	p, levels := &e.pairs, e.progress.schedule.levels
	if p.lists == nil {
		return true
	}
	clear(p.ways[:levels])
	faulty := false
	for i := range e.workers {
		w := &e.workers[i]
		for level := range levels {
			p.ways[level] = max(p.ways[level], w.ways[level])
		}
		clear(w.ways[:levels])
		faulty = faulty || w.fault.level < levels
	}
	if e.progress.schedule.settles && e.run.params.Integrator == model.VelocityVerlet {
		p.ways[levels-1] = 0 // masses stay where they are in the last step: the next drift moves them
	}
	before, then := e.buffers.of((e.buffers.current+levels-1)%2), e.buffers.of((e.buffers.current+levels)%2)
	if !p.lists.Motion.Stepped(p.ways[:levels], before.Position, then.Position) || faulty && levels > 1 {
		return false
	}
	if p.inSweep {
		e.countTouches()
	}
	p.frictionDue, p.pressed = e.hasPairFriction(), false
	p.single = max(0, p.single-levels)
	return true
}

// hasPairFriction reports whether friction of pairs acts after a step, so that velocity Verlet has to
// complete it. Lists are those of the state that the step begins with.
func (e *engine[T]) hasPairFriction() bool {
	l := e.pairs.lists
	return l != nil && l.Passes() > 0 && len(l.Slices) > 0
}

// pairBlocks returns the number of blocks of a task of pairs, and true if it is one.
func (e *engine[T]) pairBlocks(t task) (blocks int, ok bool) {
	switch t {
	case list:
		return e.pairs.lists.Next(), true
	case press, pairFriction:
		return (len(e.pairs.lists.Slices) + pairSlices - 1) / pairSlices, true
	}
	return 0, false
}

// pairBlock does a block of a task of pairs; false: it is another task.
func (e *engine[T]) pairBlock(w *worker[T], t task, block int) bool {
	l := e.pairs.lists
	first := block * pairSlices
	switch t {
	case list:
		l.Block(block)
	case press:
		count := min(pairSlices, len(l.Slices)-first)
		e.pressSlices(w, first, count, l.Push[first*3*table.Width:])
	case pairFriction:
		count := min(pairSlices, len(l.Slices)-first)
		w.way = max(w.way, l.ApplyFriction(&e.kernel, &w.friction, e.pairs.pass, first, count, e.buffers.now(), &e.run.integration.Masses))
	default:
		return false
	}
	return true
}

// pairEnergy returns ½ kc δ² of all pairs of the current state [J].
func (e *engine[T]) pairEnergy() (sum float64) {
	p := &e.pairs
	if p.lists == nil {
		return 0
	}
	e.lookForPairs()
	return p.lists.Energy(e.buffers.now().Position)
}

// Touching says the most touches that a mass had whenever lists were made since the state was
// set, and has in the current state, whose touches it counts. Steps are never repeated.
func (e *engine[T]) Touching() (model.Touching, error) {
	p := &e.pairs
	if p.lists == nil {
		return model.Touching{}, nil
	}
	e.lookForPairs()
	if len(p.lists.Slices) > 0 {
		var c kernels.PressCall[T]
		c.Set(e.buffers.now(), &p.lists.Pairs, 0, len(p.lists.Slices), p.lists.Push)
		p.touched = max(p.touched, c.MostTouches())
	}
	return model.Touching{Most: p.touched, Rebuilds: p.made}, nil
}

// countAnew resets the counts for a new state.
func (p *pairs[T]) countAnew() { p.made, p.touched = 0, 0 }
