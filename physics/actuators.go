package physics

import (
	"hooke/model"
	"hooke/model/spring"
)

// Drives evaluate everything that changes with time in a run, in float64 on the host and
// equal for every engine: rest lengths of actuated springs, factors of forces, speeds of
// motors, wind, paths, and moving contacts. Their state, from which a run can continue, is a
// time and the smoothed actuators. Only a run with Params.Driven needs them.
type Drives struct {
	params model.Params
	time   float64                 // time of the state [s]
	smooth []spring.State[float64] // of each actuator with a half-life
}

// Signals are the values of the drives at one time.
type Signals struct {
	Time      float64   // [s]
	RestScale []float64 // L0(t)/L0 of the springs of each actuator, length len(Params.Actuators)

	ForceFactor  []float64    // of each force, length len(Params.Forces)
	MotorSpeed   []float64    // u(t) of each motor [m/s], length len(Params.Motors)
	Wind         model.Vec3   // velocity of the air [m/s]; zero without wind
	PathOffset   []model.Vec3 // of each guide [m], length len(Params.Guides); zero but on paths
	PathVelocity []model.Vec3 // rate of PathOffset [m/s]

	Contacts []model.Contact // contacts at Time, see model.Contact.Posed, length len(Params.Contacts); empty if all stand still
}

// SignalsOf returns the values of the drives at time t [s], with smoothed actuators at rest
// at their targets.
func SignalsOf(p model.Params, t float64) Signals {
	var out Signals
	if p.Driven() {
		NewDrives(p, t).At(t, &out)
	}
	return out
}

// NewDrives returns the drives of a run at time t [s], as after Restart.
func NewDrives(p model.Params, t float64) *Drives {
	d := &Drives{params: p, smooth: make([]spring.State[float64], len(p.Actuators))}
	d.Restart(t)
	return d
}

// Restart sets the time to t [s], with every smoothed actuator at rest at its target.
func (d *Drives) Restart(t float64) {
	d.time = t
	for i, a := range d.params.Actuators {
		d.smooth[i] = spring.AtRest(a.Target(t))
	}
}

// Adopt replaces the parameters of a run. Smoothed actuators that exist already keep their
// state.
func (d *Drives) Adopt(p model.Params) {
	old := d.smooth
	d.params = p
	d.smooth = make([]spring.State[float64], len(p.Actuators))
	d.Restart(d.time)
	copy(d.smooth, old)
}

// At evaluates the drives at time t [s], at or after the time of the state, into out, whose
// memory it reuses. It does not change the state, so that a step may look ahead several
// times.
func (d *Drives) At(t float64, out *Signals) {
	out.Time = t
	out.RestScale = out.RestScale[:0]
	for i, a := range d.params.Actuators {
		out.RestScale = append(out.RestScale, 1+d.actuator(i, a, t).Position)
	}
	d.loads(t, out)
}

// loads evaluates the drives that have no state.
func (d *Drives) loads(t float64, out *Signals) {
	out.ForceFactor, out.MotorSpeed = out.ForceFactor[:0], out.MotorSpeed[:0]
	out.PathOffset, out.PathVelocity = out.PathOffset[:0], out.PathVelocity[:0]
	for _, f := range d.params.Forces {
		out.ForceFactor = append(out.ForceFactor, f.Table.Of(t))
	}
	for _, m := range d.params.Motors {
		out.MotorSpeed = append(out.MotorSpeed, m.Speed*m.Table.Of(t))
	}
	out.Wind = model.Vec3{}
	if d.params.Wind.Blows() {
		out.Wind = d.params.Wind.At(t)
	}
	for _, g := range d.params.Guides {
		var offset, velocity model.Vec3
		if g.Kind == model.OnPath {
			offset, velocity = g.Path.At(t)
		}
		out.PathOffset = append(out.PathOffset, offset)
		out.PathVelocity = append(out.PathVelocity, velocity)
	}
	if out.Contacts = out.Contacts[:0]; d.params.Moving() {
		for _, c := range d.params.Contacts {
			out.Contacts = append(out.Contacts, c.Posed(t))
		}
	}
}

// Advance moves the state to time t [s].
func (d *Drives) Advance(t float64) {
	for i, a := range d.params.Actuators {
		d.smooth[i] = d.actuator(i, a, t)
	}
	d.time = t
}

// actuator returns a w at time t, smoothed (see Smoothed): the exact motion of the spring toward a goal
// that moves in a straight line from the target at the time of the state to that at t,
// while the damper pulls toward rest. It is of second order in the step. Across a jump
// the goal is the target at t from the beginning.
func (d *Drives) actuator(i int, a model.Actuator, t float64) spring.State[float64] {
	return Smoothed(d.smooth[i], a.Target(d.time), a.Target(t), a.HalfLife, t-d.time, a.Jumps(d.time, t))
}

// Smoothed returns the state of a spring with a half-life [s] a time dt [s] later, while its
// goal moves, or jumps, from one position to another.
func Smoothed(s spring.State[float64], from, to, halfLife, dt float64, jumps bool) spring.State[float64] {
	switch {
	case halfLife == 0:
		return spring.AtRest(to)
	case dt == 0:
		return s
	case jumps:
		return spring.Simple(s, to, halfLife, dt)
	}

	// In the frame of the moving goal the damper pulls toward minus its rate.
	rate := (to - from) / dt
	goal := spring.State[float64]{Velocity: -rate}
	start, end := spring.State[float64]{Position: from, Velocity: rate}, spring.State[float64]{Position: to, Velocity: rate}
	return spring.Apply(spring.Critical(halfLife, dt), s.Minus(start), goal).Plus(end)
}

// State returns the state of the drives; the zero state for nil.
func (d *Drives) State() model.DriveState {
	if d == nil {
		return model.DriveState{}
	}
	return model.DriveState{Time: d.time, Smooth: append([]spring.State[float64](nil), d.smooth...)}
}

// StateInto copies the state of the drives into s, whose memory it reuses.
func (d *Drives) StateInto(s *model.DriveState) {
	if d != nil {
		s.Time, s.Smooth = d.time, append(s.Smooth[:0], d.smooth...)
	}
}

// SetState continues from the state of drives with the same parameters.
func (d *Drives) SetState(s model.DriveState) {
	if d != nil {
		d.time = s.Time
		copy(d.smooth, s.Smooth)
	}
}
