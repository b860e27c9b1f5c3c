package cpu

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics"
)

// keepEvery is the number of steps from one last good state to the next.
const keepEvery = 256

// lastGood is the last good state: all numbers are finite, and no spring has run away.
// 24 bytes per mass, 36 with velocity Verlet.
type lastGood[T table.Real] struct {
	motion kernels.Motion[T]
	step   int64
	time   float64 // [s]

	acceleration kernels.Motion[T] // of velocity Verlet
	primed       bool              // whether acceleration is that of the state
	drives       model.DriveState
	changes      []inelastic.Change // of springs

	runaway float64 // no spring may be longer [m]; 0: the start has not been surveyed yet
	reach   reach   // bounds the springs in this state
	params  int     // number of changes of the parameters before this state

	orientation []mgl64.Quat // of segments of rods; nil: none
	spin        []model.Vec3 // of these [rad/s]

	sides []uint32 // of triangles, from which masses came; see meet.Set

	caught model.Caught   // that were counted until then
	counts model.Touching // likewise
}

// LastGood copies a state from before the divergence into dst: the start, or the state
// of the last multiple of 256 steps after it, or a later one that was looked at when springs were
// long. Without a divergence it copies the latest such state.
func (e *engine[T]) LastGood(dst *model.Snapshot) error {
	dst.Resize(e.model.MassCount())
	dst.Step, dst.Time = e.lastGood.step, e.lastGood.time
	e.unpackState(dst, e.lastGood.motions())
	dst.Changes = append(dst.Changes[:0], e.lastGood.changes...)
	dst.Orientation, dst.AngularVelocity = nil, nil
	if e.lastGood.orientation != nil {
		dst.WriteSegments(e.lastGood.orientation, e.lastGood.spin)
	}
	return nil
}

// keeps reports whether the state becomes the last good one after a look at it.
func (e *engine[T]) keeps() bool {
	return !e.progress.schedule.retraces && e.progress.ran%keepEvery == 0 && e.lastGood.step != e.step()
}

// motions returns the buffers of the state.
func (k *lastGood[T]) motions() kernels.Motions[T] {
	return kernels.Motions[T]{Position: k.motion, Velocity: k.motion}
}

// keepIn copies the masses of some slices into the last good state.
func (e *engine[T]) keepIn(from kernels.Motions[T], first, count int) {
	k := &e.lastGood
	copySlices(k.motion, from.Position, kernels.ArrayX, first, count)
	copySlices(k.motion, from.Velocity, kernels.ArrayVX, first, count)
	if k.acceleration.Arena != nil {
		copySlices(k.acceleration, e.run.integration.Acceleration, kernels.ArrayX, first, count)
	}
}

// copySlices copies the positions (which = ArrayX) or velocities (ArrayVX) of some slices.
func copySlices[T table.Real](to, from kernels.Motion[T], which, first, count int) {
	for axis := range 3 {
		begin, end := (1+first)*table.Width, (1+first+count)*table.Width
		copy(to.Array(which + axis)[begin:end], from.Array(which + axis)[begin:end])
	}
}

// keepNow makes the state of a step and its time [s] the last good one. No spring may
// become longer than runaway [m] from here on; 0 marks a start, which determines that
// length itself, see survey.
func (e *engine[T]) keepNow(step int64, time, runaway float64) {
	now := e.buffers.now()
	model.InBlocks(len(e.run.integration.Masses.Movable), func(_, first, last int) { e.keepIn(now, first, last-first) })
	e.stamp(step, time)
	if e.lastGood.runaway = runaway; runaway > 0 {
		e.lastGood.reach = e.surveyStart().reach()
	}
}

// stamp records the step of the last good state, its time [s], and its other data.
func (e *engine[T]) stamp(step int64, time float64) {
	e.lastGood.step, e.lastGood.time, e.lastGood.params = step, time, e.run.changes
	e.lastGood.caught, e.lastGood.counts = e.catching.caught, model.Touching{Most: e.pairs.touched, Rebuilds: e.pairs.made}
	e.lastGood.primed, e.lastGood.sides = e.progress.schedule.primed, e.meets().Sides()
	e.run.drives.StateInto(&e.lastGood.drives)
	e.lastGood.changes = append(e.lastGood.changes[:0], e.changes...)
	e.keepTurned()
}

// keepTurned makes orientations and spins of rods as they are those of the last good state.
func (e *engine[T]) keepTurned() {
	if t := e.turner(); t != nil {
		e.lastGood.orientation, e.lastGood.spin = t.Turning()
	}
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

// goodState returns the last good state in float64.
func (e *engine[T]) goodState() *model.State {
	s, good := e.books.state, e.lastGood.motion
	s.Step, s.Time = e.lastGood.step, e.lastGood.time
	e.widen(s.Position, good, kernels.ArrayX)
	e.widen(s.Velocity, good, kernels.ArrayVX)
	s.Changes = append(s.Changes[:0], e.lastGood.changes...)
	return s
}

// goodSignals returns the drives at the last good state; nil in a run in which nothing changes.
func (e *engine[T]) goodSignals() *physics.Signals {
	if e.run.drives == nil {
		return nil
	}
	var out physics.Signals
	e.run.drives.At(e.lastGood.time, &out)
	return &out
}
