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

// newBuffers makes room for lanes masses; packed is the numbers of each in a
// packed copy, or 0.
func newBuffers(lanes int, both bool, packed int) buffers {
	count := 3
	if both {
		count = arrays
	}
	b := buffers{motion: [2]motion{newMotion(lanes, arrays, 0), newMotion(lanes, count, 1)}, both: both}
	if packed > 0 {
		b.motion[0].addPacked(lanes, packed, 0)
		b.motion[1].addPacked(lanes, packed, 1)
	}
	return b
}

// now are the buffers of the current state.
func (b *buffers) now() motions { return b.of(b.current) }

func (b *buffers) of(i int) motions {
	if b.both {
		return motions{b.motion[i], b.motion[i]}
	}
	return motions{b.motion[i], b.motion[0]}
}

// massesOf is what does not change of the masses, in the order of a table.
func massesOf(m *model.Model, o order) masses {
	out := masses{alignedFloats(len(o.massOf)), make([]movable, len(o.massOf)/width)}
	o.each(func(lane, mass int) {
		out.perMass[lane] = float32(m.InverseMass(mass))
		for axis := range 3 {
			if m.PinOf(mass)&(model.PinX<<axis) == 0 {
				out.movable[lane/width][axis] |= 1 << (lane % width)
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
	e.table.order.each(func(lane, mass int) {
		now.position.set(arrayX, lane, narrow(position[mass]))
		var v [3]float32
		if velocity != nil {
			v = narrow(velocity[mass])
		}
		for axis := range 3 {
			if e.model.PinOf(mass)&(model.PinX<<axis) != 0 {
				v[axis] = 0
			}
		}
		now.velocity.set(arrayVX, lane, v)
	})
	e.copyHubs(e.table.hubs, now)
	e.keepNow(step, time, 0)
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
	e.unpackState(dst, e.buffers.now())
	return nil
}

// unpack writes three arrays of a motion, from which on, in the model's
// numbering.
func (o order) unpack(dst [][3]float32, from motion, which int) {
	o.each(func(lane, mass int) { dst[mass] = from.get(which, lane) })
}

// pack is the reverse of unpack.
func (o order) pack(src [][3]float32, to motion, which int) {
	o.each(func(lane, mass int) { to.set(which, lane, src[mass]) })
}

// unpackState writes positions and velocities in the model's numbering.
func (e *Engine) unpackState(dst *model.Snapshot, from motions) {
	e.table.order.unpack(dst.Position, from.position, arrayX)
	e.table.order.unpack(dst.Velocity, from.velocity, arrayVX)
}

// packState is the reverse of unpackState.
func (e *Engine) packState(src *model.Snapshot, to motions) {
	e.table.order.pack(src.Position, to.position, arrayX)
	e.table.order.pack(src.Velocity, to.velocity, arrayVX)
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
