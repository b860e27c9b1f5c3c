package cpu

import (
	"fmt"
	"math"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/model/rod/chain"
)

// buffers hold the state. Positions alternate between two buffers, since masses read
// the positions of others. So do velocities when there are dampers; without them each
// mass reads only its own, and they stay in the first buffer.
type buffers[T table.Real] struct {
	motion  [2]kernels.Motion[T]
	both    bool // whether velocities alternate, too
	current int
}

// newBuffers makes buffers for a number of lanes; packed is the number of floats per mass in a packed
// copy, or 0.
func newBuffers[T table.Real](lanes int, both bool, packed int) buffers[T] {
	count := 3
	if both {
		count = kernels.Arrays
	}
	b := buffers[T]{motion: [2]kernels.Motion[T]{kernels.NewMotion[T](lanes, kernels.Arrays, 0), kernels.NewMotion[T](lanes, count, 1)}, both: both}
	b.motion[1].Touch() // the first step writes it; the other buffer is filled by the start
	if packed > 0 {
		b.motion[0].AddPacked(lanes, packed, 0)
		b.motion[1].AddPacked(lanes, packed, 1)
	}
	return b
}

// alternate makes the velocities of the given number of lanes alternate between the buffers, too, or no
// longer; the state stays.
func (b *buffers[T]) alternate(lanes int, both bool) {
	if both == b.both {
		return
	}
	count, old := 3, b.motion[1]
	if both {
		count = kernels.Arrays
	}
	b.motion[1] = kernels.NewMotion[T](lanes, count, 1)
	b.motion[1].Packed, b.motion[1].PackedOf = old.Packed, old.PackedOf
	for axis := range 3 {
		copy(b.motion[1].Array(kernels.ArrayX+axis), old.Array(kernels.ArrayX+axis))
		if b.current == 1 && both {
			copy(b.motion[1].Array(kernels.ArrayVX+axis), b.motion[0].Array(kernels.ArrayVX+axis))
		} else if b.current == 1 {
			copy(b.motion[0].Array(kernels.ArrayVX+axis), old.Array(kernels.ArrayVX+axis))
		}
	}
	b.both = both
}

// now returns the buffers of the current state.
func (b *buffers[T]) now() kernels.Motions[T] { return b.of(b.current) }

func (b *buffers[T]) of(i int) kernels.Motions[T] {
	if b.both {
		return kernels.Motions[T]{Position: b.motion[i], Velocity: b.motion[i]}
	}
	return kernels.Motions[T]{Position: b.motion[i], Velocity: b.motion[0]}
}

// Reset replaces the state, rounded to the precision, sets the velocities of pinned axes to
// zero, and puts masses on paths where the paths are at s.Time. Steps and time continue from s.Step and s.Time.
func (e *engine[T]) Reset(s *model.State) error {
	if e.written {
		start := *s
		e.model.StateInArrays(&start)
		s = &start
	}
	if err := e.model.ValidateState(s); err != nil {
		return fmt.Errorf("cpu: reset: %w", err)
	}
	e.setChanges(s.Changes)
	if err := e.begin(s.Step, s.Time, e.model.Positions(s), e.model.Velocities(s)); err != nil {
		return err
	}
	if e.turn(s, s.Time); e.turner() != nil {
		e.beginLedger() // with spins, too
	}
	e.survey()
	return nil
}

// begin returns Reset to a valid state; velocities that are nowhere are zero.
func (e *engine[T]) begin(step int64, time float64, position, velocity model.Vectors) error {
	if i := beyond(position.Wide); i >= 0 && table.SizeOf[T]() == 4 {
		return fmt.Errorf("cpu: reset: mass %d: position %v m is beyond float32; use --precision double or --engine cpuref", i, position.At(i))
	}
	if i := beyond(velocity.Wide); i >= 0 && e.precision != model.Double {
		return fmt.Errorf("cpu: reset: mass %d: velocity %v m/s is beyond float32; use --precision double or --engine cpuref", i, velocity.At(i))
	}
	now, paths := e.buffers.now(), false
	e.place(now, position, velocity)
	e.run.params.OnPaths(e.model, time, func(i int, x, v model.Vec3) {
		now.Position.Set(kernels.ArrayX, int(e.table.Order.LaneOf[i]), kernels.Narrow[T](x))
		now.Velocity.Set(kernels.ArrayVX, int(e.table.Order.LaneOf[i]), kernels.Narrow[T](v))
		paths = true
	})
	e.copyHubs(e.table.Hubs, now)
	e.pairs.moved()
	e.pairs.countAnew()
	e.catching.caught = model.Caught{}
	e.progress.schedule.primed = false
	e.keepNow(step, time, 0)
	if rest := position.AtRest(); rest != nil && e.model.Pin == nil && !paths {
		e.surveyed(surveyAtRest[T](rest))
		if !velocity.Nowhere() {
			e.lastGood.reach.parting = math.Inf(1) // not known: springs are looked at once
		}
	}
	e.progress.begun, e.progress.start, e.progress.ran = true, step, 0
	e.progress.clockStep, e.progress.clockTime = step, time
	e.progress.diverged, e.progress.refused, e.progress.doubted = nil, nil, false
	if e.spans != nil {
		e.spans.stage = spansBegin
		e.spans.SetSides(nil)
	}
	e.restartDivided()
	e.progress.schedule = schedule{}
	if e.run.drives != nil {
		e.run.drives.Restart(time)
		e.run.drives.StateInto(&e.lastGood.drives)
	}
	e.beginLedger()
	return nil
}

// place sets positions, and velocities, those of pinned axes to zero.
func (e *engine[T]) place(now kernels.Motions[T], position, velocity model.Vectors) {
	laneOf, free := e.table.Order.LaneOf, e.model.Pin == nil
	model.InBlocks(e.model.MassCount(), func(_, first, last int) {
		var x, v [256]model.Vec3
		for ; first < last; first += len(x) {
			count := min(len(x), last-first)
			position.Fill(x[:count], first)
			velocity.Fill(v[:count], first)
			for i := range count {
				lane, speed := int(laneOf[first+i]), kernels.Narrow[T](v[i])
				for axis := range 3 {
					if !free && e.model.Pin[first+i]&(model.PinX<<axis) != 0 {
						speed[axis] = 0
					}
				}
				now.Position.Set(kernels.ArrayX, lane, kernels.Narrow[T](x[i]))
				now.Velocity.Set(kernels.ArrayVX, lane, speed)
			}
		}
	})
}

// beyond returns the index of the first vector that float32 cannot hold, or -1.
func beyond(vectors []model.Vec3) int {
	for i, v := range vectors {
		if max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])) > math.MaxFloat32 {
			return i
		}
	}
	return -1
}

// Read copies the state into dst, in the model's numbering.
func (e *engine[T]) Read(dst *model.Snapshot) error {
	dst.Resize(e.model.MassCount())
	dst.Step, dst.Time = e.step(), e.time()
	e.unpackState(dst, e.buffers.now())
	dst.Changes = append(dst.Changes[:0], e.changes...)
	e.readTurned(dst)
	return nil
}

// ReadMasses copies the state of some masses into dst, in the order of the list.
func (e *engine[T]) ReadMasses(masses []uint32, dst *model.Snapshot) error {
	dst.Resize(len(masses))
	dst.Step, dst.Time = e.step(), e.time()
	now, laneOf := e.buffers.now(), e.table.Order.LaneOf
	model.InBlocks(len(masses), func(_, first, last int) {
		for k := first; k < last; k++ {
			lane := int(laneOf[masses[k]])
			x, v := now.Position.Get(kernels.ArrayX, lane), now.Velocity.Get(kernels.ArrayVX, lane)
			dst.Position[k] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
			dst.Velocity[k] = [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}
		}
	})
	return nil
}

// ReadMotion copies the motion of some masses into dst, in float64, in the order of the list.
func (e *engine[T]) ReadMotion(masses []uint32, dst *model.State) error {
	dst.Step, dst.Time = e.step(), e.time()
	dst.Position, dst.Velocity = dst.Position[:0], dst.Velocity[:0]
	now, laneOf := e.buffers.now(), e.table.Order.LaneOf
	for _, i := range masses {
		dst.Position = append(dst.Position, kernels.Widen(now.Position.Get(kernels.ArrayX, int(laneOf[i]))))
		dst.Velocity = append(dst.Velocity, kernels.Widen(now.Velocity.Get(kernels.ArrayVX, int(laneOf[i]))))
	}
	return nil
}

// Energy returns the energy of the current state, summed in float64.
func (e *engine[T]) Energy() (model.Energy, error) {
	e.lookAhead(0)
	now := e.buffers.now()
	e.energies.Changed(e.changes)
	defer e.energies.Changed(nil)
	energy := e.energies.Of(e.run.signals.RestScale, e.time(), e.vectors(now.Position, kernels.ArrayX), e.vectors(now.Velocity, kernels.ArrayVX))
	energy.Contact += e.pairEnergy() + e.meetEnergy()
	if t := e.turner(); t != nil {
		var s model.State
		if err := e.ReadState(&s); err != nil {
			return energy, err
		}
		elastic, kinetic := chain.Of(e.model).Energy(s.Position, s.Orientation, s.AngularVelocity)
		energy.Elastic, energy.Kinetic = energy.Elastic+elastic, energy.Kinetic+kinetic
	}
	return energy, nil
}

// vectors are positions (which = ArrayX) or velocities (ArrayVX) for callers that read them one by
// one: in single precision where they lie.
func (e *engine[T]) vectors(of kernels.Motion[T], which int) model.Vectors {
	v := model.Vectors{Lane: e.table.Order.LaneOf}
	for axis := range v.Columns {
		column, single := any(of.Array(which + axis)[table.Width:]).([]float32)
		if !single {
			wide := make([]model.Vec3, e.model.MassCount())
			e.widen(wide, of, which)
			return model.Vectors{Wide: wide}
		}
		v.Columns[axis] = column
	}
	return v
}

// unpackState writes positions and velocities in the model's numbering, rounded to float32.
func (e *engine[T]) unpackState(dst *model.Snapshot, from kernels.Motions[T]) {
	kernels.Unpack(from.Position, e.table.Order, kernels.ArrayX, dst.Position)
	kernels.Unpack(from.Velocity, e.table.Order, kernels.ArrayVX, dst.Velocity)
}

// copyHubs copies the motion of hubs into the lanes of their own slices, where the
// forces on them are summed.
func (e *engine[T]) copyHubs(hubs []table.Hub, to kernels.Motions[T]) {
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
