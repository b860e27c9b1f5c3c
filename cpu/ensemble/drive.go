package ensemble

import (
	"math"

	"hooke/control"
	"hooke/model"
	damped "hooke/model/spring"
	"hooke/physics"
)

// startPhases puts the muscles of a lane where they are at its start, smoothed ones at rest.
func (k *pack) startPhases(at int) {
	l := &k.lane[at]
	for i, a := range l.params.Actuators {
		k.phases[i*lanes+at] = startOf(a, l.time, k.kind.Params.DT)
	}
}

// steer takes over a frequency, from where the muscle is in its cycle, or another phase.
func (k *pack) steer(at int, before model.Params) {
	for i, a := range k.lane[at].params.Actuators {
		k.steerMuscle(i, at, a, before.Actuators[i])
	}
}

// steerMuscle has a muscle of a lane continue as another one, also where its member has ended and is measured.
func (k *pack) steerMuscle(i, at int, a, old model.Actuator) {
	k.phases[i*lanes+at].steer(a, old, k.kind.Params.DT)
	if l := &k.lane[at]; l.status.Ended != "" {
		l.ended[i].steer(a, old, k.kind.Params.DT)
	}
}

// drive evaluates the muscles at the time of the step, and moves them on.
func (k *pack) drive(code *kernel) {
	if len(k.driven) == 0 {
		return
	}
	if k.smooth {
		k.driveSlowly()
		return
	}
	for i := range len(k.kind.Params.Actuators) {
		place := i*muscleSize + rowTurn*lanes
		turn := k.muscles[place : place+lanes]
		for at := range turn {
			ph := &k.phases[i*lanes+at]
			turn[at] = math.Float32frombits(uint32(ph.turn >> 32))
			ph.turn += ph.step
		}
	}
	code.drive(&k.driveCall)
}

// driveSlowly is drive where muscles are no sines, or are smoothed. It has the law of physics.Drives.
func (k *pack) driveSlowly() {
	for at := range k.members {
		actuators := k.lane[at].params.Actuators
		for i := range actuators {
			put(k.muscles, i*muscleSize, rowScale, at, k.phases[i*lanes+at].slowly(&actuators[i], k.kind.Params.DT))
		}
	}
	for _, d := range k.driven {
		for at := range lanes {
			k.laws[int(d.law)+rowRest*lanes+at] = k.rest[int(d.rest)+at] * k.muscles[int(d.muscle)+rowScale*lanes+at]
		}
	}
}

// load is an external force on some masses.
type load struct {
	places []int // of the masses that move
	force  [3][lanes]float32
	table  model.Curve
}

// addLoads lists the external forces of the kind.
func (k *pack) addLoads() {
	m := k.kind.Model
	for _, f := range k.kind.Params.Forces {
		l := load{table: f.Table}
		m.Each(f.Masses, func(i int) {
			if m.PinOf(i) != model.PinAll {
				l.places = append(l.places, i*massSize)
			}
		})
		k.loads = append(k.loads, l)
	}
}

// writeLoads takes the external forces of the member in a lane.
func (k *pack) writeLoads(at int, p model.Params) {
	for i, f := range p.Forces {
		for axis, x := range f.Force {
			k.loads[i].force[axis][at] = float32(x)
		}
	}
}

// load adds the external forces at the time of the step.
func (k *pack) load() {
	for i := range k.loads {
		l := &k.loads[i]
		force := l.force
		if len(l.table.At) > 0 {
			for at := range k.members {
				factor := float32(l.table.Of(k.timeAt(at, k.step(at))))
				for axis := range 3 {
					force[axis][at] *= factor
				}
			}
		}
		for _, place := range l.places {
			to := k.masses[place+rowForce*lanes : place+rows*lanes]
			for axis := range 3 {
				for at, f := range &force[axis] {
					to[axis*lanes+at] += f
				}
			}
		}
	}
}

// seat is a lane of a pack, as the body of a loop runner.
type seat struct {
	*pack
	at int
}

func (k *pack) bodyOf(at int) control.Body { return seat{k, at} }

// sight is a state that a runner sees, of masses that it asked for.
type sight struct{ state model.State }

// of returns the state, allocated for the masses of a model.
func (s *sight) of(m *model.Model) *model.State {
	if n := m.MassCount(); len(s.state.Position) != n {
		s.state.Position, s.state.Velocity = make([]model.Vec3, n), make([]model.Vec3, n)
	}
	return &s.state
}

// Look copies masses of the lane.
func (s seat) Look(masses []uint32) (*model.State, error) {
	dst := s.now.of(s.kind.Model)
	dst.Step = s.step(s.at)
	dst.Time = s.timeAt(s.at, dst.Step)
	for _, i := range masses {
		from := s.masses[int(i)*massSize+s.at:]
		x, v := &dst.Position[i], &dst.Velocity[i]
		for axis := range 3 {
			x[axis], v[axis] = float64(from[(rowX+axis)*lanes]), float64(from[(rowV+axis)*lanes])
		}
	}
	return dst, nil
}

// see measures the sensors of members that are at a boundary.
func (k *pack) see() error {
	for at, member := range k.members {
		if err := k.lane[at].see(member); err != nil {
			return err
		}
	}
	return nil
}

// Take has the lane step with the parameters set by inputs. Muscles continue from where they are in their
// cycles.
func (s seat) Take(p *model.Params) error {
	l := &s.lane[s.at]
	for i, a := range p.Actuators {
		s.steerMuscle(i, s.at, a, l.params.Actuators[i])
		put(s.muscles, i*muscleSize, rowAmplitude, s.at, a.Amplitude)
	}
	if err := l.inputs(s.kind.Model, p); err != nil {
		return err
	}
	s.writeLoads(s.at, l.params)
	return nil
}

// phase is where a muscle of a member is in its cycle, as an integer: 2^64 is a cycle. It is
// exact, and wraps by itself. The step that led there, f dt, is rounded once.
type phase struct {
	turn  uint64 // at the time of the next step
	step  uint64
	fresh bool                  // no step has been taken since the start
	soft  damped.State[float64] // of a muscle with a half-life
}

// turns returns a number of cycles as an integer.
func turns(cycles float64) uint64 {
	cycles -= math.Floor(cycles)
	if cycles >= 1 { // of −1e-20, say
		cycles = 0
	}
	const half = 1 << 63
	return uint64(cycles*half) << 1 // in two halves: 2^64 is no float that an integer holds
}

// cycleOf returns the phase in a cycle, from 0 to 1.
func cycleOf(turn uint64) float64 { return float64(turn>>11) * (1. / (1 << 53)) }

// startOf returns where a muscle is in its cycle at a time [s], at rest if it is smoothed.
func startOf(a model.Actuator, time, dt float64) phase {
	ph := phase{turn: turns(a.Phase/(2*math.Pi)) + turns(a.Frequency*time), step: turns(a.Frequency * dt), fresh: true}
	ph.soft = damped.AtRest(a.At(cycleOf(ph.turn)))
	return ph
}

// steer takes over a frequency, from where the muscle is in its cycle, or another phase.
func (ph *phase) steer(a, old model.Actuator, dt float64) {
	if a.Frequency != old.Frequency {
		ph.step = turns(a.Frequency * dt)
	}
	if a.Phase != old.Phase {
		ph.turn += turns(a.Phase/(2*math.Pi)) - turns(old.Phase/(2*math.Pi))
	}
}

// slowly returns L0(t)/L0 by the law of physics.Drives, where the muscle is no sine or is smoothed. It moves the phase on.
func (ph *phase) slowly(a *model.Actuator, dt float64) float64 {
	if a.Wave == model.Table && len(a.Table.At) == 1 && a.HalfLife == 0 { // as inputs set lengths
		ph.soft, ph.fresh = damped.AtRest(a.Amplitude*a.Table.Value[0]), false
		ph.turn += ph.step
		return 1 + ph.soft.Position
	}
	before, since := ph.turn-ph.step, dt
	if ph.fresh {
		before, since, ph.fresh = ph.turn, 0, false
	}
	ph.soft = physics.Smoothed(ph.soft, a.At(cycleOf(before)), a.At(cycleOf(ph.turn)), a.HalfLife, since, jumps(a, before, ph.turn))
	ph.turn += ph.step
	return 1 + ph.soft.Position
}

// jumps reports whether the wave of a muscle jumps between two phases in its cycle, the second after
// the first and within a cycle of it; see model.Actuator.Jumps.
func jumps(a *model.Actuator, from, to uint64) bool {
	switch {
	case a.Wave == model.Square:
		return from>>63 != to>>63
	case a.Wave == model.Sawtooth, a.Wave == model.Table && a.Table.Of(0) != a.Table.Of(1):
		return to < from
	}
	return false
}
