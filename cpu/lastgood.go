package cpu

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// keepEvery is the number of steps from one last good state to the next.
const keepEvery = 256

// lastGood is the last good state: all numbers are finite, and no spring has run away.
// 24 bytes per mass.
type lastGood[T table.Real] struct {
	motion kernels.Motion[T]
	step   int64
	time   float64 // [s]

	runaway float64 // no spring may be longer [m]; 0: the start has not been surveyed yet
	longest float64 // bound on the length of springs in this state [m]
	params  int     // number of changes of the parameters before this state

	orientation []mgl64.Quat // of segments of rods; nil: there are none
	spin        []model.Vec3 // of these [rad/s]

	caught model.Caught   // that were counted until then
	counts model.Touching // likewise
}

// survey is the longest springs of a block, as squares [m²].
type survey[T table.Real] struct {
	acting T // of springs that act
	any    T // of all springs that are not removed, or their rest length
}

// surveySprings is the number of springs in a block of a survey.
const surveySprings = 1 << 16

// LastGood copies a state from before the divergence into dst: the start, or the state
// of the last multiple of 256 steps after it. Without a divergence it copies the latest
// such state.
func (e *engine[T]) LastGood(dst *model.Snapshot) error {
	dst.Resize(e.model.MassCount())
	dst.Step, dst.Time = e.lastGood.step, e.lastGood.time
	e.unpackState(dst, e.lastGood.motions())
	dst.Orientation, dst.AngularVelocity = nil, nil
	if e.lastGood.orientation != nil {
		dst.WriteSegments(e.lastGood.orientation, e.lastGood.spin)
	}
	return nil
}

// motions are the buffers of the state.
func (k *lastGood[T]) motions() kernels.Motions[T] {
	return kernels.Motions[T]{Position: k.motion, Velocity: k.motion}
}

// copy copies the masses of some slices into the last good state.
func (k *lastGood[T]) copy(from kernels.Motions[T], first, count int) {
	copySlices(k.motion, from.Position, kernels.ArrayX, first, count)
	copySlices(k.motion, from.Velocity, kernels.ArrayVX, first, count)
}

// copySlices copies the positions (which = ArrayX) or velocities (ArrayVX) of some slices.
func copySlices[T table.Real](to, from kernels.Motion[T], which, first, count int) {
	for axis := range 3 {
		begin, end := (1+first)*table.Width, (1+first+count)*table.Width
		copy(to.Array(which + axis)[begin:end], from.Array(which + axis)[begin:end])
	}
}

// distance is the largest square of the distance of masses in some slices from where
// they are in the last good state [m²]. measure is the kernel, and c its call. All places are
// finite: a state that is not has diverged, and is not measured.
func (k *lastGood[T]) distance(measure func(*kernels.MovedCall[T]), c *kernels.MovedCall[T], now kernels.Motions[T], first, count int) T {
	c.Set(k.motion, now.Position, first, count, [3]T{})
	measure(c)
	return c.Most()
}

// judge says whether all springs must be looked at to know that none ran away. A spring
// has become longer by at most twice the distance that masses have moved, so that the
// look is needed only after masses have moved far.
func (e *engine[T]) judge() (look bool) {
	moved := 0.0
	for i := range e.workers {
		moved = max(moved, math.Sqrt(float64(e.workers[i].moved)))
		e.workers[i].moved = 0
	}
	longest := e.lastGood.longest + 2*moved
	if e.keeps() {
		e.lastGood.longest = longest
	}
	return !(longest <= e.lastGood.runaway)
}

// look finds the longest of the springs of a block.
func (e *engine[T]) look(block int) (found survey[T]) {
	now, m := e.buffers.now().Position, e.model
	room, ok := e.rooms.Get().(*model.Springs)
	if !ok {
		room = new(model.Springs)
	}
	defer e.rooms.Put(room)
	some := m.SpringsOf(block*surveySprings, min(m.SpringCount(), (block+1)*surveySprings), room)
	for s, ends := range some.Ends {
		if some.MaterialOf[s] == model.Removed {
			continue
		}
		square, rest := e.squareOf(ends, now), T(some.RestLength[s])
		found.any = max(found.any, rest*rest, square)
		if table.Acts(m, ends, some.MaterialOf[s]) {
			found.acting = max(found.acting, square)
		}
	}
	return found
}

// join adds one survey to another.
func (s *survey[T]) join(other survey[T]) {
	s.acting, s.any = max(s.acting, other.acting), max(s.any, other.any)
}

// runaway is the length that no spring may reach [m], by a survey of the start.
func (s survey[T]) runaway() float64 {
	if s.any == 0 {
		return math.Inf(1)
	}
	return physics.RunawayFactor * math.Sqrt(float64(s.any))
}

// squareOf is the square of the length of a spring with these ends [m²].
func (e *engine[T]) squareOf(ends model.Ends, at kernels.Motion[T]) T {
	laneOf := e.table.Order.LaneOf
	a, b := at.Get(kernels.ArrayX, int(laneOf[ends[0]])), at.Get(kernels.ArrayX, int(laneOf[ends[1]]))
	d := [3]T{b[0] - a[0], b[1] - a[1], b[2] - a[2]}
	return kernels.Dot(d, d)
}

// looked takes the result of a finished survey.
func (e *engine[T]) looked() {
	var all survey[T]
	for i := range e.workers {
		all.join(e.workers[i].survey)
		e.workers[i].survey = survey[T]{}
	}
	longest := math.Sqrt(float64(all.acting))
	if e.keeps() {
		e.lastGood.longest = longest
	}
	if longest <= e.lastGood.runaway {
		return
	}
	e.model.EachSprings(func(first int, some model.Springs) bool {
		for s, ends := range some.Ends {
			if table.Acts(e.model, ends, some.MaterialOf[s]) && math.Sqrt(float64(e.squareOf(ends, e.buffers.now().Position))) > e.lastGood.runaway {
				e.progress.diverged = e.rounded(physics.RanAway(e.model, e.run.params, e.step(), first+s, e.lastGood.runaway))
				return false
			}
		}
		return true
	})
}

// keepNow makes the state of a step and its time [s] the last good one. No spring may
// become longer than runaway [m] from here on; 0 marks a start, which determines that
// length itself, see survey.
func (e *engine[T]) keepNow(step int64, time, runaway float64) {
	now := e.buffers.now()
	model.InBlocks(len(e.run.integration.Masses.Movable), func(_, first, last int) { e.lastGood.copy(now, first, last-first) })
	e.stamp(step, time)
	e.lastGood.runaway, e.lastGood.longest = runaway, math.Inf(1) // not known: springs are looked at once
}

// stamp notes the step of the last good state, its time [s], and what else belongs to it.
func (e *engine[T]) stamp(step int64, time float64) {
	e.lastGood.step, e.lastGood.time, e.lastGood.params = step, time, e.run.changes
	e.lastGood.caught, e.lastGood.counts = e.catching.caught, model.Touching{Most: e.pairs.touched, Rebuilds: e.pairs.made}
	e.keepTurned()
}

// keepTurned makes orientations and spins of rods as they are those of the last good state.
func (e *engine[T]) keepTurned() {
	if t := e.turner(); t != nil {
		e.lastGood.orientation, e.lastGood.spin = t.Turning()
	}
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
	e.lastGood.runaway, e.lastGood.longest = all.runaway(), math.Sqrt(float64(all.acting))
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

// copied is a state with all the digits that the engine keeps, in the model's numbering.
type copied[T table.Real] struct{ position, velocity [][3]T }

func newCopied[T table.Real](masses int) copied[T] {
	return copied[T]{make([][3]T, masses), make([][3]T, masses)}
}

// copyOf copies a state.
func (e *engine[T]) copyOf(from kernels.Motions[T]) copied[T] {
	c := newCopied[T](e.model.MassCount())
	kernels.Unpack(from.Position, e.table.Order, kernels.ArrayX, c.position)
	kernels.Unpack(from.Velocity, e.table.Order, kernels.ArrayVX, c.velocity)
	return c
}

// packState is the inverse of copyOf.
func (e *engine[T]) packState(src copied[T], to kernels.Motions[T]) {
	to.Position.Pack(e.table.Order, kernels.ArrayX, src.position)
	to.Velocity.Pack(e.table.Order, kernels.ArrayVX, src.velocity)
}

// surveyAtRest is surveyStart of a pattern without pins at its own places, as the engine rounds
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

// goodState is the last good state in float64.
func (e *engine[T]) goodState() *model.State {
	s, good := e.books.state, e.lastGood.motion
	s.Step, s.Time = e.lastGood.step, e.lastGood.time
	e.widen(s.Position, good, kernels.ArrayX)
	e.widen(s.Velocity, good, kernels.ArrayVX)
	return s
}

// goodSignals are the drives at the last good state; nil in a run in which nothing changes.
func (e *engine[T]) goodSignals() *physics.Signals {
	if e.run.drives == nil {
		return nil
	}
	var out physics.Signals
	e.run.drives.At(e.lastGood.time, &out)
	return &out
}
