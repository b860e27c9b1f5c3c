package cpu

import (
	"math"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// survey holds the longest springs of a block, as squares [m²].
type survey[T table.Real] struct {
	acting  T // of springs that act
	any     T // of all springs that are not removed, or their rest length
	parting T // of the velocities at which ends of springs that act part [m²/s²]
}

// surveySprings is the number of springs in a block of a survey.
const surveySprings = 1 << 16

// reach bounds the springs of a state: how long they are, and how fast their ends part.
type reach struct {
	longest float64 // [m]
	parting float64 // [m/s]
}

// calmShare is the share of the runaway length below which the springs of a calm state are, and remain
// for calmSteps at the velocities of their ends. A spring that runs away between two calm states
// would have to grow fourfold, and come back without the speed that this takes within keepEvery steps.
const (
	calmShare = 0.25
	calmSteps = keepEvery / 4
)

// limit returns the bound that a reach is compared with [m], and the time for which ends part [s].
// When each state is looked at, only lengths count.
func (e *engine[T]) limit() (length, during float64) {
	if e.looksAlways() {
		return e.lastGood.runaway, 0
	}
	return calmShare * e.lastGood.runaway, calmSteps * e.run.params.DT
}

// looksAlways reports whether the engine looks at the springs of each state: where steps are taken
// again, and where they are so long that a look costs nothing.
func (e *engine[T]) looksAlways() bool {
	return e.progress.schedule.retraces || e.dividing.solver != nil
}

// every returns the number of steps between two looks at springs.
func (e *engine[T]) every() int64 {
	if e.looksAlways() {
		return 1
	}
	return keepEvery
}

// calm reports whether springs of a reach need no further look.
func (e *engine[T]) calm(r reach) bool {
	length, during := e.limit()
	if during == 0 {
		return r.longest <= length
	}
	return r.longest+during*r.parting <= length
}

// measureIn measures how far masses of some slices are from the last good state, and by how much their
// velocities differ. All numbers are finite: a state that is not has diverged, and is not measured.
func (e *engine[T]) measureIn(w *worker[T], first, count int) {
	now, good := e.buffers.now(), e.lastGood.motion
	w.moved = max(w.moved, w.distance(e.kernel.Moved, good, now.Position, first, count))
	if !e.looksAlways() {
		w.hastened = max(w.hastened, w.distance(e.kernel.Moved, good.Velocities(), now.Velocity.Velocities(), first, count))
	}
}

// distance returns the largest square of the distance of masses in some slices between two motions.
func (w *worker[T]) distance(measure func(*kernels.MovedCall[T]), from, to kernels.Motion[T], first, count int) T {
	w.moving.Set(from, to, first, count, [3]T{})
	measure(&w.moving)
	return w.moving.Most()
}

// judge reports whether all springs must be looked at to know that none ran away. A spring
// has become longer by at most twice the distance that masses have moved, so that the
// look is needed only after masses have moved far, or fast.
func (e *engine[T]) judge() (look bool) {
	now := e.lastGood.reach
	moved, hastened := 0.0, 0.0
	for i := range e.workers {
		w := &e.workers[i]
		moved, hastened = max(moved, math.Sqrt(float64(w.moved))), max(hastened, math.Sqrt(float64(w.hastened)))
		w.moved, w.hastened = 0, 0
	}
	now.longest += 2 * moved
	now.parting += 2 * hastened
	if e.keeps() {
		e.lastGood.reach = now
	}
	return !e.calm(now)
}

// look finds the longest of the springs of a block.
func (e *engine[T]) look(block int) (found survey[T]) {
	now, m := e.buffers.now(), e.model
	room, ok := e.rooms.Get().(*model.Springs)
	if !ok {
		room = new(model.Springs)
	}
	defer e.rooms.Put(room)
	some := m.SpringsOf(block*surveySprings, min(m.SpringCount(), (block+1)*surveySprings), room)
	for s, ends := range some.Ends {
		if some.MaterialOf[s] == model.Removed || e.torn(block*surveySprings+s) {
			continue
		}
		square, rest := e.squareOf(ends, now.Position), T(some.RestLength[s])
		found.any = max(found.any, rest*rest, square)
		if table.Acts(m, ends, some.MaterialOf[s]) {
			found.acting = max(found.acting, square)
			found.parting = max(found.parting, e.squareOf(ends, now.Velocity.Velocities()))
		}
	}
	return found
}

// torn reports whether a spring has torn, so that it may be of any length.
func (e *engine[T]) torn(spring int) bool { return len(e.changes) > 0 && e.changes[spring].Torn() }

// join adds one survey to another.
func (s *survey[T]) join(other survey[T]) {
	s.acting, s.any, s.parting = max(s.acting, other.acting), max(s.any, other.any), max(s.parting, other.parting)
}

// runaway returns the length that no spring may reach [m], by a survey of the start.
func (s survey[T]) runaway() float64 {
	if s.any == 0 {
		return math.Inf(1)
	}
	return physics.RunawayFactor * math.Sqrt(float64(s.any))
}

// reach returns the bounds of the springs that a survey found.
func (s survey[T]) reach() reach {
	return reach{longest: math.Sqrt(float64(s.acting)), parting: math.Sqrt(float64(s.parting))}
}

// squareOf returns the square of the distance of the ends of a spring in a motion.
func (e *engine[T]) squareOf(ends model.Ends, at kernels.Motion[T]) T {
	laneOf := e.table.Order.LaneOf
	a, b := at.Get(kernels.ArrayX, int(laneOf[ends[0]])), at.Get(kernels.ArrayX, int(laneOf[ends[1]]))
	d := [3]T{b[0] - a[0], b[1] - a[1], b[2] - a[2]}
	return kernels.Dot(d, d)
}

// looked takes the result of a finished survey. A state that is not calm makes the engine look at
// those before it, see retrace.
func (e *engine[T]) looked() {
	var all survey[T]
	for i := range e.workers {
		all.join(e.workers[i].survey)
		e.workers[i].survey = survey[T]{}
	}
	now := all.reach()
	if now.longest <= e.lastGood.runaway {
		if e.progress.doubted = !e.calm(now) && e.retraceable(); !e.progress.doubted && e.keeps() {
			e.lastGood.reach = now
		}
		return
	}
	e.model.EachSprings(func(first int, some model.Springs) bool {
		for s, ends := range some.Ends {
			if table.Acts(e.model, ends, some.MaterialOf[s]) && !e.torn(first+s) && math.Sqrt(float64(e.squareOf(ends, e.buffers.now().Position))) > e.lastGood.runaway {
				e.progress.diverged = e.rounded(physics.RanAway(e.model, e.run.params, e.step(), first+s, e.lastGood.runaway))
				return false
			}
		}
		return true
	})
}

// survey looks at all springs of a start, unless that has been done, so that steps need not
// look at them as long as no mass moves far.
func (e *engine[T]) survey() {
	if e.lastGood.runaway == 0 {
		e.surveyed(e.surveyStart())
	}
}

// surveyed takes the survey of the start.
func (e *engine[T]) surveyed(all survey[T]) {
	e.lastGood.runaway, e.lastGood.reach = all.runaway(), all.reach()
}

// surveyStart looks at all springs, on all cores.
func (e *engine[T]) surveyStart() (all survey[T]) {
	blocks := (e.model.SpringCount() + surveySprings - 1) / surveySprings
	found := make([]survey[T], blocks)
	table.InParallel(e.most(), blocks, func(next func() (int, bool)) {
		for block, ok := next(); ok; block, ok = next() {
			found[block] = e.look(block)
		}
	})
	for _, s := range found {
		all.join(s)
	}
	return all
}

// surveyAtRest is surveyStart of a pattern without pins at rest, as the engine rounds
// them. The square of a length grows with its way along each axis, also when it is rounded, and
// any ways along the three axes meet in some spring of an offset: the longest of each are those
// of its longest spring.
func surveyAtRest[T table.Real](p *model.Pattern) (all survey[T]) {
	for k, o := range p.Stencil {
		if p.Count(k) == 0 {
			continue
		}
		var most [3]T
		for axis, d := range [3]int{o.Dx, o.Dy, o.Dz} {
			for place := max(0, -d); place < p.Size[axis]-max(0, d); place++ {
				way := T(p.Coordinate(axis, place+d)) - T(p.Coordinate(axis, place))
				most[axis] = max(most[axis], way, -way)
			}
		}
		square, rest := kernels.Dot(most, most), T(o.RestLength)
		all.join(survey[T]{acting: square, any: max(rest*rest, square)})
	}
	return all
}
