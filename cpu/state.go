package cpu

import (
	"fmt"
	"math"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// buffers hold the state. Positions alternate between two buffers, since masses read
// the positions of others. So do velocities when there are dampers; without them each
// mass reads only its own, and they stay in the first buffer.
type buffers struct {
	motion  [2]kernels.Motion
	both    bool // whether velocities alternate, too
	current int
}

// newBuffers makes buffers for so many lanes; packed is the number of floats per mass
// in a packed copy, or 0.
func newBuffers(lanes int, both bool, packed int) buffers {
	count := 3
	if both {
		count = kernels.Arrays
	}
	b := buffers{motion: [2]kernels.Motion{kernels.NewMotion(lanes, kernels.Arrays, 0), kernels.NewMotion(lanes, count, 1)}, both: both}
	if packed > 0 {
		b.motion[0].AddPacked(lanes, packed, 0)
		b.motion[1].AddPacked(lanes, packed, 1)
	}
	return b
}

// now are the buffers of the current state.
func (b *buffers) now() kernels.Motions { return b.of(b.current) }

func (b *buffers) of(i int) kernels.Motions {
	if b.both {
		return kernels.Motions{Position: b.motion[i], Velocity: b.motion[i]}
	}
	return kernels.Motions{Position: b.motion[i], Velocity: b.motion[0]}
}

// Reset replaces the state, rounded to float32, sets the velocities of pinned axes to
// zero, and puts masses on paths where the paths are at s.Time. Steps and time continue from s.Step and s.Time.
func (e *Engine) Reset(s *model.State) error {
	if err := e.model.ValidateState(s); err != nil {
		return fmt.Errorf("cpu: reset: %w", err)
	}
	return e.begin(s.Step, s.Time, s.Position, s.Velocity)
}

// begin is Reset to a valid state; nil velocities are zero.
func (e *Engine) begin(step int64, time float64, position, velocity []model.Vec3) error {
	if i := beyond(position); i >= 0 {
		return fmt.Errorf("cpu: reset: mass %d: position %v m is beyond float32; use cpuref", i, position[i])
	}
	if i := beyond(velocity); i >= 0 {
		return fmt.Errorf("cpu: reset: mass %d: velocity %v m/s is beyond float32; use cpuref", i, velocity[i])
	}
	now := e.buffers.now()
	e.table.Order.Each(func(lane, mass int) {
		now.Position.Set(kernels.ArrayX, lane, kernels.Narrow(position[mass]))
		var v [3]float32
		if velocity != nil {
			v = kernels.Narrow(velocity[mass])
		}
		for axis := range 3 {
			if e.model.PinOf(mass)&(model.PinX<<axis) != 0 {
				v[axis] = 0
			}
		}
		now.Velocity.Set(kernels.ArrayVX, lane, v)
	})
	e.run.params.OnPaths(e.model, time, func(i int, x, v model.Vec3) {
		now.Position.Set(kernels.ArrayX, int(e.table.Order.LaneOf[i]), kernels.Narrow(x))
		now.Velocity.Set(kernels.ArrayVX, int(e.table.Order.LaneOf[i]), kernels.Narrow(v))
	})
	e.copyHubs(e.table.Hubs, now)
	e.pairs.moved()
	e.pairs.countAnew()
	e.keepNow(step, time, 0)
	e.progress.start, e.progress.ran = step, 0
	e.progress.clockStep, e.progress.clockTime = step, time
	e.progress.diverged, e.progress.refused = nil, nil
	if e.spans != nil {
		e.spans.stage = spansBegin
	}
	e.progress.schedule, e.catching.caught = schedule{}, model.Caught{}
	if e.run.drives != nil {
		e.run.drives.Restart(time)
	}
	e.beginLedger()
	return nil
}

// beyond is the index of the first vector that float32 cannot hold, or -1.
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

// Energy is the energy of the current state, summed in float64.
func (e *Engine) Energy() (model.Energy, error) {
	var s model.Snapshot
	if err := e.Read(&s); err != nil {
		return model.Energy{}, err
	}
	e.drive(0)
	energy := e.energies.At(e.run.signals.RestScale, s.State())
	energy.Contact += e.pairEnergy()
	return energy, nil
}

// unpackState writes positions and velocities in the model's numbering.
func (e *Engine) unpackState(dst *model.Snapshot, from kernels.Motions) {
	from.Position.Unpack(e.table.Order, kernels.ArrayX, dst.Position)
	from.Velocity.Unpack(e.table.Order, kernels.ArrayVX, dst.Velocity)
}

// packState is the inverse of unpackState.
func (e *Engine) packState(src *model.Snapshot, to kernels.Motions) {
	to.Position.Pack(e.table.Order, kernels.ArrayX, src.Position)
	to.Velocity.Pack(e.table.Order, kernels.ArrayVX, src.Velocity)
}

// copyHubs copies the motion of hubs into the lanes of their own slices, where the
// forces on them are summed.
func (e *Engine) copyHubs(hubs []table.Hub, to kernels.Motions) {
	for _, h := range hubs {
		x, v := to.Position.Get(kernels.ArrayX, h.Lane), to.Velocity.Get(kernels.ArrayVX, h.Lane)
		for lane := h.Slice * table.Width; lane < (h.Slice+1)*table.Width; lane++ {
			to.Position.Set(kernels.ArrayX, lane, x)
			if e.buffers.both {
				to.Velocity.Set(kernels.ArrayVX, lane, v)
			}
		}
	}
}
