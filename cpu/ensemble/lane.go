package ensemble

import (
	"hooke/ensemble"
	"hooke/model"
	"hooke/physics"
)

// lane is a member on its way.
type lane struct {
	values []float64
	params model.Params // with the values written into them
	base   int64        // its step less the clock of what steps it
	begun  int64        // its step at its start
	time   float64      // [s] at its start
	status ensemble.Status
	ending *physics.Ending // nil: nothing ends it but a divergence
	ended  []phase         // of each muscle where the member ended
}

// begin puts the member at a state.
func (l *lane) begin(k ensemble.Kind, s *model.State, clock int64, until physics.Until) {
	l.base, l.begun, l.time, l.status, l.ending = s.Step-clock, s.Step, s.Time, ensemble.Status{}, nil
	if len(until.Words) > 0 {
		written, _ := k.Written(l.values)
		l.ending = physics.NewEnding(until, written, s)
	}
}

// step is the step of the member.
func (l *lane) step(clock int64) int64 {
	if l.status.Ended != "" {
		return l.status.Step
	}
	return l.base + clock
}

// timeAt is simulated time at a step of the member [s].
func (l *lane) timeAt(step int64, dt float64) float64 {
	return l.time + float64(step-l.begun)*dt
}

// label makes room for the state of the member, and writes when it is.
func (l *lane) label(dst *model.Snapshot, masses int, clock int64, dt float64) {
	dst.Resize(masses)
	dst.Step, dst.Origin, dst.Orientation, dst.AngularVelocity = l.step(clock), model.Vec3{}, nil, nil
	dst.Time = l.timeAt(dst.Step, dt)
}
