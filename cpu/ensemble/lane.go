package ensemble

import (
	"fmt"

	"hooke/control"
	"hooke/ensemble"
	"hooke/ensemble/loop"
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
	pilot  *control.Pilot  // nil: the member is not controlled
}

// place is where a member is.
type place struct {
	part
	lane int
}

// start puts a member at a state, and what controls it at its beginning.
func (p place) start(member int, s *model.State, until physics.Until) error {
	if l := p.laneOf(p.lane); l.pilot != nil {
		if err := l.pilot.Begin(p.bodyOf(p.lane), s.Step, s.Time); err != nil {
			return fmt.Errorf("ensemble: member %d: %w", member, err)
		}
	}
	p.begin(p.lane, s, until)
	return nil
}

// take takes over muscles of values that have changed, with what inputs are set to.
func (p place) take(member int, before model.Params) error {
	l := p.laneOf(p.lane)
	if l.pilot == nil {
		p.steer(p.lane, before)
		return nil
	}
	given := l.params.Clone()
	l.params.Actuators = before.Actuators // from which the pilot steers
	if err := l.pilot.Give(given); err != nil {
		return fmt.Errorf("ensemble: member %d: %w", member, err)
	}
	return nil
}

// pass has the member act if it is at a boundary, and says how many of some steps there are to the next one.
func (l *lane) pass(member, steps int) (int, error) {
	if err := l.pilot.Pass(); err != nil {
		return 0, fmt.Errorf("ensemble: member %d: %w", member, err)
	}
	return int(min(int64(steps), l.pilot.Left())), nil
}

// inputs copies what inputs set of muscles and forces. Its muscles have been taken over by their phases.
func (l *lane) inputs(m *model.Model, p *model.Params) error {
	if err := loop.Fault(m, p); err != nil {
		return err
	}
	copy(l.params.Actuators, p.Actuators)
	copy(l.params.Forces, p.Forces)
	return nil
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
