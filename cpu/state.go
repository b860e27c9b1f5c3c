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
	return buffers{motion: [2]motion{newMotion(lanes, arrays), newMotion(lanes, count)}, both: both}
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

// massesOf is what does not change of the masses, in the order of a table.
func massesOf(m *model.Model, o order) masses {
	out := masses{alignedFloats(len(o.massOf)), make([]movable, len(o.massOf)/width)}
	for lane, mass := range o.massOf {
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
	return out
}

// Reset replaces the state, rounded to float32; the velocity of pinned axes is
// set to zero. Steps and time count on from s.Step and s.Time.
func (e *Engine) Reset(s *model.State) error {
	if err := e.model.ValidateState(s); err != nil {
		return fmt.Errorf("cpu: reset: %w", err)
	}
	for i := range s.Position {
		for axis := range 3 {
			if math.Abs(s.Position[i][axis]) > math.MaxFloat32 || math.Abs(s.Velocity[i][axis]) > math.MaxFloat32 {
				return fmt.Errorf("cpu: reset: mass %d: position %v m or velocity %v m/s is beyond float32; use cpuref",
					i, s.Position[i], s.Velocity[i])
			}
		}
	}
	now := e.buffers.now()
	for lane, mass := range e.table.order.massOf {
		if mass == nobody {
			continue
		}
		v := narrow(s.Velocity[mass])
		for axis := range 3 {
			if e.model.PinOf(int(mass))&(model.PinX<<axis) != 0 {
				v[axis] = 0
			}
		}
		now.position.set(arrayX, lane, narrow(s.Position[mass]))
		now.velocity.set(arrayVX, lane, v)
	}
	e.copyHubs(e.table.hubs, now)
	e.start, e.ran = s.Step, 0
	e.clockStep, e.clockTime = s.Step, s.Time
	e.diverged = nil
	e.agenda = agenda{}
	e.keepStart(s)
	if e.drives != nil {
		e.drives.Restart(s.Time)
	}
	return nil
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
	for lane, mass := range e.table.order.massOf {
		if mass != nobody {
			dst.Position[mass] = from.position.get(arrayX, lane)
			dst.Velocity[mass] = from.velocity.get(arrayVX, lane)
		}
	}
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
