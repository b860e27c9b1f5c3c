package cpu

import (
	"hooke/cpu/kernels"
	"hooke/model"
)

// Motion returns how much the current state moves, summed in float64 and in the same order
// on any number of threads.
func (e *engine[T]) Motion() (model.Motion, error) {
	velocity, laneOf := e.buffers.now().Velocity, e.table.Order.LaneOf
	parts := make([]model.Motion, model.BlockCount(e.model.MassCount()))
	model.InBlocks(e.model.MassCount(), func(block, first, last int) {
		part := model.Motion{Mass: -1}
		for i := first; i < last; i++ {
			if e.model.PinOf(i) == model.PinAll {
				continue
			}
			v := kernels.Widen(velocity.Get(kernels.ArrayVX, int(laneOf[i])))
			part.Kinetic += 0.5 * e.model.MassAt(i) * v.Dot(v)
			if impulse := e.model.MassAt(i) * v.Len(); impulse > part.Impulse {
				part.Impulse, part.Mass = impulse, i
			}
		}
		parts[block] = part
	})
	out := model.Motion{Mass: -1}
	for _, part := range parts {
		out.Kinetic += part.Kinetic
		if part.Impulse > out.Impulse {
			out.Impulse, out.Mass = part.Impulse, part.Mass
		}
	}
	return out, nil
}

// Still sets every velocity to zero; no mass moves.
func (e *engine[T]) Still() error {
	e.still(0)
	return nil
}

// StillHalfway stops every mass halfway along its last step: x ← x − dt/2 v,
// v ← 0.
func (e *engine[T]) StillHalfway() error {
	e.still(T(e.run.params.DT / 2))
	return nil
}

// still moves every mass back along its velocity for a time [s], and stops it.
func (e *engine[T]) still(back T) {
	e.survey()
	now, laneOf := e.buffers.now(), e.table.Order.LaneOf
	if t := e.turner(); t != nil {
		orientation, spin := t.Turning()
		clear(spin)
		t.Turn(orientation, spin, e.time())
	}
	model.InBlocks(e.model.MassCount(), func(_, first, last int) {
		for i := first; i < last; i++ {
			lane := int(laneOf[i])
			if e.model.PinOf(i) != model.PinAll && back != 0 {
				x, v := now.Position.Get(kernels.ArrayX, lane), now.Velocity.Get(kernels.ArrayVX, lane)
				for axis := range 3 {
					x[axis] -= back * v[axis]
				}
				now.Position.Set(kernels.ArrayX, lane, x)
			}
			now.Velocity.Set(kernels.ArrayVX, lane, [3]T{})
		}
	})
	e.copyHubs(e.table.Hubs, now)
	e.pairs.moved()
	e.progress.schedule.primed = false // velocity Verlet's acceleration is that of the state before
}
