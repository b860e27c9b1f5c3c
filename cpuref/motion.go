package cpuref

import "hooke/model"

// MotionOf is the pass "motion": how much a state moves. Masses that are pinned on all
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

// Motion is how much the current state moves.
func (e *Engine) Motion() (model.Motion, error) { return MotionOf(e.model, e.state.Velocity), nil }

// Still is the pass "still": it sets every velocity to zero and moves no mass.
func (e *Engine) Still() error {
	clear(e.state.Velocity)
	return nil
}

// StillHalfway is the pass "still-halfway": it stops every mass halfway along its last
// step, x ← x − dt/2 v, v ← 0.
func (e *Engine) StillHalfway() error {
	for i, v := range e.state.Velocity {
		if e.model.PinOf(i) != model.PinAll {
			e.state.Position[i] = e.state.Position[i].Sub(v.Mul(e.params.DT / 2))
		}
	}
	return e.Still()
}
