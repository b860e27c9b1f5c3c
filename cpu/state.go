package cpu

import (
	"fmt"
	"math"

	"hooke/model"
)

// buffers hold the state. Positions alternate between two, since masses read
// the positions of others; velocities too when there are dampers, else each
// mass reads its own alone and they stay in the first.
type buffers struct {
	motion  [2]motion
	both    bool // velocities alternate, too
	current int
}

func newBuffers(lanes int, both bool) buffers {
	count := 3
	if both {
		count = arrays
	}
	return buffers{motion: [2]motion{newMotion(lanes, arrays, 0), newMotion(lanes, count, 1)}, both: both}
}

// now are the buffers of the current state, then those of the next.
func (b *buffers) now() motions  { return b.of(b.current) }
func (b *buffers) then() motions { return b.of(1 - b.current) }

func (b *buffers) of(i int) motions {
	if b.both {
		return motions{b.motion[i], b.motion[i]}
	}
	return motions{b.motion[i], b.motion[0]}
}

// partLanes is how many lanes are packed or unpacked at a time.
const partLanes = 1 << 14

// eachPart goes through all lanes in parts, with that many goroutines.
func eachPart(lanes, threads int, do func(from, to int)) {
	parts := (lanes + partLanes - 1) / partLanes
	inParallel(threads, parts, func(next func() (int, bool)) {
		for i, ok := next(); ok; i, ok = next() {
			do(i*partLanes, min(lanes, (i+1)*partLanes))
		}
	})
}

// massesOf is what does not change of the masses, in the order of a table.
func massesOf(m *model.Model, o order, threads int) masses {
	out := masses{alignedFloats(len(o.massOf)), make([]movable, len(o.massOf)/width)}
	eachPart(len(o.massOf), threads, func(from, to int) {
		for lane := from; lane < to; lane++ {
			mass := o.massOf[lane]
			if mass == nobody {
				continue
			}
			out.perMass[lane] = float32(m.InverseMass(int(mass)))
			for axis := range 3 {
				if m.PinOf(int(mass))&(model.PinX<<axis) == 0 {
					out.movable[lane/width][axis] |= 1 << (lane % width)
				}
			}
		}
	})
	return out
}

// Reset replaces the state, rounded to float32; the velocity of pinned axes is
// set to zero. Steps and time count on from s.Step and s.Time.
func (e *Engine) Reset(s *model.State) error {
	if err := e.model.ValidateState(s); err != nil {
		return fmt.Errorf("cpu: reset: %w", err)
	}
	return e.begin(s.Step, s.Time, s.Position, s.Velocity)
}

// begin is Reset to a state that is valid; nil velocities are zero.
func (e *Engine) begin(step int64, time float64, position, velocity []model.Vec3) error {
	if i := beyond(position); i >= 0 {
		return fmt.Errorf("cpu: reset: mass %d: position %v m is beyond float32; use cpuref", i, position[i])
	}
	if i := beyond(velocity); i >= 0 {
		return fmt.Errorf("cpu: reset: mass %d: velocity %v m/s is beyond float32; use cpuref", i, velocity[i])
	}
	now := e.buffers.now()
	eachPart(len(e.table.order.massOf), e.threads, func(from, to int) {
		for lane := from; lane < to; lane++ {
			mass := e.table.order.massOf[lane]
			if mass == nobody {
				continue
			}
			now.position.set(arrayX, lane, narrow(position[mass]))
			var v [3]float32
			if velocity != nil {
				v = narrow(velocity[mass])
			}
			for axis := range 3 {
				if e.model.PinOf(int(mass))&(model.PinX<<axis) != 0 {
					v[axis] = 0
				}
			}
			now.velocity.set(arrayVX, lane, v)
		}
		e.kept.copy(now, from/width, (to-from)/width)
	})
	e.copyHubs(e.table.hubs, now)
	e.kept.step, e.kept.time = step, time
	e.kept.runaway, e.kept.longest = 0, math.Inf(1) // not known: springs are looked at once
	e.start, e.ran = step, 0
	e.clockStep, e.clockTime = step, time
	e.diverged = nil
	e.agenda = agenda{}
	if e.drives != nil {
		e.drives.Restart(time)
	}
	return nil
}

// beyond is the first vector that float32 cannot hold, or -1.
func beyond(vectors []model.Vec3) int {
	for i, v := range vectors {
		if max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])) > math.MaxFloat32 {
			return i
		}
	}
	return -1
}

// Read copies the state into dst, in the model's numbering.
func (e *Engine) Read(dst *model.Snapshot) error {
	dst.Resize(e.model.MassCount())
	dst.Step, dst.Time = e.step(), e.time()
	e.unpack(dst, e.buffers.now())
	return nil
}

// unpack writes a state in the model's numbering.
func (e *Engine) unpack(dst *model.Snapshot, from motions) {
	eachPart(len(e.table.order.massOf), e.threads, func(first, end int) {
		for lane := first; lane < end; lane++ {
			if mass := e.table.order.massOf[lane]; mass != nobody {
				dst.Position[mass] = from.position.get(arrayX, lane)
				dst.Velocity[mass] = from.velocity.get(arrayVX, lane)
			}
		}
	})
}

// pack is the reverse of unpack.
func (e *Engine) pack(src *model.Snapshot, to motions) {
	for lane, mass := range e.table.order.massOf {
		if mass != nobody {
			to.position.set(arrayX, lane, src.Position[mass])
			to.velocity.set(arrayVX, lane, src.Velocity[mass])
		}
	}
}

// copyHubs copies the motion of hubs into the lanes of their own slices, where
// the forces on them are computed.
func (e *Engine) copyHubs(hubs []hub, to motions) {
	for _, h := range hubs {
		x, v := to.position.get(arrayX, h.lane), to.velocity.get(arrayVX, h.lane)
		for lane := h.slice * width; lane < (h.slice+1)*width; lane++ {
			to.position.set(arrayX, lane, x)
			if e.buffers.both {
				to.velocity.set(arrayVX, lane, v)
			}
		}
	}
}
