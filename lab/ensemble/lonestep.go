package ensemble

import (
	"errors"

	"hooke/control/metrics"
	"hooke/model"
	"hooke/physics"
)

// goodEvery is the number of steps after which the engine is asked whether its state is a good one, where nothing is measured.
const goodEvery = 64

// Run takes some steps, or those until the member has ended.
func (m *LoneMember) Run(steps int) error {
	for left := int64(steps); left > 0 && m.status.Ended == ""; {
		every, n := m.every(), int64(1)
		if err := m.pass(); err != nil {
			if err = m.judge(err); err != nil {
				return err
			}
			break
		}
		if m.meter != nil {
			if err := m.meter.see(m); err != nil {
				return err
			}
		}
		if m.meter == nil || !m.meter.touches {
			n = min(left, every-m.step%every)
			if m.loop != nil {
				n = min(n, m.loop.Left()) // work by changes of inputs is counted at the change
			}
		}
		if err := m.take(n, (m.step+n)%every == 0); err != nil {
			return err
		}
		left -= n
	}
	return nil
}

// pass has controllers act: a sample at a boundary is of muscles as they are after it, and their work is counted before it and after it.
func (m *LoneMember) pass() error {
	switch {
	case m.loop == nil:
		return nil
	case m.meter == nil || !m.loop.Due():
		return m.loop.Pass()
	}
	if err := m.meter.muscles(m); err != nil {
		return err
	}
	if err := m.loop.Pass(); err != nil {
		return err
	}
	return m.meter.muscles(m)
}

// every is the number of steps between states that are known to be good.
func (m *LoneMember) every() int64 {
	if m.meter != nil {
		return m.meter.plan.Every()
	}
	return goodEvery
}

// take takes n steps. Where nothing ends the member early, it asks for a good state only when one is due: as a run of a
// sweep does, so that both find a divergence at the same step.
func (m *LoneMember) take(n int64, due bool) error {
	if m.watch == nil && !due {
		m.step, m.loose = m.step+n, true
		return m.around.Step(int(n))
	}
	done, err := m.watch.Step(m.around, n, m.params.Contacts)
	m.loose = false
	if err != nil {
		return m.judge(err)
	}
	m.step += done
	if m.watch != nil && m.watch.Ended != nil {
		m.status = Status{Ended: m.watch.Ended.By, Step: m.watch.Ended.Step}
	}
	return nil
}

// judge takes in a divergence; other errors are returned.
func (m *LoneMember) judge(err error) error {
	var diverged *physics.DivergedError
	if !errors.As(err, &diverged) {
		return err
	}
	m.status, m.step = Status{Ended: Diverged, Step: diverged.Step}, diverged.Step
	return nil
}

// settle finds out whether the state is a good one.
func (m *LoneMember) settle() error {
	if !m.loose || m.status.Ended != "" {
		return nil
	}
	m.loose = false
	if err := m.around.Finish(); err != nil {
		return m.judge(err)
	}
	return nil
}

// Ended reports whether it has ended, as far as is known.
func (m *LoneMember) Ended() bool { return m.status.Ended != "" }

// Status reports whether the member has ended.
func (m *LoneMember) Status() (Status, error) {
	err := m.settle()
	return m.status, err
}

// Read copies the state into dst.
func (m *LoneMember) Read(dst *model.Snapshot) error {
	if err := m.settle(); err != nil {
		return err
	}
	return m.engine.Read(dst)
}

// Row returns the metrics up to the present state. It does not change later metrics.
func (m *LoneMember) Row() (metrics.Row, error) {
	if err := m.settle(); err != nil {
		return metrics.Row{}, err
	}
	now := m.meter.Clone() // a sample of the state at hand counts for this row alone
	if m.status.Ended != Diverged {
		if err := m.meter.read(m); err != nil {
			return metrics.Row{}, err
		}
		now.Sample(&m.meter.state, m.restScale())
	}
	status, _ := metrics.ParseStatus(m.status.Ended)
	return m.meter.plan.RowAt(&now.Sums, status, max(now.Step, m.step)), nil
}

// restScale is L0(t)/L0 of the springs of each actuator now.
func (m *LoneMember) restScale() []float64 {
	if m.scaler == nil {
		return nil
	}
	return m.scaler.RestScale()
}
