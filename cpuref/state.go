package cpuref

import (
	"errors"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpuref/rods"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics"
)

// State holds positions and velocities in the reference: float64, indexed by mass. It takes
// 48 bytes per mass. It is a type of its own, so that a comparison takes one side from the
// reference and the other from an engine. A *model.State converts to it without copying:
// (*State)(s).
type State struct {
	Step     int64        // steps done since the start
	Time     float64      // simulated time [s] = Step · dt
	Position []model.Vec3 // [m], length MassCount
	Velocity []model.Vec3 // [m/s], length MassCount

	Orientation     []mgl64.Quat // of segments of rods, see model.State
	AngularVelocity []model.Vec3 // of segments of rods, in the world [rad/s]

	// LinkForce and SpringForce are forces of springs, see model.State; empty but in a copy for a caller.
	LinkForce, SpringForce []float64

	Changes []inelastic.Change // of springs that tear, yield or creep, see model.State
}

// turning returns the state of rods, for a substep that ends at a time [s].
func (s *State) turning(end float64) rods.State {
	return rods.State{Position: s.Position, Orientation: s.Orientation, Spin: s.AngularVelocity, End: end}
}

// Clone returns a copy that shares nothing with s.
func (s *State) Clone() *State {
	return (*State)((*model.State)(s).Clone())
}

// write rounds the state to float32 into a snapshot, which grows when it is too small.
func (s *State) write(dst *model.Snapshot) {
	dst.Resize(len(s.Position))
	dst.Step, dst.Time = s.Step, s.Time
	dst.WriteSegments(s.Orientation, s.AngularVelocity)
	for i := range s.Position {
		x, v := &s.Position[i], &s.Velocity[i]
		dst.Position[i] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
		dst.Velocity[i] = [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}
	}
	dst.Changes = append(dst.Changes[:0], s.Changes...)
}

// keepEvery is the number of steps from one last good state to the next.
const keepEvery = 256

// keep copies the state every keepEvery steps after Reset, if it is good: all numbers
// are finite, and no spring has run away.
func (e *Engine) keep() {
	if e.diverged != nil || (e.state.Step-e.resetStep)%keepEvery != 0 || e.firstRunaway() >= 0 {
		return
	}
	e.lastGood.Step, e.lastGood.Time = e.state.Step, e.state.Time
	copy(e.lastGood.Position, e.state.Position)
	copy(e.lastGood.Velocity, e.state.Velocity)
	copy(e.lastGood.Orientation, e.state.Orientation)
	copy(e.lastGood.AngularVelocity, e.state.AngularVelocity)
	copy(e.lastGood.Changes, e.state.Changes)
}

// LastGood copies a state from before the divergence into dst, rounded to float32: the
// start, or the state of the last multiple of 256 steps after it. Without a divergence
// it copies the latest such state.
func (e *Engine) LastGood(dst *model.Snapshot) error {
	if e.lastGood.Position == nil {
		return errors.New("cpuref: there is no last good state before Reset")
	}
	e.lastGood.write(dst)
	return nil
}

// divergence reports the masses that are not finite numbers.
func (e *Engine) divergence() *physics.DivergedError {
	first, count := -1, int64(0)
	for i, x := range e.state.Position {
		if Finite(x) && Finite(e.state.Velocity[i]) {
			continue
		}
		if first < 0 {
			first = i
		}
		count++
	}
	return physics.Diverged(e.model, e.params, e.state.Step, first, count)
}

// lookAtSprings notes the first state in which a spring has run away: that of some steps from now, whose
// positions are the current ones and whose springs are at most longest [m].
func (e *Engine) lookAtSprings(longest float64, ahead int64) {
	if !(longest > e.runaway) || e.torn != nil {
		return
	}
	if s := e.firstRunaway(); s >= 0 {
		e.torn = physics.RanAway(e.model, e.params, e.state.Step+ahead, s, e.runaway)
	}
}

// firstRunaway returns the lowest-numbered spring that is longer than the runaway length; -1
// when none is.
func (e *Engine) firstRunaway() int {
	for s, ends := range e.model.Ends {
		a, b := int(ends[0]), int(ends[1])
		torn := len(e.state.Changes) > 0 && e.state.Changes[s].Torn()
		acts := !torn && e.model.MaterialOf[s] != model.Removed && e.model.PinOf(a)&e.model.PinOf(b) != model.PinAll
		if acts && e.state.Position[b].Sub(e.state.Position[a]).Len() > e.runaway {
			return s
		}
	}
	return -1
}

// MotionOf runs the pass "motion": how much a state moves. Masses that are pinned on all
// axes do not count.
func MotionOf(m *model.Model, velocity []model.Vec3) model.Motion {
	out := model.Motion{Mass: -1}
	for i, v := range velocity {
		if m.PinOf(i) == model.PinAll {
			continue
		}
		out.Kinetic += 0.5 * m.Mass[i] * v.Dot(v)
		if impulse := m.Mass[i] * v.Len(); impulse > out.Impulse {
			out.Impulse, out.Mass = impulse, i
		}
	}
	return out
}

// Motion returns how much the current state moves.
func (e *Engine) Motion() (model.Motion, error) { return MotionOf(e.model, e.state.Velocity), nil }

// Still runs the pass "still": it sets every velocity to zero and moves no mass.
func (e *Engine) Still() error {
	clear(e.state.Velocity)
	clear(e.state.AngularVelocity)
	return nil
}

// StillHalfway runs the pass "still-halfway": it stops every mass halfway along its last
// step, x ← x − dt/2 v, v ← 0.
func (e *Engine) StillHalfway() error {
	for i, v := range e.state.Velocity {
		if e.model.PinOf(i) != model.PinAll {
			e.state.Position[i] = e.state.Position[i].Sub(v.Mul(e.params.DT / 2))
		}
	}
	return e.Still()
}

// ReadMotion copies the motion of some masses into dst, in the order of the list.
func (e *Engine) ReadMotion(masses []uint32, dst *model.State) error {
	dst.Step, dst.Time = e.state.Step, e.state.Time
	dst.Position, dst.Velocity = dst.Position[:0], dst.Velocity[:0]
	for _, i := range masses {
		dst.Position, dst.Velocity = append(dst.Position, e.state.Position[i]), append(dst.Velocity, e.state.Velocity[i])
	}
	return nil
}

// ReadState copies the state into dst, in float64.
func (e *Engine) ReadState(dst *model.State) error {
	*dst = *(*model.State)(e.state.Clone())
	dst.LinkForce, dst.SpringForce = e.impulses.LinkForces(), e.springForces()
	return nil
}

// Read copies the state into dst, rounded to float32.
func (e *Engine) Read(dst *model.Snapshot) error {
	e.state.write(dst)
	dst.WriteLinks(e.impulses.LinkForces())
	dst.WriteForces(e.springForces())
	return nil
}

// bytesOfSegment is the memory of a segment of a rod, with a joint [bytes].
const bytesOfSegment = 1300

// bytesOf returns the memory of an engine [bytes], see Engine.
func bytesOf(m *model.Model, p model.Params) int64 {
	perMass, perSpring := int64(120+24*p.Integrator.Method().Registers), int64(24)
	if p.Loaded() {
		perMass += 24
	}
	if physics.Catches(p) {
		perMass += 24
	}
	if m.PerSpring() {
		perSpring += 16
	}
	return int64(m.MassCount())*perMass + int64(m.SpringCount())*perSpring + int64(m.SegmentCount())*bytesOfSegment
}
