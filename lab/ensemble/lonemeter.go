package ensemble

import (
	"hooke/control/metrics"
	"hooke/model"
)

// meter measures a member.
type meter struct {
	*metrics.Meter
	plan    *metrics.Plan
	touches bool // whether every step has to be seen
	begun   bool // whether there was a sample

	now   model.Snapshot
	state model.State
}

func newMeter(m *LoneMember, o metrics.Options) (*meter, error) {
	plan, err := metrics.New(m.model, m.params, o)
	if err != nil {
		return nil, err
	}
	return &meter{Meter: plan.Meter(), plan: plan, touches: plan.Contacts()}, nil
}

// adopt continues with a member whose values have changed; a nil meter does nothing.
func (t *meter) adopt(m *LoneMember) error {
	if t == nil {
		return nil
	}
	plan, err := metrics.New(m.model, m.params, *m.options.Metrics)
	if err != nil {
		return err
	}
	t.plan = plan
	t.Adopt(plan)
	return nil
}

// see looks at the state at which a step begins.
func (t *meter) see(m *LoneMember) error {
	due := !t.begun || m.step%t.plan.Every() == 0
	if !due && !t.touches {
		return nil
	}
	if err := t.read(m); err != nil {
		return err
	}
	if due {
		t.Sample(&t.state, m.restScale())
		t.begun = true
	}
	if t.touches {
		t.Touch(&t.state, m.now().ContactsAt(t.state.Time))
	}
	return nil
}

// muscles takes in their work up to the state at hand.
func (t *meter) muscles(m *LoneMember) error {
	err := t.read(m)
	if err == nil {
		t.Muscles(&t.state, m.restScale())
	}
	return err
}

// read reads the state, with all digits that the engine keeps.
func (t *meter) read(m *LoneMember) error {
	if m.reader != nil {
		return m.reader.ReadState(&t.state)
	}
	if err := m.engine.Read(&t.now); err != nil {
		return err
	}
	s, n := &t.state, len(t.now.Position)
	if s.Step, s.Time = t.now.Step, t.now.Time; len(s.Position) != n {
		s.Position, s.Velocity = make([]model.Vec3, n), make([]model.Vec3, n)
	}
	for i, v := range t.now.Velocity {
		s.Position[i] = t.now.Place(i)
		s.Velocity[i] = model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
	}
	return nil
}
