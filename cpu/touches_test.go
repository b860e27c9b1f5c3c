package cpu

import (
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// The most touches of a mass are known after they have ended, until another state is set.
func TestMostTouches(t *testing.T) {
	m, p, start := modeltest.Meeting()
	e, err := makeEngine[float32](m, p, Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	most := func(s *model.State, steps, want int) {
		t.Helper()
		if err := e.Reset(s); err != nil {
			t.Fatal(err)
		}
		if err := e.Step(steps); err != nil {
			t.Fatal(err)
		}
		if got, err := e.Touching(); err != nil || got.Most != want {
			t.Errorf("after %d steps: %+v, %v; want %d touches", steps, got, err, want)
		}
	}
	most(start, 0, 0)
	most(start, 80, modeltest.MeetingMost)
	most(start, modeltest.MeetingSteps, modeltest.MeetingMost)
	var saved model.Checkpoint
	if err := e.Save(&saved); err != nil {
		t.Fatal(err)
	}
	most(m.Start(), 8, 0)
	if err := e.Restore(&saved); err != nil {
		t.Fatal(err)
	}
	if got, err := e.Touching(); err != nil || got.Most != modeltest.MeetingMost {
		t.Errorf("gone on from a checkpoint: %+v, %v; want the %d touches from before it", got, err, modeltest.MeetingMost)
	}
	if err := e.SetParams(model.Params{DT: p.DT}); err != nil {
		t.Fatal(err)
	}
	most(start, modeltest.MeetingSteps, 0)
}
