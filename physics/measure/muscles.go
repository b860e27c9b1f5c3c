package measure

import (
	"math"
	"slices"

	"hooke/model"
	"hooke/physics"
)

// Muscles are the rest lengths of actuated springs over a run, for a caller that has
// states of the run and no engine, as the frames of a trajectory. Smoothed actuators
// depend on the past; they are followed from the start of the run, step by step, as
// engines do. Not safe for concurrent use.
type Muscles struct {
	params model.Params
	start  float64 // simulated time at which the run began [s]
	drives *physics.Drives
	steps  int64 // steps that the drives have gone
	now    physics.Signals
}

// NewMuscles returns the muscles of a run with parameters p, whose DT is the step, that
// began at time start [s].
func NewMuscles(p model.Params, start float64) *Muscles {
	return &Muscles{params: model.Params{DT: p.DT, Actuators: slices.Clone(p.Actuators)}, start: start}
}

// At returns L0(t)/L0 of each actuator's springs at time t [s], valid until the next call;
// nil without actuators. For a time before that of the last call it begins again at the
// start.
func (m *Muscles) At(t float64) []float64 {
	p := m.params
	if !slices.ContainsFunc(p.Actuators, func(a model.Actuator) bool { return a.HalfLife > 0 }) || !(p.DT > 0) || t < m.start {
		return physics.SignalsOf(p, t).RestScale
	}
	steps := int64(math.Round((t - m.start) / p.DT))
	if m.drives == nil || steps < m.steps {
		m.drives, m.steps = physics.NewDrives(p, m.start), 0
	}
	for ; m.steps < steps; m.steps++ {
		m.drives.Advance(m.start + float64(m.steps+1)*p.DT)
	}
	m.drives.At(m.start+float64(steps)*p.DT, &m.now)
	return m.now.RestScale
}
