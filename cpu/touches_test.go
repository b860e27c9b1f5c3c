package cpu

import (
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// The most touches of a mass are known after they have ended, until another state is set.
func TestMostTouches(t *testing.T) {
	m, p, start := modeltest.Meeting()
	e, err := makeEngine[float32](m, p, Options{Threads: 2})
	must.Do(t, err)
	defer e.Close()
	most := func(s *model.State, steps, want int) {
		t.Helper()
		must.Do(t, e.Reset(s))
		must.Do(t, e.Step(steps))
		if got, err := e.Touching(); err != nil || got.Most != want {
			t.Errorf("after %d steps: %+v, %v; want %d touches", steps, got, err, want)
		}
	}
	most(start, 0, 0)
	most(start, 80, modeltest.MeetingMost)
	most(start, modeltest.MeetingSteps, modeltest.MeetingMost)
	var saved model.Checkpoint
	must.Do(t, e.Save(&saved))
	most(m.Start(), 8, 0)
	must.Do(t, e.Restore(&saved))
	if got, err := e.Touching(); err != nil || got.Most != modeltest.MeetingMost {
		t.Errorf("gone on from a checkpoint: %+v, %v; want the %d touches from before it", got, err, modeltest.MeetingMost)
	}
	must.Do(t, e.SetParams(model.Params{DT: p.DT}))
	most(start, modeltest.MeetingSteps, 0)
}
